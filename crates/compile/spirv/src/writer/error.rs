//! Constructs that the writer cannot express, and their location.

use std::fmt;

use rspirv::spirv::Op;
use tandem_device_ir::Variable;
use tandem_ir::{Error as IrError, Frame, Function, Inst};
use tandem_spirv_binary::assembler::TooLong;

/// A module that cannot be written as SPIR-V.
#[derive(Debug, thiserror::Error)]
#[error("{}{reason}", SitePrefix(self))]
#[non_exhaustive]
pub struct WriteError {
    /// The error.
    #[source]
    pub reason: Reason,
    /// The location; `None` for the module as a whole.
    pub site: Option<Box<ErrorLocation>>,
}

/// A place in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorLocation {
    /// Symbol of the function or variable.
    pub symbol: String,
    /// The instruction's text, if the error is in one instruction.
    pub instruction: Option<String>,
    /// The location in the source.
    pub location: Option<Frame>,
}

/// A construct that SPIR-V, or this writer, cannot express.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A type without counterpart.
    #[error("type `{0}` has no SPIR-V counterpart")]
    Type(String),
    /// An address space outside the conventions of device IR.
    #[error("address space {0} is not one of device code (0 generic, 1 global, 2 constant, 3 local)")]
    AddressSpace(u32),
    /// An instruction or constant expression without counterpart.
    #[error("`{0}` has no SPIR-V counterpart")]
    Operation(String),
    /// An LLVM intrinsic without expansion.
    #[error("intrinsic `{0}` is not supported in device code")]
    Intrinsic(String),
    /// Inline assembly.
    #[error("inline assembly has no SPIR-V counterpart")]
    InlineAssembly,
    /// A call with more arguments or other types than the function has.
    #[error("call of `{0}` does not match its type, or has variable arguments")]
    CallType(String),
    /// The address of a kernel as data.
    #[error("address of kernel `{0}` is taken")]
    KernelAddress(String),
    /// A `__spirv_*` name without a meaning.
    #[error("unknown device builtin `{0}`")]
    UnknownBuiltin(String),
    /// A builtin whose arguments do not fit the instruction.
    #[error("arguments of `{symbol}` do not fit: {message}")]
    BuiltinArguments {
        /// Called symbol.
        symbol: String,
        /// The mismatch.
        message: String,
    },
    /// A builtin variable whose call returns something else.
    #[error("builtin variable {0:?} must be called as an integer or a vector of integers")]
    BuiltinVariable(Variable),
    /// Something that an older version lacks.
    #[error("{what} needs SPIR-V {}.{}", needs.0, needs.1)]
    Version {
        /// The feature.
        what: &'static str,
        /// The first version that has it.
        needs: (u8, u8),
    },
    /// A version that this writer does not support.
    #[error("cannot write SPIR-V {}.{}: versions 1.0 to 1.4 are supported", .0.0, .0.1)]
    UnknownVersion((u8, u8)),
    /// Global variables whose initial values need each other's addresses.
    #[error("initial values refer to each other in a cycle")]
    CyclicInitializer,
    /// A single instruction of more than 65,535 words.
    #[error("Op{0:?} would be longer than SPIR-V allows (65535 words)")]
    TooLong(Op),
    /// Something in the initial value of a variable.
    #[error("initial value of `{variable}`: {reason}")]
    InitialValue {
        /// The variable's symbol.
        variable: String,
        /// The error in the initial value.
        reason: Box<Reason>,
    },
    /// LLVM refuses an intermediate step.
    #[error(transparent)]
    Ir(#[from] IrError),
}

impl From<TooLong> for Reason {
    fn from(TooLong(op): TooLong) -> Self {
        Self::TooLong(op)
    }
}

impl WriteError {
    /// An error that concerns the module as a whole.
    pub(super) fn module(reason: Reason) -> Self {
        Self { reason, site: None }
    }

    /// An error of a function's signature or of a global variable.
    pub(super) fn symbol(reason: Reason, symbol: String) -> Self {
        Self { reason, site: Some(Box::new(ErrorLocation { symbol, instruction: None, location: None })) }
    }

    /// An error of one instruction.
    pub(super) fn instruction(reason: Reason, function: Function<'_>, inst: Inst<'_>) -> Self {
        Self {
            reason,
            site: Some(Box::new(ErrorLocation {
                symbol: function.name(),
                instruction: Some(inst.to_string().trim().to_owned()),
                location: inst.debug_loc().map(|loc| loc.frame()),
            })),
        }
    }
}

/// `file:line:column: in `symbol`: `instruction`: `, as far as it is known.
struct SitePrefix<'a>(&'a WriteError);

impl fmt::Display for SitePrefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(site) = &self.0.site else { return Ok(()) };
        if let Some(frame) = &site.location {
            write!(f, "{}:{}:{}: ", frame.file, frame.line, frame.column)?;
        }
        write!(f, "in `{}`: ", site.symbol)?;
        match &site.instruction {
            Some(text) => write!(f, "`{text}`: "),
            None => Ok(()),
        }
    }
}
