//! The contract of the driver API, on both profiles.

#[path = "../../device-cpu/tests/support/mod.rs"]
mod support;

use std::sync::Arc;

use support::{compile, kernel, load};
use tandem_device::{ArgKind, Device, Driver, Program, Result};
use tandem_device_conformance::Subject;
use tandem_device_island::{IslandDriver, Spec};

/// Devices of both profiles.
struct Island;

impl Subject for Island {
    fn devices() -> Vec<Arc<dyn Device>> {
        let devices = |profile| {
            let spec = Spec::parse(&format!("memory=8M,profile={profile}")).expect("valid");
            IslandDriver::new(0, spec).probe().expect("a device")
        };
        [1, 2].into_iter().flat_map(devices).collect()
    }

    fn program(device: &dyn Device) -> Result<Arc<dyn Program>> {
        let source = "KERNEL(ids) { EACH_ITEM { ARG(u64 *, 0)[GID(0, x)] = 1 + GID(0, x); } }";
        load(device, &compile(source, &["-fPIC"], &[kernel("ids", &[ArgKind::Global])]))
    }
}

tandem_device_conformance::conformance!(Island);
