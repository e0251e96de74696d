//! The devices with command buffers that PI can use, and the properties of the queues that they are recorded for.

use opencl_sys::*;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::query;

/// The extension's name.
pub(super) const EXTENSION: &str = "cl_khr_command_buffer";
/// The first version whose commands have a list of properties: functions of earlier ones have other parameters.
const FIRST_VERSION: u32 = version_number(0, 9, 5);
/// `CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR`
const SIMULTANEOUS_USE: u64 = 1 << 2;
/// `CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR`, of versions without `…_SUPPORTED_QUEUE_PROPERTIES_KHR`.
const OUT_OF_ORDER: u64 = 1 << 3;
/// The flag of a command buffer that may be replayed while it runs.
pub(super) const SIMULTANEOUS_USE_FLAG: u64 = 1 << 0;

pub(super) const PROFILING: u64 = PI_QUEUE_FLAG_PROFILING_ENABLE.0;
pub(super) const ANY_ORDER: u64 = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE.0;

/// `CL_MAKE_VERSION`
const fn version_number(major: u32, minor: u32, patch: u32) -> u32 {
    major << 22 | minor << 12 | patch
}

/// The properties of the queues that a device's command buffers are recorded for: without profiling, and with it.
/// `None` if the device cannot do what PI needs.
///
/// PI replays a command buffer that may still run, so simultaneous use is needed; and queues with profiling.
///
/// # Errors
/// A query fails.
pub(super) fn queue_properties(device: PiDevice) -> Result<Option<[u64; 2]>, Failure> {
    let version = query::extension_version(device, EXTENSION)?;
    if version.is_none_or(|version| version < FIRST_VERSION) {
        return Ok(None);
    }
    let capabilities: u64 = query::device_value(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR)?;
    let required: u64 = query::device_value(device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR)?;
    let supported = match query::device_value(device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR) {
        // The query is newer than 0.9.5.
        Err(failure) if failure.code == PI_ERROR_INVALID_VALUE && capabilities & OUT_OF_ORDER == 0 => PROFILING,
        Err(failure) if failure.code == PI_ERROR_INVALID_VALUE => PROFILING | ANY_ORDER,
        answer => answer?,
    };
    Ok(chosen_properties(capabilities, required, supported))
}

fn chosen_properties(capabilities: u64, required: u64, supported: u64) -> Option<[u64; 2]> {
    let is_usable =
        capabilities & SIMULTANEOUS_USE != 0 && supported & PROFILING != 0 && required & !(PROFILING | ANY_ORDER) == 0;
    let plain = supported & ANY_ORDER | required;
    is_usable.then_some([plain, plain | PROFILING])
}

/// Whether a device has command buffers.
///
/// # Errors
/// A query fails.
pub fn is_there(device: PiDevice) -> Result<bool, Failure> {
    Ok(queue_properties(device)?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_are_those_that_the_device_takes() {
        let all = PROFILING | ANY_ORDER;
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, all), Some([ANY_ORDER, all]));
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, PROFILING), Some([0, PROFILING]));
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, PROFILING, all), Some([all, all]));
        // Without simultaneous use, without profiling, with a property that PI's queues do not have.
        assert_eq!(chosen_properties(0, 0, all), None);
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, ANY_ORDER), None);
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 1 << 2, all), None);
        assert!(version_number(0, 9, 4) < FIRST_VERSION && FIRST_VERSION < version_number(1, 0, 0));
    }
}
