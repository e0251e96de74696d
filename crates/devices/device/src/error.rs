//! Errors that a driver reports.

use std::sync::Arc;

/// An error of a driver. Errors about a device share its name, so that they are made and copied without allocating:
/// memory may be exhausted, and a lost device fails everything that is submitted.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Device or host memory is exhausted.
    #[error("out of memory: cannot allocate {bytes} bytes on {device}")]
    OutOfMemory {
        /// Size of the request in bytes.
        bytes: usize,
        /// Name of the device.
        device: Arc<str>,
    },
    /// A command needs more of the device than there is; the text says what.
    #[error("out of resources: {0}")]
    OutOfResources(String),
    /// A program did not compile or link; the log names the construct.
    #[error("device code does not build: {log}")]
    Build {
        /// The build log.
        log: String,
    },
    /// A kernel of this name is not in the program.
    #[error("no kernel named `{0}` in the program")]
    UnknownKernel(String),
    /// The input is in a format that the device cannot take.
    #[error("unsupported device image: {0}")]
    UnsupportedImage(String),
    /// The device offers no such operation.
    #[error("{0} is not supported by the device")]
    Unsupported(&'static str),
    /// The device of this name cannot be used any more.
    #[error("{0} is lost")]
    DeviceLost(Arc<str>),
    /// The back end has ended, as it does while the process exits. Hosts treat calls that fail with this error as those
    /// after the tear-down of the plugin: they have done nothing, and no failure is reported.
    #[error("the backend has shut down")]
    Ended,
    /// A command failed while it ran.
    #[error("command failed: {0}")]
    Execution(String),
    /// A command did not run, because one that it waits for failed.
    #[error("not executed, since a command that it depends on failed: {0}")]
    Dependency(Arc<Error>),
    /// The memory of a buffer belongs to a device that this one cannot reach.
    #[error("{device} cannot access a buffer in the memory of {holder}")]
    Inaccessible {
        /// Name of the device whose memory it is.
        holder: Arc<str>,
        /// Name of the device that a command runs on.
        device: Arc<str>,
    },
    /// A host pipe of this name, which was read without waiting, has no word.
    #[error("host pipe {0} is empty")]
    PipeEmpty(Arc<str>),
    /// A host pipe of this name, which was written without waiting, has no room.
    #[error("host pipe {0} is full")]
    PipeFull(Arc<str>),
    /// The environment is broken (a library that cannot be loaded, …).
    #[error("{0}")]
    Environment(String),
}

impl Error {
    /// The error of a command whose dependency failed with this one. The
    /// original cause is kept, however long the chain of dependents is.
    pub fn into_dependency(self) -> Self {
        match self {
            Self::Dependency(cause) => Self::Dependency(cause),
            Self::Ended => Self::Ended,
            cause => Self::Dependency(Arc::new(cause)),
        }
    }
}

/// Shorthand for results of driver calls.
pub type Result<T, E = Error> = std::result::Result<T, E>;
