//! The meanings of ids.

use rspirv::spirv::BuiltIn;
use tandem_device_ir::opencl::INSTRUCTION_SET;
use tandem_ir::{Block, Function, Value};
use tandem_spirv_binary::types::TypeRef;

use crate::debug_info::DEBUG_INFO;

/// A value with its SPIR-V type, which contains more information than its LLVM type.
#[derive(Clone, Copy)]
pub(super) struct Typed<'m> {
    pub value: Value<'m>,
    pub ty: TypeRef,
}

/// A constant sampler: addressing mode, whether coordinates are normalized, filter.
#[derive(Clone, Copy)]
pub(super) struct Sampler {
    pub properties: [u32; 3],
    pub ty: TypeRef,
}

/// An address within a builtin variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltinPointer {
    pub builtin: BuiltIn,
    /// Type of the variable.
    pub variable: TypeRef,
    /// Byte offset into it.
    pub offset: u64,
    /// Type of this pointer.
    pub ty: TypeRef,
}

/// An imported instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtendedSet {
    /// `OpenCL.std`.
    OpenCl,
    /// `OpenCL.DebugInfo.100`.
    DebugInfo,
    /// Other debug information and sets without semantics: their instructions do not affect the results of a module.
    Ignored,
}

impl ExtendedSet {
    /// The set that an `OpExtInstImport` names, if it is known.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            INSTRUCTION_SET => Self::OpenCl,
            DEBUG_INFO => Self::DebugInfo,
            "DebugInfo" | "SPIRV.debug" => Self::Ignored,
            _ if name.starts_with("NonSemantic.") => Self::Ignored,
            _ => return None,
        })
    }
}

/// The meaning of an id.
#[derive(Clone, Copy, Default)]
pub(super) enum Def<'m> {
    #[default]
    Undefined,
    Type(TypeRef),
    Value(Typed<'m>),
    /// An address within a builtin variable, which is not in memory.
    BuiltinPointer(BuiltinPointer),
    /// A whole builtin variable, loaded; its components are queried one by one.
    BuiltinVector(BuiltinPointer),
    /// A sampler that the module defines; each use queries it.
    Sampler(Sampler),
    Block(Block<'m>),
    Function(Function<'m>),
    Set(ExtendedSet),
    /// An id without meaning in LLVM IR: strings, void results, decoration groups, debug information.
    Marker,
}
