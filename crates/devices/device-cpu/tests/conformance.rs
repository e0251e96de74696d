//! The contract of the driver API, on both devices.

#[path = "support/conformance.rs"]
mod kernels;
mod support;

use std::process::ExitCode;

use tandem_device_conformance::Subject;
use tandem_device_cpu::CpuDriver;

fn main() -> ExitCode {
    tandem_device_conformance::main(&[Subject {
        devices: &["cpu", "basic"],
        driver: || Box::new(CpuDriver::new()),
        image: kernels::image,
        linked: Some(kernels::linked),
        cooperative: Some(kernels::cooperative),
        // It is the processor that runs the test.
        lose: None,
    }])
}
