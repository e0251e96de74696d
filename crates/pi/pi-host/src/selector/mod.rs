//! The environment's filters for back-ends and devices: the grammar of `ONEAPI_DEVICE_SELECTOR`,
//! and the older `SYCL_DEVICE_FILTER`, `SYCL_BE` and `SYCL_DEVICE_TYPE`.
//!
//! ```text
//! selector = term { ";" term }          accepting terms before discarding ones
//! term     = [ "!" ] backend ":" device { "," device }
//! backend  = "*" | "level_zero" | "opencl" | "cuda" | "hip" | "native_cpu" | "island"
//! device   = "*" | "cpu" | "gpu" | "fpga" | index
//! index    = part [ "." part [ "." part ] ]
//! part     = number | "*"
//! ```
//!
//! Words are case-insensitive. An index with one part is a root device, with two a sub-device, with
//! three a sub-sub-device; roots are numbered per back-end. A selector that only has discarding
//! terms accepts everything else.

mod older;
mod term;

use tandem_pi_abi::constants::*;

use crate::backend::Backend;
use older::{parse_device_type, parse_filter_term};
use term::{Devices, Term, parse_term};

/// A variable whose value does not follow the grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {reason} in `{value}`")]
pub struct SelectorError {
    /// The environment variable.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
    /// A description of the error.
    pub reason: String,
}

/// The selection of one process. The default allows everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceSelector {
    /// Alternatives; none means that everything is accepted.
    accept: Vec<Term>,
    /// The terms whose devices are removed from the accepted ones.
    discard: Vec<Term>,
    /// `SYCL_DEVICE_TYPE`, which applies on top of the rest.
    device_type: Option<PiDeviceType>,
    /// The variable that the terms are from; `None` for ONEAPI_DEVICE_SELECTOR.
    variable: Option<&'static str>,
}

impl DeviceSelector {
    /// Reads the environment.
    pub fn from_env() -> Result<Self, SelectorError> {
        Self::from_lookup(|name| tandem_environment::variable(name).filter(|value| !value.is_empty()))
    }

    /// As [`DeviceSelector::from_env`], with the variables from elsewhere.
    pub fn from_lookup(variable: impl Fn(&'static str) -> Option<String>) -> Result<Self, SelectorError> {
        let selector = variable("ONEAPI_DEVICE_SELECTOR");
        let filter = variable("SYCL_DEVICE_FILTER");
        let mut selection = match (selector, filter) {
            (Some(value), Some(_)) => {
                return Err(SelectorError {
                    variable: "ONEAPI_DEVICE_SELECTOR",
                    value,
                    reason: "the variable cannot be used together with SYCL_DEVICE_FILTER".to_owned(),
                });
            }
            (Some(value), None) => Self::parse(&value)?,
            (None, Some(value)) => Self::parse_filter(&value)?,
            (None, None) => match variable("SYCL_BE") {
                Some(value) => Self::parse_be(&value)?,
                None => Self::default(),
            },
        };
        if let Some(value) = variable("SYCL_DEVICE_TYPE") {
            selection.device_type = Some(parse_device_type(&value).ok_or(SelectorError {
                variable: "SYCL_DEVICE_TYPE",
                reason: "unknown device type".to_owned(),
                value,
            })?);
        }
        Ok(selection)
    }

    /// Parses a value of `ONEAPI_DEVICE_SELECTOR`.
    pub fn parse(value: &str) -> Result<Self, SelectorError> {
        let error =
            |reason: String| SelectorError { variable: "ONEAPI_DEVICE_SELECTOR", value: value.to_owned(), reason };
        let mut selection = Self::default();
        for term in value.split(';').map(str::trim) {
            if term.is_empty() {
                // A trailing semicolon is harmless.
                continue;
            }
            if let Some(discarded) = term.strip_prefix('!') {
                parse_term(discarded, &mut selection.discard).map_err(error)?;
            } else if selection.discard.is_empty() {
                parse_term(term, &mut selection.accept).map_err(error)?;
            } else {
                return Err(error(format!("the accepting term `{term}` comes after a discarding one")));
            }
        }
        if selection == Self::default() {
            return Err(error("no term".to_owned()));
        }
        Ok(selection)
    }

    /// Parses a value of `SYCL_DEVICE_FILTER`: a comma list of
    /// `backend:type:number`, each part optional.
    fn parse_filter(value: &str) -> Result<Self, SelectorError> {
        let error = |reason: String| SelectorError { variable: "SYCL_DEVICE_FILTER", value: value.to_owned(), reason };
        let accept =
            value.split(',').map(|term| parse_filter_term(term.trim())).collect::<Result<_, _>>().map_err(error)?;
        Ok(Self { accept, variable: Some("SYCL_DEVICE_FILTER"), ..Self::default() })
    }

    /// Parses a value of `SYCL_BE`, such as `PI_OPENCL`.
    fn parse_be(value: &str) -> Result<Self, SelectorError> {
        let backend = value.strip_prefix("PI_").and_then(Backend::parse).ok_or_else(|| SelectorError {
            variable: "SYCL_BE",
            value: value.to_owned(),
            reason: "unknown back-end".to_owned(),
        })?;
        Ok(Self {
            accept: vec![Term { backend: Some(backend), devices: Devices::Type(PI_DEVICE_TYPE_ALL) }],
            variable: Some("SYCL_BE"),
            ..Self::default()
        })
    }

    /// The variable that rules a back-end out, where one does: then no device of it may be
    /// allowed, and its plugin is not worth loading.
    pub fn ruled_out_backend(&self, backend: Backend) -> Option<&'static str> {
        if self.device_type.is_some_and(|wanted| !wanted.intersects(backend.device_types())) {
            return Some("SYCL_DEVICE_TYPE");
        }
        let accepted = self.accept.is_empty() || self.accept.iter().any(|term| term.may_match(backend));
        let discarded = self.discard.iter().any(|term| term.matches_every_root(backend));
        (!accepted || discarded).then(|| self.variable())
    }

