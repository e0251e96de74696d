//! Images of the mock: descriptions without pixels, and numbers that represent them.

use std::any::Any;
use std::sync::Arc;

use tandem_device::*;

use super::{Call, MockDevice};

/// The limits of the device that has images.
pub const LIMITS: ImageLimits = ImageLimits {
    supported: true,
    bindless: false,
    max_read_args: 8,
    max_write_args: 8,
    max_read_write_args: 8,
    max_2d: [64; 2],
    max_3d: [16; 3],
    max_buffer_pixels: 256,
    max_array_layers: 8,
    max_samplers: 4,
    mipmaps: false,
    max_anisotropy: 0,
    cubes: false,
};

const FORMATS: &[PixelFormat] = &[PixelFormat { order: ChannelOrder::Rgba, channel: ChannelType::Float }];

struct MockImage(ImageDescription);

impl Image for MockImage {
    fn description(&self) -> &ImageDescription {
        &self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct MockSampler(SamplerDescription);

impl Sampler for MockSampler {
    fn description(&self) -> &SamplerDescription {
        &self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Images for MockDevice {
    fn formats(&self, _kind: ImageKind, _access: Access) -> &[PixelFormat] {
        FORMATS
    }

    fn create(&self, description: &ImageDescription) -> Result<Arc<dyn Image>> {
        Ok(Arc::new(MockImage(description.clone())))
    }

    fn write(&self, _image: &dyn Image, _pixels: HostPixels) -> Result<()> {
        Err(Error::Unsupported("pixels of the mock"))
    }

    fn create_sampler(&self, description: &SamplerDescription) -> Result<Arc<dyn Sampler>> {
        Ok(Arc::new(MockSampler(*description)))
    }
}

/// The value that kernels receive: the width of an image, or the number of an addressing mode, plus
/// 100 for normalized coordinates.
pub fn word(resource: &Resource) -> u64 {
    match resource {
        Resource::Image(image) => image.description().size[0] as u64,
        Resource::Sampler(sampler) => {
            let description = sampler.description();
            description.addressing as u64 + if description.normalized { 100 } else { 0 }
        }
    }
}

/// Writes the values of its first three arguments to the buffer that is its fourth.
pub fn describe(call: &Call<'_>) -> Result<()> {
    let out = call.word(3) as *mut u64;
    for index in 0..3 {
        // SAFETY: the test passes a buffer of as many numbers.
        unsafe { out.add(index).write(call.word(index)) };
    }
    Ok(())
}
