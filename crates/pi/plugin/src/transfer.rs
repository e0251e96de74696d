//! Commands on buffers: read, write, copy, fill, their rectangular variants,
//! mapping. All but mappings go to queues and to command buffers.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_device::{Command, FillPattern, HostPtr, Location, MapAccess, Mapping, Rect, RectSide, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{ensure, failure, list, required};
use crate::destination::{Destination, OnQueue};
use crate::failure::from_driver;
use crate::mem::Mem;
use crate::object::{Object, borrow};

/// A buffer of the context in which a command is to run.
///
/// # Safety
/// As for [`crate::object::borrow`].
unsafe fn operand<'a>(to: &impl Destination, mem: PiMem) -> Result<&'a Object<Mem>, Failure> {
    // SAFETY: the caller's duty.
    let mem = unsafe { borrow::<Mem>(mem)? };
    ensure!(
        std::ptr::eq(to.context(), mem.context()),
        PI_ERROR_INVALID_CONTEXT,
        "{} and buffer belong to different contexts",
        to.what()
    );
    Ok(mem)
}

fn host(ptr: *const c_void) -> Result<Location, Failure> {
    Ok(Location::Host(HostPtr(required(ptr.cast_mut(), "the host pointer")?.cast())))
}

/// A copy of bytes; none at all is a marker.
pub fn copy_command(src: Location, dst: Location, bytes: usize) -> Command {
    if bytes == 0 { Command::Marker } else { Command::Work(Work::Copy { src, dst, bytes }) }
}

/// Which way a transfer between a buffer and the host goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the buffer to the host.
    Read,
    /// From the host to the buffer.
    Write,
}

/// `piEnqueueMemBufferRead`, `piEnqueueMemBufferWrite`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn linear(
    direction: Direction,
    to: impl Destination,
    buffer: PiMem,
    blocking: PiBool,
    offset: usize,
    bytes: usize,
    ptr: *const c_void,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let mem = unsafe { operand(&to, buffer)? };
    mem.check_range(offset, bytes)?;
    let (host, buffer) = (host(ptr)?, mem.location(offset));
    let (command, command_type) = match direction {
        Direction::Read => (copy_command(buffer, host, bytes), PI_COMMAND_TYPE_MEM_BUFFER_READ),
        Direction::Write => (copy_command(host, buffer, bytes), PI_COMMAND_TYPE_MEM_BUFFER_WRITE),
    };
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, command_type, blocking != PI_FALSE) }
}

/// One side of a rectangle as PI passes it.
#[derive(Clone, Copy)]
pub struct Side {
    /// Origin.
    pub origin: *const PiBuffRectOffset,
    /// Bytes between rows, 0 for packed.
    pub row_pitch: usize,
    /// Bytes between slices, 0 for packed.
    pub slice_pitch: usize,
}

/// The region of a rectangle, in bytes, rows and slices.
///
/// # Safety
/// `region` is null or valid.
unsafe fn region(region: *const PiBuffRectRegion) -> Result<[usize; 3], Failure> {
    // SAFETY: the caller's duty.
    let region = unsafe { region.as_ref() }.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the region is null"))?;
    let region = [region.width_bytes, region.height_scalar, region.depth_scalar];
    ensure!(!region.contains(&0), PI_ERROR_INVALID_VALUE, "the region {region:?} is empty");
    Ok(region)
}

impl Side {
    /// The side with its default pitches filled in, and the bytes that it needs
    /// from its base address.
    ///
    /// # Safety
    /// `origin` is null or valid.
    unsafe fn resolve(self, region: [usize; 3]) -> Result<(RectSide, usize), Failure> {
        // SAFETY: the caller's duty.
        let origin =
            unsafe { self.origin.as_ref() }.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the origin is null"))?;
        let origin = [origin.x_bytes, origin.y_scalar, origin.z_scalar];
        let row_pitch = if self.row_pitch == 0 { region[0] } else { self.row_pitch };
        ensure!(
            row_pitch >= region[0],
            PI_ERROR_INVALID_VALUE,
            "the row pitch {row_pitch} is less than the width of {} bytes",
            region[0]
        );
        let overflow = || failure!(PI_ERROR_INVALID_VALUE, "the rectangle exceeds the address space");
        let least = region[1].checked_mul(row_pitch).ok_or_else(overflow)?;
        let slice_pitch = if self.slice_pitch == 0 { least } else { self.slice_pitch };
        ensure!(
            slice_pitch >= least,
            PI_ERROR_INVALID_VALUE,
            "the slice pitch {slice_pitch} is less than {} rows of {row_pitch} bytes",
            region[1]
        );
        let end = end_of(origin, region, row_pitch, slice_pitch).ok_or_else(overflow)?;
        Ok((RectSide { origin, row_pitch, slice_pitch }, end))
    }
}

