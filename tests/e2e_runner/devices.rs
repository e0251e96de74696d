//! Devices: what there is, which ones `E2E_DEVICES` selects, what each offers.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};

use super::execution::locked;
use crate::{root, run, transcript};

/// Devices when `E2E_DEVICES` is not set.
const DEFAULT_DEVICES: &str = "native_cpu:cpu island:gpu";
/// Variables that make the runtime offer further devices, by the name in parentheses after the name
/// of the device.
const OFFERED_BY: [(&str, &str); 1] = [("basic", "TANDEM_BASIC_DEVICE")];
/// The variable that describes the devices of a back-end, by the back-end. A term
/// of `E2E_DEVICES` may have its value in brackets; where it is not set, it is `1`.
const DESCRIBED_BY: (&str, &str) = ("island", "TANDEM_ISLAND_DEVICE");
const BACKENDS: [&str; 6] = ["opencl", "level_zero", "cuda", "hip", "native_cpu", "island"];

/// A device and what it offers, or several devices and what all of them offer.
#[derive(Clone, Debug, Default)]
pub struct Device {
    /// `backend:kind`, or `backend:kind:index` if there are several of the kind; with
    /// the description in brackets, if the term has one.
    pub name: String,
    backend: String,
    /// Number among the devices of the back-end.
    index: u32,
    /// `cpu`, `gpu`, `accelerator`, or the own name of a further device.
    kind: String,
    aspects: BTreeMap<String, bool>,
    sub_group_sizes: Vec<u32>,
    work_group_size: u64,
    local_memory: u64,
    parameters: u64,
    /// Further devices that the program sees.
    others: Vec<Device>,
    /// The description in the term.
    description: Option<String>,
}

/// A device pattern, as one term of `ONEAPI_DEVICE_SELECTOR`: `backend:kind`, `backend:index`;
/// either part may be `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    backend: String,
    device: String,
}

/// A program's requirement for its device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// `aspect:NAME`
    Aspect(String),
    /// `backend:NAME`
    Backend(String),
    /// `sub_group_size:N`: one of the sizes.
    SubGroupSize(u32),
    /// `work_group_size:N`: N work-items in a work-group.
    WorkGroupSize(u64),
    /// `local_memory:N`: N bytes in a work-group.
    LocalMemory(u64),
    /// `parameters:N`: N bytes of kernel arguments.
    Parameters(u64),
}

impl Device {
    /// The variables that make these devices the only ones of a program.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let all = || [self].into_iter().chain(&self.others);
        let terms: Vec<String> = all().map(|device| format!("{}:{}", device.backend, device.index)).collect();
        let offers = OFFERED_BY.iter().filter(|(kind, _)| all().any(|device| device.kind == *kind));
        let mut variables: Vec<_> = offers.map(|(_, variable)| (*variable, "1".into())).collect();
        if all().any(|device| device.backend == DESCRIBED_BY.0) {
            variables.push(described(self.description.as_deref()));
        }
        variables.push(("ONEAPI_DEVICE_SELECTOR", terms.join(";")));
        variables
    }

    /// This device and another one, with what both offer.
    fn and(mut self, other: &Device) -> Self {
        self.name += &format!("+{}", other.name);
        for (aspect, has) in &mut self.aspects {
            *has &= other.aspects.get(aspect) == Some(&true);
        }
        self.sub_group_sizes.retain(|size| other.sub_group_sizes.contains(size));
        self.work_group_size = self.work_group_size.min(other.work_group_size);
        self.local_memory = self.local_memory.min(other.local_memory);
        self.parameters = self.parameters.min(other.parameters);
        self.others.push(other.clone());
        self
    }

    /// Whether the device offers what is required.
    pub fn meets(&self, requirement: &Requirement) -> bool {
        match requirement {
            Requirement::Aspect(name) => self.aspects.get(name) == Some(&true),
            Requirement::Backend(name) => {
                self.backend == *name && self.others.iter().all(|other| other.backend == *name)
            }
            Requirement::SubGroupSize(size) => self.sub_group_sizes.contains(size),
            Requirement::WorkGroupSize(size) => self.work_group_size >= *size,
            Requirement::LocalMemory(bytes) => self.local_memory >= *bytes,
            Requirement::Parameters(bytes) => self.parameters >= *bytes,
        }
    }

    /// Whether the requirement is such as a device can be asked for.
    pub fn knows(&self, requirement: &Requirement) -> bool {
        match requirement {
            Requirement::Aspect(name) => self.aspects.contains_key(name),
            _ => true,
        }
    }
}

