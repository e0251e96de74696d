//! Contexts: each has its own USM, threads and health of its devices.

use std::any::Any;
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::{Context, Device, Error, NativeHandle, Result};

use crate::device::IslandDevice;
use crate::handles::Handles;

/// The contexts that others refer to.
static CONTEXTS: Handles<Shared> = Handles::new();

/// A context. Several of these may be one context of the back end.
pub struct IslandContext(Arc<Shared>);

struct Shared {
    this: Weak<Self>,
    devices: Vec<Arc<IslandDevice>>,
    /// The sub-devices that have been requested.
    parts: Mutex<Vec<Weak<IslandDevice>>>,
    handle: OnceLock<NativeHandle>,
}

impl IslandContext {
    /// A new context of these devices.
    pub fn new(devices: &[Arc<dyn Device>]) -> Result<Self> {
        let devices = devices.iter().map(|device| Ok(island_of(device)?.in_new_context()));
        let devices = devices.collect::<Result<_>>()?;
        let shared = |this: &Weak<Shared>| Shared {
            this: Weak::clone(this),
            devices,
            parts: Mutex::default(),
            handle: OnceLock::new(),
        };
        Ok(Self(Arc::new_cyclic(shared)))
    }

    /// The context with this native handle.
    pub fn find(handle: NativeHandle) -> Result<Self> {
        let context = CONTEXTS.find(handle).map(Self);
        context.ok_or_else(|| Error::Environment(format!("no island context has the native handle {:#x}", handle.0)))
    }
}

impl Context for IslandContext {
    fn device(&self, device: &Arc<dyn Device>) -> Result<Arc<dyn Device>> {
        let asked = island_of(device)?;
        let whole = self.0.devices.iter().find(|own| asked.is_within(own)).ok_or_else(|| not_here(device))?;
        if whole.is_within(asked) {
            return Ok(whole.clone());
        }
        let mut parts = self.0.parts.lock();
        parts.retain(|part| part.strong_count() > 0);
        let known = parts.iter().filter_map(Weak::upgrade);
        if let Some(part) = known.into_iter().find(|part| asked.is_within(part) && part.is_within(asked)) {
            return Ok(part);
        }
        let part = whole.part(asked.units().to_vec());
        parts.push(Arc::downgrade(&part));
        Ok(part)
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(CONTEXTS.handle_of(&self.0.handle, Weak::clone(&self.0.this)))
    }
}

fn island_of(device: &Arc<dyn Device>) -> Result<&IslandDevice> {
    (&**device as &dyn Any).downcast_ref().ok_or_else(|| not_here(device))
}

fn not_here(device: &Arc<dyn Device>) -> Error {
    Error::Environment(format!("{} is not a device of the context", device.info().name))
}
