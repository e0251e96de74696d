//! Reading types, scopes and variables of debug information.
//!
//! LLVM's C API has getters for few of their fields. Fields that refer to other
//! nodes are operands, whose order is that of LLVM's classes; numbers are read
//! from the node's text.

use std::hash::{Hash, Hasher};

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::context::{copy_str, take_message};
use crate::{Module, Scope, Value, Variable};

/// A node of debug information; two handles are equal when the nodes are.
#[derive(Clone, Copy)]
pub struct DebugNode<'m> {
    raw: LLVMMetadataRef,
    module: &'m Module,
}

/// What a [`DebugNode`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugKind {
    /// A number, character or truth value.
    BasicType,
    /// A type made of one other, as the [tag](DebugNode::tag) says: pointers, qualified types; also
    /// members and base classes of structures.
    DerivedType,
    /// A structure, union, array or enumeration, as the [tag](DebugNode::tag) says.
    CompositeType,
    /// The type of a function.
    FunctionType,
    /// A dimension of an array.
    Subrange,
    /// One of the values of an enumeration.
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

    /// What it describes.
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
        let index = match self.kind() {
            DebugKind::Enumerator => 0,
            // Variables have their scope first, other nodes their file.
            DebugKind::Variable => 1,
            _ => 2,
        };
        self.text(index)
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
        self.node(if self.kind() == DebugKind::Variable { 2 } else { 0 }).map(|file| Scope::new(file.raw))
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

    /// Elements of a dimension, where that is a constant.
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
        // SAFETY: guarded by the kind.
        let flags = if self.is_type() { unsafe { LLVMDITypeGetFlags(self.raw) } } else { 0 };
        flags & (LLVMDIFlagFwdDecl | LLVMDIFlagStaticMember) != 0
    }

    /// Whether the compiler, not the source, named it, as `this`.
    pub fn is_artificial(self) -> bool {
        self.print().contains("DIFlagArtificial")
    }

    /// Line, from 1; 0 where unknown.
    pub fn line(self) -> u32 {
        self.number("line").and_then(|line| u32::try_from(line).ok()).unwrap_or(0)
    }

    /// A field that is a number, by its name in LLVM's assembly.
    pub fn number(self, field: &str) -> Option<i64> {
        self.word(field)?.parse().ok()
    }

    /// A field that is a word, by its name in LLVM's assembly.
    pub fn word(self, field: &str) -> Option<String> {
        let text = self.print();
        // Names of templates may hold anything; they come first.
        let (_, after) = text.rsplit_once(&format!(", {field}: "))?;
        Some(after.split([',', ')']).next().unwrap_or_default().to_owned())
    }

    fn is_type(self) -> bool {
        use DebugKind::*;
        matches!(self.kind(), BasicType | DerivedType | CompositeType | FunctionType)
    }

    fn print(self) -> String {
        // SAFETY: a metadata node; the text is ours.
        unsafe { take_message(LLVMPrintValueToString(self.value())) }
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
