//! Every error of the runtime, with its message and its `sycl::errc`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{Backend, PiError};

use super::errc::Errc;
use super::process;
use super::user_data::OwnedObject;

/// Codes of PI that OpenCL does not have.
const PI_ONLY: RangeInclusive<i32> = -999..=-900;

/// An error of the runtime. Its message is the text that `sycl::exception::what()` returns.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A call after the runtime was shut down that had to produce a value.
    #[error("the SYCL runtime was already shut down")]
    TornDown,
    /// A call in a child process of one that had used the runtime.
    #[error(
        "this process was forked after the SYCL runtime had been used, and cannot use it: \
         fork before the first use, or start a new program with exec"
    )]
    Forked,
    /// A device was asked for, and there is none.
    #[error("{0}")]
    NoDevice(String),
    /// A PI call failed.
    #[error("{0}")]
    Pi(#[from] Arc<PiError>),
    /// A command failed while PI ran it, or did not run since one that it waits for failed.
    #[error("{}", command_failure(*code, message))]
    Command {
        /// The execution status of its event.
        code: PiResult,
        /// The plugin's message; may be empty.
        message: String,
        /// The back end of the command, if its plugin tells.
        backend: Option<Backend>,
    },
    /// A plugin could not be used.
    #[error("{0}")]
    Plugins(String),
    /// An environment variable has a value that makes no sense.
    #[error("environment variable {name}: {reason}")]
    Environment {
        /// The variable.
        name: &'static str,
        /// A description of the error.
        reason: String,
    },
    /// A local size of 0 or one that does not divide the global size.
    #[error("nd_range: the local size {local} of dimension {dimension} does not divide the global size {global}")]
    NotDivisible {
        /// SYCL dimension.
        dimension: usize,
        /// Global size in it.
        global: usize,
        /// Local size in it.
        local: usize,
    },
    /// A work-group larger than the device takes.
    #[error("nd_range: a work-group of {size} work-items ({shape}) exceeds the limit of {limit} of {device}")]
    WorkGroupTooLarge {
        /// Work-items per group.
        size: usize,
        /// The local range, such as "8x64".
        shape: String,
        /// The limit that it exceeds.
        limit: usize,
        /// Name of the device, and of the dimension if the limit is one of a dimension.
        device: String,
    },
    /// A local range other than the kernel's `reqd_work_group_size`.
    #[error("nd_range: kernel `{kernel}` requires work-groups of {required}, not {actual}")]
    RequiredWorkGroupSize {
        /// The kernel.
        kernel: String,
        /// The value of the kernel's attribute.
        required: String,
        /// The requested value.
        actual: String,
    },
    /// A local range beyond the kernel's `max_work_group_size`.
    #[error("nd_range: kernel `{kernel}` has work-groups of at most {largest}, not {actual}")]
    LargestWorkGroupSize {
        /// The kernel.
        kernel: String,
        /// The value of the kernel's attribute.
        largest: String,
        /// The requested value.
        actual: String,
    },
    /// More work-groups that wait for each other than run at the same time.
    #[error(
        "nd_range: {groups} work-groups of {shape} of kernel `{kernel}` wait for each other, and {device} runs {limit} \
         at the same time"
    )]
    TooManyWaitingGroups {
        /// The kernel.
        kernel: String,
        /// How many groups there are.
        groups: usize,
        /// Work-items of each.
        shape: String,
        /// How many can be.
        limit: usize,
        /// Name of the device.
        device: String,
    },
    /// No registered image has the kernel.
    #[error("no kernel `{kernel}` ({symbol}) was found; was its source compiled with -fsycl, and its object linked?")]
    UnknownKernel {
        /// The kernel.
        kernel: String,
        /// Its name in device images.
        symbol: String,
    },
    /// Images have the kernel, but none of them runs on the device.
    #[error("kernel `{kernel}` has no device image for {device}; its images are for: {targets}{}", detail(reason))]
    NoImageForDevice {
        /// The kernel.
        kernel: String,
        /// Name of the device.
        device: String,
        /// Targets of the images that have the kernel.
        targets: String,
        /// The plugin's message; may be empty.
        reason: String,
    },
    /// The device lacks an optional feature that the kernel uses.
    #[error("kernel `{kernel}` needs aspect::{aspect}, which {device} does not have")]
    MissingAspect {
        /// The kernel.
        kernel: String,
        /// Name of the device.
        device: String,
        /// Name of the aspect.
        aspect: String,
    },
    /// The device cannot have sub-groups of the size that the kernel requires.
    #[error("kernel `{kernel}` requires sub-groups of {required}, but {device} has sub-groups of {sizes}")]
    SubGroupSize {
        /// The kernel.
        kernel: String,
        /// Name of the device.
        device: String,
        /// The value of the kernel's attribute.
        required: u32,
        /// The sizes that the device supports.
        sizes: String,
    },
    /// The device cannot have work-groups of the size that the kernel requires.
    #[error("kernel `{kernel}` requires work-groups of {required}, but {device} has at most {limit} work-items in one")]
    RequiredSizeUnsupported {
        /// The kernel.
        kernel: String,
        /// Name of the device.
        device: String,
        /// The value of the kernel's attribute.
        required: String,
        /// Most work-items of a group.
        limit: usize,
    },
    /// A command group uses a kernel bundle that does not have its kernel.
    #[error("kernel `{kernel}` is not in the kernel bundle that its command group uses")]
    NotInBundle {
        /// The kernel.
        kernel: String,
    },
    /// The closure of the host is not the one that the image describes.
    #[error("kernel `{kernel}`: {reason}")]
    KernelArguments {
        /// The kernel.
        kernel: String,
        /// A description of the mismatch.
        reason: String,
    },
    /// Symbols that no registered image exports.
    #[error(
        "kernel `{kernel}` needs device functions that no device image defines: {}; searched: {}",
        symbols.join(", "), searched.join(", ")
    )]
    UnresolvedImports {
        /// The kernel whose image, directly or not, imports them.
        kernel: String,
        /// The symbols, demangled.
        symbols: Vec<String>,
        /// Files and targets of the images that were searched.
        searched: Vec<String>,
    },
    /// Device globals that no part of the program defines.
    #[error(
        "kernel `{kernel}` uses device globals that no part of the program defines: {}; searched: {}",
        names.join(", "), searched.join(", ")
    )]
    UndefinedDeviceGlobals {
        /// The kernel whose program uses them.
        kernel: String,
        /// The variables, demangled.
        names: Vec<String>,
        /// Files and targets of the images that were searched.
        searched: Vec<String>,
    },
    /// A copy from or to a device global with `device_image_scope` that no
    /// device image has.
    #[error(
        "no kernel for {device} uses this device_global, which has device_image_scope and is part of a device image"
    )]
    UnusedDeviceGlobal {
        /// Name of the device.
        device: String,
    },
    /// A host pipe that no kernel for the device uses.
    #[error("no kernel for {device} uses this host pipe")]
    UnusedPipe {
        /// Name of the device.
        device: String,
    },
    /// Device code does not build.
    #[error("SYCL kernel `{kernel}` does not build for {device}: {}", build_failure(log, cause))]
    Build {
        /// A kernel of the program.
        kernel: String,
        /// Name of the device.
        device: String,
        /// The PI error.
        cause: Arc<PiError>,
        /// The build log.
        log: String,
    },
    /// A malformed device image.
    #[error("device image at {address:#x}: {reason}")]
    Image {
        /// Address of the descriptor.
        address: usize,
        /// A description of the error.
        reason: String,
    },
    /// An argument that makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// Something about an accessor or buffer.
    #[error("{0}")]
    Accessor(String),
    /// The device lacks an optional feature.
    #[error("{0}")]
    Unsupported(String),
    /// An object of another back end than asked for.
    #[error("{0}")]
    BackendMismatch(String),
    /// Memory is exhausted.
    #[error("cannot allocate {bytes} bytes of {what}")]
    OutOfMemory {
        /// Size of the request.
        bytes: usize,
        /// The purpose of the allocation.
        what: &'static str,
    },
    /// A command that waits for one that failed.
    #[error("not executed, since a command that it depends on failed: {0}")]
    Dependency(Arc<Error>),
    /// A host task returned an error.
    #[error("{message}")]
    HostTask {
        /// The code that it returned.
        errc: Errc,
        /// Its message.
        message: String,
        /// The exception itself, if it was one.
        exception: Option<Arc<OwnedObject>>,
    },
    /// The runtime, or a host task written in Rust, panicked.
    #[error("internal error: {0}")]
    Internal(String),
    /// Profiling was not enabled.
    #[error("the queue of this event was created without property::queue::enable_profiling")]
    Profiling,
}

