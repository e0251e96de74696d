//! Drivers: what finds devices and puts them into contexts.

use std::sync::Arc;

use crate::context::{Context, SharedContext};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::native_handle::NativeHandle;

/// A driver's description of its platform.
#[derive(Clone, Debug)]
pub struct PlatformInfo {
    /// Platform name.
    pub name: String,
    /// Vendor's name.
    pub vendor: String,
    /// Version.
    pub version: String,
    /// Profile, such as `FULL_PROFILE`.
    pub profile: String,
    /// Extensions by name.
    pub extensions: Vec<String>,
    /// The value of `sycl::backend`, which is PI's `PI_EXT_PLATFORM_BACKEND_…`.
    pub backend: u32,
}

/// A driver: one platform.
pub trait Driver: Send + Sync {
    /// Short name, such as `native_cpu`; it names the plugin.
    fn name(&self) -> &str;

    /// The answers to platform queries.
    fn platform(&self) -> PlatformInfo;

    /// Finds the devices. Called once per process, and again only after
    /// everything that the first call returned is gone: then it finds the same
    /// devices. May block, but starts nothing: most programs do not use every device.
    /// No device at all is an empty list, not an error.
    fn probe(&self) -> Result<Vec<Arc<dyn Device>>>;

    /// Makes a context of devices that [`probe`](Self::probe), or a division of one of
    /// them, returned; at least one. Here a driver prepares devices for their first use,
    /// or again after they were lost. May block.
    ///
    /// # Errors
    /// [`Error::DeviceLost`] for a device that cannot be used again.
    fn create_context(&self, _devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(SharedContext))
    }

    /// A context around one of the back end, as [`NativeObjects`](crate::NativeObjects) has it for other
    /// objects. Of these devices, it has those that [`Context::device`] returns.
    fn native_context(
        &self,
        _handle: NativeHandle,
        _owned: bool,
        _devices: &[Arc<dyn Device>],
    ) -> Result<Arc<dyn Context>> {
        Err(Error::Unsupported("a context around a native handle"))
    }
}
