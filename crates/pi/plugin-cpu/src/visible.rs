//! Selects the devices of the driver that a host sees.

use std::sync::Arc;

use tandem_device::{Context, Device, Driver, PlatformInfo, Result};
use tandem_device_cpu::CpuDriver;

/// Shows the `basic` device where it is `1`.
const VARIABLE: &str = "TANDEM_BASIC_DEVICE";

/// The CPU driver, without the device `basic` unless the environment asks for it.
pub struct Visible(pub CpuDriver);

impl Driver for Visible {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn platform(&self) -> PlatformInfo {
        self.0.platform()
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let mut devices = self.0.probe()?;
        if tandem_environment::variable(VARIABLE).is_none_or(|value| value != "1") {
            // The device `cpu` alone.
            devices.truncate(1);
        }
        Ok(devices)
    }

    fn create_context(&self, devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        self.0.create_context(devices)
    }
}
