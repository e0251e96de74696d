//! Copies and fills of memory that the calling thread addresses, for drivers whose device memory
//! is such. Faults in them are reported (`faults`).

use tandem_device::{FillPattern, Origin, Rect};
use tandem_device_usm::host_memory;

use crate::current_copy::{CurrentCopy, Extent};

/// The origin of a copy, for the report of a fault if it exceeds its memory.
#[derive(Clone, Copy)]
pub struct Transfer<'a> {
    /// The name of the device.
    pub device: &'a str,
    /// Where the command comes from.
    pub origin: Option<&'a Origin>,
}

impl Transfer<'_> {
    /// Copies bytes.
    ///
    /// # Safety
    /// As for [`host_memory::copy`].
    pub unsafe fn copy(self, src: *const u8, dst: *mut u8, bytes: usize) {
        // SAFETY: the caller's duty.
        self.run(Some(src), dst, Extent::Bytes(bytes), || unsafe { host_memory::copy(src, dst, bytes) });
    }

    /// Copies a rectangle.
    ///
    /// # Safety
    /// As for [`host_memory::copy_rect`].
    pub unsafe fn copy_rect(self, src: *const u8, dst: *mut u8, rect: &Rect) {
        // SAFETY: the caller's duty.
        self.run(Some(src), dst, Extent::Rect(rect), || unsafe { host_memory::copy_rect(src, dst, rect) });
    }

    /// Copies a rectangle whose bytes are not in rows on both sides, in parts: `parts` calls the given function with
    /// source, destination and number of bytes. The report of a fault names the rectangle.
    pub fn copy_parts(
        self,
        src: *const u8,
        dst: *mut u8,
        rect: &Rect,
        parts: impl FnOnce(unsafe fn(*const u8, *mut u8, usize)),
    ) {
        self.run(Some(src), dst, Extent::Rect(rect), || parts(host_memory::copy));
    }

    /// Repeats a pattern in rows of `row_bytes`, `pitch` bytes apart.
    ///
    /// # Safety
    /// As for [`host_memory::fill`].
    pub unsafe fn fill(self, dst: *mut u8, pattern: &FillPattern, [row_bytes, rows, pitch]: [usize; 3]) {
        let extent = Extent::Rows { row_bytes, rows, pitch };
        // SAFETY: the caller's duty.
        self.run(None, dst, extent, || unsafe { host_memory::fill(dst, pattern, row_bytes, rows, pitch) });
    }

    #[inline]
    fn run(self, src: Option<*const u8>, dst: *mut u8, extent: Extent<'_>, copy: impl FnOnce()) {
        CurrentCopy { src, dst, extent, device: self.device, origin: self.origin }.during(copy);
    }
}
