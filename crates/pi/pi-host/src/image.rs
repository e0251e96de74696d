//! Images and samplers, and the commands that move pixels.

use std::ffi::c_void;

use crate::enqueue::{Enqueue, Enqueued};
use crate::info::{Plain, query_value};
use crate::owned::{Context, Mem, Sampler};
use crate::plugin::PiError;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// Pixels of the host: the first one, and the bytes from row to row and from slice to slice.
#[derive(Clone, Copy, Debug)]
pub struct HostPixels {
    /// The first pixel.
    pub address: *mut c_void,
    /// Bytes from row to row.
    pub row_pitch: usize,
    /// Bytes from slice to slice; 0 where there is one slice.
    pub slice_pitch: usize,
}

/// The properties of a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerProperties {
    /// Coordinates go from 0 to 1.
    pub normalized: bool,
    /// Coordinates outside of the image.
    pub addressing: PiSamplerAddressingMode,
    /// Coordinates between pixels.
    pub filter: PiSamplerFilterMode,
}

/// The properties of a sampler for bindless images, including mipmaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BindlessSampler {
    /// The properties that all samplers share, with or without bindless images.
    pub properties: SamplerProperties,
    /// Between levels.
    pub level_filter: PiSamplerFilterMode,
    /// The least and the greatest level of detail.
    pub levels: [f32; 2],
    /// The maximum number of mipmap reads for two gradients; 0 and 1 mean one.
    pub max_anisotropy: f32,
    /// Filtering crosses the edges between cube-map faces. Only Tandem's plugins support it.
    pub seamless: bool,
}

impl SamplerProperties {
    fn list(&self) -> [PiSamplerProperty; 6] {
        [
            PI_SAMPLER_INFO_NORMALIZED_COORDS.0.into(),
            self.normalized.into(),
            PI_SAMPLER_INFO_ADDRESSING_MODE.0.into(),
            self.addressing.0.into(),
            PI_SAMPLER_INFO_FILTER_MODE.0.into(),
            self.filter.0.into(),
        ]
    }
}

impl Mem {
    /// An image with undefined contents, for kernels that read and write.
    pub fn image(context: &Context, format: &PiImageFormat, description: &PiImageDesc) -> Result<Self, PiError> {
        let plugin = context.plugin();
        Self::create(plugin, "piMemImageCreate", |out| {
            // SAFETY: borrowed descriptions, and no memory of the host's.
            unsafe {
                plugin.piMemImageCreate(
                    context.raw(),
                    PI_MEM_FLAGS_ACCESS_RW,
                    format,
                    description,
                    std::ptr::null_mut(),
                    out,
                )
            }
        })
    }
}

/// The properties that an image reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageInfo {
    /// The format of a pixel.
    pub format: PiImageFormat,
    /// Width, height and depth in pixels; 0 in directions that the image does not have.
    pub extent: [usize; 3],
}

impl Mem {
    /// The image around an image of the back end, which stays the caller's. Back ends whose images do not know
    /// what they are find nothing in the description but the kind.
    ///
    /// # Errors
    /// Those of the plugin: `PI_ERROR_UNSUPPORTED_FEATURE` or `PI_ERROR_INVALID_OPERATION` if its back end has no
    /// images.
    ///
    /// # Safety
    /// `native` is a live image of this kind, of the back end and of the context.
    pub unsafe fn image_from_native(
        native: PiNativeHandle,
        context: &Context,
        kind: PiMemType,
    ) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let format = PiImageFormat {
            image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
            image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_UNORM_INT8,
        };
        let description = PiImageDesc {
            image_type: kind,
            image_width: 0,
            image_height: 0,
            image_depth: 0,
            image_array_size: 0,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: PiMem::NULL,
        };
        Self::create(plugin, "piextMemImageCreateWithNativeHandle", |out| {
            // SAFETY: the caller's duty; borrowed descriptions, and a place for the result.
            unsafe {
                plugin.piextMemImageCreateWithNativeHandle(native, context.raw(), false, &format, &description, out)
            }
        })
    }

    /// The format and the extent of an image.
    ///
    /// # Errors
    /// Those of the plugin, such as `PI_ERROR_INVALID_MEM_OBJECT` for a buffer.
    pub fn image_info(&self) -> Result<ImageInfo, PiError> {
        let [order, data_type] = self.image_property::<[u32; 2]>(PI_IMAGE_INFO_FORMAT)?;
        let extent = [PI_IMAGE_INFO_WIDTH, PI_IMAGE_INFO_HEIGHT, PI_IMAGE_INFO_DEPTH];
        let mut found = ImageInfo {
            format: PiImageFormat {
                image_channel_order: PiImageChannelOrder(order),
                image_channel_data_type: PiImageChannelType(data_type),
            },
            extent: [0; 3],
        };
        for (place, property) in found.extent.iter_mut().zip(extent) {
            *place = self.image_property(property)?;
        }
        Ok(found)
    }

    fn image_property<T: Plain>(&self, property: PiImageInfo) -> Result<T, PiError> {
        query_value(self.plugin(), "piMemImageGetInfo", |size, value, size_ret| {
            // SAFETY: a live object, and the pointers of the query protocol.
            unsafe { self.plugin().piMemImageGetInfo(self.raw(), property, size, value, size_ret) }
        })
    }
}

