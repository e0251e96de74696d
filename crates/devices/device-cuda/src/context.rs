//! Contexts. Each has its own USM; the primary context of a device is the same in all of them.

use std::any::Any;
use std::sync::Arc;

use tandem_device::{Context, Device, Error, NativeHandle, Result};

use crate::device::CudaDevice;

/// A context.
pub struct CudaContext {
    devices: Vec<Arc<CudaDevice>>,
}

impl CudaContext {
    /// A new context of these devices, which are not used yet.
    pub fn new(devices: &[Arc<dyn Device>]) -> Result<Self> {
        let devices = devices.iter().map(|device| Ok(CudaDevice::new(Arc::clone(cuda_of(device)?.hardware()))));
        Ok(Self { devices: devices.collect::<Result<_>>()? })
    }

    /// The context of the device whose primary context this is.
    pub fn around(handle: NativeHandle, devices: &[Arc<dyn Device>]) -> Result<Self> {
        for device in devices {
            if cuda_of(device)?.gpu()?.primary.raw().0 == handle.0 {
                return Self::new(std::slice::from_ref(device));
            }
        }
        let text = format!("the CUDA context {:#x} is not the primary context of any of the devices", handle.0);
        Err(Error::Environment(text))
    }
}

impl Context for CudaContext {
    fn device(&self, device: &Arc<dyn Device>) -> Result<Arc<dyn Device>> {
        let hardware = cuda_of(device)?.hardware();
        let own = self.devices.iter().find(|own| own.hardware().is_same(hardware));
        own.map(|own| Arc::clone(own) as Arc<dyn Device>).ok_or_else(|| not_here(device))
    }

    /// The primary context of the device, if there is only one.
    fn native_handle(&self) -> Option<NativeHandle> {
        let [device] = self.devices.as_slice() else { return None };
        Some(NativeHandle(device.gpu().ok()?.primary.raw().0))
    }
}

fn cuda_of(device: &Arc<dyn Device>) -> Result<&CudaDevice> {
    (&**device as &dyn Any).downcast_ref().ok_or_else(|| not_here(device))
}

fn not_here(device: &Arc<dyn Device>) -> Error {
    Error::Environment(format!("{} is not a device of the context", device.info().name))
}
