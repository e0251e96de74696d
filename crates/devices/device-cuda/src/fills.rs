//! Fills. CUDA repeats units of 1, 2 and 4 bytes. Longer patterns are filled unit by unit, with a
//! pitch of the pattern's length. That is slow, so only the beginning of a long range is filled like
//! this; copies then double the filled part until the range is full. A pattern that is longer than
//! such a beginning is copied there from the host, which waits for it.

use tandem_device::{DevicePtr, Location, Result};

use crate::api::{CudaResult, FillUnit, Stream};
use crate::command_stream::CommandStream;
use crate::copies::CopySide;
use crate::device::CudaDevice;
use crate::enqueued::Enqueued;

/// The size of the part that is filled unit by unit in a range with a long pattern.
const FIRST_BYTES: usize = 16 << 10;

/// Puts a fill into a stream, unless the host has to execute it. `rows` has the bytes of a row, the
/// rows, and the bytes from one row to the next.
pub fn enqueue(
    device: &CudaDevice,
    stream: &CommandStream,
    dst: &Location,
    pattern: &[u8],
    rows: [usize; 3],
) -> Result<Enqueued> {
    match device.locate(dst)? {
        CopySide::Pageable(_) => Ok(Enqueued::OnHost),
        _ if shortest(pattern).len() > FIRST_BYTES => Ok(Enqueued::OnHost),
        CopySide::Device(address) | CopySide::Reached(address) => {
            fill(stream.cuda(), address, pattern, rows).map_err(|error| stream.error("a fill", error))?;
            Ok(Enqueued::InStream(None))
        }
    }
}

/// Puts a fill into a stream, whose context is current. The pattern is valid until the stream has
/// executed it.
pub fn fill(stream: &Stream, dst: DevicePtr, pattern: &[u8], [row_bytes, rows, pitch]: [usize; 3]) -> CudaResult<()> {
    let pattern = shortest(pattern);
    let is_dense = rows == 1 || pitch == row_bytes;
    let (lines, line_bytes) = if is_dense { (1, row_bytes * rows) } else { (rows, row_bytes) };
    let mut lines = (0..lines).map(|line| dst.offset(line * pitch));
    if pattern.len() > FIRST_BYTES {
        return lines.try_for_each(|line| {
            let first_bytes = pattern.len().min(line_bytes);
            stream.copy(DevicePtr(pattern.as_ptr() as u64), line, first_bytes)?;
            repeat(stream, line, first_bytes, line_bytes)
        });
    }
    let align = dst.0 as usize | if is_dense { 0 } else { pitch };
    let units = units(pattern, align);
    if let [unit] = units.as_slice() {
        return match is_dense {
            true => stream.fill(dst, *unit, row_bytes * rows / unit.bytes()),
            false => stream.fill_rows(dst, pitch, *unit, [row_bytes / unit.bytes(), rows]),
        };
    }
    lines.try_for_each(|line| fill_line(stream, line, &units, line_bytes))
}

/// Repeats units, of which not all are equal, in a line.
fn fill_line(stream: &Stream, line: DevicePtr, units: &[FillUnit], line_bytes: usize) -> CudaResult<()> {
    let unit_bytes = units[0].bytes();
    let pattern_bytes = units.len() * unit_bytes;
    let first_bytes = line_bytes.min(FIRST_BYTES / pattern_bytes * pattern_bytes);
    for (number, unit) in units.iter().enumerate() {
        let first = line.offset(number * unit_bytes);
        stream.fill_rows(first, pattern_bytes, *unit, [1, first_bytes / pattern_bytes])?;
    }
    repeat(stream, line, first_bytes, line_bytes)
}

/// Doubles the filled beginning of a line by copies until the line is full.
fn repeat(stream: &Stream, line: DevicePtr, first_bytes: usize, line_bytes: usize) -> CudaResult<()> {
    let mut filled = first_bytes;
    while filled < line_bytes {
        let bytes = filled.min(line_bytes - filled);
        stream.copy(line, line.offset(filled), bytes)?;
        filled += bytes;
    }
    Ok(())
}

/// The shortest pattern that gives the same bytes.
fn shortest(pattern: &[u8]) -> &[u8] {
    let period = (1..pattern.len()).find(|&period| {
        pattern.len().is_multiple_of(period) && pattern.iter().zip(&pattern[period..]).all(|(one, other)| one == other)
    });
    &pattern[..period.unwrap_or(pattern.len())]
}

/// A pattern as the largest units that the alignment allows.
fn units(pattern: &[u8], align: usize) -> Vec<FillUnit> {
    let bytes = pattern.len() | align;
    if bytes.is_multiple_of(4) {
        let word = |chunk: &[u8]| FillUnit::Word(u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
        pattern.chunks_exact(4).map(word).collect()
    } else if bytes.is_multiple_of(2) {
        pattern.chunks_exact(2).map(|chunk| FillUnit::Short(u16::from_le_bytes([chunk[0], chunk[1]]))).collect()
    } else {
        pattern.iter().map(|byte| FillUnit::Byte(*byte)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_as_short_as_possible() {
        assert_eq!(shortest(&[0; 16]), [0]);
        assert_eq!(shortest(&[1, 2, 1, 2]), [1, 2]);
        assert_eq!(shortest(&[1, 2, 1]), [1, 2, 1]);
        assert_eq!(shortest(&[7]), [7]);
    }

    #[test]
    fn units_are_as_large_as_the_alignment_allows() {
        assert_eq!(units(&[1, 0, 0, 0], 256), [FillUnit::Word(1)]);
        assert_eq!(units(&[1, 0, 2, 0], 2), [FillUnit::Short(1), FillUnit::Short(2)]);
        assert_eq!(units(&[1, 0], 3), [FillUnit::Byte(1), FillUnit::Byte(0)]);
    }
}
