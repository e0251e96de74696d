//! Contexts: each has separate USM. Everything else of a device is the same in all.

use std::any::Any;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_device::{Context, Device, Error, Result};

use crate::device::{CpuDevice, Processor};
use crate::probe;
use crate::usm::Registry;

/// A context.
pub struct CpuContext {
    processors: Vec<Arc<Processor>>,
    usm: Arc<Registry>,
    /// The devices and sub-devices that have been requested.
    known: Mutex<Vec<Weak<CpuDevice>>>,
}

impl CpuContext {
    /// A new context of these devices.
    pub fn new(devices: &[Arc<dyn Device>]) -> Result<Self> {
        let processors = devices.iter().map(processor_of).collect::<Result<_>>()?;
        let (memory, _) = probe::memory();
        Ok(Self { processors, usm: Arc::new(Registry::new(memory)), known: Mutex::default() })
    }
}

impl Context for CpuContext {
    fn device(&self, device: &Arc<dyn Device>) -> Result<Arc<dyn Device>> {
        let asked = processor_of(device)?;
        if !self.processors.iter().any(|own| asked.is_within(own)) {
            return Err(not_here(device));
        }
        let mut known = self.known.lock();
        known.retain(|device| device.strong_count() > 0);
        let mut living = known.iter().filter_map(Weak::upgrade);
        if let Some(device) = living.find(|device| Arc::ptr_eq(device.processor(), &asked)) {
            return Ok(device);
        }
        let device = CpuDevice::new(asked, Arc::clone(&self.usm));
        known.push(Arc::downgrade(&device));
        Ok(device)
    }
}

fn processor_of(device: &Arc<dyn Device>) -> Result<Arc<Processor>> {
    let own: Option<&CpuDevice> = (&**device as &dyn Any).downcast_ref();
    own.map(|own| Arc::clone(own.processor())).ok_or_else(|| not_here(device))
}

fn not_here(device: &Arc<dyn Device>) -> Error {
    Error::Environment(format!("{} is not a device of the context", device.info().name))
}
