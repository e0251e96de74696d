//! Images: `piMemImageCreate` with its checks, and the queries of an image.

use std::sync::Arc;

use tandem_device::{Access, HostPixels, HostPtr, ImageBuffer, ImageDescription, ImageKind, PixelFormat};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::{ensure, failure};
use crate::handle::Handle;
use crate::image_format;
use crate::image_object::{Contents, HostLayout, ImageObject, check_device, names, no_images};
use crate::mem::{Image, Mem};
use crate::object::Object;
use crate::parameters::{Bytes, In, Memory, Out, Parameter};

/// `piMemImageCreate`
pub fn create(
    context: Handle<'_, Context>,
    flags: PiMemFlags,
    format: In<'_, PiImageFormat>,
    desc: In<'_, PiImageDesc>,
    host: Memory,
    out: Out<'_, PiMem>,
) -> Result<(), Failure> {
    let context = context.shared()?;
    let mut devices = context.drivers().iter().filter(|device| device.images().is_some()).peekable();
    if devices.peek().is_none() {
        let names: Vec<&str> = context.drivers().iter().map(|device| device.info().name.as_ref()).collect();
        return Err(no_images(&names));
    }
    let out = out.required("the output pointer for the image")?;
    let (pi_format, desc) = (format.get("the format")?, desc.get("the description")?);
    let format = pixel_format(pi_format)?;
    check_plain(desc)?;
    let mut description = describe(desc, format)?;
    description.buffer = buffer(&context, desc, &description)?;
    let layout = host_layout(&description, desc)?;
    let access = if flags.contains(PI_MEM_ACCESS_READ_ONLY) { Access::Read } else { Access::ReadWrite };
    let checks: Vec<_> = devices.map(|device| check_device(&**device, &description, access)).collect();
    if checks.iter().all(Result::is_err) {
        checks.into_iter().collect::<Result<(), _>>()?;
    }
    let contents = contents(flags, host, &description, layout)?;
    let object = ImageObject::new(description, access, contents);
    let image = Image { object, format: *pi_format, layout };
    out.write(Object::new(Mem::of_image(context, flags, image)).publish());
    Ok(())
}

/// The format of pixels.
///
/// # Errors
/// `PI_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR` for an invalid combination of channels.
pub fn pixel_format(format: &PiImageFormat) -> Result<PixelFormat, Failure> {
    image_format::from_pi(format).ok_or_else(|| {
        let PiImageFormat { image_channel_order, image_channel_data_type } = format;
        failure!(
            PI_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            "unsupported image format: channel order {image_channel_order} with channel type {image_channel_data_type}"
        )
    })
}

/// Checks that an image has one level, one sample for each pixel, and is no cube map.
fn check_plain(desc: &PiImageDesc) -> Result<(), Failure> {
    let PiImageDesc { num_mip_levels, num_samples, image_type, .. } = *desc;
    ensure!(
        image_type != PI_EXT_TANDEM_MEM_TYPE_CUBE,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "kernels access cube maps only through handles"
    );
    ensure!(
        num_mip_levels == 0 && num_samples == 0,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "the image has {num_mip_levels} mip levels and {num_samples} samples for each pixel; neither is supported here"
    );
    Ok(())
}

/// The shape with its extents, without a buffer.
///
/// # Errors
/// `PI_ERROR_INVALID_IMAGE_DESCRIPTOR` for another type, `PI_ERROR_INVALID_IMAGE_SIZE` for no pixels.
pub fn describe(desc: &PiImageDesc, format: PixelFormat) -> Result<ImageDescription, Failure> {
    let PiImageDesc { image_width: width, image_height: height, image_depth: depth, image_array_size, .. } = *desc;
    let (kind, size) = match desc.image_type {
        PI_MEM_TYPE_IMAGE1D => (ImageKind::D1, [width, 1, 1]),
        PI_MEM_TYPE_IMAGE1D_BUFFER => (ImageKind::D1Buffer, [width, 1, 1]),
        PI_MEM_TYPE_IMAGE1D_ARRAY => (ImageKind::D1Array, [width, 1, 1]),
        PI_MEM_TYPE_IMAGE2D => (ImageKind::D2, [width, height, 1]),
        PI_MEM_TYPE_IMAGE2D_ARRAY => (ImageKind::D2Array, [width, height, 1]),
        PI_MEM_TYPE_IMAGE3D => (ImageKind::D3, [width, height, depth]),
        PI_EXT_TANDEM_MEM_TYPE_CUBE => (ImageKind::Cube, [width, height, 1]),
        other => return Err(failure!(PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "unknown image type {other}")),
    };
    let layers =
        if matches!(kind, ImageKind::D1Array | ImageKind::D2Array | ImageKind::Cube) { image_array_size } else { 1 };
    let description = ImageDescription { kind, format, size, layers, levels: 1, buffer: None };
    for (extent, what) in description.extent().into_iter().zip(names(kind)) {
        ensure!(extent != 0, PI_ERROR_INVALID_IMAGE_SIZE, "the {what} of the image is 0");
    }
    Ok(description)
}

