//! The platforms of a plugin, and which of their devices the environment lets through.

use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::Backend;
use tandem_pi_host::Plugin;
use tandem_pi_host::selector::DeviceSelector;

use super::allowlist::{self, Allowlist, Candidate};
use super::device::{Device, Platform};
use super::device_type::type_name;
use super::hidden::Hidden;
use crate::base::error::{Error, Result};
use crate::base::object::Object;

impl Platform {
    /// The devices of these types. A bare `PI_DEVICE_TYPE_DEFAULT` means the device with the
    /// highest default-selector score.
    pub fn devices_of_type(&self, wanted: PiDeviceType) -> Vec<Arc<Object<Device>>> {
        if wanted == PI_DEVICE_TYPE_DEFAULT {
            return best(self.devices.iter()).into_iter().cloned().collect();
        }
        self.devices.iter().filter(|device| device.device_type().intersects(wanted)).cloned().collect()
    }
}

/// The numbers of the next devices, by back end: devices are numbered in the order in which they
/// are found.
pub(super) type Numbers = [u32; Backend::ALL.len()];

/// The discovered platforms of a plugin.
#[derive(Default)]
pub(super) struct Found {
    /// Those with a device that passes the selector and `SYCL_DEVICE_ALLOWLIST`.
    pub(super) platforms: Vec<Arc<Object<Platform>>>,
    /// The devices that do not pass.
    pub(super) hidden: Vec<Hidden>,
    /// The platforms that could not be asked, and why.
    pub(super) failures: Vec<String>,
}

/// Queries a plugin's platforms. A platform that fails does not hide the others.
///
/// # Errors
/// An error in `SYCL_DEVICE_ALLOWLIST`.
pub(super) fn discover(plugin: &'static Plugin, selector: &DeviceSelector, numbers: &mut Numbers) -> Result<Found> {
    let filter = Filter { selector, allowlist: Allowlist::from_env()? };
    let mut found = Found::default();
    match pi::Platform::all(plugin) {
        Ok(platforms) => {
            for raw in platforms {
                if let Err(error) = filter.add(raw, numbers, &mut found) {
                    let name = raw.info_text(PI_PLATFORM_INFO_NAME).unwrap_or_default();
                    found.failures.push(format!("platform {name}: {error}"));
                }
            }
        }
        Err(error) => found.failures.push(error.to_string()),
    }
    Ok(found)
}

/// The filter for devices.
struct Filter<'a> {
    selector: &'a DeviceSelector,
    allowlist: Allowlist,
}

impl Filter<'_> {
    /// Adds a platform.
    fn add(&self, raw: pi::Platform, numbers: &mut Numbers, found: &mut Found) -> Result<()> {
        let Some(backend) = raw.backend().ok().and_then(Backend::from_pi) else {
            return Ok(());
        };
        let position = Backend::ALL.iter().position(|known| *known == backend);
        let index = &mut numbers[position.unwrap_or_default()];
        let mut devices = Vec::new();
        for device in raw.devices(PI_DEVICE_TYPE_ALL)? {
            let kind = device_type(&device)?;
            if !self.allowlist.allows(|| describe(&raw, backend, &device)) {
                found.hidden.push(Hidden::device(backend, kind, None, &device, allowlist::VARIABLE));
                continue;
            }
            match self.selector.ruled_out(backend, kind, *index) {
                None => devices.push(device),
                Some(variable) => found.hidden.push(Hidden::device(backend, kind, Some(*index), &device, variable)),
            }
            *index += 1;
        }
        if !devices.is_empty() {
            found.platforms.push(make(raw, backend, devices)?);
        }
        Ok(())
    }
}

fn make(raw: pi::Platform, backend: Backend, devices: Vec<pi::Device>) -> Result<Arc<Object<Platform>>> {
    let mut failure: Option<Error> = None;
    let platform = Object::new_cyclic(|platform| Platform {
        pi: raw,
        backend,
        devices: devices
            .into_iter()
            .filter_map(|device| {
                let device = Device::new(device, platform.clone());
                device.map_err(|error| failure = Some(error)).ok()
            })
            .collect(),
    });
    failure.map_or(Ok(platform), Err)
}

fn device_type(device: &pi::Device) -> Result<PiDeviceType> {
    Ok(PiDeviceType(device.info::<u64>(PI_DEVICE_INFO_TYPE)?))
}

/// The properties that the allow list matches.
fn describe(platform: &pi::Platform, backend: Backend, device: &pi::Device) -> Candidate {
    let platform_text = |param| platform.info_text(param).unwrap_or_default();
    let device_text = |param| device.info_text(param).unwrap_or_default();
    let kind = device_type(device).unwrap_or_default();
    Candidate {
        backend: backend.name(),
        device_type: type_name(kind),
        vendor_id: device.info(PI_DEVICE_INFO_VENDOR_ID).unwrap_or_default(),
        driver_version: device_text(PI_DEVICE_INFO_DRIVER_VERSION),
        platform_version: platform_text(PI_PLATFORM_INFO_VERSION),
        device_name: device_text(PI_DEVICE_INFO_NAME),
        platform_name: platform_text(PI_PLATFORM_INFO_NAME),
    }
}

/// The first of the devices that the default selector likes best.
pub(super) fn best<'a>(
    devices: impl DoubleEndedIterator<Item = &'a Arc<Object<Device>>>,
) -> Option<&'a Arc<Object<Device>>> {
    // `max_by_key` takes the last of equals.
    devices.rev().max_by_key(|device| device.default_score())
}
