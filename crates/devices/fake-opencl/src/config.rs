//! The settings in the variable `FAKE_OPENCL`, of the form `NAME=VALUE`, with commas between them.
//!
//! | setting | meaning |
//! |---|---|
//! | `version` | `1.2`, `2.0`, `2.1` or `3.0`, which is the default |
//! | `spirv` | `0`: no SPIR-V |
//! | `usm` | `0`: no `cl_intel_unified_shared_memory` |
//! | `svm` | `none`, `coarse`, `fine` or `system`; `fine` from 2.0 on |
//! | `graphs` | `cl_khr_command_buffer`: `none`, `full`, `in-order` queues only, `profiled` queues only, `single-use`, `old` (0.9.4); `none` |
//! | `names` | `any`: kernels may have any names; else programs build only if these are identifiers of C, as with PoCL |
//! | `devices` | number of devices of each platform, 1 |
//! | `platforms` | number of platforms, 1 |
//! | `type` | `cpu`, `gpu` or `accelerator`; `cpu` |
//! | `flush` | `explicit`: commands start only when their queue is flushed |
//! | `seed` | of the order of commands in out-of-order queues |
//! | `leaks` | `0`: what is left when the process ends is not looked at |
//! | `fail` | `FUNCTION:N:CODE` for the N-th call of a function; `*:N:CODE` for the N-th of all calls that can fail by themselves |
//!
//! A setting that is not known ends the process.

use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use opencl_sys::*;

use crate::checks::violation;

/// The support of devices for `cl_khr_command_buffer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphs {
    None,
    Full,
    /// Only for queues that are in order.
    InOrder,
    /// Only for queues with profiling.
    Profiled,
    /// Without simultaneous use.
    SingleUse,
    /// Version 0.9.4, whose functions have other parameters.
    Old,
}

/// The settings.
pub struct Config {
    pub version: (u32, u32),
    pub has_spirv: bool,
    pub has_usm: bool,
    /// `CL_DEVICE_SVM_CAPABILITIES`
    pub svm: u64,
    pub graphs: Graphs,
    /// Whether names of kernels are identifiers.
    pub needs_identifiers: bool,
    pub devices: usize,
    pub platforms: usize,
    pub device_type: u64,
    pub flushes_explicitly: bool,
    pub seed: u64,
    pub checks_leaks: bool,
    failure: Option<(String, u64, c_int)>,
    calls: AtomicU64,
}

/// Parts of the names of functions that release something: they fail only after something else has failed.
const NEVER_FAILING: [&str; 2] = ["Release", "Free"];

/// The settings of the process.
pub fn config() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| Config::read(&tandem_environment::variable("FAKE_OPENCL").unwrap_or_default()))
}

impl Config {
    fn read(text: &str) -> Self {
        let mut config = Self {
            version: (3, 0),
            has_spirv: true,
            has_usm: true,
            svm: 0,
            graphs: Graphs::None,
            needs_identifiers: true,
            devices: 1,
            platforms: 1,
            device_type: CL_DEVICE_TYPE_CPU,
            flushes_explicitly: false,
            seed: 1,
            checks_leaks: true,
            failure: None,
            calls: AtomicU64::new(0),
        };
        let mut svm = None;
        for setting in text.split(',').filter(|setting| !setting.is_empty()) {
            let Some((name, value)) = setting.split_once('=') else { unknown(setting) };
            if config.set(name, value, &mut svm).is_none() {
                unknown(setting);
            }
        }
        let from_2_0 = if config.version >= (2, 0) { svm_capabilities("fine") } else { None };
        config.svm = svm.or(from_2_0).unwrap_or(0);
        config
    }

    /// `None` for a setting that is not known.
    fn set(&mut self, name: &str, value: &str, svm: &mut Option<u64>) -> Option<()> {
        match name {
            "version" => {
                let (major, minor) = value.split_once('.')?;
                self.version = (major.parse().ok()?, minor.parse().ok()?);
            }
            "spirv" => self.has_spirv = value != "0",
            "usm" => self.has_usm = value != "0",
            "svm" => *svm = Some(svm_capabilities(value)?),
            "graphs" => {
                self.graphs = match value {
                    "none" => Graphs::None,
                    "full" => Graphs::Full,
                    "in-order" => Graphs::InOrder,
                    "profiled" => Graphs::Profiled,
                    "single-use" => Graphs::SingleUse,
                    "old" => Graphs::Old,
                    _ => return None,
                }
            }
            "names" => {
                self.needs_identifiers = match value {
                    "any" => false,
                    "identifiers" => true,
                    _ => return None,
                }
            }
            "devices" => self.devices = value.parse().ok()?,
            "platforms" => self.platforms = value.parse().ok()?,
            "type" => {
                self.device_type = match value {
                    "cpu" => CL_DEVICE_TYPE_CPU,
                    "gpu" => CL_DEVICE_TYPE_GPU,
                    "accelerator" => CL_DEVICE_TYPE_ACCELERATOR,
                    _ => return None,
                }
            }
            "flush" => self.flushes_explicitly = value == "explicit",
            "seed" => self.seed = value.parse().ok()?,
            "leaks" => self.checks_leaks = value != "0",
            "fail" => {
                let mut parts = value.split(':');
                self.failure =
                    Some((parts.next()?.to_owned(), parts.next()?.parse().ok()?, parts.next()?.parse().ok()?));
            }
            _ => return None,
        }
        Some(())
    }

    /// The failure of this call, if the settings select it. It is reported on the error stream.
    pub fn failure(&self, function: &str) -> Option<c_int> {
        let (name, number, code) = self.failure.as_ref()?;
        let is_meant = match name.as_str() {
            "*" => !NEVER_FAILING.iter().any(|part| function.contains(part)),
            name => name == function,
        };
        if !is_meant || self.calls.fetch_add(1, Ordering::Relaxed) + 1 != *number {
            return None;
        }
        eprintln!("fake OpenCL: {function} fails");
        Some(*code)
    }

    /// Whether devices have a version of OpenCL or a later one.
    pub fn since(&self, major: u32, minor: u32) -> Result<(), c_int> {
        if self.version >= (major, minor) { Ok(()) } else { Err(CL_INVALID_OPERATION) }
    }
}

fn unknown(setting: &str) -> ! {
    violation(&format!("FAKE_OPENCL has no setting {setting}"))
}

fn svm_capabilities(name: &str) -> Option<u64> {
    let coarse = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
    let fine = coarse | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;
    Some(match name {
        "none" => 0,
        "coarse" => coarse,
        "fine" => fine,
        "system" => fine | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM,
        _ => return None,
    })
}
