//! Copies and fills.

use std::ffi::c_uint;

use crate::access::check;
use crate::codes::{Code, INVALID_VALUE, SUCCESS};
use crate::engine::{enqueue, synchronize};
use crate::exported::exported;
use crate::operation::{Operation, Side, Transfer};
use crate::parameters::In;
use crate::state::enter;

/// `CUDA_MEMCPY3D`, of which both sides have the same members.
#[repr(C)]
pub struct Memcpy3D {
    src: Memcpy3DSide,
    dst: Memcpy3DSide,
    width: usize,
    height: usize,
    depth: usize,
}

#[repr(C)]
struct Memcpy3DSide {
    x: usize,
    y: usize,
    z: usize,
    lod: usize,
    memory_type: c_uint,
    host: usize,
    device: u64,
    array: usize,
    reserved: usize,
    pitch: usize,
    height: usize,
}

fn copy(function: &str, src: Side, dst: Side, size: [usize; 3], stream: usize) -> Result<Code, Code> {
    let (mut state, device) = enter(function)?;
    state.stream(function, stream, device);
    if size.contains(&0) {
        return Ok(SUCCESS);
    }
    let pageable = |side: Side| {
        let mut pageable = false;
        side.rows(size).for_each(|row| pageable |= check(&state, function, row, size[0], Some(device)));
        pageable
    };
    let (from_pageable, to_pageable) = (pageable(src), pageable(dst));
    if from_pageable && !to_pageable {
        // SAFETY: memory that is the caller's, and which CUDA may read during the call.
        let row = |row| unsafe { std::slice::from_raw_parts(row as *const u8, size[0]) };
        let bytes = src.rows(size).flat_map(|address| row(address).to_vec()).collect();
        enqueue(state, stream, Operation::Transfer(Transfer::Write { bytes, dst, size }));
        return Ok(SUCCESS);
    }
    enqueue(state, stream, Operation::Transfer(Transfer::Copy { src, dst, size }));
    if to_pageable {
        let (state, _) = enter(function)?;
        return synchronize(state, stream, device).map_or(Ok(SUCCESS), Err);
    }
    Ok(SUCCESS)
}

fn fill(
    function: &str,
    dst: u64,
    pitch: usize,
    (unit, unit_bytes): ([u8; 4], usize),
    size: [usize; 2],
    stream: usize,
) -> Result<Code, Code> {
    let (mut state, device) = enter(function)?;
    state.stream(function, stream, device);
    let is_aligned = dst.is_multiple_of(unit_bytes as u64) && (size[1] < 2 || pitch.is_multiple_of(unit_bytes));
    if !is_aligned || (size[1] > 1 && pitch < size[0] * unit_bytes) {
        return Err(INVALID_VALUE);
    }
    for row in 0..size[1] {
        let bytes = size[0] * unit_bytes;
        if bytes > 0 && check(&state, function, dst + (row * pitch) as u64, bytes, Some(device)) {
            return Err(INVALID_VALUE);
        }
    }
    enqueue(state, stream, Operation::Transfer(Transfer::Fill { dst, unit, unit_bytes, pitch, size }));
    Ok(SUCCESS)
}

fn byte(unit: u8) -> ([u8; 4], usize) {
    ([unit, 0, 0, 0], 1)
}

fn short(unit: u16) -> ([u8; 4], usize) {
    let [low, high] = unit.to_le_bytes();
    ([low, high, 0, 0], 2)
}

fn word(unit: u32) -> ([u8; 4], usize) {
    (unit.to_le_bytes(), 4)
}

exported! {
    fn cuMemcpyAsync(dst: u64, src: u64, bytes: usize, stream: usize) {
        let side = |address| Side { address, pitch: bytes, slice: bytes };
        copy("cuMemcpyAsync", side(src), side(dst), [bytes, 1, 1], stream)
    }

    fn cuMemcpy3DAsync_v2(description: In<'_, Memcpy3D>, stream: usize) {
        let Memcpy3D { src, dst, width, height, depth } = description.get()?;
        let is_valid = |side: &Memcpy3DSide| {
            side.memory_type == 4
                && (*height < 2 || side.pitch >= *width)
                && (*depth < 2 || side.height >= *height)
                && (side.x, side.y, side.z, side.lod, side.array, side.reserved) == (0, 0, 0, 0, 0, 0)
        };
        if !is_valid(src) || !is_valid(dst) {
            return Err(INVALID_VALUE);
        }
        let side = |side: &Memcpy3DSide| Side { address: side.device, pitch: side.pitch, slice: side.pitch * side.height };
        copy("cuMemcpy3DAsync", side(src), side(dst), [*width, *height, *depth], stream)
    }

    fn cuMemsetD8Async(dst: u64, unit: u8, count: usize, stream: usize) {
        fill("cuMemsetD8Async", dst, count, byte(unit), [count, 1], stream)
    }

    fn cuMemsetD16Async(dst: u64, unit: u16, count: usize, stream: usize) {
        fill("cuMemsetD16Async", dst, count, short(unit), [count, 1], stream)
    }

    fn cuMemsetD32Async(dst: u64, unit: u32, count: usize, stream: usize) {
        fill("cuMemsetD32Async", dst, count, word(unit), [count, 1], stream)
    }

    fn cuMemsetD2D8Async(dst: u64, pitch: usize, unit: u8, width: usize, height: usize, stream: usize) {
        fill("cuMemsetD2D8Async", dst, pitch, byte(unit), [width, height], stream)
    }

    fn cuMemsetD2D16Async(dst: u64, pitch: usize, unit: u16, width: usize, height: usize, stream: usize) {
        fill("cuMemsetD2D16Async", dst, pitch, short(unit), [width, height], stream)
    }

    fn cuMemsetD2D32Async(dst: u64, pitch: usize, unit: u32, width: usize, height: usize, stream: usize) {
        fill("cuMemsetD2D32Async", dst, pitch, word(unit), [width, height], stream)
    }
}
