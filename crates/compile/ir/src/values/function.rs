//! Functions and their attributes.

use std::fmt;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyFunction};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMSetSubprogram};
use llvm_sys::prelude::*;

use crate::base::enumerations::Linkage;
use crate::base::strings::c_string;
use crate::values::debug_info::Scope;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Function, Global, Inst, Value};
use crate::values::metadata::{int_node, ints_of, kind_id};
use crate::values::types::Type;

/// A calling convention number.
pub type CallConv = u32;
/// `spir_func`.
pub const SPIR_FUNC: CallConv = 75;
/// `spir_kernel`.
pub const SPIR_KERNEL: CallConv = 76;
/// `ptx_kernel`.
pub const PTX_KERNEL: CallConv = 71;
/// The largest number that LLVM has room for.
pub(crate) const MAX_CALL_CONV: CallConv = 1023;

impl<'m> Function<'m> {
    /// This function as a value (its address).
    pub fn value(self) -> Value<'m> {
        self.0
    }

    pub(crate) fn raw(self) -> LLVMValueRef {
        self.0.0
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
        Type::new(unsafe { LLVMGlobalGetValueType(self.raw()) })
    }

    /// Whether there is no body.
    pub fn is_declaration(self) -> bool {
        self.global().is_declaration()
    }

    /// Parameters.
    pub fn params(self) -> Vec<Value<'m>> {
        // SAFETY: a function with that many parameters.
        unsafe { (0..LLVMCountParams(self.raw())).map(|i| Value::new(LLVMGetParam(self.raw(), i))).collect() }
    }

    /// The blocks in order, as of now; empty for declarations.
    pub fn blocks(self) -> Vec<Block<'m>> {
        // SAFETY: a function; LLVM fills as many entries as it counts.
        unsafe {
            let mut raw = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.raw()) as usize];
            LLVMGetBasicBlocks(self.raw(), raw.as_mut_ptr());
            raw.into_iter().map(Block::new).collect()
        }
    }

    /// The entry block of a definition.
    pub fn entry(self) -> Option<Block<'m>> {
        // SAFETY: guarded: declarations have no entry.
        (!self.is_declaration()).then(|| Block::new(unsafe { LLVMGetEntryBasicBlock(self.raw()) }))
    }

    /// All instructions in order of blocks, at present.
    pub fn insts(self) -> Vec<Inst<'m>> {
        self.blocks().into_iter().flat_map(Block::insts).collect()
    }

    /// Appends an empty block.
    pub fn append_block(self, module: &EditableModule, name: &str) -> Block<'m> {
        if !self.global().may(module, true, || format!("a block of {self:?}")) {
            return Block::refused(module);
        }
        let name = c_string(name);
        // SAFETY: a function; LLVM copies the name.
        Block::new(unsafe {
            let ctx = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            LLVMAppendBasicBlockInContext(ctx, self.raw(), name.as_ptr())
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
        unsafe { LLVMGetFunctionCallConv(self.raw()) }
    }

    /// Sets the calling convention; calls must be set alike by the caller.
    pub fn set_call_conv(self, module: &EditableModule, conv: CallConv) {
        if self.global().may(module, conv <= MAX_CALL_CONV, || format!("calling convention {conv}")) {
            // SAFETY: a function, and a number that LLVM has room for.
            unsafe { LLVMSetFunctionCallConv(self.raw(), conv) }
        }
    }

    /// Attaches a metadata node of integers (`!reqd_work_group_size`).
    pub fn set_int_metadata(self, module: &EditableModule, kind: &str, values: &[u32]) {
        let ctx = self.value().ty().context();
        let permitted = |_: &u32| self.global().may(module, true, || format!("`{kind}` of {self:?}"));
        if let Some(number) = kind_id(ctx, kind).filter(permitted) {
            // SAFETY: a function, and a node of its context.
            unsafe { LLVMGlobalSetMetadata(self.raw(), number, int_node(ctx, values)) }
        }
    }

    /// Reads a metadata node of integers.
    pub fn int_metadata(self, kind: &str) -> Option<Vec<u64>> {
        let ctx = self.value().ty().context();
        let kind = kind_id(ctx, kind)?;
        // SAFETY: a function; entries are read by count, and the list is freed.
        let node = unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.raw(), &mut count);
            let node = (0..count as u32)
                .find(|i| LLVMValueMetadataEntriesGetKind(entries, *i) == kind)
                .map(|i| LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(entries, i)));
            LLVMDisposeValueMetadataEntries(entries);
            node?
        };
        ints_of(node)
    }

    /// The debug-information subprogram.
    pub fn subprogram(self) -> Option<Scope<'m>> {
        // SAFETY: a function.
        Scope::maybe(self.value().ty().context(), unsafe { LLVMGetSubprogram(self.raw()) })
    }

    /// Sets the debug-information subprogram. One of another context, and a scope of another kind, are refused.
    pub fn set_subprogram(self, module: &EditableModule, subprogram: Scope<'m>) {
        let fits = subprogram.is_subprogram() && subprogram.context() == self.value().ty().context();
        if self.global().may(module, fits, || format!("a subprogram of {self:?} that is none")) {
            // SAFETY: a subprogram.
            unsafe { LLVMSetSubprogram(self.raw(), subprogram.raw()) }
        }
    }

    /// Makes a definition a declaration with external linkage.
    pub fn delete_body(self, module: &EditableModule) {
        if !self.global().may(module, true, || format!("deletion of the body of {self:?}")) {
            return;
        }
        // Blocks refer to each other: first every edge and value is cut, then the blocks are deleted.
        self.insts().into_iter().for_each(|inst| inst.erase(module));
        self.blocks().into_iter().for_each(|block| block.delete(module));
        // SAFETY: a function without body, which has none of what only bodies have.
        unsafe {
            if LLVMHasPersonalityFn(self.raw()) != 0 {
                LLVMSetPersonalityFn(self.raw(), std::ptr::null_mut());
            }
        }
        self.global().set_linkage(module, Linkage::LLVMExternalLinkage);
    }

    /// Deletes the function. Remaining users see poison. Handles to it stay valid, see [`Module`](crate::Module): it no
    /// longer has a body.
    pub fn delete(self, module: &EditableModule) {
        self.delete_body(module);
        self.global().take_out(module);
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
