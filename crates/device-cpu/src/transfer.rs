//! Copies and fills. All memory of the CPU devices is host memory.

use tandem_device::{Device, Error, FillPattern, Location, Rect, Result, host_memory};

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
    let (from, to) = (resolve(src, device)?, resolve(dst, device)?);
    // SAFETY: whoever submitted the command keeps both ranges valid until it is complete.
    unsafe { host_memory::copy(from, to, bytes) };
    Ok(())
}

/// Copies a rectangle.
pub fn copy_rect(src: &Location, dst: &Location, rect: &Rect, device: &dyn Device) -> Result<()> {
    let (from, to) = (resolve(src, device)?, resolve(dst, device)?);
    // SAFETY: the rectangle lies in valid memory on both sides, as for `copy`.
    unsafe { host_memory::copy_rect(from, to, rect) };
    Ok(())
}

/// Repeats a pattern in rows of `row_bytes`, `pitch` bytes apart.
pub fn fill(
    dst: &Location,
    pattern: &FillPattern,
    [row_bytes, rows, pitch]: [usize; 3],
    device: &dyn Device,
) -> Result<()> {
    let to = resolve(dst, device)?;
    // SAFETY: whoever submitted the command keeps the rows valid until it is complete.
    unsafe { host_memory::fill(to, pattern, row_bytes, rows, pitch) };
    Ok(())
}
