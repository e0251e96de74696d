//! The copy or fill that each thread executes, for the report of its faults (`faults`).

use std::fmt::{self, Write};
use std::ops::Range;
use std::ptr;

use tandem_device::{Origin, Rect, RectSide};

use crate::thread_table::ThreadTable;

/// A copy or fill of host memory.
pub struct CurrentCopy<'a> {
    /// Where it reads; nowhere if it is a fill.
    pub src: Option<*const u8>,
    /// Where it writes.
    pub dst: *mut u8,
    /// The range of bytes there.
    pub extent: Extent<'a>,
    /// The name of the device that executes it.
    pub device: &'a str,
    /// Where it comes from.
    pub origin: Option<&'a Origin>,
}

/// The bytes of a copy, from where it reads and writes.
pub enum Extent<'a> {
    /// This number of contiguous bytes.
    Bytes(usize),
    /// A rectangle on both sides.
    Rect(&'a Rect),
    /// Rows that begin `pitch` bytes apart.
    Rows { row_bytes: usize, rows: usize, pitch: usize },
}

static COPIES: ThreadTable<CurrentCopy<'static>> = ThreadTable::new();

impl CurrentCopy<'_> {
    /// Executes the copy.
    #[inline]
    pub fn during(&self, copy: impl FnOnce()) {
        COPIES.during(ptr::from_ref(self).cast_mut().cast(), copy);
    }

    /// Writes what accessed which byte of the copy; nothing where the address is not in its memory.
    fn describe(&self, signal: &str, address: usize, text: &mut impl Write) -> fmt::Result {
        let (src, dst) =
            (self.src.map(|src| self.range(src, |rect| &rect.src)), self.range(self.dst, |rect| &rect.dst));
        let (side, offset) = match (&src, &dst) {
            (Some(src), _) if src.contains(&address) => ("source", address - src.start),
            (_, dst) if dst.contains(&address) => ("destination", address - dst.start),
            _ => return Ok(()),
        };
        let place = SourcePrefix(self.origin);
        write!(text, "{place}{signal}: access to {address:#x}, byte {offset} of the {side} of a ")?;
        match &src {
            None => writeln!(text, "fill of {} bytes at {:#x}", dst.len(), dst.start)?,
            Some(src) => writeln!(text, "copy of {} bytes from {:#x} to {:#x}", src.len(), src.start, dst.start)?,
        }
        match self.origin {
            Some(origin) => {
                write!(text, "{place}note: submitted here to queue {:#x} of {}", origin.queue, self.device)?
            }
            None => write!(text, "note: submitted to {}", self.device)?,
        }
        writeln!(text, "; its memory was freed or left its scope too early")
    }

    /// The addresses of one side, from the first byte to the last one.
    fn range(&self, start: *const u8, side: impl Fn(&Rect) -> &RectSide) -> Range<usize> {
        let (first, end) = match self.extent {
            Extent::Bytes(bytes) => (0, bytes),
            Extent::Rows { row_bytes, rows, pitch } => (0, rows.saturating_sub(1) * pitch + row_bytes),
            Extent::Rect(rect) => {
                let ([bytes, rows, slices], side) = (rect.region, side(rect));
                let last = side.row_offset(rows.saturating_sub(1), slices.saturating_sub(1));
                (side.row_offset(0, 0), last + bytes)
            }
        };
        (start as usize).saturating_add(first)..(start as usize).saturating_add(end)
    }
}

/// Prints the report of a fault of a copy that this thread executes. May be called in a
/// signal handler.
pub fn report(signal: &str, address: usize) {
    // SAFETY: not null, it is on this thread's stack, below the frame that was interrupted.
    let Some(copy) = (unsafe { COPIES.of_this_thread().as_ref() }) else { return };
    let mut output = Output { bytes: [0; Output::BYTES], len: 0 };
    let _ = copy.describe(signal, address, &mut output);
    output.flush();
}

