//! Errors in the driver itself. Compilers, post-link and linker report their own errors; then only their exit status is
//! passed on.

use std::io;

use tandem_offload::fat::EmbedError;

use crate::device_parts::CollectError;
use crate::options::OptionError;
use crate::options::response::ResponseError;
use crate::toolchain::ToolchainError;

/// An error of the driver, to be printed after its name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// An argument is not UTF-8.
    #[error("argument {0} is not valid UTF-8")]
    NotUtf8(usize),
    /// The command line.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A response file.
    #[error(transparent)]
    Response(#[from] ResponseError),
    /// The installation.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// Device parts of the objects to link.
    #[error(transparent)]
    Collect(#[from] CollectError),
    /// The device part could not be added to its object.
    #[error("{file}: cannot add the device part: {source}")]
    Embed {
        /// The object.
        file: String,
        /// The error in the object.
        source: EmbedError,
    },
    /// `-fsycl-link=early` with targets whose link has no early part.
    #[error("-fsycl-link=early: none of the SYCL targets {targets} has a device link in two steps; use {suited}")]
    NoEarlyLink {
        /// The targets of the link.
        targets: String,
        /// The targets that have one.
        suited: String,
    },
    /// A device link without device code.
    #[error("-fsycl-link: the inputs have no device code")]
    NoDeviceCode,
    /// A file operation.
    #[error("{what}: {source}")]
    Io {
        /// The operation and the file.
        what: String,
        /// The system's error.
        source: io::Error,
    },
    /// A program was killed.
    #[error("{program} was terminated by signal {signal}")]
    Killed {
        /// The program.
        program: String,
        /// The signal's number.
        signal: i32,
    },
}

impl DriverError {
    /// Wraps an I/O error: `map_err(DriverError::io(|| format!("reading {file}")))`.
    pub(crate) fn io<S: Into<String>>(what: impl FnOnce() -> S) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what: what().into(), source }
    }
}

/// Why the driver stops.
#[derive(Debug)]
pub enum Failure {
    /// An error that has not been reported yet.
    Error(DriverError),
    /// A program that reported its error itself ended with this status.
    Exit(u8),
}

impl<E: Into<DriverError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}
