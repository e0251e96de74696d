//! Images of a device: what can be made.

use std::sync::Arc;

use tandem_device::{
    Access, HostPixels, Image, ImageDescription, ImageKind, Images, PixelFormat, Result, Sampler, SamplerDescription,
};

use crate::device::CudaDevice;
use crate::image::{CudaImage, CudaSampler};
use crate::image_formats::FORMATS;
use crate::image_transfer;

impl Images for CudaDevice {
    fn formats(&self, _kind: ImageKind, _access: Access) -> &[PixelFormat] {
        &FORMATS
    }

    fn create(&self, description: &ImageDescription) -> Result<Arc<dyn Image>> {
        Ok(CudaImage::create(self, description)?)
    }

    fn write(&self, image: &dyn Image, pixels: HostPixels) -> Result<()> {
        image_transfer::write(self, image, pixels)
    }

    fn create_sampler(&self, description: &SamplerDescription) -> Result<Arc<dyn Sampler>> {
        Ok(Arc::new(CudaSampler::new(description)))
    }
}
