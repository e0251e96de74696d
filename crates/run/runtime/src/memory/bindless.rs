//! Bindless images (`sycl_ext_oneapi_bindless_images`): memory of images, and handles that kernels hold.

use std::ffi::c_void;

use tandem_pi_abi::constants::{PI_SAMPLER_FILTER_MODE_LINEAR, PI_SAMPLER_FILTER_MODE_NEAREST};
use tandem_pi_host::{BindlessSampler, Sampler};

use crate::base::error::{Error, Result};
use crate::base::process;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::host_image::{BindlessShape, Format};
use crate::instrumentation::{self, MemoryKind};
use crate::programs::context::Context;
use crate::programs::samplers::SamplerWord;

/// The handles of an image, for use in kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageHandles {
    /// The image.
    pub image: u64,
    /// Its sampler; 0 without one.
    pub sampler: u64,
}

/// How an image is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageSampler {
    /// The bits of a sampler in a closure, [`LINEAR_LEVELS`](Self::LINEAR_LEVELS) and
    /// [`SEAMLESS`](Self::SEAMLESS).
    pub word: u64,
    /// The least and the greatest level of detail of mipmaps.
    pub levels: [f32; 2],
    /// How often a mipmap is read at most for two gradients; 0 and 1 mean once.
    pub max_anisotropy: f32,
}

impl ImageSampler {
    /// The bit that says that levels of mipmaps are weighted by their distance.
    pub const LINEAR_LEVELS: u64 = 1 << 5;

    /// The bit that says that faces of cube maps have neighbours.
    pub const SEAMLESS: u64 = 1 << 6;

    fn create(&self, context: &Context) -> Result<Sampler> {
        let invalid = || Error::Invalid(format!("{:#x} is not the handle of a sampler", self.word));
        let properties =
            SamplerWord(self.word & !(Self::LINEAR_LEVELS | Self::SEAMLESS)).properties().ok_or_else(invalid)?;
        let is_linear = self.word & Self::LINEAR_LEVELS != 0;
        let level_filter = if is_linear { PI_SAMPLER_FILTER_MODE_LINEAR } else { PI_SAMPLER_FILTER_MODE_NEAREST };
        let (levels, max_anisotropy) = (self.levels, self.max_anisotropy);
        let sampler = BindlessSampler {
            properties,
            level_filter,
            levels,
            max_anisotropy,
            seamless: self.word & Self::SEAMLESS != 0,
        };
        Ok(Sampler::bindless(context.pi(), &sampler)?)
    }
}

/// Handles of images are multiples of it; PI's handle of an image together with a sampler is the sum of both
/// (`tandem_device::HANDLE_ALIGN`).
const HANDLE_ALIGN: u64 = 128;

/// Allocates the memory of an image on a device.
///
/// # Errors
/// The plugin's errors: no support for such images on the device, or no memory.
pub fn allocate(context: &Context, device: &Device, shape: &BindlessShape) -> Result<*mut c_void> {
    let bytes = shape.bytes();
    let shape = shape.of_pi();
    let memory = reclaim::allocate(device, || context.pi().allocate_image(device.pi(), &shape))?;
    instrumentation::allocated(context.pi(), MemoryKind::Image, memory as usize, bytes, Some(device));
    Ok(memory)
}

/// Frees the memory of an image; null is ignored.
///
/// # Safety
/// `memory` is null or memory of an image of this context and device, and not in use.
///
/// # Errors
/// The plugin's errors.
pub unsafe fn free(context: &Context, device: &Device, memory: *mut c_void) -> Result<()> {
    if memory.is_null() || process::is_torn_down() {
        return Ok(());
    }
    instrumentation::freed(context.pi(), memory as usize);
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().free_image(device.pi(), memory)? };
    Ok(())
}

/// Frees the memory of a mipmap with its levels; null is ignored.
///
/// # Safety
/// As for [`free`]. The memory of the levels is not in use either.
///
/// # Errors
/// The plugin's errors.
pub unsafe fn free_mipmap(context: &Context, device: &Device, memory: *mut c_void) -> Result<()> {
    if memory.is_null() || process::is_torn_down() {
        return Ok(());
    }
    instrumentation::freed(context.pi(), memory as usize);
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().free_mipmap(device.pi(), memory)? };
    Ok(())
}

/// The memory of one mipmap level. It lives as long as the mipmap.
///
/// # Safety
/// The mipmap has not been freed.
///
/// # Errors
/// The plugin's errors: a level that does not exist.
pub unsafe fn level(context: &Context, device: &Device, mipmap: *mut c_void, level: u32) -> Result<*mut c_void> {
    // SAFETY: the caller's duty is the same.
    Ok(unsafe { context.pi().mipmap_level(device.pi(), mipmap, level)? })
}

/// The handles of an image in memory that was allocated for it or in USM, with a sampler or without one.
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
    sampler: Option<&ImageSampler>,
) -> Result<ImageHandles> {
    let sampler = sampler.map(|sampler| sampler.create(context)).transpose()?;
    let shape = shape.of_pi();
    // SAFETY: the caller's duty is the same.
    let handle = unsafe { context.pi().image_handle(device.pi(), memory, &shape, sampler.as_ref())? };
    let sampler = if sampler.is_some() { handle % HANDLE_ALIGN } else { 0 };
    Ok(ImageHandles { image: handle - sampler, sampler })
}

/// Destroys handles that were made with a sampler or without one.
///
/// # Safety
/// The handles are not in use.
///
/// # Errors
/// The plugin's errors: a handle that does not exist.
pub unsafe fn destroy(context: &Context, device: &Device, handles: ImageHandles, is_sampled: bool) -> Result<()> {
    if process::is_torn_down() {
        return Ok(());
    }
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().destroy_image_handle(device.pi(), handles.image + handles.sampler, is_sampled)? };
    Ok(())
}

/// The format of an image with its own memory, and its extents, 0 for missing dimensions.
///
/// # Safety
/// The memory has not been freed.
///
/// # Errors
/// The plugin's errors.
pub unsafe fn shape(context: &Context, memory: *mut c_void) -> Result<([usize; 3], Format)> {
    // SAFETY: the caller's duty is the same.
    let (extent, format) = unsafe { context.pi().image_shape(memory)? };
    let known = Format::from_number(format.image_channel_order.0 << 16 | format.image_channel_data_type.0);
    let known = known.ok_or_else(|| Error::Internal(format!("an image of the unknown format {format:?}")))?;
    Ok((extent, known))
}

/// Allocates rows of USM for an image over it. Returns the memory and the row pitch in bytes.
///
/// # Errors
/// The plugin's errors.
pub fn allocate_rows(
    context: &Context,
    device: &Device,
    row_bytes: usize,
    rows: usize,
    element_bytes: u32,
) -> Result<(*mut c_void, usize)> {
    let allocate = || context.pi().usm_alloc_rows(device.pi(), row_bytes, rows, element_bytes);
    let (memory, pitch) = reclaim::allocate(device, allocate)?;
    let bytes = pitch.saturating_mul(rows);
    instrumentation::allocated(context.pi(), MemoryKind::UsmDevice, memory as usize, bytes, Some(device));
    Ok((memory, pitch))
}
