//! Why a SPIR-V module cannot be read.

use std::fmt;

use rspirv::spirv::Op;
use tandem_spirv_binary::{Location, Malformed, called};

/// A SPIR-V module that cannot be read: where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ReadError {
    /// Name that the caller gave to the module.
    pub module: Box<str>,
    /// The kernel or function at fault, as its author named it; `None` outside of functions.
    pub function: Option<Box<str>>,
    /// File, line and column of the source, if the module contains them.
    pub line: Option<Box<str>>,
    /// The instruction at fault; `None` for the module as a whole.
    pub at: Option<Location>,
    /// The error.
    pub reason: Reason,
    /// The name, from `OpName`, of the id that the reason mentions.
    pub id_name: Option<Box<str>>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.module)?;
        for part in [&self.line, &self.function].into_iter().flatten() {
            write!(f, "{part}: ")?;
        }
        if let Some(at) = self.at {
            write!(f, "{at}: ")?;
        }
        write!(f, "{}{}", self.reason, called(&self.id_name))
    }
}

/// The error in a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The words are not a sequence of instructions, or an operand is missing.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// An id that is zero or not below the bound.
    #[error("id %{0} is out of bounds")]
    IdBound(u32),
    /// An id that nothing before has defined.
    #[error("%{0} is used before it is defined")]
    Undefined(u32),
    /// An id that is defined twice.
    #[error("%{0} is defined twice")]
    Redefined(u32),
    /// An id that names something of another kind.
    #[error("%{id} is not {expected}")]
    Kind {
        /// The id.
        id: u32,
        /// The kind of id that is expected.
        expected: &'static str,
    },
    /// The operands do not fit together or with the result type.
    #[error("{0}")]
    Invalid(&'static str),
    /// Valid SPIR-V that cannot be expressed for the supported devices.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// A construct that is unknown to the reader, or whose meaning it cannot express.
    #[error("{what} is not supported: {why}")]
    Refused {
        /// The construct in the module, by its name in SPIR-V.
        what: String,
        /// The reason for refusing it, or the alternatives.
        why: &'static str,
    },
    /// LLVM's verifier rejects the result: its message, without the code.
    #[error("the module is inconsistent: {0}")]
    Verify(String),
}

/// Result within the reader; [`super::read`] adds the place.
pub(crate) type Result<T, E = Reason> = std::result::Result<T, E>;

impl Reason {
    /// The id that this is about.
    pub(super) fn id(&self) -> Option<u32> {
        match self {
            Self::Malformed(malformed) => malformed.id(),
            Self::IdBound(id) | Self::Undefined(id) | Self::Redefined(id) | Self::Kind { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// An instruction that is not supported at its position.
    pub(super) fn instruction(op: Op) -> Self {
        Self::unsupported(format!("Op{op:?}"))
    }

    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// Fails with [`Reason::Invalid`] unless the condition holds.
pub(super) fn ensure(condition: bool, message: &'static str) -> Result<()> {
    if condition { Ok(()) } else { Err(Reason::Invalid(message)) }
}