/// One past the last byte of a rectangle.
fn end_of(origin: [usize; 3], region: [usize; 3], row_pitch: usize, slice_pitch: usize) -> Option<usize> {
    let last_row = origin[1].checked_add(region[1] - 1)?.checked_mul(row_pitch)?;
    let last_slice = origin[2].checked_add(region[2] - 1)?.checked_mul(slice_pitch)?;
    last_slice.checked_add(last_row)?.checked_add(origin[0])?.checked_add(region[0])
}

/// `piEnqueueMemBufferReadRect`, `piEnqueueMemBufferWriteRect`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub unsafe fn rect(
    direction: Direction,
    to: impl Destination,
    buffer: PiMem,
    blocking: PiBool,
    region_ptr: *const PiBuffRectRegion,
    buffer_side: Side,
    host_side: Side,
    ptr: *const c_void,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let mem = operand(&to, buffer)?;
        let region = region(region_ptr)?;
        let (buffer_side, end) = buffer_side.resolve(region)?;
        let (host_side, _) = host_side.resolve(region)?;
        mem.check_range(0, end)?;
        let (host, buffer) = (host(ptr)?, mem.location(0));
        let (command, command_type) = match direction {
            Direction::Read => {
                let rect = Box::new(Rect { region, src: buffer_side, dst: host_side });
                (Command::Work(Work::CopyRect { src: buffer, dst: host, rect }), PI_COMMAND_TYPE_MEM_BUFFER_READ_RECT)
            }
            Direction::Write => {
                let rect = Box::new(Rect { region, src: host_side, dst: buffer_side });
                (Command::Work(Work::CopyRect { src: host, dst: buffer, rect }), PI_COMMAND_TYPE_MEM_BUFFER_WRITE_RECT)
            }
        };
        to.accept(command, command_type, blocking != PI_FALSE)
    }
}

/// `piEnqueueMemBufferCopy`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn copy(
    to: impl Destination,
    src: PiMem,
    dst: PiMem,
    src_offset: usize,
    dst_offset: usize,
    bytes: usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let (src, dst) = unsafe { (operand(&to, src)?, operand(&to, dst)?) };
    src.check_range(src_offset, bytes)?;
    dst.check_range(dst_offset, bytes)?;
    let ((src_root, src_begin), (dst_root, dst_begin)) = (src.root(), dst.root());
    let distance = (src_begin + src_offset).abs_diff(dst_begin + dst_offset);
    ensure!(
        src_root != dst_root || distance >= bytes,
        PI_ERROR_MEM_COPY_OVERLAP,
        "source and destination of the copy of {bytes} bytes overlap"
    );
    let command = copy_command(src.location(src_offset), dst.location(dst_offset), bytes);
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_COPY, false) }
}

/// `piEnqueueMemBufferCopyRect`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn copy_rect(
    to: impl Destination,
    src: PiMem,
    dst: PiMem,
    region_ptr: *const PiBuffRectRegion,
    src_side: Side,
    dst_side: Side,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let (src, dst) = (operand(&to, src)?, operand(&to, dst)?);
        let region = region(region_ptr)?;
        let (src_side, src_end) = src_side.resolve(region)?;
        let (dst_side, dst_end) = dst_side.resolve(region)?;
        src.check_range(0, src_end)?;
        dst.check_range(0, dst_end)?;
        let overlap =
            src.root().0 == dst.root().0 && rows_overlap(region, (src.root().1, &src_side), (dst.root().1, &dst_side));
        ensure!(!overlap, PI_ERROR_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
        let rect = Box::new(Rect { region, src: src_side, dst: dst_side });
        let command = Command::Work(Work::CopyRect { src: src.location(0), dst: dst.location(0), rect });
        to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_COPY_RECT, false)
    }
}

/// Whether some row of one rectangle shares a byte with some row of another one
/// in the same memory. Rows of one side are in ascending order, as pitches are
/// not less than what they step over, so one pass over both lists finds it.
fn rows_overlap(region: [usize; 3], src: (usize, &RectSide), dst: (usize, &RectSide)) -> bool {
    let rows = region[1] * region[2];
    let begin = |(base, side): (usize, &RectSide), row: usize| base + side.row_offset(row % region[1], row / region[1]);
    let (mut i, mut j) = (0, 0);
    while i < rows && j < rows {
        let (a, b) = (begin(src, i), begin(dst, j));
        if a.abs_diff(b) < region[0] {
            return true;
        }
        if a < b { i += 1 } else { j += 1 }
    }
    false
}

