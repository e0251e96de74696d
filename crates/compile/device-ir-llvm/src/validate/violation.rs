//! Violations: constructs of a module that device IR does not have.

use std::fmt;

use tandem_device_ir::{AddressSpace, Builtin, GroupOperation, Mismatch, Scope};
use tandem_image::layout::RecordKind;
use tandem_ir::Frame;

/// A construct of a module that device IR does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kernel or function, for people; `None` for variables of the module.
    pub function: Option<String>,
    /// The location in the source, if known from debug information.
    pub place: Option<Frame>,
    /// The kind. Its text states the possible alternatives.
    pub kind: ViolationKind,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Frame { file, line, column, .. }) = &self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        if let Some(function) = &self.function {
            write!(f, "{function}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

/// The rule of device IR that is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViolationKind {
    /// A call of a function that is named as a builtin and is none.
    #[error("unknown builtin `{0}`")]
    UnknownBuiltin(String),
    /// A call that post-link takes out of units.
    #[error("`{0}` is only for the headers")]
    Marker(&'static str),
    /// A builtin is used as a value.
    #[error("the address of builtin `{}` is taken; builtins can only be called", .0.base_name())]
    AddressTaken(Builtin),
    /// The device lacks a builtin.
    #[error("`{}` is not supported on the {device} device", .builtin.base_name())]
    Unsupported {
        /// The builtin.
        builtin: Builtin,
        /// The device.
        device: &'static str,
    },
    /// A builtin is declared with another signature than it has.
    #[error("`{}` has the signature {}; {mismatch}", .builtin.base_name(), .builtin.signature_text())]
    Signature {
        /// The builtin.
        builtin: Builtin,
        /// The mismatch.
        mismatch: Mismatch,
    },
    /// A builtin is called by another type than its declaration has.
    #[error("the call of `{}` has a different type than its declaration", .0.base_name())]
    CallType(Builtin),
    /// An argument of a builtin.
    #[error("argument `{operand}` of `{}` {problem}", .builtin.base_name())]
    Argument {
        /// The builtin.
        builtin: Builtin,
        /// The operand's name.
        operand: &'static str,
        /// The problem.
        problem: ArgumentProblem,
    },
    /// A convergent builtin that LLVM may execute early.
    #[error("`{}` is declared speculatable, but works with other work-items", .0.base_name())]
    Speculatable(Builtin),
    /// A convergent builtin that is not declared as such.
    #[error("`{}` is not declared convergent, but works with other work-items", .0.base_name())]
    NotConvergent(Builtin),
    /// A function that reaches a convergent builtin and is not convergent.
    #[error("is not convergent, but reaches `{}`", .0.base_name())]
    ReachesConvergent(Builtin),
    /// An address space that device code does not have.
    #[error("{subject} is in address space {space}; device code has {}", spaces())]
    AddressSpace {
        /// The value or variable in it.
        subject: Subject,
        /// Its number.
        space: u32,
    },
    /// An image or a sampler, on a device without them.
    #[error("{subject} has type {ty}; the {device} device has no images and samplers")]
    Image {
        /// The value or variable that has the type.
        subject: Subject,
        /// The type, as LLVM writes it.
        ty: String,
        /// The device.
        device: &'static str,
    },
    /// A floating-point format that devices do not have.
    #[error("{} type {format}, which devices do not have; use half, float or double", .subject.with_type())]
    FloatFormat {
        /// The value or variable that has the format.
        subject: Subject,
        /// LLVM's name of the format.
        format: &'static str,
    },
    /// A variable in local memory with an initial value.
    #[error("variable `{0}` is in local memory, which cannot have initial values")]
    InitializedLocal(String),
    /// A variable of a work-item in another space than the generic one.
    #[error("a variable of a work-item outside of address space 0")]
    PrivateSpace,
    /// A cast between address spaces of which neither is the generic one.
    #[error(
        "a cast of a pointer from {} to {} memory; only casts from and to generic memory are possible",
        .from.name(),
        .to.name()
    )]
    Cast {
        /// The space of the operand.
        from: AddressSpace,
        /// The space of the result.
        to: AddressSpace,
    },
    /// A store or an atomic operation.
    #[error("a write to constant memory")]
    ConstantWrite,
    /// Inline assembly.
    #[error("inline assembly, which device code cannot have")]
    InlineAssembly,
    /// A parameter of a kernel, counted from 1, that leads to memory which no launch has.
    #[error(
        "parameter {0} is a pointer to a work-item's own memory; kernels take pointers to global, constant or local \
         memory, and values"
    )]
    OwnMemory(usize),
    /// A kernel whose parameters are not those of its description.
    #[error("its parameters are {parameters}, its description says {records:?}")]
    Description {
        /// The parameters.
        parameters: String,
        /// The kinds of parameters in the description.
        records: Vec<RecordKind>,
    },
    /// Functions of which each uses the next one, and the last one the first.
    #[error("recursion: {}", .0.join(" calls "))]
    Recursion(Vec<String>),
    /// A module that was validated for one device, or none, and is compiled for another one.
    #[error("the module was validated for {}, and is compiled for {compiled}", .validated.unwrap_or("no device"))]
    OtherDevice {
        /// The device that it was validated for.
        validated: Option<&'static str>,
        /// The device that it is compiled for.
        compiled: &'static str,
    },
}

