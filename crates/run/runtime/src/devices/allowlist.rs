//! `SYCL_DEVICE_ALLOWLIST`: which devices are visible at all.
//!
//! Alternatives are separated by `|`, the conditions of one by `,`:
//! `BackendName:X`, `DeviceType:X`, `DeviceVendorId:0xX`, and
//! `DriverVersion`, `PlatformVersion`, `DeviceName`, `PlatformName` with a
//! regular expression in `{{…}}`, which must match the whole text.

use regex_lite::Regex;

use crate::base::error::{Error, Result};

pub(crate) const VARIABLE: &str = "SYCL_DEVICE_ALLOWLIST";

/// The properties of a device that the allow list can match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) backend: &'static str,
    pub(crate) device_type: &'static str,
    pub(crate) vendor_id: u32,
    pub(crate) driver_version: String,
    pub(crate) platform_version: String,
    pub(crate) device_name: String,
    pub(crate) platform_name: String,
}

/// The parsed list. The default allows everything.
#[derive(Debug, Default)]
pub(crate) struct Allowlist(Vec<Vec<Condition>>);

#[derive(Debug)]
enum Condition {
    Backend(String),
    DeviceType(String),
    VendorId(u32),
    Text(TextKey, Regex),
}

#[derive(Clone, Copy, Debug)]
enum TextKey {
    DriverVersion,
    PlatformVersion,
    DeviceName,
    PlatformName,
}

impl Allowlist {
    pub(crate) fn from_env() -> Result<Self> {
        match tandem_environment::variable(VARIABLE) {
            Some(value) if !value.trim().is_empty() => {
                Self::parse(&value).map_err(|reason| Error::Environment { name: VARIABLE, reason })
            }
            _ => Ok(Self::default()),
        }
    }

    /// Whether some alternative lets the device through.
    pub(crate) fn allows(&self, candidate: impl FnOnce() -> Candidate) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let candidate = candidate();
        let fits = |conditions: &Vec<Condition>| conditions.iter().all(|one| one.fits(&candidate));
        self.0.iter().any(fits)
    }

    fn parse(value: &str) -> Result<Self, String> {
        let mut alternatives = Vec::new();
        let mut conditions = Vec::new();
        let mut rest = value.trim_start();
        loop {
            let (condition, after) = parse_condition(rest)?;
            conditions.push(condition);
            let after = after.trim_start();
            rest = match after.chars().next() {
                Some(',') => &after[1..],
                Some('|') => {
                    alternatives.push(std::mem::take(&mut conditions));
                    &after[1..]
                }
                Some(_) => return Err(format!("`,` or `|` expected before `{after}`")),
                None => {
                    alternatives.push(conditions);
                    return Ok(Self(alternatives));
                }
            }
            .trim_start();
        }
    }
}

/// Parses one `key:value`. Returns what follows.
fn parse_condition(text: &str) -> Result<(Condition, &str), String> {
    let Some((key, rest)) = text.split_once(':') else {
        return Err(format!("`key:value` expected at `{text}`"));
    };
    let text_key = match key.trim() {
        "DriverVersion" => TextKey::DriverVersion,
        "PlatformVersion" => TextKey::PlatformVersion,
        "DeviceName" => TextKey::DeviceName,
        "PlatformName" => TextKey::PlatformName,
        key => {
            let end = rest.find([',', '|']).unwrap_or(rest.len());
            let (value, after) = rest.split_at(end);
            return Ok((parse_plain(key, value.trim())?, after));
        }
    };
    let inner = rest.trim_start().strip_prefix("{{");
    let Some((pattern, after)) = inner.and_then(|inner| inner.split_once("}}")) else {
        return Err(format!("`{key}` needs a regular expression in {{{{…}}}}"));
    };
    let regex = Regex::new(&format!("^(?:{pattern})$"))
        .map_err(|error| format!("`{pattern}` is not a regular expression: {error}"))?;
    Ok((Condition::Text(text_key, regex), after))
}

fn parse_plain(key: &str, value: &str) -> Result<Condition, String> {
    match key {
        "BackendName" => Ok(Condition::Backend(value.to_ascii_lowercase())),
        "DeviceType" => Ok(Condition::DeviceType(value.to_ascii_lowercase())),
        "DeviceVendorId" => {
            let digits = value.strip_prefix("0x").or_else(|| value.strip_prefix("0X"));
            digits
                .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                .map(Condition::VendorId)
                .ok_or_else(|| format!("`{value}` is not a vendor id such as 0x8086"))
        }
        _ => Err(format!("unknown key `{key}`")),
    }
}

impl Condition {
    fn fits(&self, candidate: &Candidate) -> bool {
        match self {
            Self::Backend(name) => name == "*" || name == candidate.backend,
            Self::DeviceType(name) => name == "*" || name == candidate.device_type,
            Self::VendorId(id) => *id == candidate.vendor_id,
            Self::Text(key, regex) => regex.is_match(match key {
                TextKey::DriverVersion => &candidate.driver_version,
                TextKey::PlatformVersion => &candidate.platform_version,
                TextKey::DeviceName => &candidate.device_name,
                TextKey::PlatformName => &candidate.platform_name,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(list: &str) -> bool {
        let candidate = Candidate {
            backend: "native_cpu",
            device_type: "cpu",
            vendor_id: 0x8086,
            driver_version: "0.1.0".to_owned(),
            device_name: "Xeon (8 cores), fast".to_owned(),
            ..Candidate::default()
        };
        Allowlist::parse(list).unwrap().allows(|| candidate)
    }

    #[test]
    fn conditions_are_and_alternatives_or() {
        assert!(allows("BackendName:native_cpu,DeviceType:cpu,DeviceVendorId:0x8086"));
        assert!(!allows("BackendName:native_cpu,DeviceType:gpu"));
        assert!(allows("DeviceType:gpu | DeviceType:cpu"));
        assert!(allows(r"DriverVersion:{{0\.1.*}},DeviceName:{{.*\), fast}}"));
        assert!(!allows("DeviceName:{{Xeon}}"));
        assert!(Allowlist::default().allows(Candidate::default));
    }

    #[test]
    fn malformed_lists_are_refused() {
        for list in ["", "x", "Key:1", "DeviceName:x", "DeviceName:{{(}}", "DeviceVendorId:8086"] {
            assert!(Allowlist::parse(list).is_err(), "{list}");
        }
        assert!(Allowlist::parse("DeviceName:{{a}}DeviceType:cpu").is_err());
    }
}
