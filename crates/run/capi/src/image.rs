//! Pixels of images in host memory.

use std::ffi::c_int;
use std::mem::MaybeUninit;

use tandem_runtime::host_image::{Addressing, Filtering, Format, Layout, Pixel, Sampler};
use tandem_runtime::{Error, Result};

use crate::abi::{TandemImage, TandemSampler};
use crate::call::{input, output, producing};
use crate::sized::sized;

/// `tandem_image_pixel_size`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_image_pixel_size(format: u32) -> usize {
    Format::from_number(format).map_or(0, Format::size)
}

/// `tandem_image_read`
///
/// # Safety
/// `image` is valid, with its pixels; `coords` leads to three numbers; `pixel`
/// is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_image_read(
    image: *const TandemImage,
    coords: *const [i32; 3],
    pixel: *mut [u32; 4],
) -> c_int {
    let mut room = MaybeUninit::uninit();
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let image = sized(image, &mut room, "the image")?;
            let coords = input(coords, "the coordinates")?.map(i64::from);
            let layout = layout(image)?;
            output(pixel, "the pixel", layout.read(memory(image, &layout), coords).0)
        }
    })
}

/// `tandem_image_write`
///
/// # Safety
/// As for [`tandem_image_read`]; the pixels may be changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_image_write(
    image: *const TandemImage,
    coords: *const [i32; 3],
    pixel: *const [u32; 4],
) -> c_int {
    let mut room = MaybeUninit::uninit();
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let image = sized(image, &mut room, "the image")?;
            let coords = input(coords, "the coordinates")?.map(i64::from);
            let pixel = Pixel(*input(pixel, "the pixel")?);
            let layout = layout(image)?;
            layout.write(memory_mut(image, &layout), coords, pixel);
        }
        Ok(())
    })
}

/// `tandem_image_sample`
///
/// # Safety
/// As for [`tandem_image_read`]; `sampler` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_image_sample(
    image: *const TandemImage,
    sampler: *const TandemSampler,
    coords: *const [f32; 3],
    pixel: *mut [u32; 4],
) -> c_int {
    let mut room = MaybeUninit::uninit();
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let image = sized(image, &mut room, "the image")?;
            let coords = *input(coords, "the coordinates")?;
            let mut room = MaybeUninit::uninit();
            let sampler = convert_sampler(sized(sampler, &mut room, "the sampler")?)?;
            let layout = layout(image)?;
            output(pixel, "the pixel", layout.sample(memory(image, &layout), sampler, coords).0)
        }
    })
}

fn layout(image: &TandemImage) -> Result<Layout> {
    let format = Format::from_number(image.format)
        .ok_or_else(|| Error::Invalid(format!("{} is no image format", image.format)))?;
    Layout::new(format, image.extent, image.pitch)
}

fn convert_sampler(raw: &TandemSampler) -> Result<Sampler> {
    let addressing = Addressing::from_number(raw.addressing)
        .ok_or_else(|| Error::Invalid(format!("{} is no addressing mode", raw.addressing)))?;
    let filtering = if raw.linear == 0 { Filtering::Nearest } else { Filtering::Linear };
    Ok(Sampler { addressing, filtering, normalized: raw.normalized != 0 })
}

/// # Safety
/// The image's pixels are valid for `'a`.
unsafe fn memory<'a>(image: &TandemImage, layout: &Layout) -> &'a [u8] {
    if image.pixels.is_null() {
        return &[];
    }
    // SAFETY: the caller's duty.
    unsafe { std::slice::from_raw_parts(image.pixels.cast(), layout.bytes()) }
}

/// # Safety
/// As for [`memory`], and nobody else uses them.
unsafe fn memory_mut<'a>(image: &TandemImage, layout: &Layout) -> &'a mut [u8] {
    if image.pixels.is_null() {
        return &mut [];
    }
    // SAFETY: the caller's duty.
    unsafe { std::slice::from_raw_parts_mut(image.pixels.cast(), layout.bytes()) }
}
