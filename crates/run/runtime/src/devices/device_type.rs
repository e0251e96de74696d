//! The types of devices, by name.

use tandem_pi_abi::constants::*;

/// The name of a type of device, as in selectors.
pub fn type_name(kind: PiDeviceType) -> &'static str {
    match kind {
        _ if kind.intersects(PI_DEVICE_TYPE_CPU) => "cpu",
        _ if kind.intersects(PI_DEVICE_TYPE_GPU) => "gpu",
        _ => "acc",
    }
}
