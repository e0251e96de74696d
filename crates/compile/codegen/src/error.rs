//! Errors in the modules to compile.

use std::fmt;

use tandem_image::demangle;
use tandem_ir::{Frame, Inst};

use crate::order::OrderError;

/// The reason why there is no object.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// LLVM refuses something.
    #[error(transparent)]
    Ir(#[from] tandem_ir::Error),
    /// A module is not the SPIR-V that the reader takes.
    #[error(transparent)]
    Spirv(#[from] tandem_spirv::reader::ReadError),
    /// Build options that mean nothing.
    #[error("build options: {0}")]
    Options(String),
    /// Functions or variables that no module defines.
    #[error("undefined {}", List(.0))]
    Undefined(Vec<Undefined>),
    /// Modules that are not device IR: builtins with other signatures, recursion and the like.
    #[error(transparent)]
    Invalid(#[from] tandem_device_ir_llvm::Invalid),
    /// A construct that the target cannot have.
    #[error("{}{function}: {construct}", SourcePrefix(.place.as_ref()))]
    Construct {
        /// The location in the source, if known from debug information.
        place: Option<Frame>,
        /// The kernel or function that contains it.
        function: String,
        /// The construct, and the reason why it is refused.
        construct: String,
    },
    /// A code generator whose passes are in a wrong order.
    #[error("order of passes: {0}")]
    Order(#[from] OrderError),
    /// Writing intermediate code to the dump directory failed.
    #[error("cannot write {path}: {source}")]
    Dump {
        /// The file.
        path: std::path::PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

/// A symbol that no module defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// Its linker symbol.
    pub symbol: String,
    /// The kernel that needs it.
    pub kernel: String,
}

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An [`Error::Construct`] in a kernel.
    pub fn in_kernel(kernel: &str, construct: impl Into<String>) -> Self {
        let function = format!("kernel `{}`", demangle::kernel(kernel));
        Self::Construct { place: None, function, construct: construct.into() }
    }

    /// The same error with the place of an instruction in the source.
    #[must_use]
    pub fn at(self, inst: Inst<'_>) -> Self {
        match self {
            Self::Construct { function, construct, .. } => {
                let place = inst.debug_loc().map(|location| location.frame()).filter(|frame| frame.line > 0);
                Self::Construct { place, function, construct }
            }
            other => other,
        }
    }
}

struct SourcePrefix<'a>(Option<&'a Frame>);

impl fmt::Display for SourcePrefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Frame { file, line, column, .. }) => write!(f, "{file}:{line}:{column}: "),
            None => Ok(()),
        }
    }
}

struct List<'a>(&'a [Undefined]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Undefined { symbol, kernel }) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            let (symbol, kernel) = (demangle::symbol(symbol), demangle::kernel(kernel));
            write!(f, "{separator}`{symbol}` (used by kernel `{kernel}`)")?;
        }
        Ok(())
    }
}
