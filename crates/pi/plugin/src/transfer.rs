//! Commands on buffers: read, write, copy, fill, their rectangular variants,
//! mapping. All but mappings go to queues and to command buffers.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_device::{Command, FillPattern, Location, MapAccess, Mapping, Rect, RectSide, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::destination::{Destination, OnQueue};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::mem::{Buffer, Mem};
use crate::object::Object;
use crate::parameters::{Bytes, In, Memory, Out, Parameter};

/// A memory object of the context in which a command is to run.
pub fn operand<'a>(to: &impl Destination, mem: Handle<'a, Mem>) -> Result<&'a Object<Mem>, Failure> {
    let mem = mem.object()?;
    ensure!(
        std::ptr::eq(to.context(), mem.context()),
        PI_ERROR_INVALID_CONTEXT,
        "{} and {} belong to different contexts",
        to.what(),
        mem.what()
    );
    Ok(mem)
}

/// A buffer of the context in which a command is to run.
fn buffer_operand<'a>(to: &impl Destination, mem: Handle<'a, Mem>) -> Result<&'a Buffer, Failure> {
    operand(to, mem)?.buffer()
}

fn host(ptr: Memory) -> Result<Location, Failure> {
    ptr.required("the host pointer").map(Location::Host)
}

/// A copy of bytes; none at all is a marker.
pub fn copy_command(src: Location, dst: Location, bytes: usize) -> Command {
    if bytes == 0 { Command::Marker } else { Command::Work(Work::Copy { src, dst, bytes }) }
}

/// The direction of a transfer between a buffer and the host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the buffer to the host.
    Read,
    /// From the host to the buffer.
    Write,
}

/// `piEnqueueMemBufferRead`, `piEnqueueMemBufferWrite`, and the same in a command buffer
pub fn linear(
    direction: Direction,
    to: impl Destination,
    buffer: Handle<'_, Mem>,
    blocking: PiBool,
    offset: usize,
    bytes: usize,
    ptr: Memory,
) -> Result<(), Failure> {
    let mem = buffer_operand(&to, buffer)?;
    mem.check_range(offset, bytes)?;
    let (host, buffer) = (host(ptr)?, mem.location(offset));
    let (command, command_type) = match direction {
        Direction::Read => (copy_command(buffer, host, bytes), PI_COMMAND_TYPE_MEM_BUFFER_READ),
        Direction::Write => (copy_command(host, buffer, bytes), PI_COMMAND_TYPE_MEM_BUFFER_WRITE),
    };
    to.accept(command, command_type, blocking != PI_FALSE)
}

/// One side of a rectangle as PI passes it.
pub struct Side<'a> {
    origin: In<'a, PiBuffRectOffset>,
    /// Bytes between rows, 0 for packed.
    row_pitch: usize,
    /// Bytes between slices, 0 for packed.
    slice_pitch: usize,
}

impl Parameter for Side<'_> {
    type Raw = (*const PiBuffRectOffset, usize, usize);

    unsafe fn read((origin, row_pitch, slice_pitch): Self::Raw) -> Self {
        // SAFETY: what PI says of all parameters.
        Self { origin: unsafe { In::read(origin) }, row_pitch, slice_pitch }
    }
}

/// Two rectangles of one size: that in the buffer and that in the host's memory, or source and destination.
pub struct Rectangles<'a> {
    region: In<'a, PiBuffRectRegion>,
    first: Side<'a>,
    second: Side<'a>,
}

impl<'a> Parameter for Rectangles<'a> {
    type Raw = (*const PiBuffRectRegion, <Side<'a> as Parameter>::Raw, <Side<'a> as Parameter>::Raw);

    unsafe fn read((region, first, second): Self::Raw) -> Self {
        // SAFETY: what PI says of all parameters.
        unsafe { Self { region: In::read(region), first: Side::read(first), second: Side::read(second) } }
    }
}

impl Rectangles<'_> {
    /// The region in bytes, rows and slices; the sides, each with the bytes that it needs from its base
    /// address.
    #[allow(clippy::type_complexity, reason = "two of the same")]
    fn resolve(self) -> Result<([usize; 3], [(RectSide, usize); 2]), Failure> {
        let region = self.region.get("the region")?;
        let region = [region.width_bytes, region.height_scalar, region.depth_scalar];
        ensure!(!region.contains(&0), PI_ERROR_INVALID_VALUE, "the region {region:?} is empty");
        Ok((region, [self.first.resolve(region)?, self.second.resolve(region)?]))
    }
}

