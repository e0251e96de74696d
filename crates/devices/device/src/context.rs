//! Contexts: devices that are used together.

use std::sync::Arc;

use crate::device::Device;
use crate::error::Result;
use crate::native_handle::NativeHandle;

/// The driver's side of a context.
///
/// A context is the initialized state of its devices. A driver prepares a device when its first context is made
/// ([`Driver::create_context`](crate::Driver::create_context)), and releases this state when the last handle of the
/// context and of everything made through it is dropped. A device that is lost is lost for its existing contexts; a
/// context that is made later can use it again if the driver supports that.
pub trait Context: Send + Sync {
    /// The device in this context. Programs, queues, allocations and USM that are made through the result belong to the
    /// context. `device` is one of the driver's, as returned by [`probe`](crate::Driver::probe) or by a division of
    /// one. Called for each of the context's devices once, and for parts of them; repeated calls return the same
    /// device.
    ///
    /// # Errors
    /// When it is neither one of the context's nor a part of one.
    fn device(&self, device: &Arc<dyn Device>) -> Result<Arc<dyn Device>>;

    /// The context of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

/// The context of a driver that keeps nothing for one: its devices are the same in all.
#[derive(Debug)]
pub struct SharedContext;

impl Context for SharedContext {
    fn device(&self, device: &Arc<dyn Device>) -> Result<Arc<dyn Device>> {
        Ok(Arc::clone(device))
    }
}