/// Shorthand for results of the runtime.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Why calls fail once the process is torn down.
    #[cold]
    pub fn after_shutdown() -> Self {
        if process::is_forked() { Self::Forked } else { Self::TornDown }
    }

    /// The `sycl::errc` of this error.
    pub fn errc(&self) -> Errc {
        match self {
            Self::TornDown
            | Self::Forked
            | Self::NoDevice(_)
            | Self::UnknownKernel { .. }
            | Self::Image { .. }
            | Self::Internal(_)
            | Self::Dependency(_) => Errc::Runtime,
            Self::Pi(error) => Errc::of_pi(error.code),
            Self::Command { code, .. } => Errc::of_pi(*code),
            Self::Plugins(_) => Errc::Platform,
            Self::NotDivisible { .. }
            | Self::WorkGroupTooLarge { .. }
            | Self::RequiredWorkGroupSize { .. }
            | Self::LargestWorkGroupSize { .. }
            | Self::TooManyWaitingGroups { .. } => Errc::NdRange,
            Self::NoImageForDevice { .. }
            | Self::MissingAspect { .. }
            | Self::SubGroupSize { .. }
            | Self::RequiredSizeUnsupported { .. }
            | Self::UnusedDeviceGlobal { .. }
            | Self::UnusedPipe { .. }
            | Self::NotInBundle { .. } => Errc::KernelNotSupported,
            Self::KernelArguments { .. } => Errc::KernelArgument,
            Self::UnresolvedImports { .. } | Self::UndefinedDeviceGlobals { .. } | Self::Build { .. } => Errc::Build,
            Self::Environment { .. } | Self::Invalid(_) | Self::Profiling => Errc::Invalid,
            Self::Accessor(_) => Errc::Accessor,
            Self::Unsupported(_) => Errc::FeatureNotSupported,
            Self::BackendMismatch(_) => Errc::BackendMismatch,
            Self::OutOfMemory { .. } => Errc::MemoryAllocation,
            Self::HostTask { errc, .. } => *errc,
        }
    }

    /// The exception that a host task of the program threw.
    pub fn exception(&self) -> Option<&Arc<OwnedObject>> {
        match self {
            Self::HostTask { exception, .. } => exception.as_ref(),
            _ => None,
        }
    }

    /// The PI result code that caused this error, if any.
    pub fn pi_code(&self) -> Option<PiResult> {
        match self {
            Self::Pi(cause) | Self::Build { cause, .. } => Some(cause.code),
            Self::Command { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// The back end and its own code, if the error is one of OpenCL, or because of one: SYCL 2020, appendix C, "Errors
    /// and limitations". The plugins of other back ends have codes of PI alone.
    pub fn backend_code(&self) -> Option<(Backend, i32)> {
        let (backend, code) = match self {
            Self::Pi(cause) | Self::Build { cause, .. } => (cause.backend?, cause.code),
            Self::Command { code, backend, .. } => ((*backend)?, *code),
            Self::Dependency(first) => return first.backend_code(),
            _ => return None,
        };
        (backend == Backend::OpenCl && !PI_ONLY.contains(&code.0)).then_some((backend, code.0))
    }

    /// The error of a command that does not run, because one that it waits for failed
    /// with this error. It names the first failure, however long the chain is.
    pub(crate) fn dependency(error: &Arc<Self>) -> Self {
        match &**error {
            Self::Dependency(first) => Self::Dependency(first.clone()),
            Self::Command { code: PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, .. } => (**error).clone(),
            _ => Self::Dependency(error.clone()),
        }
    }

    /// Why the command of an event failed, which is complete.
    pub(crate) fn of_command(event: &pi::Event) -> Self {
        let waited = event.wait().err();
        match (event.status(), waited) {
            (Ok(status), _) if status.0 == PI_ERROR_UNINITIALIZED.0 => Self::TornDown,
            (Ok(status), waited) if status.0 < 0 => {
                let message = waited.map(|error| error.message).unwrap_or_default();
                Self::Command { code: PiResult(status.0), message, backend: event.plugin().backend() }
            }
            (Ok(_), Some(error)) | (Err(error), _) => error.into(),
            (Ok(status), None) => Self::Internal(format!("a command with status {} did not fail", status.0)),
        }
    }
}

/// Describes a failed command, as far as details are available.
fn command_failure(code: PiResult, message: &str) -> String {
    match (code, message) {
        (PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "") => {
            "not executed, since a command that it depends on failed".to_owned()
        }
        (code, "") => format!("a command failed: {code} ({})", code.0),
        (_, message) => message.to_owned(),
    }
}

/// Sizes as messages write them: "8x64".
pub(crate) fn shape(sizes: &[usize]) -> String {
    let parts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    parts.join("x")
}

/// A plugin's text, appended to a runtime message.
fn detail(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({text})") }
}

/// The log says more than the error of the call, which may repeat it.
fn build_failure(log: &str, cause: &PiError) -> String {
    if log.is_empty() { cause.to_string() } else { log.to_owned() }
}

impl From<process::TornDown> for Error {
    fn from(_: process::TornDown) -> Self {
        Self::after_shutdown()
    }
}

impl From<PiError> for Error {
    fn from(error: PiError) -> Self {
        match error.code {
            // Returned by calls of a plugin that was torn down, or whose back end has ended.
            PI_ERROR_UNINITIALIZED => Self::TornDown,
            _ => Self::Pi(Arc::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_what_does_not_fit() {
        let error = Error::NotDivisible { dimension: 1, global: 100, local: 64 };
        assert_eq!(error.errc(), Errc::NdRange);
        let text = error.to_string();
        assert!(text.contains("100") && text.contains("64"), "{text}");
    }

    #[test]
    fn codes_of_opencl_are_told() {
        let failed = |code, backend| {
            let call = "piQueueFinish";
            Error::from(PiError { code, call, message: String::new(), backend })
        };
        let opencl = Some(Backend::OpenCl);
        let refused = failed(PI_ERROR_INVALID_VALUE, opencl);
        assert_eq!(refused.backend_code(), Some((Backend::OpenCl, -30)));
        assert_eq!(Error::Dependency(Arc::new(refused)).backend_code(), Some((Backend::OpenCl, -30)));
        // A code of an extension, which PI does not know.
        assert_eq!(failed(PiResult(-1092), opencl).backend_code(), Some((Backend::OpenCl, -1092)));
        assert_eq!(failed(PI_ERROR_UNKNOWN, opencl).backend_code(), None);
        assert_eq!(failed(PI_ERROR_INVALID_VALUE, Some(Backend::Cuda)).backend_code(), None);
        assert_eq!(failed(PI_ERROR_INVALID_VALUE, None).backend_code(), None);
        let command = Error::Command { code: PI_ERROR_OUT_OF_RESOURCES, message: String::new(), backend: opencl };
        assert_eq!(command.backend_code(), Some((Backend::OpenCl, -5)));
        assert_eq!(Error::Profiling.backend_code(), None);
    }
}