/// The subject of a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A parameter, counted from 1.
    Parameter(usize),
    /// A pointer that an instruction makes.
    Pointer,
    /// A value that an instruction makes.
    Value,
    /// A variable of a work-item.
    PrivateVariable,
    /// A variable of the module, by its name for people.
    Variable(String),
}

impl Subject {
    /// The subject and the words before the name of its type.
    fn with_type(&self) -> String {
        match self {
            Self::Variable(_) | Self::Parameter(_) => format!("{self} has"),
            Self::Pointer | Self::Value | Self::PrivateVariable => format!("{self} of"),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(number) => write!(f, "parameter {number}"),
            Self::Pointer => f.write_str("a pointer"),
            Self::Value => f.write_str("a value"),
            Self::PrivateVariable => f.write_str("a variable"),
            Self::Variable(name) => write!(f, "variable `{name}`"),
        }
    }
}

/// The problem with an argument of a builtin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentProblem {
    /// An operand that must be constant is an id of the work-item.
    #[error("differs between work-items; it must be a constant")]
    NotConstant,
    /// An operand that must be the same for a group is an id of the work-item.
    #[error("differs between work-items of a group; it must be the same for all of them")]
    NotUniform,
    /// A constant that is not a scope, or not a possible one.
    #[error("is scope {found}; expected {}", list(.possible.iter().map(|scope| (scope.number(), scope))))]
    Scope {
        /// The constant.
        found: u64,
        /// The scopes that are possible.
        possible: &'static [Scope],
    },
    /// A constant that is not a memory semantics.
    #[error("is {0:#x}, which is not valid as memory semantics: at most one order and no unknown bits are allowed")]
    Semantics(u64),
    /// A constant that is not a group operation.
    #[error("is group operation {0}; expected {known}", known = group_operations())]
    GroupOperation(u64),
    /// A clustered reduction without the size of its clusters.
    #[error("is a clustered reduction, which needs a cluster size after the value")]
    NoClusterSize,
    /// The size of clusters of a clustered reduction.
    #[error("is a clustered reduction, whose cluster size must be a power of two, not {0}")]
    ClusterSize(u64),
}

/// Numbers with their names.
fn list<'a, T: fmt::Debug + 'a>(known: impl Iterator<Item = (u32, &'a T)>) -> String {
    known.map(|(number, name)| format!("{number} ({name:?})")).collect::<Vec<_>>().join(", ")
}

fn group_operations() -> String {
    list(GroupOperation::ALL.iter().map(|operation| (*operation as u32, operation)))
}

fn spaces() -> String {
    AddressSpace::ALL.map(|space| format!("{} ({})", space.number(), space.name())).join(", ")
}
