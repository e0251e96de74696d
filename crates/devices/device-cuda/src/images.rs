//! Images of a device: supported formats and creation.

use std::sync::Arc;

use tandem_device::{
    Access, HostPixels, Image, ImageDescription, ImageKind, Images, OPENCL_FORMATS, PixelFormat, Result, Sampler,
    SamplerDescription,
};

use crate::device::CudaDevice;
use crate::image::CudaImage;
use crate::image_sampling::CudaSampler;
use crate::image_transfer;

impl Images for CudaDevice {
    fn formats(&self, _kind: ImageKind, _access: Access) -> &[PixelFormat] {
        &OPENCL_FORMATS
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

    fn sampled(&self, image: &Arc<dyn Image>, sampler: &SamplerDescription) -> Result<Arc<dyn Image>> {
        Ok(match CudaImage::of(&**image, self)?.sampled(self, sampler)? {
            Some(mipmap) => mipmap,
            None => Arc::clone(image),
        })
    }
}
