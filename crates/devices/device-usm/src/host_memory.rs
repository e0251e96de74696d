//! Copies and fills of memory that the calling thread addresses, for drivers
//! whose device memory is such.

use tandem_device::Rect;

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
/// The source rectangle, from `from` on, is in readable memory, and the destination rectangle, from `to` on, in
/// writable memory.
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

/// Sets bytes to zero.
///
/// # Safety
/// They are writable.
#[inline]
pub unsafe fn clear(to: *mut u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller's duty; the processor has the instructions.
    unsafe {
        if vector_stores::SIZES.contains(&bytes) && std::arch::is_x86_feature_detected!("avx512f") {
            return vector_stores::clear(to, bytes);
        }
    }
    // SAFETY: the caller's duty.
    unsafe { to.write_bytes(0, bytes) };
}

/// Stores that the processor overlaps with later instructions, unlike those of `memset`: that uses `rep stosb` from 2
/// KiB on, which the processor waits for. Beyond the size of a processor's store buffer there is no difference.
#[cfg(target_arch = "x86_64")]
mod vector_stores {
    use std::arch::asm;
    use std::ops::RangeInclusive;

    /// Bytes of a vector.
    const VECTOR: usize = 64;
    /// How many bytes are cleared with such stores.
    pub const SIZES: RangeInclusive<usize> = VECTOR..=8 << 10;

    /// # Safety
    /// The bytes are writable, and their number is in [`SIZES`]; the processor has AVX-512.
    #[target_feature(enable = "avx512f")]
    pub unsafe fn clear(to: *mut u8, bytes: usize) {
        let last = to.wrapping_add(bytes - VECTOR);
        let last_four = to.wrapping_add(bytes).wrapping_sub(4 * VECTOR);
        // SAFETY: the caller's duty. Vectors are stored four at a time, then one by one in front of `last`, and there.
        // Written as code, because the compiler makes `memset` of a loop of such stores. Registers from 16 on do not
        // slow down the code that follows.
        unsafe {
            asm!(
                "vpxord zmm16, zmm16, zmm16",
                "cmp {next}, {last_four}",
                "ja 3f",
                "2:",
                "vmovdqu64 [{next}], zmm16",
                "vmovdqu64 [{next} + 64], zmm16",
                "vmovdqu64 [{next} + 128], zmm16",
                "vmovdqu64 [{next} + 192], zmm16",
                "add {next}, 256",
                "cmp {next}, {last_four}",
                "jbe 2b",
                "3:",
                "cmp {next}, {last}",
                "jae 5f",
                "4:",
                "vmovdqu64 [{next}], zmm16",
                "add {next}, 64",
                "cmp {next}, {last}",
                "jb 4b",
                "5:",
                "vmovdqu64 [{last}], zmm16",
                next = inout(reg) to => _,
                last = in(reg) last,
                last_four = in(reg) last_four,
                out("zmm16") _,
                options(nostack),
            );
        }
    }
}

fn fill_row(row: &mut [u8], pattern: &[u8]) {
    if let [byte] = pattern {
        row.fill(*byte);
        return;
    }
    // Doubles the filled part, so that long rows are copied in large parts. Each part except the last one is a multiple
    // of the pattern.
    let part = ((1 << 16) / pattern.len()).max(1) * pattern.len();
    let mut done = pattern.len().min(row.len());
    row[..done].copy_from_slice(&pattern[..done]);
    while done < row.len() {
        let (filled, rest) = row.split_at_mut(done);
        let next = rest.len().min(done).min(part);
        rest[..next].copy_from_slice(&filled[..next]);
        done += next;
    }
}

#[cfg(test)]
mod tests {
    use super::{clear, fill_row};

    #[test]
    fn exactly_the_bytes_are_cleared() {
        const MARGIN: usize = 64;
        let sizes = (0..300).chain([1000, 2047, 2048, 4096, 8191, 8192, 8193, 20_000]);
        for bytes in sizes {
            for offset in [0, 1, 63] {
                let mut memory = vec![0xff_u8; bytes + 2 * MARGIN];
                // SAFETY: the memory is larger.
                unsafe { clear(memory.as_mut_ptr().wrapping_add(offset), bytes) };
                let is_right = |(index, byte): (usize, &u8)| {
                    *byte == if (offset..offset + bytes).contains(&index) { 0 } else { 0xff }
                };
                assert!(memory.iter().enumerate().all(is_right), "{bytes} bytes at {offset}");
            }
        }
    }

    #[test]
    fn patterns_repeat() {
        for pattern_bytes in [1usize, 2, 3, 4, 12, 16, 128, 40_000, 65_536, 65_537, 200_000] {
            let pattern: Vec<u8> = (0..pattern_bytes).map(|byte| (byte % 251) as u8 + 1).collect();
            for repeats in [1, 2, 3, 7, 1_000_000 / pattern_bytes] {
                let mut row = vec![0; pattern_bytes * repeats];
                fill_row(&mut row, &pattern);
                assert!(row.chunks_exact(pattern_bytes).all(|chunk| chunk == pattern));
            }
        }
    }
}
