//! Rectangular ranges of memory.

use std::ffi::c_int;

use opencl_sys::CL_INVALID_VALUE;

/// Where a rectangle is: the byte that it starts at, and the pitches of rows and slices.
#[derive(Clone, Copy)]
pub struct Side {
    pub start: usize,
    pub row_pitch: usize,
    pub slice_pitch: usize,
}

impl Side {
    /// A side of a transfer of a region, whose first number is in bytes. Pitches of 0 mean that rows and slices
    /// follow each other.
    pub fn new(origin: [usize; 3], region: [usize; 3], row_pitch: usize, slice_pitch: usize) -> Result<Self, c_int> {
        if region.contains(&0) || row_pitch != 0 && row_pitch < region[0] {
            return Err(CL_INVALID_VALUE);
        }
        let row_pitch = if row_pitch == 0 { region[0] } else { row_pitch };
        let least = region[1] * row_pitch;
        if slice_pitch != 0 && (slice_pitch < least || !slice_pitch.is_multiple_of(row_pitch)) {
            return Err(CL_INVALID_VALUE);
        }
        let slice_pitch = if slice_pitch == 0 { least } else { slice_pitch };
        Ok(Self { start: origin[2] * slice_pitch + origin[1] * row_pitch + origin[0], row_pitch, slice_pitch })
    }

    /// The byte after the last one of a region.
    pub fn end(self, region: [usize; 3]) -> usize {
        self.start + (region[2] - 1) * self.slice_pitch + (region[1] - 1) * self.row_pitch + region[0]
    }
}

/// Copies a region, row by row, from memory at one address to memory at another.
pub fn copy(from: (usize, Side), to: (usize, Side), region: [usize; 3]) {
    for slice in 0..region[2] {
        for row in 0..region[1] {
            let at = |(base, side): (usize, Side)| base + side.start + slice * side.slice_pitch + row * side.row_pitch;
            copy_bytes(at(from), at(to), region[0]);
        }
    }
}

/// Copies bytes from one address to another.
pub fn copy_bytes(from: usize, to: usize, size: usize) {
    // SAFETY: the caller has checked both ranges, or the program answers for them.
    unsafe { std::ptr::copy(from as *const u8, to as *mut u8, size) };
}

/// Fills bytes with a pattern.
pub fn fill_bytes(to: usize, pattern: &[u8], size: usize) {
    for at in (0..size).step_by(pattern.len()) {
        copy_bytes(pattern.as_ptr() as usize, to + at, pattern.len());
    }
}