/// The buffer that holds the image; checks that the image fits into it.
fn buffer(
    context: &Object<Context>,
    desc: &PiImageDesc,
    image: &ImageDescription,
) -> Result<Option<ImageBuffer>, Failure> {
    // SAFETY: PI says that it is null or a handle.
    let handle = unsafe { Handle::<Mem>::read(desc.buffer) };
    let Some(mem) = handle.if_any()? else {
        let is_needed = image.kind == ImageKind::D1Buffer;
        ensure!(!is_needed, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "the image needs a buffer");
        return Ok(None);
    };
    ensure!(
        matches!(image.kind, ImageKind::D1Buffer | ImageKind::D2),
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "a {:?} image cannot be made of a buffer",
        image.kind
    );
    ensure!(
        std::ptr::eq(mem.context(), context),
        PI_ERROR_INVALID_CONTEXT,
        "the image's buffer belongs to another context"
    );
    let object = mem.buffer()?.object();
    let layout = host_layout(image, desc)?;
    ensure!(
        layout.bytes <= object.bytes(),
        PI_ERROR_INVALID_IMAGE_SIZE,
        "an image of {} bytes does not fit in the buffer of {} bytes",
        layout.bytes,
        object.bytes()
    );
    Ok(Some(ImageBuffer { object: Arc::clone(object), row_pitch: layout.row_pitch }))
}

/// The layout of the pixels in the host's memory, or in the buffer.
fn host_layout(image: &ImageDescription, desc: &PiImageDesc) -> Result<HostLayout, Failure> {
    let pixel_bytes = image.format.bytes();
    let pitch = desc.image_row_pitch;
    let layout = HostLayout::new(image.kind, pixel_bytes, image.extent(), pitch, desc.image_slice_pitch);
    let layout = layout.map_err(|reason| Failure::new(PI_ERROR_INVALID_IMAGE_DESCRIPTOR, reason))?;
    ensure!(
        pitch.is_multiple_of(pixel_bytes),
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "the row pitch {pitch} is not a multiple of the pixel size of {pixel_bytes} bytes"
    );
    Ok(layout)
}

/// The initial contents of the image, according to flags and host pointer.
fn contents(
    flags: PiMemFlags,
    host: Memory,
    image: &ImageDescription,
    layout: HostLayout,
) -> Result<Contents, Failure> {
    let takes_ptr = flags.intersects(PI_MEM_FLAGS_HOST_PTR_USE | PI_MEM_FLAGS_HOST_PTR_COPY);
    let HostPtr(ptr) = host.host();
    ensure!(
        takes_ptr != ptr.is_null(),
        PI_ERROR_INVALID_HOST_PTR,
        "the flags {:#x} do not allow the host pointer {ptr:p}",
        flags.0
    );
    ensure!(
        !takes_ptr || image.buffer.is_none(),
        PI_ERROR_INVALID_HOST_PTR,
        "an image of a buffer takes its pixels from the buffer, not from {ptr:p}"
    );
    let HostLayout { row_pitch, slice_pitch, bytes } = layout;
    if flags.contains(PI_MEM_FLAGS_HOST_PTR_USE) {
        return Ok(Contents::Use(HostPixels { first: HostPtr(ptr), row_pitch, slice_pitch }));
    }
    if !takes_ptr {
        return Ok(Contents::Undefined);
    }
    // SAFETY: the flags say that the image's pixels are there now, with these pitches.
    let pixels = unsafe { Bytes::read((bytes, ptr.cast_const())) }.get("the host pointer")?;
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes).map_err(|_| {
        failure!(PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE, "the host has no memory for a copy of {bytes} bytes")
    })?;
    copy.extend_from_slice(pixels);
    Ok(Contents::Copy { bytes: copy, row_pitch, slice_pitch })
}

/// `piMemImageGetInfo`
pub fn info(mem: Handle<'_, Mem>, param: PiImageInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let image = mem.object()?.image()?;
    property(image.object.description(), image.format, image.layout, param, answer)
}

/// A property of an image. Missing extents are 0, as in OpenCL.
pub fn property(
    description: &ImageDescription,
    pi_format: PiImageFormat,
    layout: HostLayout,
    param: PiImageInfo,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let ImageDescription { kind, format, size: [width, height, depth], .. } = *description;
    let has_rows = matches!(kind, ImageKind::D2 | ImageKind::D2Array | ImageKind::Cube | ImageKind::D3);
    let layer_pitch = match kind {
        ImageKind::D1 | ImageKind::D1Buffer | ImageKind::D2 => 0,
        ImageKind::D1Array => layout.row_pitch,
        ImageKind::D2Array | ImageKind::Cube | ImageKind::D3 => layout.slice_pitch,
    };
    match param {
        PI_IMAGE_INFO_FORMAT => answer.value(pi_format),
        PI_IMAGE_INFO_ELEMENT_SIZE => answer.value(format.bytes()),
        PI_IMAGE_INFO_ROW_PITCH => answer.value(layout.row_pitch),
        PI_IMAGE_INFO_SLICE_PITCH => answer.value(layer_pitch),
        PI_IMAGE_INFO_WIDTH => answer.value(width),
        PI_IMAGE_INFO_HEIGHT => answer.value(if has_rows { height } else { 0 }),
        PI_IMAGE_INFO_DEPTH => answer.value(if kind == ImageKind::D3 { depth } else { 0 }),
        other => answer.unknown(other),
    }
}
