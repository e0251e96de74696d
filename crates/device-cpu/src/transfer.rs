//! Copies and fills. All memory of the CPU devices is host memory.

use tandem_device::{Device, Error, FillPattern, Location, Rect, Result};

/// The host address of a location.
fn resolve(location: &Location, device: &dyn Device) -> Result<*mut u8> {
    let pointer = match location {
        Location::Host(pointer) => *pointer,
        Location::Usm(pointer) => pointer.as_host(),
        Location::Buffer { object, offset } => object.address(device)?.offset(*offset).as_host(),
    };
    match pointer.non_null() {
        Some(pointer) => Ok(pointer.as_ptr()),
        None => Err(Error::Execution("a copy or fill of a null pointer".into())),
    }
}

/// Copies bytes.
pub fn copy(src: &Location, dst: &Location, bytes: usize, device: &dyn Device) -> Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    let from = resolve(src, device)?;
    let to = resolve(dst, device)?;
    // SAFETY: whoever submitted the command keeps both ranges valid until it is complete.
    // Overlapping ranges are allowed, because the host's own memcpy often lets them pass.
    unsafe { std::ptr::copy(from, to, bytes) };
    Ok(())
}

/// Copies a rectangle.
pub fn copy_rect(src: &Location, dst: &Location, rect: &Rect, device: &dyn Device) -> Result<()> {
    let [bytes, rows, slices] = rect.region;
    if bytes == 0 || rows == 0 || slices == 0 {
        return Ok(());
    }
    let from = resolve(src, device)?;
    let to = resolve(dst, device)?;
    for slice in 0..slices {
        for row in 0..rows {
            let from = from.wrapping_add(rect.src.row_offset(row, slice));
            let to = to.wrapping_add(rect.dst.row_offset(row, slice));
            // SAFETY: the rectangle lies in valid memory on both sides, as for `copy`.
            unsafe { std::ptr::copy(from, to, bytes) };
        }
    }
    Ok(())
}

/// Repeats a pattern in rows of `row_bytes`, `pitch` bytes apart.
pub fn fill(
    dst: &Location,
    pattern: &FillPattern,
    [row_bytes, rows, pitch]: [usize; 3],
    device: &dyn Device,
) -> Result<()> {
    if row_bytes == 0 || rows == 0 || pattern.is_empty() {
        return Ok(());
    }
    let to = resolve(dst, device)?;
    for row in 0..rows {
        // SAFETY: whoever submitted the command keeps the rows valid until it is complete.
        let bytes = unsafe { std::slice::from_raw_parts_mut(to.wrapping_add(row * pitch), row_bytes) };
        fill_row(bytes, pattern);
    }
    Ok(())
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
