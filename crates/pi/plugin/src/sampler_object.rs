//! The object of a sampler handle: a description, and the samplers of the devices that use it.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{AddressingMode, Device, MemoryDomain, Sampler, SamplerDescription};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::failure::{ensure, failure, from_driver};

/// A sampler that is independent of the device.
pub struct SamplerObject {
    description: SamplerDescription,
    /// By memory domain of the devices that made them: other devices of a domain accept them, too.
    made: Mutex<Vec<(MemoryDomain, Arc<dyn Sampler>)>>,
}

impl SamplerObject {
    /// A sampler that no device has used.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_VALUE` for a repeating addressing mode with coordinates that are not
    /// normalized (OpenCL API, section 5.7.1).
    pub fn new(description: SamplerDescription) -> Result<Arc<Self>, Failure> {
        let repeats = matches!(description.addressing, AddressingMode::Repeat | AddressingMode::MirroredRepeat);
        ensure!(
            description.normalized || !repeats,
            PI_ERROR_INVALID_VALUE,
            "a sampler with the addressing mode {:?} needs normalized coordinates",
            description.addressing
        );
        Ok(Arc::new(Self { description, made: Mutex::default() }))
    }

    /// The sampler's description.
    pub fn description(&self) -> &SamplerDescription {
        &self.description
    }

    /// The sampler for launches on a device, which is made when it is used there first.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_OPERATION` for a device without images, and those of the driver.
    pub fn on(&self, device: &dyn Device) -> Result<Arc<dyn Sampler>, Failure> {
        let domain = device.memory_domain();
        let mut made = self.made.lock();
        if let Some((_, sampler)) = made.iter().find(|(known, _)| *known == domain) {
            return Ok(Arc::clone(sampler));
        }
        let name = &device.info().name;
        let images = device.images();
        let images = images.ok_or_else(|| failure!(PI_ERROR_INVALID_OPERATION, "{name} has no images to sample"))?;
        let sampler = images.create_sampler(&self.description).map_err(from_driver)?;
        made.push((domain, Arc::clone(&sampler)));
        Ok(sampler)
    }
}
