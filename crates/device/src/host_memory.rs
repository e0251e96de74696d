//! Copies and fills of memory that the calling thread addresses, for drivers
//! whose device memory is such.

use crate::command::Rect;

/// Copies bytes. The ranges may overlap, because the host's own `memcpy` often
/// lets that pass.
///
/// # Safety
/// `from` is readable and `to` writable for `bytes` bytes.
pub unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller's duty.
    unsafe { std::ptr::copy(from, to, bytes) };
}

/// Copies a rectangle, row by row.
///
/// # Safety
/// The rectangle lies in readable memory from `from` on, and in writable memory
/// from `to` on.
pub unsafe fn copy_rect(from: *const u8, to: *mut u8, rect: &Rect) {
    let [bytes, rows, slices] = rect.region;
    for slice in 0..slices {
        for row in 0..rows {
            let from = from.wrapping_add(rect.src.row_offset(row, slice));
            let to = to.wrapping_add(rect.dst.row_offset(row, slice));
            // SAFETY: the caller's duty.
            unsafe { std::ptr::copy(from, to, bytes) };
        }
    }
}

/// Repeats a pattern in each of `rows` rows of `row_bytes` bytes, `pitch` bytes
/// apart.
///
/// # Safety
/// All rows from `to` on are writable.
pub unsafe fn fill(to: *mut u8, pattern: &[u8], row_bytes: usize, rows: usize, pitch: usize) {
    if row_bytes == 0 || pattern.is_empty() {
        return;
    }
    for row in 0..rows {
        // SAFETY: the caller's duty.
        let bytes = unsafe { std::slice::from_raw_parts_mut(to.wrapping_add(row * pitch), row_bytes) };
        fill_row(bytes, pattern);
    }
}

fn fill_row(row: &mut [u8], pattern: &[u8]) {
    if let [byte] = pattern {
        row.fill(*byte);
        return;
    }
    // Doubles what is there already, so that long rows are copied in large parts.
    let mut done = pattern.len().min(row.len());
    row[..done].copy_from_slice(&pattern[..done]);
    while done < row.len() {
        let (filled, rest) = row.split_at_mut(done);
        let next = rest.len().min(done).min(1 << 16);
        // `done` stays a multiple of the pattern until the end.
        let next = if next == rest.len() { next } else { next / pattern.len() * pattern.len() };
        rest[..next].copy_from_slice(&filled[..next]);
        done += next;
    }
}

#[cfg(test)]
mod tests {
    use super::fill_row;

    #[test]
    fn patterns_repeat() {
        for pattern_bytes in [1usize, 2, 3, 4, 12, 16, 128] {
            let pattern: Vec<u8> = (1..=pattern_bytes as u8).collect();
            for repeats in [1, 2, 3, 7, 1000, 70_000 / pattern_bytes] {
                let mut row = vec![0; pattern_bytes * repeats];
                fill_row(&mut row, &pattern);
                assert!(row.chunks_exact(pattern_bytes).all(|chunk| chunk == pattern));
            }
        }
    }
}
