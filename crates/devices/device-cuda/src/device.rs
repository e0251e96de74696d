//! A device in one context: the part that contexts do not share.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{Device, MemoryDomain, Result};
use tandem_device_usm::UsmHeap;

use crate::api::Registered;
use crate::exit::{self, Trim};
use crate::gpu::Gpu;
use crate::hardware::Hardware;
use crate::usm_heap;

/// A device in a context. The devices that the driver finds are in no context, but can be used all the same.
pub struct CudaDevice {
    this: Weak<Self>,
    hardware: Arc<Hardware>,
    gpu: OnceLock<Arc<Gpu>>,
    /// USM of the context on this device.
    pub(crate) usm_heap: UsmHeap,
    /// Host memory that was imported, by its address.
    pub(crate) imported: Mutex<HashMap<usize, Registered>>,
    /// Whose memory it can use.
    pub(crate) peer_domains: Mutex<PeerDomains>,
}

impl CudaDevice {
    /// The device in a new context. Nothing is prepared yet.
    pub fn new(hardware: Arc<Hardware>) -> Arc<Self> {
        let usm_heap = usm_heap::new(hardware.info().global_mem_bytes);
        Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            hardware,
            gpu: OnceLock::new(),
            usm_heap,
            imported: Mutex::default(),
            peer_domains: Mutex::default(),
        })
    }

    /// The part of the device that all contexts share.
    pub fn hardware(&self) -> &Arc<Hardware> {
        &self.hardware
    }

    /// Another handle of this device, unless it is being dropped.
    pub fn shared(&self) -> Option<Arc<Self>> {
        self.this.upgrade()
    }

    /// The device prepared for use.
    pub fn gpu(&self) -> Result<&Arc<Gpu>> {
        match self.gpu.get() {
            Some(gpu) => Ok(gpu),
            None => {
                let gpu = self.hardware.gpu()?;
                Ok(self.gpu.get_or_init(|| {
                    let this: Weak<Self> = Weak::clone(&self.this);
                    exit::register(this);
                    gpu
                }))
            }
        }
    }

    /// The device prepared for use, unless it is lost.
    pub fn usable(&self) -> Result<&Arc<Gpu>> {
        let gpu = self.gpu()?;
        gpu.check_not_lost()?;
        Ok(gpu)
    }
}

/// The memory domains of other devices.
#[derive(Default)]
pub struct PeerDomains {
    /// Whose memory the device reaches, from the first use on.
    pub reached: SmallVec<[MemoryDomain; 4]>,
    /// Whose memory kernels may use.
    pub enabled: SmallVec<[MemoryDomain; 4]>,
}

impl Trim for CudaDevice {
    fn trim_at_exit(&self) {
        if let Ok(gpu) = self.gpu() {
            gpu.trim();
        }
        self.trim();
    }
}
