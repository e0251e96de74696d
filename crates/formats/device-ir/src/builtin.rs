//! A builtin, and what holds for every builtin.

use crate::capability::Capability;
use crate::effects::{Effects, Lowering};
use crate::feature::Feature;
use crate::imported::ImportedFunction;
use crate::instruction::Instruction;
use crate::opencl::OpenClFunction;
use crate::signature::{Mismatch, Scalar, Signature, ValueType};
use crate::variable::Variable;

/// Start of every builtin's base name.
pub const PREFIX: &str = "__spirv_";
const VARIABLE_PREFIX: &str = "BuiltIn";
const OPENCL_PREFIX: &str = "ocl_";
const IMPORTED_PREFIX: &str = "tandem_";

/// The meaning of a `__spirv_*` function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// A load of a builtin variable, or of one dimension of it.
    Variable(Variable),
    /// One core instruction.
    Instruction(Instruction),
    /// One instruction of `OpenCL.std`.
    OpenCl(OpenClFunction),
    /// A function that SPIR-V modules import from the device.
    Imported(ImportedFunction),
}

impl Builtin {
    /// Every builtin, in order of the tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let variables = Variable::ALL.iter().copied().map(Self::Variable);
        let instructions = Instruction::ALL.iter().copied().map(Self::Instruction);
        let imported = ImportedFunction::ALL.iter().copied().map(Self::Imported);
        variables.chain(instructions).chain(OpenClFunction::ALL.iter().copied().map(Self::OpenCl)).chain(imported)
    }

    /// The builtin of a base name without [`PREFIX`].
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        if let Some(variable) = name.strip_prefix(VARIABLE_PREFIX) {
            return Variable::from_name(variable).map(Self::Variable);
        }
        if let Some(function) = name.strip_prefix(OPENCL_PREFIX) {
            return OpenClFunction::from_name(function).map(Self::OpenCl);
        }
        if let Some(function) = name.strip_prefix(IMPORTED_PREFIX) {
            return ImportedFunction::from_name(function).map(Self::Imported);
        }
        // DPC++ spells the result type into some names: `ConvertFToU_Ruint`.
        let plain = name.rfind("_R").map(|at| &name[..at]);
        let instruction = Instruction::from_name(name).or_else(|| Instruction::from_name(plain?));
        instruction.map(Self::Instruction)
    }

    /// The base name, with [`PREFIX`]: the symbol, before any type suffix.
    pub fn base_name(self) -> String {
        match self {
            Self::Variable(variable) => format!("{PREFIX}{VARIABLE_PREFIX}{}", variable.name()),
            Self::Instruction(instruction) => format!("{PREFIX}{}", instruction.name()),
            Self::OpenCl(function) => format!("{PREFIX}{OPENCL_PREFIX}{}", function.name()),
            Self::Imported(function) => format!("{PREFIX}{IMPORTED_PREFIX}{}", function.name()),
        }
    }

    /// Its operation or result, in a sentence.
    pub const fn semantics(self) -> &'static str {
        match self {
            Self::Variable(variable) => variable.semantics(),
            Self::Instruction(instruction) => instruction.semantics(),
            Self::OpenCl(function) => function.semantics(),
            Self::Imported(function) => function.semantics(),
        }
    }

    /// The names of the parameters.
    pub const fn operands(self) -> &'static [&'static str] {
        match self {
            Self::Variable(variable) => variable.operands(),
            Self::Instruction(instruction) => instruction.operands(),
            Self::OpenCl(function) => function.operands(),
            Self::Imported(function) => function.signature().operands(),
        }
    }

    /// The signature in text, for messages.
    pub fn signature_text(self) -> String {
        match self {
            Self::Variable(variable) => match variable.ty().lanes() {
                Some(lanes) => format!("integer(integer dimension) or <{lanes} x i{}>()", variable.ty().bits()),
                None => "integer()".to_owned(),
            },
            Self::Instruction(instruction) => instruction.signature().signature().to_string(),
            Self::OpenCl(function) => function.signature().signature().to_string(),
            Self::Imported(function) => function.signature().signature().to_string(),
        }
    }

    /// The slots of the result and the parameters; `None` for variables, which
    /// have their [own rule](Self::check).
    pub fn signature(self) -> Option<Signature> {
        match self {
            Self::Variable(_) => None,
            Self::Instruction(instruction) => Some(instruction.signature().signature()),
            Self::OpenCl(function) => Some(function.signature().signature()),
            Self::Imported(function) => Some(function.signature().signature()),
        }
    }

    /// Checks a function's type.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(self, result: ValueType, params: &[ValueType]) -> Result<(), Mismatch> {
        match (self, self.signature()) {
            (Self::Variable(variable), _) => check_variable(variable, result, params),
            (_, Some(signature)) => signature.check(result, params),
            (_, None) => Ok(()),
        }
    }

    /// The side effects of a call.
    pub const fn effects(self) -> Effects {
        match self {
            Self::Variable(_) => Effects::Pure,
            Self::Instruction(instruction) => instruction.role().effects(),
            Self::OpenCl(function) => function.effects(),
            Self::Imported(function) => function.effects(),
        }
    }

    /// The capability that a SPIR-V module has to declare.
    pub const fn capability(self) -> Option<Capability> {
        match self {
            Self::Variable(variable) => Some(variable.capability()),
            Self::Instruction(instruction) => instruction.capability(),
            Self::OpenCl(_) => Some(Capability::Kernel),
            Self::Imported(_) => None,
        }
    }

    /// The stage that lowers it.
    pub const fn lowering(self) -> Lowering {
        match self {
            Self::Variable(_) => Lowering::Target,
            Self::Instruction(instruction) => instruction.lowering(),
            Self::OpenCl(function) => function.lowering(),
            Self::Imported(_) => Lowering::Target,
        }
    }

    /// The feature that a device must have for it.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Self::Instruction(instruction) => instruction.feature(),
            Self::Variable(_) | Self::OpenCl(_) | Self::Imported(_) => None,
        }
    }
}

/// A whole vector, or one dimension of it, of any width.
fn check_variable(variable: Variable, result: ValueType, params: &[ValueType]) -> Result<(), Mismatch> {
    let is_int = |ty: &ValueType| ty.lanes.is_none() && matches!(ty.scalar, Scalar::Int(8 | 16 | 32 | 64));
    match (variable.ty().lanes(), params) {
        (Some(_), [dimension]) if !is_int(dimension) => Err(Mismatch::Param(0, *dimension)),
        (None, []) | (Some(_), [_]) if is_int(&result) => Ok(()),
        (Some(_), [])
            if result == (ValueType { scalar: Scalar::Int(variable.ty().bits()), lanes: variable.ty().lanes() }) =>
        {
            Ok(())
        }
        (_, []) | (Some(_), [_]) => Err(Mismatch::Result(result)),
        _ => Err(Mismatch::Count { found: params.len() }),
    }
}
