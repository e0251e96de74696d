//! The terms of a selector: which devices each of them means, and the grammar of
//! `ONEAPI_DEVICE_SELECTOR` for them.

use tandem_pi_abi::constants::*;

use crate::backend::Backend;

/// Devices of one back-end, or of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// `None` for every back-end.
    pub(super) backend: Option<Backend>,
    pub(super) devices: Devices,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Devices {
    /// Root devices of a type; `PI_DEVICE_TYPE_ALL` for all.
    Type(PiDeviceType),
    /// Devices at the depth of the list; `None` is any index.
    Path(Vec<Option<u32>>),
    /// Root devices of a type at an index (`SYCL_DEVICE_FILTER` only).
    TypeAt(PiDeviceType, u32),
}

impl Term {
    pub(super) fn matches(&self, backend: Backend, device_type: PiDeviceType, path: &[u32]) -> bool {
        self.matches_backend(backend)
            && match &self.devices {
                Devices::Type(wanted) => path.len() == 1 && wanted.intersects(device_type),
                Devices::TypeAt(wanted, index) => path == [*index] && wanted.intersects(device_type),
                Devices::Path(parts) => {
                    parts.len() == path.len()
                        && parts.iter().zip(path).all(|(part, index)| part.is_none_or(|part| part == *index))
                }
            }
    }

    pub(super) fn matches_backend(&self, backend: Backend) -> bool {
        self.backend.is_none_or(|wanted| wanted == backend)
    }

    /// Whether the back-end may have such a device.
    pub(super) fn may_match(&self, backend: Backend) -> bool {
        self.matches_backend(backend)
            && match &self.devices {
                Devices::Type(wanted) | Devices::TypeAt(wanted, _) => wanted.intersects(backend.device_types()),
                Devices::Path(_) => true,
            }
    }

    /// Whether every root device that the back-end may have is such a device.
    pub(super) fn matches_every_root(&self, backend: Backend) -> bool {
        self.matches_backend(backend)
            && match &self.devices {
                Devices::Type(wanted) => *wanted == PI_DEVICE_TYPE_ALL || *wanted == backend.device_types(),
                Devices::Path(parts) => parts.as_slice() == [None],
                Devices::TypeAt(..) => false,
            }
    }
}

/// Parses `backend:device,device…` into one term per device.
pub(super) fn parse_term(term: &str, terms: &mut Vec<Term>) -> Result<(), String> {
    let Some((backend, devices)) = term.split_once(':') else {
        return Err(format!("`{term}` has no colon between back-end and devices"));
    };
    let backend = parse_backend(backend.trim())?;
    for device in devices.split(',') {
        let device = device.trim();
        let devices = parse_device(device).ok_or_else(|| {
            if device.is_empty() {
                format!("`{term}` has an empty device")
            } else {
                format!("unknown device `{device}`")
            }
        })?;
        terms.push(Term { backend, devices });
    }
    Ok(())
}

fn parse_backend(name: &str) -> Result<Option<Backend>, String> {
    match name {
        "" => Err("a term has no back-end".to_owned()),
        "*" => Ok(None),
        name => Backend::parse(name).map(Some).ok_or_else(|| format!("unknown back-end `{name}`")),
    }
}

fn parse_device(device: &str) -> Option<Devices> {
    match device.to_ascii_lowercase().as_str() {
        "*" => Some(Devices::Type(PI_DEVICE_TYPE_ALL)),
        "cpu" => Some(Devices::Type(PI_DEVICE_TYPE_CPU)),
        "gpu" => Some(Devices::Type(PI_DEVICE_TYPE_GPU)),
        "fpga" => Some(Devices::Type(PI_DEVICE_TYPE_ACC)),
        path => parse_path(path).map(Devices::Path),
    }
}

fn parse_path(path: &str) -> Option<Vec<Option<u32>>> {
    let parts: Vec<Option<u32>> = path
        .split('.')
        .map(|part| match part {
            "*" => Some(None),
            number => parse_number(number).map(Some),
        })
        .collect::<Option<_>>()?;
    (parts.len() <= 3).then_some(parts)
}

/// A number of digits only; `u32::from_str` alone would take a sign.
pub(super) fn parse_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