/// The beginning of a message.
struct SourcePrefix<'a>(Option<&'a Origin>);

impl fmt::Display for SourcePrefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |origin| write!(f, "{}:{}: ", origin.file, origin.line))
    }
}

/// Standard error, without an allocation. The stack of a signal handler may be small.
struct Output {
    bytes: [u8; Self::BYTES],
    len: usize,
}

impl Output {
    const BYTES: usize = 256;

    fn flush(&mut self) {
        // SAFETY: the bytes are initialized. Nobody is left to hear about a failure.
        unsafe { libc::write(libc::STDERR_FILENO, self.bytes.as_ptr().cast(), self.len) };
        self.len = 0;
    }
}

impl Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            if self.len == Self::BYTES {
                self.flush();
            }
            let (now, later) = rest.split_at(rest.len().min(Self::BYTES - self.len));
            self.bytes[self.len..][..now.len()].copy_from_slice(now);
            self.len += now.len();
            rest = later;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Origin = Origin { file: "a.cpp", line: 7, queue: 0x9000 };

    fn copy<'a>(src: Option<usize>, dst: usize, extent: Extent<'a>, origin: Option<&'a Origin>) -> CurrentCopy<'a> {
        let src = src.map(ptr::without_provenance);
        CurrentCopy { src, dst: ptr::without_provenance_mut(dst), extent, device: "cpu", origin }
    }

    fn described(copy: &CurrentCopy<'_>, address: usize) -> String {
        let mut text = String::new();
        copy.describe("SIGSEGV", address, &mut text).unwrap();
        text
    }

    #[test]
    fn the_side_and_the_byte_are_named() {
        let copy = copy(Some(0x1000), 0x2000, Extent::Bytes(0x100), Some(&ORIGIN));
        let text = described(&copy, 0x1010);
        let (first, second) = text.split_once('\n').unwrap();
        let what = "a copy of 256 bytes from 0x1000 to 0x2000";
        assert_eq!(first, format!("a.cpp:7: SIGSEGV: access to 0x1010, byte 16 of the source of {what}"));
        let note =
            "a.cpp:7: note: submitted here to queue 0x9000 of cpu; its memory was freed or left its scope too early\n";
        assert_eq!(second, note);
        assert!(described(&copy, 0x20ff).contains("byte 255 of the destination"));
        assert_eq!(described(&copy, 0x2100), "");
    }

    #[test]
    fn nothing_is_made_up_of_a_command_whose_origin_is_not_known() {
        let fill = copy(None, 0x2000, Extent::Bytes(4), None);
        let expected = "SIGSEGV: access to 0x2000, byte 0 of the destination of a fill of 4 bytes at 0x2000\n\
                        note: submitted to cpu; its memory was freed or left its scope too early\n";
        assert_eq!(described(&fill, 0x2000), expected);
        assert_eq!(described(&fill, 0), "");
    }

    #[test]
    fn rows_and_rectangles_reach_to_their_last_byte() {
        let rows = copy(None, 0x2000, Extent::Rows { row_bytes: 4, rows: 3, pitch: 0x10 }, None);
        assert!(described(&rows, 0x2023).contains("fill of 36 bytes at 0x2000"));
        assert_eq!(described(&rows, 0x2024), "");
        let side = |origin| RectSide { origin, row_pitch: 0x10, slice_pitch: 0x100 };
        let rect = Rect { region: [4, 2, 2], src: side([0, 1, 0]), dst: side([8, 0, 0]) };
        let rect = copy(Some(0x1000), 0x2000, Extent::Rect(&rect), None);
        assert!(described(&rect, 0x1010).contains("byte 0 of the source"));
        assert!(described(&rect, 0x2008 + 0x100 + 0x10 + 3).contains("byte 275 of the destination"));
        assert_eq!(described(&rect, 0x2008 + 0x100 + 0x10 + 4), "");
    }
}
