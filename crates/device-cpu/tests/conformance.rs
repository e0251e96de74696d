//! The contract of the driver API, on both devices.

mod support;

use std::sync::Arc;

use support::{compile, devices, kernel, load};
use tandem_device::{ArgKind, Device, Program, Result};
use tandem_device_conformance::Subject;

/// The devices `cpu` and `basic`.
struct Cpu;

impl Subject for Cpu {
    fn devices() -> Vec<Arc<dyn Device>> {
        devices()
    }

    fn program(device: &dyn Device) -> Result<Arc<dyn Program>> {
        let source = "KERNEL(ids) { EACH_ITEM { ARG(u64 *, 0)[GID(0, x)] = 1 + GID(0, x); } }";
        load(device, &compile(source, &["-fPIC"], &[kernel("ids", &[ArgKind::Global])]))
    }
}

tandem_device_conformance::conformance!(Cpu);
