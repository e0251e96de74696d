//! The platform.

use std::sync::Arc;

use tandem_device::{Context, Device, Driver, Error, NativeHandle, PlatformInfo, Result};

use crate::api::{Cuda, CudaError};
use crate::context::CudaContext;
use crate::device::CudaDevice;
use crate::hardware::Hardware;

/// `ext_oneapi_cuda`.
const BACKEND: u32 = 3;

/// CUDA's platform, whose devices are the machine's NVIDIA GPUs. Nothing is opened before it
/// probes.
#[derive(Debug, Default)]
pub struct CudaDriver;

impl CudaDriver {
    /// The platform.
    pub fn new() -> Self {
        Self
    }
}

impl Driver for CudaDriver {
    fn name(&self) -> &str {
        "cuda"
    }

    fn platform(&self) -> PlatformInfo {
        // The platform was probed before, except in tests of the text.
        let version = match Cuda::open() {
            Ok(Some(cuda)) => cuda.version(),
            _ => (0, 0),
        };
        PlatformInfo {
            name: "NVIDIA CUDA".to_owned(),
            vendor: "NVIDIA Corporation".to_owned(),
            version: format!("CUDA {}.{}", version.0, version.1),
            profile: "FULL_PROFILE".to_owned(),
            extensions: Vec::new(),
            backend: BACKEND,
        }
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let Some(cuda) = Cuda::open()? else { return Ok(Vec::new()) };
        let unlisted = |error| Error::Environment(format!("cannot list CUDA's devices: {error}"));
        let failed = |error: CudaError| error.unless_ended(unlisted);
        let find = |number| -> Result<Arc<dyn Device>> {
            let hardware = Hardware::of(cuda.device(number).map_err(failed)?).map_err(failed)?;
            Ok(CudaDevice::new(hardware))
        };
        (0..cuda.devices().map_err(failed)?).map(find).collect()
    }

    fn create_context(&self, devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(CudaContext::new(devices)?))
    }

    fn native_context(
        &self,
        handle: NativeHandle,
        _owned: bool,
        devices: &[Arc<dyn Device>],
    ) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(CudaContext::around(handle, devices)?))
    }
}
