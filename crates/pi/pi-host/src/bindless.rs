//! Bindless images: memory of images, handles that kernels hold, and copies of their pixels.

use std::ffi::c_void;

use crate::enqueue::{Enqueue, Enqueued};
use crate::owned::{Context, Device, Sampler};
use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// The format and shape of a bindless image. The row pitch is that of images over USM.
#[derive(Clone, Copy, Debug)]
pub struct ImageShape {
    /// The pixels.
    pub format: PiImageFormat,
    /// The shape.
    pub desc: PiImageDesc,
}

/// A copy of pixels. Offsets and extents are in pixels.
#[derive(Clone, Copy, Debug)]
pub struct PixelCopy {
    /// The side that is the host's.
    pub flags: PiImageCopyFlags,
    /// Memory of an image, USM, or memory of the host.
    pub dst: *mut c_void,
    /// The address of the source.
    pub src: *mut c_void,
    /// The image of the device's side.
    pub shape: ImageShape,
    /// First pixel of the source.
    pub src_offset: PiImageOffset,
    /// First pixel of the destination.
    pub dst_offset: PiImageOffset,
    /// Pixels in each direction.
    pub extent: PiImageRegion,
    /// The pixels that the host's side has, without gaps.
    pub host_extent: PiImageRegion,
}

impl Context {
    /// Allocates the memory of an image on a device. Free it with [`Context::free_image`].
    pub fn allocate_image(&self, device: &Device, shape: &ImageShape) -> Result<PiImageMemHandle, PiError> {
        let (mut shape, mut memory) = (*shape, std::ptr::null_mut());
        let ImageShape { format, desc } = &mut shape;
        // SAFETY: live objects, borrowed structures, and a place for the result.
        let code =
            unsafe { self.plugin().piextMemImageAllocate(self.raw(), device.raw(), format, desc, &raw mut memory) };
        self.plugin().check("piextMemImageAllocate", code).map(|()| memory)
    }

    /// Frees the memory of an image.
    ///
    /// # Safety
    /// No handle of the image is used any more, save by commands that have been submitted.
    pub unsafe fn free_image(&self, device: &Device, memory: PiImageMemHandle) -> Result<(), PiError> {
        // SAFETY: live objects; the caller's duty covers the memory.
        let code = unsafe { self.plugin().piextMemImageFree(self.raw(), device.raw(), memory) };
        self.plugin().check("piextMemImageFree", code)
    }

    /// Frees the memory of a mipmap, with all its levels.
    ///
    /// # Safety
    /// As for [`free_image`](Self::free_image); nor is the memory of a level used.
    pub unsafe fn free_mipmap(&self, device: &Device, memory: PiImageMemHandle) -> Result<(), PiError> {
        // SAFETY: live objects; the caller's duty covers the memory.
        let code = unsafe { self.plugin().piextMemMipmapFree(self.raw(), device.raw(), memory) };
        self.plugin().check("piextMemMipmapFree", code)
    }

    /// The memory of one level of a mipmap, which ends with that.
    ///
    /// # Safety
    /// The mipmap has not been freed.
    pub unsafe fn mipmap_level(
        &self,
        device: &Device,
        mipmap: PiImageMemHandle,
        level: u32,
    ) -> Result<PiImageMemHandle, PiError> {
        let mut memory = std::ptr::null_mut();
        // SAFETY: live objects, and a place for the result; the caller's duty covers the memory.
        let code =
            unsafe { self.plugin().piextMemMipmapGetLevel(self.raw(), device.raw(), mipmap, level, &raw mut memory) };
        self.plugin().check("piextMemMipmapGetLevel", code).map(|()| memory)
    }

    /// The handle of an image in memory that was allocated for it, or in USM; with a sampler, the handle of
    /// both. Destroy it with [`Context::destroy_image_handle`].
    ///
    /// # Safety
    /// The memory stays valid as long as the handle.
    pub unsafe fn image_handle(
        &self,
        device: &Device,
        memory: *mut c_void,
        shape: &ImageShape,
        sampler: Option<&Sampler>,
    ) -> Result<PiImageHandle, PiError> {
        let (plugin, mut shape, mut mem, mut handle) = (self.plugin(), *shape, PiMem::NULL, 0);
        let (context, device, ImageShape { format, desc }) = (self.raw(), device.raw(), &mut shape);
        let (mem, out) = (&raw mut mem, &raw mut handle);
        // SAFETY: live objects, borrowed structures, and places for the results; the caller's duty covers the memory.
        let (call, code) = unsafe {
            match sampler.map(Sampler::raw) {
                None => (
                    "piextMemUnsampledImageCreate",
                    plugin.piextMemUnsampledImageCreate(context, device, memory, format, desc, mem, out),
                ),
                Some(sampler) => (
                    "piextMemSampledImageCreate",
                    plugin.piextMemSampledImageCreate(context, device, memory, format, desc, sampler, mem, out),
                ),
            }
        };
        plugin.check(call, code).map(|()| handle)
    }