impl Pattern {
    /// Whether the device, or one of several, is one of these.
    pub fn matches(&self, device: &Device) -> bool {
        self.matches_one(device) || device.others.iter().any(|other| self.matches_one(other))
    }

    fn matches_one(&self, device: &Device) -> bool {
        (self.backend == "*" || self.backend == device.backend)
            && (self.device == "*" || self.device == device.kind || self.device == device.index.to_string())
    }
}

impl FromStr for Pattern {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (backend, device) =
            text.split_once(':').with_context(|| format!("`{text}` is not of the form backend:device"))?;
        ensure!(backend == "*" || BACKENDS.contains(&backend), "`{text}`: unknown back-end `{backend}`");
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        ensure!(device == "*" || (!device.is_empty() && device.chars().all(is_word)), "`{text}` names no device");
        Ok(Self { backend: backend.into(), device: device.into() })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.backend, self.device)
    }
}

impl FromStr for Requirement {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let number = |value: &str| value.parse::<u64>().with_context(|| format!("`{text}` wants a number"));
        Ok(match text.split_once(':') {
            Some(("aspect", name)) => Self::Aspect(name.into()),
            Some(("backend", name)) => {
                ensure!(BACKENDS.contains(&name), "unknown back-end `{name}`");
                Self::Backend(name.into())
            }
            Some(("sub_group_size", size)) => Self::SubGroupSize(u32::try_from(number(size)?)?),
            Some(("work_group_size", size)) => Self::WorkGroupSize(number(size)?),
            Some(("local_memory", bytes)) => Self::LocalMemory(number(bytes)?),
            Some(("parameters", bytes)) => Self::Parameters(number(bytes)?),
            _ => bail!("unknown requirement `{text}`"),
        })
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aspect(name) => write!(f, "aspect:{name}"),
            Self::Backend(name) => write!(f, "backend:{name}"),
            Self::SubGroupSize(size) => write!(f, "sub_group_size:{size}"),
            Self::WorkGroupSize(size) => write!(f, "work_group_size:{size}"),
            Self::LocalMemory(bytes) => write!(f, "local_memory:{bytes}"),
            Self::Parameters(bytes) => write!(f, "parameters:{bytes}"),
        }
    }
}

/// The devices that `E2E_DEVICES` selects, in its order.
///
/// # Errors
/// When the variable is malformed, or one of its terms selects no device.
pub fn selected(prefix: &Path, shared: &Path) -> Result<Vec<Device>> {
    selected_or(DEFAULT_DEVICES, prefix, shared)
}

/// As [`selected`], with a default of the test's own.
///
/// # Errors
/// As for [`selected`].
pub fn selected_or(default: &str, prefix: &Path, shared: &Path) -> Result<Vec<Device>> {
    let value = std::env::var("E2E_DEVICES").unwrap_or_else(|_| default.into());
    select(&value, |description| present(prefix, shared, description)).with_context(|| format!("E2E_DEVICES=`{value}`"))
}

/// The devices that the terms select among those that are there with a description.
fn select(value: &str, present: impl Fn(Option<&str>) -> Result<Vec<Device>>) -> Result<Vec<Device>> {
    let mut selected: Vec<Device> = Vec::new();
    for whole in value.split_whitespace() {
        let bracketed = whole.strip_suffix(']').and_then(|term| term.split_once('['));
        let (term, description) = bracketed.map_or((whole, None), |(term, text)| (term, Some(text)));
        let present = present(description)?;
        let found = match term.split_once('+') {
            None => matching(term, &present)?.cloned().collect(),
            Some(_) => vec![several(term, &present)?],
        };
        for mut device in found {
            if let Some(text) = description {
                device.name += &format!("[{text}]");
                device.description = Some(text.into());
            }
            if selected.iter().all(|other| other.name != device.name) {
                selected.push(device);
            }
        }
    }
    ensure!(!selected.is_empty(), "no term");
    Ok(selected)
}

/// The devices that a term without `+` selects; at least one.
fn matching<'a>(term: &str, present: &'a [Device]) -> Result<impl Iterator<Item = &'a Device>> {
    let pattern: Pattern = term.parse()?;
    let mut found = present.iter().filter(move |device| pattern.matches(device)).peekable();
    let names: Vec<&str> = present.iter().map(|device| device.name.as_str()).collect();
    ensure!(found.peek().is_some(), "no device matches `{term}`; there are: {}", names.join(", "));
    Ok(found)
}