    /// The variable that rules a root device out, where one does.
    pub fn ruled_out(&self, backend: Backend, device_type: PiDeviceType, index: u32) -> Option<&'static str> {
        if self.device_type.is_some_and(|wanted| !wanted.intersects(device_type)) {
            return Some("SYCL_DEVICE_TYPE");
        }
        (!self.allows(backend, device_type, index)).then(|| self.variable())
    }

    fn variable(&self) -> &'static str {
        self.variable.unwrap_or("ONEAPI_DEVICE_SELECTOR")
    }

    /// Whether the root device number `index` of the back-end is allowed.
    pub fn allows(&self, backend: Backend, device_type: PiDeviceType, index: u32) -> bool {
        self.accepts(backend, device_type, &[index]) && !self.discards(backend, device_type, &[index])
    }

    /// Whether a sub-device is to be listed as a separate device. `path` is the index of the root
    /// device, of the sub-device in it, and so on.
    pub fn allows_sub_device(&self, backend: Backend, device_type: PiDeviceType, path: &[u32]) -> bool {
        !self.accept.is_empty()
            && self.accepts(backend, device_type, path)
            && !self.discards(backend, device_type, path)
    }

    /// Whether some sub-device of a root device may be listed, so that the
    /// device is worth partitioning. `depth` is 2 for sub-devices and 3 for
    /// sub-devices of sub-devices.
    pub fn wants_sub_devices(&self, backend: Backend, root: u32, depth: usize) -> bool {
        self.accept.iter().any(|term| {
            term.matches_backend(backend)
                && matches!(&term.devices, Devices::Path(parts)
                    if parts.len() == depth && parts[0].is_none_or(|index| index == root))
        })
    }

    fn accepts(&self, backend: Backend, device_type: PiDeviceType, path: &[u32]) -> bool {
        self.device_type.is_none_or(|wanted| wanted.intersects(device_type))
            && (self.accept.is_empty() || self.accept.iter().any(|term| term.matches(backend, device_type, path)))
    }

    fn discards(&self, backend: Backend, device_type: PiDeviceType, path: &[u32]) -> bool {
        self.discard.iter().any(|term| term.matches(backend, device_type, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPU: PiDeviceType = PI_DEVICE_TYPE_CPU;
    const GPU: PiDeviceType = PI_DEVICE_TYPE_GPU;

    /// Checks a selector against "backend type index" devices.
    #[track_caller]
    fn check(value: &str, allowed: &[(Backend, PiDeviceType, u32)], denied: &[(Backend, PiDeviceType, u32)]) {
        let selector = DeviceSelector::parse(value).expect(value);
        for &(backend, device_type, index) in allowed {
            assert!(selector.allows(backend, device_type, index), "{value}: {backend} {index}");
            assert!(selector.ruled_out_backend(backend).is_none(), "{value}: {backend}");
        }
        for &(backend, device_type, index) in denied {
            assert!(!selector.allows(backend, device_type, index), "{value}: {backend} {index}");
        }
    }

    #[track_caller]
    fn check_error(value: &str, reason: &str) {
        let error = DeviceSelector::parse(value).unwrap_err();
        assert!(error.reason.contains(reason), "{value}: {error}");
    }

    #[track_caller]
    fn environment(variables: &[(&'static str, &str)]) -> Result<DeviceSelector, SelectorError> {
        DeviceSelector::from_lookup(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn types_and_indices_select() {
        use Backend::*;
        check("*:*", &[(OpenCl, CPU, 0), (Cuda, GPU, 7)], &[]);
        check("opencl:*", &[(OpenCl, GPU, 1)], &[(Cuda, GPU, 1)]);
        check("OpenCL:CPU", &[(OpenCl, CPU, 3)], &[(OpenCl, GPU, 0)]);
        check("*:cpu", &[(NativeCpu, CPU, 0)], &[(Cuda, GPU, 0)]);
        check("cuda:0,2", &[(Cuda, GPU, 0), (Cuda, GPU, 2)], &[(Cuda, GPU, 1)]);
        check("opencl:gpu;native_cpu:*", &[(OpenCl, GPU, 0), (NativeCpu, CPU, 0)], &[(OpenCl, CPU, 1)]);
        check("*:fpga", &[(OpenCl, PI_DEVICE_TYPE_ACC, 0)], &[(OpenCl, CPU, 0)]);
    }

    #[test]
    fn discarding_terms_take_away() {
        use Backend::*;
        check("!opencl:*", &[(NativeCpu, CPU, 0)], &[(OpenCl, GPU, 0)]);
        check("*:gpu;!cuda:1", &[(Cuda, GPU, 0)], &[(Cuda, GPU, 1), (NativeCpu, CPU, 0)]);
        let selector = DeviceSelector::parse("!opencl:*;!level_zero:gpu;!cuda:gpu").unwrap();
        assert!(selector.ruled_out_backend(OpenCl).is_some());
        assert!(selector.ruled_out_backend(LevelZero).is_none(), "only its GPUs are discarded");
        assert!(selector.ruled_out_backend(Cuda).is_some(), "it has nothing but GPUs");
    }

    #[test]
    fn back_ends_of_gpus_are_ruled_out_by_the_type() {
        for (variable, value) in [
            ("ONEAPI_DEVICE_SELECTOR", "*:cpu"),
            ("ONEAPI_DEVICE_SELECTOR", "!*:gpu"),
            ("SYCL_DEVICE_FILTER", "cpu"),
            ("SYCL_DEVICE_TYPE", "CPU"),
        ] {
            let selector = environment(&[(variable, value)]).unwrap();
            assert_eq!(selector.ruled_out_backend(Backend::Cuda), Some(variable), "{value}");
            assert_eq!(selector.ruled_out_backend(Backend::OpenCl), None, "{value}");
        }
        let selector = environment(&[("ONEAPI_DEVICE_SELECTOR", "*:cpu;cuda:0")]).unwrap();
        assert_eq!(selector.ruled_out_backend(Backend::Cuda), None);
    }

    #[test]
    fn what_rules_a_device_out_has_a_name() {
        use Backend::*;
        for (variable, value) in
            [("ONEAPI_DEVICE_SELECTOR", "cuda:1"), ("SYCL_DEVICE_FILTER", "cuda:gpu:1"), ("SYCL_BE", "PI_CUDA")]
        {
            let selector = environment(&[(variable, value)]).unwrap();
            assert_eq!(selector.ruled_out_backend(OpenCl), Some(variable));
            assert_eq!(selector.ruled_out_backend(Cuda), None);
            assert_eq!(selector.ruled_out(OpenCl, CPU, 0), Some(variable));
            assert_eq!(selector.ruled_out(Cuda, GPU, 1), None);
        }
        let selector = environment(&[("SYCL_DEVICE_TYPE", "GPU")]).unwrap();
        assert_eq!(selector.ruled_out(OpenCl, CPU, 0), Some("SYCL_DEVICE_TYPE"));
        assert_eq!(selector.ruled_out(OpenCl, GPU, 0), None);
    }

    #[test]
    fn paths_select_sub_devices() {
        let selector = DeviceSelector::parse("level_zero:0.*,1.2,2.*.3").unwrap();
        let allows = |path: &[u32]| selector.allows_sub_device(Backend::LevelZero, GPU, path);
        assert!(!selector.allows(Backend::LevelZero, GPU, 0), "the root is not listed");
        assert!(allows(&[0, 5]) && allows(&[1, 2]) && allows(&[2, 9, 3]));
        assert!(!allows(&[1, 0]) && !allows(&[2, 9]) && !allows(&[2, 9, 4]));
        assert!(selector.wants_sub_devices(Backend::LevelZero, 0, 2));
        assert!(!selector.wants_sub_devices(Backend::LevelZero, 0, 3));
        assert!(!selector.wants_sub_devices(Backend::Cuda, 0, 2));
        let all = DeviceSelector::default();
        assert!(!all.wants_sub_devices(Backend::LevelZero, 0, 2));
    }

    #[test]
    fn malformed_selectors_are_refused() {
        check_error("", "no term");
        check_error("opencl", "no colon");
        check_error(":gpu", "no back-end");
        check_error("opencl:", "empty device");
        check_error("opencl:gpu,", "empty device");
        check_error("vulkan:gpu", "unknown back-end `vulkan`");
        check_error("opencl:tpu", "unknown device `tpu`");
        check_error("opencl:0.0.0.0", "unknown device");
        check_error("opencl:+1", "unknown device");
        check_error("opencl:-1", "unknown device");
        check_error("opencl:99999999999", "unknown device");
        check_error("!opencl:0;cuda:0", "comes after");
    }

    #[test]
    fn the_older_variables_work() {
        let filter = environment(&[("SYCL_DEVICE_FILTER", "opencl:gpu:1,cuda,cpu,3")]).unwrap();
        assert!(filter.allows(Backend::OpenCl, GPU, 1));
        assert!(!filter.allows(Backend::OpenCl, GPU, 0));
        assert!(filter.allows(Backend::Cuda, GPU, 5));
        assert!(filter.allows(Backend::NativeCpu, CPU, 0));
        assert!(filter.allows(Backend::Hip, GPU, 3));
        let be = environment(&[("SYCL_BE", "PI_OPENCL")]).unwrap();
        assert!(be.ruled_out_backend(Backend::OpenCl).is_none() && be.ruled_out_backend(Backend::Cuda).is_some());
        let kind = environment(&[("SYCL_DEVICE_TYPE", "GPU")]).unwrap();
        assert!(kind.allows(Backend::Cuda, GPU, 0) && !kind.allows(Backend::OpenCl, CPU, 0));
        assert_eq!(environment(&[]).unwrap(), DeviceSelector::default());
    }

    #[test]
    fn conflicting_and_unknown_values_are_refused() {
        assert!(environment(&[("ONEAPI_DEVICE_SELECTOR", "*:*"), ("SYCL_DEVICE_FILTER", "cpu")]).is_err());
        for (name, value) in [
            ("SYCL_BE", "OPENCL"),
            ("SYCL_DEVICE_TYPE", "FPGA"),
            ("SYCL_DEVICE_FILTER", "opencl:gpu:x"),
            ("SYCL_DEVICE_FILTER", "gpu:opencl"),
        ] {
            let error = environment(&[(name, value)]).unwrap_err();
            assert_eq!((error.variable, error.value.as_str()), (name, value));
        }
    }
}
