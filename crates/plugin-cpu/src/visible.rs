//! Which devices of the driver a host gets to see.

use std::sync::Arc;

use tandem_device::{Device, Driver, PlatformInfo, Result};
use tandem_device_cpu::CpuDriver;
use tandem_pi::selector::{Backend, DeviceSelector};

/// Index of the `basic` device in the driver's list, and so in selectors.
const BASIC: u32 = 1;

/// The CPU driver, without the devices that nobody asked for.
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
        if !wants_basic(tandem_environment::variable("TANDEM_BASIC_DEVICE").as_deref(), &DeviceSelector::from_env()) {
            devices.truncate(BASIC as usize);
        }
        Ok(devices)
    }
}

/// Whether the environment asks for the `basic` device. A malformed selector is
/// the host's to report.
fn wants_basic<E>(variable: Option<&str>, selector: &Result<DeviceSelector, E>) -> bool {
    variable == Some("1") || selector.as_ref().is_ok_and(|selector| selector.names_root(Backend::NativeCpu, BASIC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basic_device_is_shown_on_demand_only() {
        let select = DeviceSelector::parse;
        assert!(!wants_basic(None, &select("*:*")));
        assert!(!wants_basic(Some("0"), &select("*:cpu")));
        assert!(wants_basic(Some("1"), &select("*:*")));
        assert!(wants_basic(None, &select("native_cpu:1")));
        assert!(!wants_basic(None, &select("native_cpu:0")));
        assert!(!wants_basic(None, &select("malformed")));
    }
}