    /// Destroys a handle of an image, which was made with a sampler or without one.
    ///
    /// # Safety
    /// The handle is used no more, save by commands that have been submitted.
    pub unsafe fn destroy_image_handle(
        &self,
        device: &Device,
        handle: PiImageHandle,
        is_sampled: bool,
    ) -> Result<(), PiError> {
        let (plugin, context, device) = (self.plugin(), self.raw(), device.raw());
        // SAFETY: live objects; the caller's duty covers the handle.
        let (call, code) = unsafe {
            match is_sampled {
                false => (
                    "piextMemUnsampledImageHandleDestroy",
                    plugin.piextMemUnsampledImageHandleDestroy(context, device, handle),
                ),
                true => (
                    "piextMemSampledImageHandleDestroy",
                    plugin.piextMemSampledImageHandleDestroy(context, device, handle),
                ),
            }
        };
        plugin.check(call, code)
    }

    /// Allocates rows of USM for an image over it. Returns the memory and the bytes from row to row.
    pub fn usm_alloc_rows(
        &self,
        device: &Device,
        row_bytes: usize,
        rows: usize,
        element_bytes: u32,
    ) -> Result<(*mut c_void, usize), PiError> {
        let (plugin, mut memory, mut pitch) = (self.plugin(), std::ptr::null_mut(), 0);
        let (context, device, none) = (self.raw(), device.raw(), std::ptr::null_mut());
        let (out, pitch_out) = (&raw mut memory, &raw mut pitch);
        // SAFETY: live objects, no properties, and places for the results.
        let code = unsafe {
            plugin.piextUSMPitchedAlloc(out, pitch_out, context, device, none, row_bytes, rows, element_bytes)
        };
        plugin.check("piextUSMPitchedAlloc", code).map(|()| (memory, pitch))
    }

    /// The extents of an image that [`allocate_image`](Self::allocate_image) made, of which those that it does
    /// not have are 0, and its format.
    ///
    /// # Safety
    /// The memory has not been freed.
    pub unsafe fn image_shape(&self, memory: PiImageMemHandle) -> Result<([usize; 3], PiImageFormat), PiError> {
        let plugin = self.plugin();
        let mut extent = [0_usize; 3];
        let params = [PI_IMAGE_INFO_WIDTH, PI_IMAGE_INFO_HEIGHT, PI_IMAGE_INFO_DEPTH];
        for (param, place) in params.into_iter().zip(&mut extent) {
            // SAFETY: a place for a size.
            unsafe { image_info(plugin, memory, param, place)? };
        }
        let mut format = PiImageFormat {
            image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
            image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_FLOAT,
        };
        // SAFETY: a place for a format.
        unsafe { image_info(plugin, memory, PI_IMAGE_INFO_FORMAT, &mut format)? };
        Ok((extent, format))
    }
}

/// # Safety
/// The answer to the query is of this type.
unsafe fn image_info<T>(
    plugin: &Plugin,
    memory: PiImageMemHandle,
    param: PiImageInfo,
    place: &mut T,
) -> Result<(), PiError> {
    let mut bytes = 0;
    // SAFETY: places for the answer and its size.
    let code = unsafe { plugin.piextMemImageGetInfo(memory, param, std::ptr::from_mut(place).cast(), &raw mut bytes) };
    plugin.check("piextMemImageGetInfo", code)
}

impl Enqueue<'_> {
    /// Copies pixels between the host, memory of images, and images over USM.
    ///
    /// # Safety
    /// All memory stays valid, and is not written elsewhere, until the command is complete.
    pub unsafe fn copy_pixels(&self, copy: &PixelCopy) -> Enqueued {
        let PixelCopy { flags, dst, src, shape, src_offset, dst_offset, extent, host_extent } = copy;
        self.enqueue("piextMemImageCopy", |plugin, queue, count, events, event| {
            // SAFETY: borrowed structures; the caller's duty covers the memory.
            unsafe {
                plugin.piextMemImageCopy(
                    queue,
                    *dst,
                    *src,
                    &shape.format,
                    &shape.desc,
                    *flags,
                    src_offset,
                    dst_offset,
                    extent,
                    host_extent,
                    count,
                    events,
                    event,
                )
            }
        })
    }
}
