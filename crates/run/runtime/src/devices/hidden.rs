//! Devices that variables of the environment hide.

use std::fmt;

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::Backend;

use super::device_type::type_name;

/// A device, or all those of a back end, that a variable hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hidden {
    what: String,
    variable: &'static str,
}

impl Hidden {
    /// A device. Without an index, it is hidden before devices are numbered.
    pub(crate) fn device(
        backend: Backend,
        kind: PiDeviceType,
        index: Option<u32>,
        device: &pi::Device,
        variable: &'static str,
    ) -> Self {
        let number = index.map(|index| format!("[{backend}:{index}]")).unwrap_or_default();
        let name = device.info_text(PI_DEVICE_INFO_NAME).unwrap_or_default();
        Self { what: format!("[{backend}:{}]{number} {name}", type_name(kind)), variable }
    }

    /// Back ends whose plugins were not opened.
    pub(crate) fn backends(ruled_out: &[(Backend, &'static str)]) -> Vec<Self> {
        let hidden = |(backend, variable): &(Backend, &'static str)| Self {
            what: format!("every device of {backend}"),
            variable,
        };
        ruled_out.iter().map(hidden).collect()
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = tandem_environment::variable(self.variable).unwrap_or_default();
        write!(f, "{}: hidden by {}={value}", self.what, self.variable)
    }
}
