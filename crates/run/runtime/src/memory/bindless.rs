//! Bindless images (`sycl_ext_oneapi_bindless_images`): memory of images, and handles that kernels hold.

use std::ffi::c_void;

use tandem_pi_host::Sampler;

use crate::base::error::{Error, Result};
use crate::base::process;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::host_image::{BindlessShape, Format};
use crate::programs::context::Context;
use crate::programs::samplers::SamplerWord;

/// What kernels hold of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageHandles {
    /// The image.
    pub image: u64,
    /// Its sampler; 0 without one.
    pub sampler: u64,
}

/// Handles of images are multiples of it; PI's handle of an image together with a sampler is the sum of both
/// (`tandem_device::HANDLE_ALIGN`).
const HANDLE_ALIGN: u64 = 128;

/// Allocates the memory of an image on a device.
///
/// # Errors
/// What the plugin reports: devices without such images, and no memory.
pub fn allocate(context: &Context, device: &Device, shape: &BindlessShape) -> Result<*mut c_void> {
    let shape = shape.of_pi();
    Ok(reclaim::allocate(device, || context.pi().allocate_image(device.pi(), &shape))?)
}

/// Frees the memory of an image; null is ignored.
///
/// # Safety
/// `memory` is null or memory of an image of this context and device, and nothing uses it.
///
/// # Errors
/// What the plugin reports.
pub unsafe fn free(context: &Context, device: &Device, memory: *mut c_void) -> Result<()> {
    if memory.is_null() || process::is_torn_down() {
        return Ok(());
    }
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().free_image(device.pi(), memory)? };
    Ok(())
}

/// The handles of an image in memory that was allocated for it or in USM, with a sampler (the bits of a
/// sampler in a closure) or without one.
///
/// # Safety
/// The memory stays valid as long as the handles.
///
/// # Errors
/// [`Error::Invalid`] for bits that are no sampler, and what the plugin reports.
pub unsafe fn create(
    context: &Context,
    device: &Device,
    memory: *mut c_void,
    shape: &BindlessShape,
    sampler: Option<u64>,
) -> Result<ImageHandles> {
    let sampler = sampler.map(|word| make_sampler(context, word)).transpose()?;
    let shape = shape.of_pi();
    // SAFETY: the caller's duty is the same.
    let handle = unsafe { context.pi().image_handle(device.pi(), memory, &shape, sampler.as_ref())? };
    let sampler = if sampler.is_some() { handle % HANDLE_ALIGN } else { 0 };
    Ok(ImageHandles { image: handle - sampler, sampler })
}

fn make_sampler(context: &Context, word: u64) -> Result<Sampler> {
    let invalid = || Error::Invalid(format!("{word:#x} is no sampler"));
    let properties = SamplerWord(word).properties().ok_or_else(invalid)?;
    Ok(Sampler::new(context.pi(), &properties)?)
}

/// Destroys handles that were made with a sampler or without one.
///
/// # Safety
/// Nothing uses them.
///
/// # Errors
/// What the plugin reports: handles that there are not.
pub unsafe fn destroy(context: &Context, device: &Device, handles: ImageHandles, is_sampled: bool) -> Result<()> {
    if process::is_torn_down() {
        return Ok(());
    }
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().destroy_image_handle(device.pi(), handles.image + handles.sampler, is_sampled)? };
    Ok(())
}

/// The extents of an image in memory of its own, 0 where it has none, and its format.
///
/// # Safety
/// The memory has not been freed.
///
/// # Errors
/// What the plugin reports.
pub unsafe fn shape(context: &Context, memory: *mut c_void) -> Result<([usize; 3], Format)> {
    // SAFETY: the caller's duty is the same.
    let (extent, format) = unsafe { context.pi().image_shape(memory)? };
    let known = Format::from_number(format.image_channel_order.0 << 16 | format.image_channel_data_type.0);
    let known = known.ok_or_else(|| Error::Internal(format!("an image of the unknown format {format:?}")))?;
    Ok((extent, known))
}

/// Allocates rows of USM for an image over it. Returns the memory and the bytes from row to row.
///
/// # Errors
/// What the plugin reports.
pub fn allocate_rows(
    context: &Context,
    device: &Device,
    row_bytes: usize,
    rows: usize,
    element_bytes: u32,
) -> Result<(*mut c_void, usize)> {
    let allocate = || context.pi().usm_alloc_rows(device.pi(), row_bytes, rows, element_bytes);
    Ok(reclaim::allocate(device, allocate)?)
}
