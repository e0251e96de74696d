//! The contract of the driver API: over the fake of CUDA's driver, or over the machine's own
//! (`CUDA_CONFORMANCE_DRIVER=machine`).

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::process::ExitCode;

use tandem_device_conformance::Subject;
use tandem_device_cuda::CudaDriver;

static SUBJECTS: [Subject; 1] = [Subject {
    devices: &["gpu"],
    driver: || Box::new(CudaDriver::new()),
    image: support::image,
    linked: Some(support::linked),
    lose: None,
    cooperative: Some(support::cooperative),
}];

fn main() -> ExitCode {
    if std::env::var("CUDA_CONFORMANCE_DRIVER").as_deref() != Ok("machine") {
        support::use_fake(&[("FAKE_CUDA_DEVICES", "2")]);
    }
    tandem_device_conformance::main(&SUBJECTS)
}
