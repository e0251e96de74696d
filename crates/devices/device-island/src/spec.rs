//! The description of the devices: the value of `TANDEM_ISLAND_DEVICE`.
//!
//! ```text
//! spec  = "1" | entry { "," entry }
//! entry = key "=" value
//! ```
//!
//! `1` means the defaults. The keys are the fields of [`Spec`], and `fail-` with
//! the name of an [`Operation`].

use std::time::Duration;

use crate::failures::Operation;

/// The variable that describes the devices.
pub const VARIABLE: &str = "TANDEM_ISLAND_DEVICE";

/// The kinds of USM that the devices have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `1`: only device USM.
    DeviceUsm,
    /// `2`: host USM as well.
    HostUsm,
}

/// The devices of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// `platforms`: how many.
    pub platforms: usize,
    /// `devices`: how many each platform has.
    pub devices: usize,
    /// `memory`: bytes of each device, with `K`, `M` or `G`.
    pub memory: usize,
    /// `latency`: the mean time from the end of a command to its completion, with
    /// `ns`, `us`, `ms` or `s`.
    pub latency: Duration,
    /// `jitter`: `yes` if each command takes between half and one and a half of the
    /// latency, `no` if each takes the same.
    pub jitter: bool,
    /// `profile`: kinds of USM.
    pub profile: Profile,
    /// `peer`: `yes` if devices of a platform can use each other's memory.
    pub peer: bool,
    /// `multiple`: the sizes of work-groups that the device chooses are multiples of this.
    pub multiple: usize,
    /// `seed` of the latencies.
    pub seed: u64,
    /// `fail-…`: the N-th operation of this kind on a platform fails.
    pub failures: Vec<(Operation, u64)>,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            platforms: 1,
            devices: 1,
            memory: 512 << 20,
            latency: Duration::from_micros(5),
            jitter: true,
            profile: Profile::DeviceUsm,
            peer: true,
            multiple: 16,
            seed: 1,
            failures: Vec::new(),
        }
    }
}

/// Why a description is malformed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{VARIABLE}: `{key}` at offset {offset}: {reason}")]
pub struct SpecError {
    /// The key, or the text in its place.
    pub key: String,
    /// Its offset in the description, in bytes.
    pub offset: usize,
    /// The reason why it is wrong.
    pub reason: String,
}

impl Spec {
    /// The description in the environment; `None` if there is none.
    pub fn from_env() -> Option<Result<Self, SpecError>> {
        let value = tandem_environment::variable_os(VARIABLE).filter(|value| !value.is_empty())?;
        Some(Self::parse(&value.to_string_lossy()))
    }

    /// Parses a description.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        if text == "1" {
            return Ok(spec);
        }
        let mut offset = 0;
        for entry in text.split(',') {
            let (key, value) = entry.split_once('=').unwrap_or((entry, ""));
            spec.set(key, value).map_err(|reason| SpecError { key: key.to_owned(), offset, reason })?;
            offset += entry.len() + 1;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "platforms" => self.platforms = number(value, 1..=8)? as usize,
            "devices" => self.devices = number(value, 1..=64)? as usize,
            "memory" => self.memory = size(value)?,
            "latency" => self.latency = duration(value)?,
            "jitter" => self.jitter = truth(value)?,
            "profile" => {
                self.profile = if number(value, 1..=2)? == 1 { Profile::DeviceUsm } else { Profile::HostUsm };
            }
            "peer" => self.peer = truth(value)?,
            "multiple" => self.multiple = number(value, 1..=64)? as usize,
            "seed" => self.seed = number(value, 0..=u64::MAX)?,
            key => {
                let operation = key.strip_prefix("fail-").and_then(Operation::parse);
                let operation = operation.ok_or("the key is not known")?;
                self.failures.push((operation, number(value, 1..=u64::MAX)?));
            }
        }
        Ok(())
    }
}

fn number(value: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("`{value}` is not a number from {} to {}", range.start(), range.end()))
}

fn truth(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("`{other}` is neither `yes` nor `no`")),
    }
}

/// A number of bytes: at least a page, at most 1 TiB.
fn size(value: &str) -> Result<usize, String> {
    const UNITS: [(&str, u64); 3] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)];
    let bytes = scaled(value, &UNITS, 1).filter(|bytes| (4 << 10..=1 << 40).contains(bytes));
    bytes.map(|bytes| bytes as usize).ok_or_else(|| format!("`{value}` is not a size from 4K to 1024G"))
}

fn duration(value: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 4] = [("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)];
    let nanoseconds = scaled(value, &UNITS, 1).filter(|&time| time <= 60_000_000_000);
    nanoseconds.map(Duration::from_nanos).ok_or_else(|| format!("`{value}` is not a time up to 60s"))
}

/// A number with a unit; without one it counts `plain`.
fn scaled(value: &str, units: &[(&str, u64)], plain: u64) -> Option<u64> {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &value[digits.len()..];
    let scale = if unit.is_empty() { plain } else { units.iter().find(|(name, _)| *name == unit)?.1 };
    digits.parse::<u64>().ok()?.checked_mul(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_place() {
        assert_eq!(Spec::parse("1"), Ok(Spec::default()));
        let text = "platforms=2,devices=3,memory=64M,latency=50us,jitter=no,profile=2,peer=no,multiple=24,seed=9,fail-launch=7,fail-alloc=1";
        let expected = Spec {
            platforms: 2,
            devices: 3,
            memory: 64 << 20,
            latency: Duration::from_micros(50),
            jitter: false,
            profile: Profile::HostUsm,
            peer: false,
            multiple: 24,
            seed: 9,
            failures: vec![(Operation::Launch, 7), (Operation::Alloc, 1)],
        };
        assert_eq!(Spec::parse(text), Ok(expected));
    }

    #[test]
    fn errors_name_the_key_and_its_offset() {
        for (text, offset, reason) in [
            ("devices=2,memory=64Q", 10, "`64Q` is not a size"),
            ("memory=0", 0, "is not a size"),
            ("memory=99999999999999999999G", 0, "is not a size"),
            ("latency=5", 0, ""),
            ("latency=5d", 0, "is not a time"),
            ("devices=0", 0, "from 1 to 64"),
            ("multiple=65", 0, "from 1 to 64"),
            ("peer=maybe", 0, "neither"),
            ("seed=1,color=red", 7, "not known"),
            ("seed=1,", 7, "not known"),
            ("fail-lunch=1", 0, "not known"),
            ("fail-launch=0", 0, "is not a number"),
            ("profile", 0, "is not a number"),
        ] {
            match Spec::parse(text) {
                Ok(_) => assert_eq!(reason, "", "{text}"),
                Err(error) => {
                    assert_eq!(error.offset, offset, "{text}: {error}");
                    assert!(!reason.is_empty() && error.reason.contains(reason), "{text}: {error}");
                }
            }
        }
    }
}