/// The devices of a term with `+` together.
fn several(term: &str, present: &[Device]) -> Result<Device> {
    let mut found = Vec::new();
    for part in term.split('+') {
        found.extend(matching(part, present)?);
    }
    let (first, others) = found.split_first().context("a term has devices")?;
    Ok(others.iter().fold((*first).clone(), |all, other| all.and(other)))
}

/// The variable that describes devices: as the term has it, as it is set, or with
/// the default.
fn described(description: Option<&str>) -> (&'static str, String) {
    let value = description.map(String::from).or_else(|| std::env::var(DESCRIBED_BY.1).ok());
    (DESCRIBED_BY.1, value.unwrap_or_else(|| "1".into()))
}

/// Asks a small SYCL program for all devices, once for all tests of this run with
/// the same description.
fn present(prefix: &Path, shared: &Path, description: Option<&str>) -> Result<Vec<Device>> {
    let variable = described(description);
    let _lock = locked(&shared.join("devices.lock"))?;
    let answer = shared.join(format!("devices-{}.txt", variable.1));
    if !answer.exists() {
        fs::write(&answer, ask(&build_query(prefix, shared)?, variable)?)?;
    }
    parse(&fs::read_to_string(&answer)?)
}

/// Compiles the program that asks for the devices, unless it is compiled.
pub(super) fn build_query(prefix: &Path, shared: &Path) -> Result<PathBuf> {
    let exe = shared.join("devices.exe");
    if !exe.exists() {
        let mut compiler = Command::new(prefix.join("bin/tandem++"));
        let source = root().join("tests/e2e_runner/devices.cpp");
        compiler.args(["-fsycl", "-O2", "-std=c++17"]).arg(source).arg("-o").arg(&exe);
        let output = run(&mut compiler)?;
        ensure!(output.status.success(), "the query of the devices does not compile: {}", transcript(&output));
    }
    Ok(exe)
}

fn ask(exe: &Path, description: (&str, String)) -> Result<Vec<u8>> {
    let mut query = Command::new(exe);
    query.envs(OFFERED_BY.iter().map(|(_, variable)| (variable, "1"))).envs([description]);
    query.env_remove("ONEAPI_DEVICE_SELECTOR");
    let output = run(&mut query)?;
    ensure!(output.status.success(), "the query of the devices fails: {}", transcript(&output));
    Ok(output.stdout)
}

