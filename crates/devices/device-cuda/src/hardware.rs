//! The part of a device that all contexts share.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_device::{DeviceInfo, MemoryDomain, Result};
use tandem_native_cuda::Processor;

use crate::api::{CudaResult, Device, PrimaryContext};
use crate::gpu::{Gpu, unusable};
use crate::image_limits::RowLimits;
use crate::info;
use crate::sys::{self, DeviceAttribute};

/// The domain of the first device: "CUDA" and its number.
const FIRST_DOMAIN: u64 = 0x4355_4441_0000_0000;

/// A device of the process, shared by all contexts.
pub struct Hardware {
    device: Device,
    info: DeviceInfo,
    /// From its first use to its last.
    gpu: Mutex<Weak<Gpu>>,
}

/// The memory of the device with this number.
pub fn domain_of(device: sys::Device) -> MemoryDomain {
    MemoryDomain(FIRST_DOMAIN + device.max(0) as u64)
}

/// The devices in use. Peers find each other here.
static ALL: Mutex<Vec<Weak<Hardware>>> = Mutex::new(Vec::new());

impl Hardware {
    /// A device of the process, which is not used by this.
    pub fn of(device: Device) -> CudaResult<Arc<Self>> {
        let mut all = ALL.lock();
        let known = all.iter().filter_map(Weak::upgrade).find(|known| known.device.raw() == device.raw());
        if let Some(known) = known {
            return Ok(known);
        }
        let hardware = Arc::new(Self { device, info: info::describe(&device)?, gpu: Mutex::default() });
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(&hardware));
        Ok(hardware)
    }

    /// Whether both are the same device.
    pub fn is_same(&self, other: &Self) -> bool {
        self.device.raw() == other.device.raw()
    }

    /// The limits of rows in memory that textures read.
    pub fn row_limits(&self) -> RowLimits {
        RowLimits::of(|attribute| self.device.attribute(attribute))
    }

    /// CUDA's device.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Its properties.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Its memory.
    pub fn domain(&self) -> MemoryDomain {
        domain_of(self.device.raw())
    }

    /// The private memory that each work-item of a kernel can have: CUDA sets it aside for all
    /// threads that can be on the device.
    pub fn max_private_bytes(&self) -> u64 {
        let threads = self.device.attribute(DeviceAttribute::MaxThreadsPerMultiprocessor) as u64;
        self.info.global_mem_bytes / (threads * u64::from(self.info.compute_units)).max(1)
    }

    /// The processor, which determines the code that it runs.
    pub fn processor(&self) -> Processor {
        let [major, minor] = [DeviceAttribute::ComputeCapabilityMajor, DeviceAttribute::ComputeCapabilityMinor]
            .map(|attribute| self.device.attribute(attribute) as u32);
        Processor::from_capability(major, minor)
    }

    /// The device prepared for use. The first call takes a tenth of a second.
    pub fn gpu(&self) -> Result<Arc<Gpu>> {
        let mut gpu = self.gpu.lock();
        if let Some(gpu) = gpu.upgrade() {
            return Ok(gpu);
        }
        let primary = PrimaryContext::retain(self.device).map_err(|error| unusable(&self.info.name, error))?;
        let has_pools = self.device.attribute(DeviceAttribute::MemoryPoolsSupported) != 0;
        let prepared = Gpu::prepare(primary, &self.info.name, has_pools)?;
        *gpu = Arc::downgrade(&prepared);
        Ok(prepared)
    }
}
