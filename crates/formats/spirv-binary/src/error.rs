//! Errors in the form of a module, with their locations.

use std::fmt;

use rspirv::spirv::Op;

/// Bytes that are not the SPIR-V module that they should be: where and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}{}", .at.map(|at| format!("{at}: ")).unwrap_or_default(), called(id_name))]
pub struct BinaryError {
    /// The instruction at fault; `None` for the module as a whole.
    pub at: Option<Location>,
    /// The kind of error.
    pub reason: Malformed,
    /// The name that `OpName` gives the id in the reason.
    pub id_name: Option<Box<str>>,
}

/// The end of a message about an id that has a name.
pub fn called(id_name: &Option<Box<str>>) -> String {
    id_name.as_ref().map(|name| format!(" (the id is called `{name}`)")).unwrap_or_default()
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

impl Location {
    /// Offset of its first byte from the start of the module.
    pub fn byte(&self) -> usize {
        self.word as usize * 4
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instruction {} ({}) at byte {}", self.instruction, opcode_name(self.opcode), self.byte())
    }
}

/// `OpIAdd`, or `opcode 12345` if the grammar does not have it.
pub fn opcode_name(opcode: u16) -> String {
    match Op::from_u32(opcode.into()) {
        Some(op) => format!("Op{op:?}"),
        None => format!("opcode {opcode}"),
    }
}

/// The kind of error in the form of a module. An id appears as a number; an error adds its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The bytes are no sequence of words that begins with a header.
    #[error("{0} bytes are not a SPIR-V module")]
    Length(usize),
    /// The first word is not SPIR-V's.
    #[error("not a SPIR-V module: the magic number is {0:#010x} instead of 0x07230203")]
    Magic(u32),
    /// A version whose form is not known.
    #[error("SPIR-V version {0}.{1} is not supported")]
    Version(u8, u8),
    /// The header's bound lies above the universal limit.
    #[error("id bound {0} is above the limit")]
    Bound(u32),
    /// An instruction whose length does not even count its own first word.
    #[error("the instruction states a length of 0 words")]
    Empty,
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
    /// A name by which others know a function or variable, in other than UTF-8.
    #[error("the name {0:?} is not UTF-8")]
    Name(String),
    /// An id that nothing defines.
    #[error("%{0} is not defined")]
    Undefined(u32),
    /// A number that has no meaning in an enumeration of the grammar.
    #[error("unknown {what} {value}")]
    Unknown {
        /// The enumeration.
        what: &'static str,
        /// The number.
        value: u32,
    },
}

impl Malformed {
    /// The id that this is about.
    pub fn id(&self) -> Option<u32> {
        match self {
            Self::Undefined(id) => Some(*id),
            _ => None,
        }
    }
}
