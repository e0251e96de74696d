//! Images and samplers, and the commands that move pixels.

use std::ffi::c_void;

use crate::enqueue::{Enqueue, Enqueued};
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

/// How a sampler reads images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerProperties {
    /// Coordinates go from 0 to 1.
    pub normalized: bool,
    /// Coordinates outside of the image.
    pub addressing: PiSamplerAddressingMode,
    /// Coordinates between pixels.
    pub filter: PiSamplerFilterMode,
}

/// How a sampler reads bindless images, of which some are mipmaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BindlessSampler {
    /// What samplers of all images have.
    pub properties: SamplerProperties,
    /// Between levels.
    pub level_filter: PiSamplerFilterMode,
    /// The least and the greatest level of detail.
    pub levels: [f32; 2],
    /// How often a mipmap is read at most for two gradients; 0 and 1 mean once.
    pub max_anisotropy: f32,
    /// Faces of cube maps have neighbours. Only plugins of Tandem know it.
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
    /// The host's memory has room for the region, stays valid, and nobody else uses it until the command is
    /// complete.
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
    /// The host's memory has the region, stays valid, and nobody changes it until the command is complete.
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
