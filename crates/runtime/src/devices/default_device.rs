//! The device that `default_selector_v` chooses (SYCL 2020, 4.6.1.1).

use std::sync::Arc;

use super::device::Device;
use super::no_device::{self, Wanted};
use super::platform::best;
use super::plugins;
use crate::base::error::Result;
use crate::base::object::Object;

/// The first device with the highest score.
///
/// # Errors
/// [`crate::base::error::Error::NoDevice`], and whatever keeps plugins from loading.
pub fn default_device() -> Result<Arc<Object<Device>>> {
    let platforms = plugins::platforms()?;
    let devices = platforms.iter().flat_map(|platform| platform.devices());
    let none = || no_device::error(Wanted { selector: Some("default_selector_v"), ..Wanted::default() });
    best(devices).cloned().ok_or_else(none)
}
