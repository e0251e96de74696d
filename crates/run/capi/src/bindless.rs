//! Bindless images (`sycl_ext_oneapi_bindless_images`).

use std::ffi::{c_int, c_void};

use tandem_runtime::bindless::{self, ImageHandles, ImageSampler};
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::host_image::{BindlessShape, Format};
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{acting, producing};
use crate::parameters::{Handle, In, Out, OutStruct, Struct};

/// The shape that a struct of the header says.
///
/// # Errors
/// [`Error::Invalid`] for a format or a number of dimensions that there is not.
pub(crate) fn shape(raw: &TandemImageShape) -> Result<BindlessShape> {
    let TandemImageShape { format, dimensions, extent, layers, levels, row_pitch, .. } = *raw;
    let format = Format::from_number(format).ok_or_else(|| Error::Invalid(format!("unknown image format {format}")))?;
    let shape = BindlessShape::new(format, dimensions, extent, layers, levels, row_pitch)?;
    if raw.flags & TANDEM_IMAGE_CUBE == 0 { Ok(shape) } else { shape.cube() }
}

/// `tandem_bindless_alloc`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bindless_alloc(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    image: Struct<'_, TandemImageShape>,
    out: Out<'_, *mut c_void>,
) -> c_int {
    producing(|| {
        let shape = shape(&image.get("the image")?)?;
        out.set(bindless::allocate(context.object()?, device.object()?, &shape)?)
    })
}

/// `tandem_bindless_free`
///
/// # Safety
/// `memory` is null or memory of an image that nothing uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_free(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: *mut c_void,
) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { bindless::free(context.object()?, device.object()?, memory) })
}

/// `tandem_bindless_free_mipmap`
///
/// # Safety
/// `memory` is null or memory of a mipmap that nothing uses, nor its levels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_free_mipmap(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: *mut c_void,
) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { bindless::free_mipmap(context.object()?, device.object()?, memory) })
}

/// `tandem_bindless_level`
///
/// # Safety
/// The mipmap has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_level(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    mipmap: *mut c_void,
    level: u32,
    out: Out<'_, *mut c_void>,
) -> c_int {
    // SAFETY: the caller's duty is the same.
    producing(|| out.set(unsafe { bindless::level(context.object()?, device.object()?, mipmap, level)? }))
}

/// `tandem_bindless_create`
///
/// # Safety
/// The memory stays valid as long as the handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: *mut c_void,
    image: Struct<'_, TandemImageShape>,
    sampler: In<'_, u64>,
    out: Out<'_, [u64; 2]>,
) -> c_int {
    producing(|| {
        let image = image.get("the image")?;
        let shape = shape(&image)?;
        let TandemImageShape { least_level, most_level, max_anisotropy, .. } = image;
        let levels = [least_level, most_level];
        let sampler = sampler.if_any("the sampler")?.map(|word| ImageSampler { word: *word, levels, max_anisotropy });
        // SAFETY: the caller's duty is the same.
        let handles =
            unsafe { bindless::create(context.object()?, device.object()?, memory, &shape, sampler.as_ref())? };
        out.set([handles.image, handles.sampler])
    })
}

/// `tandem_bindless_destroy`
///
/// # Safety
/// Nothing uses the handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_destroy(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    handles: In<'_, [u64; 2]>,
    sampled: c_int,
) -> c_int {
    acting(|| {
        let [image, sampler] = *handles.get("the handles")?;
        let handles = ImageHandles { image, sampler };
        // SAFETY: the caller's duty is the same.
        unsafe { bindless::destroy(context.object()?, device.object()?, handles, sampled != 0) }
    })
}

/// `tandem_bindless_shape`
///
/// # Safety
/// The memory has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bindless_shape(
    context: Handle<'_, Context>,
    memory: *mut c_void,
    out: OutStruct<'_, TandemImageShape>,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is the same.
        let (extent, format) = unsafe { bindless::shape(context.object()?, memory)? };
        out.fill_in("the image", |image| {
            (image.extent, image.format) = (extent, format.number());
            Ok(())
        })
    })
}

/// `tandem_usm_alloc_rows`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_usm_alloc_rows(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    row_bytes: usize,
    rows: usize,
    element_bytes: u32,
    out: Out<'_, *mut c_void>,
    pitch: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let (context, device) = (context.object()?, device.object()?);
        let (memory, row_pitch) = bindless::allocate_rows(context, device, row_bytes, rows, element_bytes)?;
        pitch.set_as("the pitch", row_pitch)?;
        out.set(memory)
    })
}