/// Reads what `devices.cpp` prints.
fn parse(text: &str) -> Result<Vec<Device>> {
    let mut devices: Vec<Device> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["device", backend, index, kind, name @ ..] = words.as_slice() {
            let own_name = name.last().and_then(|word| word.strip_prefix('(')?.strip_suffix(')'));
            let own_name = own_name.filter(|name| OFFERED_BY.iter().any(|(kind, _)| kind == name));
            devices.push(Device {
                backend: (*backend).into(),
                index: index.parse()?,
                kind: own_name.unwrap_or(kind).into(),
                ..Device::default()
            });
            continue;
        }
        let device = devices.last_mut().with_context(|| format!("`{line}` belongs to no device"))?;
        match words[..] {
            ["aspect", name, has] => _ = device.aspects.insert(name.into(), has == "1"),
            ["sub_group_size", size] => device.sub_group_sizes.push(size.parse()?),
            ["work_group_size", size] => device.work_group_size = size.parse()?,
            ["local_memory", bytes] => device.local_memory = bytes.parse()?,
            ["parameters", bytes] => device.parameters = bytes.parse()?,
            _ => bail!("`{line}` is not understood"),
        }
    }
    let kinds: Vec<(String, String)> = devices.iter().map(|d| (d.backend.clone(), d.kind.clone())).collect();
    for device in &mut devices {
        let is_same = |(backend, kind): &&(String, String)| *backend == device.backend && *kind == device.kind;
        device.name = format!("{}:{}", device.backend, device.kind);
        if kinds.iter().filter(is_same).count() > 1 {
            device.name += &format!(":{}", device.index);
        }
    }
    Ok(devices)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "\
device native_cpu 0 cpu A CPU
aspect fp64 1
aspect fp16 0
sub_group_size 8
sub_group_size 16
work_group_size 256
local_memory 32768
parameters 1024
device native_cpu 1 cpu A CPU (basic)
device opencl 0 gpu One (TM)
device opencl 1 gpu Two
device island 0 gpu Three
work_group_size 64
aspect fp64 1
";

    fn devices() -> Vec<Device> {
        parse(ANSWER).expect("valid")
    }

    /// Returns the same devices for each description.
    fn all(_: Option<&str>) -> Result<Vec<Device>> {
        Ok(devices())
    }

    fn names(value: &str) -> Vec<String> {
        select(value, all).expect(value).into_iter().map(|device| device.name).collect()
    }

    #[test]
    fn devices_of_one_kind_are_told_apart_by_their_index() {
        let names: Vec<String> = devices().into_iter().map(|device| device.name).collect();
        assert_eq!(names, ["native_cpu:cpu", "native_cpu:basic", "opencl:gpu:0", "opencl:gpu:1", "island:gpu"]);
    }

    #[test]
    fn terms_select_devices_once_each() {
        assert_eq!(names("native_cpu:cpu"), ["native_cpu:cpu"]);
        assert_eq!(names("opencl:* native_cpu:basic"), ["opencl:gpu:0", "opencl:gpu:1", "native_cpu:basic"]);
        assert_eq!(names("opencl:1 *:gpu"), ["opencl:gpu:1", "opencl:gpu:0", "island:gpu"]);
    }

    #[test]
    fn a_term_without_a_device_is_an_error() {
        let error = select("hip:*", all).expect_err("no such device").to_string();
        assert!(error.contains("no device matches `hip:*`") && error.contains("opencl:gpu:1"), "{error}");
        for malformed in ["", "cpu", "native:cpu", "opencl:", "opencl:a;b"] {
            assert!(select(malformed, all).is_err(), "{malformed}");
        }
    }

    #[test]
    fn the_environment_selects_one_device() {
        let basic = &select("native_cpu:basic", all).expect("there")[0];
        let expected = [("TANDEM_BASIC_DEVICE", "1".into()), ("ONEAPI_DEVICE_SELECTOR", "native_cpu:1".into())];
        assert_eq!(basic.environment(), expected);
    }

    #[test]
    fn several_devices_offer_what_all_of_them_offer() {
        let both = &select("native_cpu:cpu+island:gpu", all).expect("there")[0];
        assert_eq!(both.name, "native_cpu:cpu+island:gpu");
        assert_eq!(both.environment()[1], ("ONEAPI_DEVICE_SELECTOR", "native_cpu:0;island:0".into()));
        assert_eq!((both.work_group_size, both.aspects["fp64"], both.aspects["fp16"]), (64, true, false));
        assert!("island:*".parse::<Pattern>().expect("valid").matches(both));
        assert!(select("native_cpu:cpu+hip:*", all).is_err());
    }

    #[test]
    fn terms_may_describe_the_devices() {
        let selected = select("island:0 island:0[profile=2] opencl:0+island:0[platforms=2]", |description| {
            let mut devices = devices();
            devices.retain(|device| device.backend == "island" || description != Some("profile=2"));
            Ok(devices)
        });
        let selected = selected.expect("valid");
        let names: Vec<&str> = selected.iter().map(|device| device.name.as_str()).collect();
        assert_eq!(names, ["island:gpu", "island:gpu[profile=2]", "opencl:gpu:0+island:gpu[platforms=2]"]);
        assert_eq!(selected[1].environment()[0], ("TANDEM_ISLAND_DEVICE", "profile=2".into()));
        assert_eq!(selected[2].environment()[0], ("TANDEM_ISLAND_DEVICE", "platforms=2".into()));
    }

    #[test]
    fn requirements_are_asked_of_the_device() {
        let device = &devices()[0];
        assert!(device.meets(&"parameters:1024".parse().expect("valid")));
        assert!(!device.meets(&"parameters:1025".parse().expect("valid")));
        for met in
            ["aspect:fp64", "backend:native_cpu", "sub_group_size:16", "work_group_size:256", "local_memory:32768"]
        {
            assert!(device.meets(&met.parse().expect(met)), "{met}");
        }
        for unmet in ["aspect:fp16", "backend:opencl", "sub_group_size:12", "work_group_size:257", "local_memory:32769"]
        {
            assert!(!device.meets(&unmet.parse().expect(unmet)), "{unmet}");
        }
        let misspelled: Requirement = "aspect:fp46".parse().expect("an aspect");
        assert!(!device.knows(&misspelled) && !device.meets(&misspelled));
    }
}
