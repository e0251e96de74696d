//! The driver: one platform of devices that are alike.

use std::sync::Arc;

use tandem_device::{Context, Device, Driver, Error, NativeHandle, PlatformInfo, Result};

use crate::arena::Arena;
use crate::context::IslandContext;
use crate::device::IslandDevice;
use crate::failures::Failures;
use crate::hardware::{Hardware, PlatformMemory};
use crate::spec::Spec;

/// `ext_tandem_island`.
const BACKEND: u32 = 100;

/// One platform of island devices.
pub struct IslandDriver {
    index: usize,
    spec: Spec,
}

/// The platforms that the environment describes; without a description, none.
///
/// # Errors
/// When the description is malformed.
pub fn drivers_from_env() -> Result<Vec<Arc<dyn Driver>>> {
    let Some(spec) = Spec::from_env() else { return Ok(Vec::new()) };
    let spec = spec.map_err(|error| Error::Environment(error.to_string()))?;
    let driver = |index| Arc::new(IslandDriver::new(index, spec.clone())) as Arc<dyn Driver>;
    Ok((0..spec.platforms).map(driver).collect())
}

impl IslandDriver {
    /// The platform of this number. Nothing is started before it probes.
    pub fn new(index: usize, spec: Spec) -> Self {
        Self { index, spec }
    }
}

impl Driver for IslandDriver {
    fn name(&self) -> &str {
        "island"
    }

    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            name: format!("Tandem Islands {}", self.index),
            vendor: "Tandem".to_owned(),
            version: concat!("OpenCL 3.0 Tandem ", env!("CARGO_PKG_VERSION")).to_owned(),
            profile: "FULL_PROFILE".to_owned(),
            extensions: Vec::new(),
            backend: BACKEND,
        }
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let arenas = (0..self.spec.devices).map(|_| Arena::new(self.spec.memory));
        let arenas = arenas.collect::<Result<Vec<_>, _>>();
        let arenas = arenas.map_err(|error| Error::Environment(format!("no memory for island devices: {error}")))?;
        let failures = Arc::new(Failures::new(self.spec.failures.clone()));
        let memory = Arc::new(PlatformMemory { arenas, peer: self.spec.peer });
        let device = |number| -> Arc<dyn Device> {
            let name = format!("Tandem Island {}.{number}", self.index).into();
            IslandDevice::new(name, &self.spec, Hardware::new(number, &self.spec, &memory, &failures))
        };
        Ok((0..self.spec.devices).map(device).collect())
    }

    fn create_context(&self, devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(IslandContext::new(devices)?))
    }

    fn native_context(
        &self,
        handle: NativeHandle,
        _owned: bool,
        _devices: &[Arc<dyn Device>],
    ) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(IslandContext::find(handle)?))
    }
}
