//! Images of the CPU devices: rows of pixels in the host's memory.

use std::sync::Arc;

use tandem_device::{
    Access, Device, DevicePtr, HostPixels, Image, ImageDescription, ImageKind, Images, Location, PixelFormat, Result,
    Sampler, SamplerDescription,
};

use crate::device::CpuDevice;
use crate::image::{self, HostImage, HostSampler};
use crate::image_transfer::{self, Places};
use crate::transfer::Transfer;

impl Images for CpuDevice {
    fn formats(&self, _kind: ImageKind, _access: Access) -> &[PixelFormat] {
        image::formats()
    }

    fn create(&self, description: &ImageDescription) -> Result<Arc<dyn Image>> {
        Ok(HostImage::create(self, description, 0)?)
    }

    fn write(&self, image: &dyn Image, pixels: HostPixels) -> Result<()> {
        let transfer = Transfer { device: &self.info().name, origin: None };
        // SAFETY: the caller keeps the pixels valid, and nobody uses the image yet.
        unsafe { image_transfer::write(image, pixels, transfer, self) }
    }

    fn create_sampler(&self, description: &SamplerDescription) -> Result<Arc<dyn Sampler>> {
        Ok(Arc::new(HostSampler::new(description)))
    }

    fn sampled(&self, image: &Arc<dyn Image>, sampler: &SamplerDescription) -> Result<Arc<dyn Image>> {
        HostImage::sampled(self, image, &sampler.levels)
    }
}

impl Places for CpuDevice {
    fn location(&self, location: &Location) -> Result<*mut u8> {
        self.resolve(location)
    }

    fn address(&self, address: DevicePtr) -> Result<*mut u8> {
        Ok(address.as_host().0)
    }
}