/// The pattern of a fill of `bytes` bytes.
///
/// # Safety
/// `pattern` is null or valid for `pattern_bytes` bytes.
pub unsafe fn pattern(pattern: *const c_void, pattern_bytes: usize, bytes: usize) -> Result<FillPattern, Failure> {
    ensure!(
        pattern_bytes != 0 && bytes.is_multiple_of(pattern_bytes),
        PI_ERROR_INVALID_VALUE,
        "{bytes} bytes are no multiple of a pattern of {pattern_bytes}"
    );
    // SAFETY: the caller's duty.
    unsafe { list(pattern.cast::<u8>(), pattern_bytes, "the pattern") }.map(FillPattern::from_slice)
}

/// `piEnqueueMemBufferFill`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn fill(
    to: impl Destination,
    buffer: PiMem,
    pattern_ptr: *const c_void,
    pattern_bytes: usize,
    offset: usize,
    bytes: usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let mem = operand(&to, buffer)?;
        mem.check_range(offset, bytes)?;
        let pattern = pattern(pattern_ptr, pattern_bytes, bytes)?;
        ensure!(
            offset.is_multiple_of(pattern_bytes),
            PI_ERROR_INVALID_VALUE,
            "the offset {offset} is no multiple of a pattern of {pattern_bytes} bytes"
        );
        let command = match bytes {
            0 => Command::Marker,
            bytes => Command::Work(Work::Fill { dst: mem.location(offset), pattern, bytes }),
        };
        to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_FILL, false)
    }
}

/// `piEnqueueMemBufferMap`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub unsafe fn map(
    to: OnQueue<'_>,
    buffer: PiMem,
    blocking: PiBool,
    flags: PiMapFlags,
    offset: usize,
    bytes: usize,
    out: *mut *mut c_void,
) -> Result<(), Failure> {
    let out = required(out, "the place for the address")?;
    // SAFETY: the caller's duty.
    let mem = unsafe { operand(&to, buffer)? };
    ensure!(bytes != 0, PI_ERROR_INVALID_VALUE, "the mapping has no bytes");
    mem.check_range(offset, bytes)?;
    let access = if flags.contains(PI_MAP_WRITE_INVALIDATE_REGION) {
        MapAccess::Discard
    } else if flags.contains(PI_MAP_WRITE) {
        MapAccess::ReadWrite
    } else {
        MapAccess::Read
    };
    let mapping = Mapping::new(mem.object(), to.driver_device(), offset, bytes, access).map_err(from_driver)?;
    let address = mapping.address();
    let command = Command::Work(Work::Map(Arc::clone(&mapping)));
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_MAP, blocking != PI_FALSE)? };
    mem.add_mapping(mapping);
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(address.0.cast()) };
    Ok(())
}

/// `piEnqueueMemUnmap`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn unmap(to: OnQueue<'_>, mem: PiMem, ptr: *mut c_void) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let mem = unsafe { operand(&to, mem)? };
    let mapping = mem
        .take_mapping(HostPtr(ptr.cast()))
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the buffer is not mapped at {ptr:p}"))?;
    // SAFETY: the caller's duty.
    unsafe { to.accept(Command::Work(Work::Unmap(mapping)), PI_COMMAND_TYPE_MEM_BUFFER_UNMAP, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(origin: [usize; 3], row_pitch: usize, slice_pitch: usize) -> RectSide {
        RectSide { origin, row_pitch, slice_pitch }
    }

    #[test]
    fn interleaved_rows_do_not_overlap() {
        let region = [4, 3, 1];
        let left = side([0, 0, 0], 8, 24);
        let right = side([4, 0, 0], 8, 24);
        assert!(!rows_overlap(region, (0, &left), (0, &right)));
        assert!(rows_overlap(region, (0, &left), (1, &left)));
        assert!(rows_overlap(region, (0, &left), (16, &left)));
        assert!(!rows_overlap(region, (0, &left), (24, &left)));
    }

    #[test]
    fn rectangles_end_after_their_last_byte() {
        assert_eq!(end_of([1, 2, 3], [4, 5, 6], 10, 100), Some(1 + 4 + 6 * 10 + 8 * 100));
        assert_eq!(end_of([0; 3], [1, 2, 2], usize::MAX, 1), None);
    }
}
