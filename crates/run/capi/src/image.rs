//! Pixels of images in host memory.

use std::ffi::c_int;

use tandem_runtime::buffer::{Buffer, ImageShape};
use tandem_runtime::host_image::{Addressing, Filtering, Format, Layout, Pixel, Sampler};
use tandem_runtime::{Error, Result};

use crate::abi::{TandemImage, TandemSampler};
use crate::call::{acting, producing};
use crate::parameters::{Handle, In, Out, Struct};

/// `tandem_image_pixel_size`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_image_pixel_size(format: u32) -> usize {
    Format::from_number(format).map_or(0, Format::size)
}

/// `tandem_buffer_set_image`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_set_image(
    buffer: Handle<'_, Buffer>,
    shape: Struct<'_, TandemImage>,
    dimensions: u32,
) -> c_int {
    acting(|| {
        let shape = ImageShape::new(layout(&shape.get("the image")?)?, dimensions)?;
        buffer.object()?.set_image(shape)
    })
}

/// `tandem_image_read`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_image_read(
    image: Struct<'_, TandemImage>,
    coords: In<'_, [i32; 3]>,
    pixel: Out<'_, [u32; 4]>,
) -> c_int {
    producing(|| {
        let image = image.get("the image")?;
        let coords = coords.get("the coordinates")?.map(i64::from);
        let layout = layout(&image)?;
        // SAFETY: the header has the image's pixels valid during the call.
        pixel.set_as("the pixel", layout.read(unsafe { memory(&image, &layout) }, coords).0)
    })
}

/// `tandem_image_write`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_image_write(
    image: Struct<'_, TandemImage>,
    coords: In<'_, [i32; 3]>,
    pixel: In<'_, [u32; 4]>,
) -> c_int {
    producing(|| {
        let image = image.get("the image")?;
        let coords = coords.get("the coordinates")?.map(i64::from);
        let pixel = Pixel(*pixel.get("the pixel")?);
        let layout = layout(&image)?;
        // SAFETY: the header has the image's pixels valid during the call, for this function alone.
        layout.write(unsafe { memory_mut(&image, &layout) }, coords, pixel);
        Ok(())
    })
}

/// `tandem_image_sample`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_image_sample(
    image: Struct<'_, TandemImage>,
    sampler: Struct<'_, TandemSampler>,
    coords: In<'_, [f32; 3]>,
    pixel: Out<'_, [u32; 4]>,
) -> c_int {
    producing(|| {
        let image = image.get("the image")?;
        let coords = *coords.get("the coordinates")?;
        let sampler = convert_sampler(&sampler.get("the sampler")?)?;
        let layout = layout(&image)?;
        // SAFETY: the header has the image's pixels valid during the call.
        pixel.set_as("the pixel", layout.sample(unsafe { memory(&image, &layout) }, sampler, coords).0)
    })
}

fn layout(image: &TandemImage) -> Result<Layout> {
    let format = Format::from_number(image.format)
        .ok_or_else(|| Error::Invalid(format!("unknown image format {}", image.format)))?;
    Layout::new(format, image.extent, image.pitch)
}

fn convert_sampler(raw: &TandemSampler) -> Result<Sampler> {
    let addressing = Addressing::from_number(raw.addressing)
        .ok_or_else(|| Error::Invalid(format!("unknown addressing mode {}", raw.addressing)))?;
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
/// As for [`memory`], and the pixels have no other users.
unsafe fn memory_mut<'a>(image: &TandemImage, layout: &Layout) -> &'a mut [u8] {
    if image.pixels.is_null() {
        return &mut [];
    }
    // SAFETY: the caller's duty.
    unsafe { std::slice::from_raw_parts_mut(image.pixels.cast(), layout.bytes()) }
}
