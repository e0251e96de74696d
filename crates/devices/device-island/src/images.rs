//! Images of the devices: tiles of pixels in their memory, unlike the rows of other devices.

use std::sync::Arc;

use tandem_device::{
    Access, Device, DevicePtr, HostPixels, Image, ImageDescription, ImageKind, Images, Location, PixelFormat, Result,
    Sampler, SamplerDescription,
};
use tandem_device_cpu::image::{self, HostImage, HostSampler};
use tandem_device_cpu::image_transfer::{self, Places};
use tandem_device_cpu::transfer::Transfer;

use crate::device::IslandDevice;

/// Tiles have 4 x 4 pixels.
const TILE_SHIFT: u32 = 2;

impl Images for IslandDevice {
    fn formats(&self, _kind: ImageKind, _access: Access) -> &[PixelFormat] {
        image::formats()
    }

    fn create(&self, description: &ImageDescription) -> Result<Arc<dyn Image>> {
        Ok(HostImage::create(self, description, TILE_SHIFT)?)
    }

    fn write(&self, image: &dyn Image, pixels: HostPixels) -> Result<()> {
        self.check_not_lost()?;
        let transfer = Transfer { device: &self.info().name, origin: None };
        // SAFETY: the caller keeps the pixels valid, and nobody uses the image yet.
        unsafe { image_transfer::write(image, pixels, transfer, self) }
    }

    fn create_sampler(&self, description: &SamplerDescription) -> Result<Arc<dyn Sampler>> {
        self.check_not_lost()?;
        Ok(Arc::new(HostSampler::new(description)))
    }

    fn sampled(&self, image: &Arc<dyn Image>, sampler: &SamplerDescription) -> Result<Arc<dyn Image>> {
        self.check_not_lost()?;
        HostImage::sampled(self, image, &sampler.levels)
    }
}

impl Places for IslandDevice {
    fn location(&self, location: &Location) -> Result<*mut u8> {
        self.place(location)
    }

    fn address(&self, address: DevicePtr) -> Result<*mut u8> {
        self.copy_address(address)
    }
}
