//! Reading types, scopes and variables of debug information.
//!
//! LLVM's C API has getters for some of their fields. Fields that refer to other
//! nodes are operands, whose order is that of LLVM's classes. The few fields that
//! are neither are in [`crate::debug::text`].

use std::hash::{Hash, Hasher};

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::strings::{copy_str, take_message};
use crate::build::variables::Variable;
use crate::debug::text::Fields;
use crate::values::debug_info::Scope;
use crate::values::handles::Value;
use crate::values::module::Module;

/// LLVM's name of the flag for entities that the compiler named.
const ARTIFICIAL: &str = "DIFlagArtificial";

/// A node of debug information; two handles are equal when the nodes are.
#[derive(Clone, Copy)]
pub struct DebugNode<'m> {
    raw: LLVMMetadataRef,
    module: &'m Module,
}

/// The kind of entity that a [`DebugNode`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugKind {
    /// A number, character or truth value.
    BasicType,
    /// A type made of another one, according to the [tag](DebugNode::tag): pointers, qualified types; also members and
    /// base classes of structures.
    DerivedType,
    /// A structure, union, array or enumeration, according to the [tag](DebugNode::tag).
    CompositeType,
    /// The type of a function.
    FunctionType,
    /// A dimension of an array.
    Subrange,
    /// A value of an enumeration.
    Enumerator,
    /// A function.
    Subprogram,
    /// A block within a function.
    Block,
    /// A part of a block that is in another file.
    BlockFile,
    /// A namespace.
    Namespace,
    /// A local variable or parameter.
    Variable,
    /// Everything else.
    Other,
}

impl PartialEq for DebugNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for DebugNode<'_> {}

impl Hash for DebugNode<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<'m> DebugNode<'m> {
    /// The node of a scope.
    pub fn of_scope(module: &'m Module, scope: Scope<'m>) -> Self {
        Self { raw: scope.raw(), module }
    }

    /// The node of a variable.
    pub fn of_variable(module: &'m Module, variable: Variable<'m>) -> Self {
        Self { raw: variable.raw(), module }
    }

    /// The kind of entity that it describes.
    pub fn kind(self) -> DebugKind {
        use LLVMMetadataKind::*;
        // SAFETY: a metadata node.
        match unsafe { LLVMGetMetadataKind(self.raw) } {
            LLVMDIBasicTypeMetadataKind => DebugKind::BasicType,
            LLVMDIDerivedTypeMetadataKind => DebugKind::DerivedType,
            LLVMDICompositeTypeMetadataKind => DebugKind::CompositeType,
            LLVMDISubroutineTypeMetadataKind => DebugKind::FunctionType,
            LLVMDISubrangeMetadataKind => DebugKind::Subrange,
            LLVMDIEnumeratorMetadataKind => DebugKind::Enumerator,
            LLVMDISubprogramMetadataKind => DebugKind::Subprogram,
            LLVMDILexicalBlockMetadataKind => DebugKind::Block,
            LLVMDILexicalBlockFileMetadataKind => DebugKind::BlockFile,
            LLVMDINamespaceMetadataKind => DebugKind::Namespace,
            LLVMDILocalVariableMetadataKind => DebugKind::Variable,
            _ => DebugKind::Other,
        }
    }

    /// DWARF's tag (`DW_TAG_*`).
    pub fn tag(self) -> u32 {
        // SAFETY: a metadata node; those without tag answer 0.
        unsafe { LLVMGetDINodeTag(self.raw) }.into()
    }

    /// Name in the source.
    pub fn name(self) -> String {
        let mut len = 0;
        match self.kind() {
            // SAFETY: a type; LLVM owns the text.
            _ if self.is_type() => unsafe { copy_str(LLVMDITypeGetName(self.raw, &mut len), len) },
            DebugKind::Enumerator => self.text(0),
            // Variables have their scope first, other nodes their file.
            DebugKind::Variable => self.text(1),
            _ => self.text(2),
        }
    }

    /// The symbol of a function.
    pub fn linkage_name(self) -> String {
        if self.kind() == DebugKind::Subprogram { self.text(3) } else { String::new() }
    }

