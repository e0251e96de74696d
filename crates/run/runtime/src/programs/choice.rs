//! The device that a selector chooses (SYCL 2020, 4.6.1.1).

use std::sync::Arc;

use tandem_pi_abi::constants::*;

use super::program_manager;
use crate::base::error::Result;
use crate::base::object::Object;
use crate::devices::aspect;
use crate::devices::device::Device;
use crate::devices::no_device::{self, Wanted};
use crate::devices::plugins;

/// The device that `default_selector_v` chooses: the first one with the highest score.
///
/// # Errors
/// [`crate::base::error::Error::NoDevice`], and whatever keeps plugins from loading.
pub fn default_device() -> Result<Arc<Object<Device>>> {
    choose(Wanted { selector: Some("default_selector_v"), ..Wanted::default() })
}

/// The first of the devices with the aspects that the default selector likes best: one for which the program has
/// an image, before one of a type that it prefers. Back ends that have no such devices are not asked for theirs.
///
/// # Errors
/// As for [`default_device`].
pub fn choose(wanted: Wanted<'_>) -> Result<Arc<Object<Device>>> {
    let platforms = plugins::platforms_with(device_types(wanted.with))?;
    let devices = platforms.iter().flat_map(|platform| platform.devices());
    let fitting: Vec<_> = devices.filter(|device| no_device::fits(device, wanted)).collect();
    let manager = program_manager()?;
    // Images are looked at only where there is a choice.
    let has_image = |device: &Arc<Object<Device>>| fitting.len() == 1 || manager.has_image_for(device);
    // `max_by_key` takes the last of equals.
    let best = fitting.iter().rev().max_by_key(|device| (has_image(device), device.default_score()));
    best.map(|device| Arc::clone(device)).ok_or_else(|| no_device::error(wanted))
}

/// The types of devices that may have the aspects of a set.
fn device_types(aspects: u64) -> PiDeviceType {
    let types = [
        (aspect::CPU, PI_DEVICE_TYPE_CPU),
        (aspect::GPU, PI_DEVICE_TYPE_GPU),
        (aspect::ACCELERATOR, PI_DEVICE_TYPE_ACC),
    ];
    types.into_iter().find(|(aspect, _)| aspects >> aspect & 1 != 0).map_or(PI_DEVICE_TYPE_ALL, |(_, wanted)| wanted)
}