impl Sampler {
    /// A sampler.
    pub fn new(context: &Context, properties: &SamplerProperties) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let mut list: Vec<PiSamplerProperty> = properties.list().to_vec();
        list.push(0);
        Self::create(plugin, "piSamplerCreate", |out| {
            // SAFETY: a list that ends in 0.
            unsafe { plugin.piSamplerCreate(context.raw(), list.as_ptr(), out) }
        })
    }

    /// A sampler of bindless images.
    pub fn bindless(context: &Context, sampler: &BindlessSampler) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let mut list: Vec<PiSamplerProperty> = sampler.properties.list().to_vec();
        list.extend([PI_SAMPLER_INFO_MIP_FILTER_MODE.0, sampler.level_filter.0].map(PiSamplerProperty::from));
        if sampler.seamless {
            list.extend([PI_EXT_TANDEM_SAMPLER_INFO_SEAMLESS.0, 1].map(PiSamplerProperty::from));
        }
        list.push(0);
        let ([least, most], anisotropy) = (sampler.levels, sampler.max_anisotropy);
        Self::create(plugin, "piextBindlessImageSamplerCreate", |out| {
            // SAFETY: a list that ends in 0.
            unsafe {
                plugin.piextBindlessImageSamplerCreate(context.raw(), list.as_ptr(), least, most, anisotropy, out)
            }
        })
    }
}

/// The first pixel of an image.
const ORIGIN: PiImageOffset = PiImageOffset { x: 0, y: 0, z: 0 };

impl Enqueue<'_> {
    /// Copies the first pixels of an image to the host.
    ///
    /// # Safety
    /// The host's memory has room for the region, stays valid, and has no other users until the command is complete.
    pub unsafe fn read_image(&self, image: &Mem, region: &PiImageRegion, to: &HostPixels) -> Enqueued {
        let HostPixels { address, row_pitch, slice_pitch } = *to;
        self.enqueue("piEnqueueMemImageRead", |plugin, queue, count, events, event| {
            // SAFETY: a live image and borrowed structures; the caller's duty covers the memory.
            unsafe {
                plugin.piEnqueueMemImageRead(
                    queue,
                    image.raw(),
                    PI_FALSE,
                    &ORIGIN,
                    region,
                    row_pitch,
                    slice_pitch,
                    address,
                    count,
                    events,
                    event,
                )
            }
        })
    }

    /// Copies pixels of the host to the first ones of an image.
    ///
    /// # Safety
    /// The host's memory contains the region, stays valid, and is not changed until the command is complete.
    pub unsafe fn write_image(&self, image: &Mem, region: &PiImageRegion, from: &HostPixels) -> Enqueued {
        let HostPixels { address, row_pitch, slice_pitch } = *from;
        self.enqueue("piEnqueueMemImageWrite", |plugin, queue, count, events, event| {
            // SAFETY: as in `read_image`.
            unsafe {
                plugin.piEnqueueMemImageWrite(
                    queue,
                    image.raw(),
                    PI_FALSE,
                    &ORIGIN,
                    region,
                    row_pitch,
                    slice_pitch,
                    address,
                    count,
                    events,
                    event,
                )
            }
        })
    }

    /// Copies the first pixels of an image to another one of the same format.
    pub fn copy_image(&self, from: &Mem, to: &Mem, region: &PiImageRegion) -> Enqueued {
        self.enqueue("piEnqueueMemImageCopy", |plugin, queue, count, events, event| {
            // SAFETY: live images and borrowed structures.
            unsafe {
                plugin.piEnqueueMemImageCopy(
                    queue,
                    from.raw(),
                    to.raw(),
                    &ORIGIN,
                    &ORIGIN,
                    region,
                    count,
                    events,
                    event,
                )
            }
        })
    }
}
