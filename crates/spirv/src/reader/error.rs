//! Why a SPIR-V module cannot be read.

use std::fmt;

use rspirv::spirv::Op;

/// A SPIR-V module that cannot be read: where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{module}: {}{reason}", .at.map(|at| format!("{at}: ")).unwrap_or_default())]
pub struct ReadError {
    /// Name that the caller gave to the module.
    pub module: String,
    /// The instruction at fault; `None` for the module as a whole.
    pub at: Option<Location>,
    /// What is wrong.
    pub reason: Reason,
}

/// Place of an instruction in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Number of the instruction, from 0.
    pub instruction: u32,
    /// Offset of its first word, in words from the start of the module.
    pub word: u32,
    /// Its opcode.
    pub opcode: u16,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instruction {} ({}) at word {}", self.instruction, opcode_name(self.opcode), self.word)
    }
}

/// `OpIAdd`, or `opcode 12345` for what the grammar does not have.
pub(super) fn opcode_name(opcode: u16) -> String {
    match Op::from_u32(opcode.into()) {
        Some(op) => format!("Op{op:?}"),
        None => format!("opcode {opcode}"),
    }
}

/// What is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes are no sequence of words that begins with a header.
    #[error("{0} bytes are no SPIR-V module")]
    Length(usize),
    /// The first word is not SPIR-V's.
    #[error("the magic number is {0:#010x} instead of 0x07230203")]
    Magic(u32),
    /// A version that this reader does not know.
    #[error("SPIR-V version {0}.{1} is not supported")]
    Version(u8, u8),
    /// The header's bound lies above the universal limit.
    #[error("id bound {0} is above the limit")]
    Bound(u32),
    /// The module ends within an instruction.
    #[error("the instruction has {words} words, but the module has only {left} left")]
    Truncated {
        /// Word count that the instruction states.
        words: u16,
        /// Words until the end of the module.
        left: usize,
    },
    /// An operand is missing.
    #[error("too few operands")]
    MissingOperand,
    /// A string without its terminating zero.
    #[error("a string is not terminated")]
    String,
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
        /// What it should name.
        expected: &'static str,
    },
    /// The operands do not fit together or with the result type.
    #[error("{0}")]
    Invalid(&'static str),
    /// Valid SPIR-V that cannot be expressed for the devices at hand.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// LLVM's verifier rejects the result.
    #[error("the module is inconsistent: {0}")]
    Verify(String),
}

/// Result within the reader; [`super::read`] adds the place.
pub(crate) type Result<T, E = Reason> = std::result::Result<T, E>;

impl Reason {
    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// Fails with [`Reason::Invalid`] unless the condition holds.
pub(super) fn ensure(condition: bool, message: &'static str) -> Result<()> {
    if condition { Ok(()) } else { Err(Reason::Invalid(message)) }
}