impl Side<'_> {
    /// The side with its default pitches filled in, and the bytes that it needs
    /// from its base address.
    fn resolve(self, region: [usize; 3]) -> Result<(RectSide, usize), Failure> {
        let origin = self.origin.get("the origin")?;
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
pub fn rect(
    direction: Direction,
    to: impl Destination,
    buffer: Handle<'_, Mem>,
    blocking: PiBool,
    sides: Rectangles<'_>,
    ptr: Memory,
) -> Result<(), Failure> {
    let mem = buffer_operand(&to, buffer)?;
    let (region, [(buffer_side, end), (host_side, _)]) = sides.resolve()?;
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

/// `piEnqueueMemBufferCopy`, and the same in a command buffer
pub fn copy(
    to: impl Destination,
    src: Handle<'_, Mem>,
    dst: Handle<'_, Mem>,
    src_offset: usize,
    dst_offset: usize,
    bytes: usize,
) -> Result<(), Failure> {
    let (src, dst) = (buffer_operand(&to, src)?, buffer_operand(&to, dst)?);
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
    to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_COPY, false)
}

/// `piEnqueueMemBufferCopyRect`, and the same in a command buffer
pub fn copy_rect(
    to: impl Destination,
    src: Handle<'_, Mem>,
    dst: Handle<'_, Mem>,
    sides: Rectangles<'_>,
) -> Result<(), Failure> {
    let (src, dst) = (buffer_operand(&to, src)?, buffer_operand(&to, dst)?);
    let (region, [(src_side, src_end), (dst_side, dst_end)]) = sides.resolve()?;
    src.check_range(0, src_end)?;
    dst.check_range(0, dst_end)?;
    let overlap =
        src.root().0 == dst.root().0 && rows_overlap(region, (src.root().1, &src_side), (dst.root().1, &dst_side));
    ensure!(!overlap, PI_ERROR_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    let rect = Box::new(Rect { region, src: src_side, dst: dst_side });
    let command = Command::Work(Work::CopyRect { src: src.location(0), dst: dst.location(0), rect });
    to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_COPY_RECT, false)
}

/// Whether some row of one rectangle shares a byte with some row of another one in the same memory.
/// Rows of one side are in ascending order, since a pitch is at least the size that it steps over,
/// so one pass over both lists is enough.
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
pub fn pattern(pattern: Bytes<'_>, bytes: usize) -> Result<FillPattern, Failure> {
    let pattern_bytes = pattern.len();
    ensure!(
        pattern_bytes != 0 && bytes.is_multiple_of(pattern_bytes),
        PI_ERROR_INVALID_VALUE,
        "{bytes} bytes are not a multiple of the pattern size of {pattern_bytes} bytes"
    );
    pattern.get("the pattern").map(FillPattern::from_slice)
}

/// `piEnqueueMemBufferFill`, and the same in a command buffer
pub fn fill(
    to: impl Destination,
    buffer: Handle<'_, Mem>,
    pattern: Bytes<'_>,
    offset: usize,
    bytes: usize,
) -> Result<(), Failure> {
    let mem = buffer_operand(&to, buffer)?;
    mem.check_range(offset, bytes)?;
    let pattern_bytes = pattern.len();
    let pattern = self::pattern(pattern, bytes)?;
    ensure!(
        offset.is_multiple_of(pattern_bytes),
        PI_ERROR_INVALID_VALUE,
        "the offset {offset} is not a multiple of the pattern size of {pattern_bytes} bytes"
    );
    let command = match bytes {
        0 => Command::Marker,
        bytes => Command::Work(Work::Fill { dst: mem.location(offset), pattern, bytes }),
    };
    to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_FILL, false)
}

/// `piEnqueueMemBufferMap`
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn map(
    to: OnQueue<'_>,
    buffer: Handle<'_, Mem>,
    blocking: PiBool,
    flags: PiMapFlags,
    offset: usize,
    bytes: usize,
    out: Out<'_, *mut c_void>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the address")?;
    let mem = buffer_operand(&to, buffer)?;
    ensure!(bytes != 0, PI_ERROR_INVALID_VALUE, "the size of the mapping is 0");
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
    to.accept(command, PI_COMMAND_TYPE_MEM_BUFFER_MAP, blocking != PI_FALSE)?;
    mem.add_mapping(mapping);
    out.write(address.0.cast());
    Ok(())
}

/// `piEnqueueMemUnmap`
pub fn unmap(to: OnQueue<'_>, mem: Handle<'_, Mem>, ptr: Memory) -> Result<(), Failure> {
    let mem = buffer_operand(&to, mem)?;
    let mapping = mem
        .take_mapping(ptr.host())
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the buffer is not mapped at {:p}", ptr.as_ptr()))?;
    to.accept(Command::Work(Work::Unmap(mapping)), PI_COMMAND_TYPE_MEM_BUFFER_UNMAP, false)
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
