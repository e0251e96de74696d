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

/// `CU_MEMORYTYPE_ARRAY`
const ARRAY: c_uint = 3;
/// `CU_MEMORYTYPE_UNIFIED`
const UNIFIED: c_uint = 4;

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

impl Memcpy3DSide {
    /// The rows of a side.
    fn rows(&self, size: [usize; 3]) -> Result<Side, Code> {
        let (rows, slices) = (size[1], size[2]);
        match self.memory_type {
            UNIFIED => {
                let is_valid = (rows < 2 || self.pitch >= size[0])
                    && (slices < 2 || self.height >= rows)
                    && (self.x, self.y, self.z, self.lod, self.array, self.reserved) == (0, 0, 0, 0, 0, 0);
                let slice = self.pitch * self.height;
                is_valid.then_some(Side { address: self.device, pitch: self.pitch, slice, array: 0 })
            }
            ARRAY => {
                let (state, device) = enter("cuMemcpy3DAsync")?;
                let array = state.array("cuMemcpy3DAsync", self.array, device);
                let [width, height, depth] = array.extent;
                let pitch = width * array.pixel_bytes;
                let is_valid = [self.x, size[0]].iter().all(|bytes| bytes.is_multiple_of(array.pixel_bytes))
                    && self.x + size[0] <= pitch
                    && self.y + rows <= height
                    && self.z + slices <= depth
                    && (self.lod, self.host, self.device, self.reserved) == (0, 0, 0, 0);
                let slice = height * pitch;
                let address = array.first + (self.z * slice + self.y * pitch + self.x) as u64;
                is_valid.then_some(Side { address, pitch, slice, array: self.array })
            }
            _ => None,
        }
        .ok_or(INVALID_VALUE)
    }
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
        let side = |address| Side { address, pitch: bytes, slice: bytes, array: 0 };
        copy("cuMemcpyAsync", side(src), side(dst), [bytes, 1, 1], stream)
    }

    fn cuMemcpy3DAsync_v2(description: In<'_, Memcpy3D>, stream: usize) {
        let Memcpy3D { src, dst, width, height, depth } = description.get()?;
        let size = [*width, *height, *depth];
        copy("cuMemcpy3DAsync", src.rows(size)?, dst.rows(size)?, size, stream)
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
