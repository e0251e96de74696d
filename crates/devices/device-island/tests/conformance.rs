//! The contract of the driver API: on a device with a peer, on one with a device out of
//! reach, and on one with host USM.

#[path = "../../device-cpu/tests/support/conformance.rs"]
mod kernels;
#[path = "../../device-cpu/tests/support/mod.rs"]
mod support;

use std::process::ExitCode;

use tandem_device::{Device, Driver};
use tandem_device_conformance::{Image, Subject};
use tandem_device_island::{IslandDriver, Spec, lose_device};

const fn subject(devices: &'static [&'static str], driver: fn() -> Box<dyn Driver>) -> Subject {
    let linked: Option<fn(&dyn Device) -> [Image; 2]> = Some(kernels::linked);
    let cooperative: Option<fn(&dyn Device) -> Image> = Some(kernels::cooperative);
    Subject { devices, driver, image: kernels::image, linked, cooperative, lose: Some(lose_device) }
}

fn driver(spec: &str) -> Box<dyn Driver> {
    Box::new(IslandDriver::new(0, Spec::parse(spec).expect("valid")))
}

static SUBJECTS: [Subject; 3] = [
    subject(&["island"], || driver("devices=2,memory=256M")),
    subject(&["lonely-island"], || driver("devices=2,memory=256M,peer=no")),
    subject(&["host-usm-island"], || driver("memory=256M,profile=2")),
];

fn main() -> ExitCode {
    tandem_device_conformance::main(&SUBJECTS)
}
