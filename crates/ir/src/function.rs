//! Functions and their attributes.

use std::fmt;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyFunction};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMSetSubprogram};

use crate::context::{c_string, copy_str};
use crate::{Block, Global, Inst, Linkage, Scope, Type, Value};

/// A calling convention number.
pub type CallConv = u32;
/// `spir_func`.
pub const SPIR_FUNC: CallConv = 75;
/// `spir_kernel`.
pub const SPIR_KERNEL: CallConv = 76;

/// A function, defined or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function<'m>(pub(crate) Value<'m>);

/// What an attribute is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributePlace {
    /// The function itself.
    Function,
    /// The returned value.
    Return,
    /// A parameter, counted from zero.
    Param(u32),
}

impl AttributePlace {
    fn index(self) -> u32 {
        match self {
            Self::Function => u32::MAX,
            Self::Return => 0,
            Self::Param(param) => param + 1,
        }
    }
}

impl<'m> Function<'m> {
    /// This function as a value (its address).
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// This function as a global object, for linkage and the like.
    pub fn global(self) -> Global<'m> {
        Global(self.0)
    }

    /// Symbol name.
    pub fn name(self) -> String {
        self.0.name()
    }

    /// Function type.
    pub fn function_type(self) -> Type<'m> {
        // SAFETY: a function.
        Type::new(unsafe { LLVMGlobalGetValueType(self.0.0) })
    }

    /// Whether there is no body.
    pub fn is_declaration(self) -> bool {
        self.global().is_declaration()
    }

    /// Parameters.
    pub fn params(self) -> Vec<Value<'m>> {
        // SAFETY: a function with that many parameters.
        unsafe { (0..LLVMCountParams(self.0.0)).map(|i| Value::new(LLVMGetParam(self.0.0, i))).collect() }
    }

    /// The blocks in order, as of now; empty for declarations.
    pub fn blocks(self) -> Vec<Block<'m>> {
        // SAFETY: a function; LLVM fills as many entries as it counts.
        unsafe {
            let mut raw = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.0.0) as usize];
            LLVMGetBasicBlocks(self.0.0, raw.as_mut_ptr());
            raw.into_iter().map(Block::new).collect()
        }
    }

    /// The entry block of a definition.
    pub fn entry(self) -> Option<Block<'m>> {
        // SAFETY: guarded: declarations have no entry.
        (!self.is_declaration()).then(|| Block::new(unsafe { LLVMGetEntryBasicBlock(self.0.0) }))
    }

    /// All instructions in order of blocks, as of now.
    pub fn insts(self) -> Vec<Inst<'m>> {
        self.blocks().into_iter().flat_map(Block::insts).collect()
    }

    /// Appends an empty block.
    pub fn append_block(self, name: &str) -> Block<'m> {
        let name = c_string(name);
        // SAFETY: a function; LLVM copies the name.
        Block::new(unsafe {
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            LLVMAppendBasicBlockInContext(ctx, self.0.0, name.as_ptr())
        })
    }

    /// Whether LLVM's verifier accepts the function.
    pub fn is_valid(self) -> bool {
        // SAFETY: a function.
        unsafe { LLVMVerifyFunction(self.0.0, LLVMVerifierFailureAction::LLVMReturnStatusAction) == 0 }
    }

    /// Calling convention.
    pub fn call_conv(self) -> CallConv {
        // SAFETY: a function.
        unsafe { LLVMGetFunctionCallConv(self.0.0) }
    }

    /// Sets the calling convention; calls must be set alike by the caller.
    pub fn set_call_conv(self, conv: CallConv) {
        // SAFETY: a function.
        unsafe { LLVMSetFunctionCallConv(self.0.0, conv) }
    }

    /// Whether an enum attribute (`noinline`, `byval`, …) is present.
    pub fn has_attribute(self, place: AttributePlace, name: &str) -> bool {
        // SAFETY: a function; the kind of an unknown name is 0, which nothing has.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            kind != 0 && !LLVMGetEnumAttributeAtIndex(self.0.0, place.index(), kind).is_null()
        }
    }

    /// Integer value of an enum attribute (`align`, `dereferenceable`).
    pub fn attribute_int(self, place: AttributePlace, name: &str) -> Option<u64> {
        // SAFETY: as in `has_attribute`.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attr = LLVMGetEnumAttributeAtIndex(self.0.0, place.index(), kind);
            (!attr.is_null()).then(|| LLVMGetEnumAttributeValue(attr))
        }
    }

    /// Type of a type attribute (`byval`, `sret`).
    pub fn attribute_type(self, place: AttributePlace, name: &str) -> Option<Type<'m>> {
        // SAFETY: as in `has_attribute`; these attributes carry a type.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attr = LLVMGetEnumAttributeAtIndex(self.0.0, place.index(), kind);
            (!attr.is_null()).then(|| Type::new(LLVMGetTypeAttributeValue(attr)))
        }
    }

    /// Adds an enum attribute, with its integer value or 0.
    pub fn add_attribute(self, place: AttributePlace, name: &str, value: u64) {
        // SAFETY: a function and a known attribute name.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            debug_assert_ne!(kind, 0, "unknown attribute {name}");
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            LLVMAddAttributeAtIndex(self.0.0, place.index(), LLVMCreateEnumAttribute(ctx, kind, value));
        }
    }

    /// Adds a type attribute (`byval`, `sret`).
    pub fn add_type_attribute(self, place: AttributePlace, name: &str, ty: Type<'m>) {
        // SAFETY: a function and a known type attribute.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            LLVMAddAttributeAtIndex(self.0.0, place.index(), LLVMCreateTypeAttribute(ctx, kind, ty.0));
        }
    }

    /// Removes an enum attribute.
    pub fn remove_attribute(self, place: AttributePlace, name: &str) {
        // SAFETY: a function; unknown names remove nothing.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveEnumAttributeAtIndex(self.0.0, place.index(), kind);
        }
    }

    /// Value of a string attribute of the function (`target-cpu`).
    pub fn string_attribute(self, name: &str) -> Option<String> {
        // SAFETY: a function; LLVM owns the text.
        unsafe {
            let attr = LLVMGetStringAttributeAtIndex(
                self.0.0,
                AttributePlace::Function.index(),
                name.as_ptr().cast(),
                name.len() as u32,
            );
            (!attr.is_null()).then(|| {
                let mut len = 0;
                let text = LLVMGetStringAttributeValue(attr, &mut len);
                copy_str(text, len as usize)
            })
        }
    }

    /// Sets a string attribute of the function.
    pub fn add_string_attribute(self, name: &str, value: &str) {
        // SAFETY: a function; LLVM copies the texts.
        unsafe {
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            let attr = LLVMCreateStringAttribute(
                ctx,
                name.as_ptr().cast(),
                name.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(self.0.0, AttributePlace::Function.index(), attr);
        }
    }

    /// Removes a string attribute of the function.
    pub fn remove_string_attribute(self, name: &str) {
        // SAFETY: a function; unknown names remove nothing.
        unsafe {
            LLVMRemoveStringAttributeAtIndex(
                self.0.0,
                AttributePlace::Function.index(),
                name.as_ptr().cast(),
                name.len() as u32,
            );
        }
    }

    /// Removes the string attributes of the function whose kind `keep` refuses.
    pub fn retain_string_attributes(self, keep: impl Fn(&str) -> bool) {
        let index = AttributePlace::Function.index();
        // SAFETY: a function; LLVM fills as many entries as it counts.
        unsafe {
            let mut attrs = vec![std::ptr::null_mut(); LLVMGetAttributeCountAtIndex(self.0.0, index) as usize];
            LLVMGetAttributesAtIndex(self.0.0, index, attrs.as_mut_ptr());
            for attr in attrs.into_iter().filter(|attr| LLVMIsStringAttribute(*attr) != 0) {
                let mut len = 0;
                let kind = LLVMGetStringAttributeKind(attr, &mut len);
                let kind = copy_str(kind, len as usize);
                if !keep(&kind) {
                    self.remove_string_attribute(&kind);
                }
            }
        }
    }

    /// Attaches a metadata node of integers (`!reqd_work_group_size`).
    pub fn set_int_metadata(self, kind: &str, values: &[u32]) {
        // SAFETY: constants and nodes of the function's own context.
        unsafe {
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            let int = LLVMInt32TypeInContext(ctx);
            let mut operands: Vec<_> =
                values.iter().map(|value| LLVMValueAsMetadata(LLVMConstInt(int, u64::from(*value), 0))).collect();
            let node = LLVMMDNodeInContext2(ctx, operands.as_mut_ptr(), operands.len());
            let kind = LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32);
            LLVMGlobalSetMetadata(self.0.0, kind, node);
        }
    }

    /// Reads a metadata node of integers.
    pub fn int_metadata(self, kind: &str) -> Option<Vec<u64>> {
        // SAFETY: a function; entries are read by count, and the list is freed.
        unsafe {
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.0.0));
            let kind = LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32);
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0.0, &mut count);
            let node = (0..count as u32)
                .find(|i| LLVMValueMetadataEntriesGetKind(entries, *i) == kind)
                .map(|i| LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(entries, i)));
            LLVMDisposeValueMetadataEntries(entries);
            let node = node?;
            let mut raw = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, raw.as_mut_ptr());
            raw.into_iter().map(|value| Value::maybe(value)?.const_u64()).collect()
        }
    }

    /// The debug-information subprogram.
    pub fn subprogram(self) -> Option<Scope<'m>> {
        // SAFETY: a function.
        Scope::maybe(unsafe { LLVMGetSubprogram(self.0.0) })
    }

    /// Sets the debug-information subprogram.
    pub fn set_subprogram(self, subprogram: Scope<'m>) {
        // SAFETY: a subprogram of the same module.
        unsafe { LLVMSetSubprogram(self.0.0, subprogram.raw()) }
    }

    /// Makes a definition a declaration with external linkage.
    pub fn delete_body(self) {
        // Blocks refer to each other: first cut every edge and value, then the blocks go.
        for inst in self.insts() {
            if inst.ty().kind() != crate::TypeKind::Void {
                inst.value().replace_all_uses_with(inst.ty().poison());
            }
        }
        let blocks = self.blocks();
        for block in &blocks {
            if let Some(terminator) = block.terminator() {
                terminator.erase();
            }
        }
        blocks.into_iter().for_each(Block::delete);
        self.global().set_linkage(Linkage::LLVMExternalLinkage);
    }

    /// Deletes the function; nothing may refer to it.
    pub fn delete(self) {
        // SAFETY: as documented; handles to it end here.
        unsafe { LLVMDeleteFunction(self.0.0) }
    }

    /// Direct calls of this function.
    pub fn calls(self) -> Vec<Inst<'m>> {
        let mut calls: Vec<_> = self.0.users().into_iter().filter_map(Value::as_inst).collect();
        calls.retain(|inst| inst.called_function() == Some(self));
        calls
    }
}

impl fmt::Debug for Function<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name())
    }
}