    /// The scope that it is in; `None` for files and compile units.
    pub fn scope(self) -> Option<DebugNode<'m>> {
        match self.kind() {
            DebugKind::Variable => self.node(0),
            DebugKind::Other => None,
            _ => self.node(1),
        }
    }

    /// The file that it is in.
    pub fn file(self) -> Option<Scope<'m>> {
        // SAFETY: guarded by the kind.
        let file = unsafe {
            match self.kind() {
                DebugKind::Variable => LLVMDIVariableGetFile(self.raw),
                _ if self.is_scope() => LLVMDIScopeGetFile(self.raw),
                _ => return None,
            }
        };
        Scope::maybe(self.module.context().raw(), file)
    }

    /// The type that this one is made of, or that a function, variable or member has; `None` is `void`.
    pub fn ty(self) -> Option<DebugNode<'m>> {
        self.node(if self.kind() == DebugKind::Subprogram { 4 } else { 3 })
    }

    /// Members, dimensions, enumerators; of a function's type, the result's type and those of the
    /// parameters. `None` is `void`.
    pub fn elements(self) -> Vec<Option<DebugNode<'m>>> {
        let index = match self.kind() {
            DebugKind::CompositeType => 4,
            DebugKind::FunctionType => 3,
            _ => return Vec::new(),
        };
        let Some(list) = self.node(index) else { return Vec::new() };
        list.operands().into_iter().map(|element| Some(list.child(element?))).collect()
    }

    /// The number of elements of a dimension, if that is constant.
    pub fn count(self) -> Option<u64> {
        self.operands().first().copied().flatten()?.const_u64()
    }

    /// Size in bits, of a type.
    pub fn bits(self) -> u64 {
        // SAFETY: guarded by the kind.
        if self.is_type() { unsafe { LLVMDITypeGetSizeInBits(self.raw) } } else { 0 }
    }

    /// Offset in bits, of a member or base class.
    pub fn offset_bits(self) -> u64 {
        // SAFETY: guarded by the kind.
        if self.is_type() { unsafe { LLVMDITypeGetOffsetInBits(self.raw) } } else { 0 }
    }

    /// Whether a type is only declared, or a member belongs to no object.
    pub fn is_declaration_or_static(self) -> bool {
        self.type_flags() & (LLVMDIFlagFwdDecl | LLVMDIFlagStaticMember) != 0
    }

    /// Whether an array is a vector of the compiler's own.
    pub fn is_vector(self) -> bool {
        self.type_flags() & LLVMDIFlagVector != 0
    }

    fn type_flags(self) -> LLVMDIFlags {
        // SAFETY: guarded by the kind.
        if self.is_type() { unsafe { LLVMDITypeGetFlags(self.raw) } } else { 0 }
    }

    /// Whether the compiler, not the source, named a variable, as `this`.
    pub fn is_artificial(self) -> bool {
        self.field(DebugKind::Variable, "flags").is_some_and(|flags| flags.split(" | ").any(|flag| flag == ARTIFICIAL))
    }

    /// Number of a parameter, from 1.
    pub fn parameter_number(self) -> Option<u32> {
        self.field(DebugKind::Variable, "arg")?.parse().ok()
    }

    /// Value of an enumerator.
    pub fn enumerator_value(self) -> Option<i64> {
        self.field(DebugKind::Enumerator, "value")?.parse().ok()
    }

    /// Encoding of a basic type, by DWARF's name of it (`DW_ATE_float`).
    pub fn encoding(self) -> Option<String> {
        self.field(DebugKind::BasicType, "encoding")
    }

    /// Line, from 1; 0 where unknown.
    pub fn line(self) -> u32 {
        // SAFETY: guarded by the kind.
        unsafe {
            match self.kind() {
                DebugKind::Variable => LLVMDIVariableGetLine(self.raw),
                DebugKind::Subprogram => LLVMDISubprogramGetLine(self.raw),
                DebugKind::Block => {
                    self.field(DebugKind::Block, "line").and_then(|line| line.parse().ok()).unwrap_or(0)
                }
                _ if self.is_type() => LLVMDITypeGetLine(self.raw),
                _ => 0,
            }
        }
    }

    /// A field without getter of a node of a kind, as LLVM prints it.
    fn field(self, kind: DebugKind, name: &str) -> Option<String> {
        if self.kind() != kind {
            return None;
        }
        // SAFETY: a metadata node; the text is ours.
        let text = unsafe { take_message(LLVMPrintValueToString(self.value())) };
        Fields::of(&text).get(name).map(str::to_owned)
    }

    fn is_scope(self) -> bool {
        use DebugKind::*;
        self.is_type() || matches!(self.kind(), Subprogram | Block | BlockFile | Namespace)
    }

    fn is_type(self) -> bool {
        use DebugKind::*;
        matches!(self.kind(), BasicType | DerivedType | CompositeType | FunctionType)
    }

    fn value(self) -> LLVMValueRef {
        // SAFETY: a metadata node of the module's context.
        unsafe { LLVMMetadataAsValue(self.module.context().raw(), self.raw) }
    }

    fn operands(self) -> Vec<Option<Value<'m>>> {
        let value = self.value();
        // SAFETY: metadata as a value; only nodes have operands, and the array has room for them.
        unsafe {
            if LLVMIsAMDNode(value).is_null() {
                return Vec::new();
            }
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.into_iter().map(Value::maybe).collect()
        }
    }

    fn operand(self, index: usize) -> Option<Value<'m>> {
        self.operands().get(index).copied().flatten()
    }

    fn node(self, index: usize) -> Option<DebugNode<'m>> {
        self.operand(index).map(|value| self.child(value))
    }

    fn child(self, value: Value<'m>) -> DebugNode<'m> {
        // SAFETY: the operand of a node, as a value.
        Self { raw: unsafe { LLVMValueAsMetadata(value.0) }, ..self }
    }

    fn text(self, index: usize) -> String {
        let Some(operand) = self.operand(index) else { return String::new() };
        let mut len = 0;
        // SAFETY: metadata as a value; LLVM owns the text, which is null for what is no string.
        unsafe { copy_str(LLVMGetMDString(operand.0, &mut len), len as usize) }
    }
}
