//! Why there is no device for a program: what each device lacks, which variable
//! hides it, and what there is.

use super::aspect;
use super::device::Device;
use super::device_type::type_name;
use super::hidden::Hidden;
use super::plugins;
use crate::base::error::Error;

/// A program's requirements for a device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The selector; `None` for one of the program's own.
    pub selector: Option<&'a str>,
    /// The aspects that the device must have, as bits.
    pub with: u64,
    /// The aspects that it must not have.
    pub without: u64,
}

/// The error of a program that finds no device: each device there is with what
/// rules it out.
pub fn error(wanted: Wanted<'_>) -> Error {
    let mut text = match wanted.selector {
        Some(selector) => format!("no device matches {selector}"),
        None => "no device matches the program's selector".to_owned(),
    };
    let mut lines = Vec::new();
    let platforms = plugins::platforms().unwrap_or_default();
    for platform in platforms.iter() {
        for (backend, device) in platform.devices().iter().map(|device| (platform.backend(), device)) {
            let kind = type_name(device.device_type());
            lines.push(format!("[{backend}:{kind}] {}: {}", device.name(), reason(device, wanted)));
        }
    }
    lines.extend(plugins::hidden_devices().iter().map(Hidden::to_string));
    if lines.is_empty() {
        lines.push("no plugin found a device; SYCL_PI_TRACE=1 shows which plugins were looked for".to_owned());
    }
    for line in lines {
        text += "\n  ";
        text += &line;
    }
    Error::NoDevice(text)
}

/// Whether a device has the aspects that it must have, and none of the others.
pub(crate) fn fits(device: &Device, wanted: Wanted<'_>) -> bool {
    let (mut lacks, mut has) = differences(device, wanted);
    lacks.next().is_none() && has.next().is_none()
}

/// (the aspects that a device lacks, those that it must not have and has).
fn differences(device: &Device, wanted: Wanted<'_>) -> (impl Iterator<Item = u32>, impl Iterator<Item = u32>) {
    let bits = |set: u64| (0..u64::BITS).filter(move |bit| set >> bit & 1 != 0);
    let lacks = bits(wanted.with).filter(|aspect| !device.has_aspect(*aspect));
    let has = bits(wanted.without).filter(|aspect| device.has_aspect(*aspect));
    (lacks, has)
}

/// The reason for rejecting a device that the environment allows.
fn reason(device: &Device, wanted: Wanted<'_>) -> String {
    let (lacks, has) = differences(device, wanted);
    let lacks = lacks.map(|aspect| format!("lacks aspect::{}", aspect::name(aspect)));
    let has = has.map(|aspect| format!("has aspect::{}", aspect::name(aspect)));
    let reasons: Vec<_> = lacks.chain(has).collect();
    match reasons.is_empty() {
        true => "has a negative score".to_owned(),
        false => reasons.join(", "),
    }
}
