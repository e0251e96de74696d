//! Instructions.

mod arithmetic;
mod call;
mod control;
mod memory;

use std::fmt;
use std::ptr::null_mut;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::LLVMContextRef;

use crate::base::context;
use crate::base::enumerations::Opcode;
use crate::base::erased::module_of_inst;
use crate::base::refusal::context_of;
use crate::values::debug_info::DebugLoc;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Inst, Value};
use crate::values::metadata::{int_node, ints_of, kind_id};
use crate::values::types::{Type, TypeKind};

impl<'m> Inst<'m> {
    /// This instruction as a value.
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// The operation.
    pub fn opcode(self) -> Opcode {
        // SAFETY: an instruction.
        unsafe { LLVMGetInstructionOpcode(self.raw()) }
    }

    /// Type of the result.
    pub fn ty(self) -> Type<'m> {
        self.0.ty()
    }

    /// Operands in LLVM's order (a call's callee is the last one).
    pub fn operands(self) -> Vec<Value<'m>> {
        self.0.operands()
    }

    /// One operand.
    ///
    /// # Panics
    /// If there are not that many, as for a slice.
    pub fn operand(self, index: u32) -> Value<'m> {
        // SAFETY: an instruction.
        let count = unsafe { LLVMGetNumOperands(self.raw()) };
        assert!(i64::from(index) < i64::from(count), "operand {index} of `{self}`, which has {count}");
        // SAFETY: an instruction with that many operands.
        Value::new(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    /// The block that holds this instruction; `None` once erased.
    pub fn block(self) -> Option<Block<'m>> {
        // SAFETY: an instruction.
        let raw = unsafe { LLVMGetInstructionParent(self.raw()) };
        (!raw.is_null()).then(|| Block::new(raw))
    }

    /// The next instruction of the block.
    pub fn next(self) -> Option<Inst<'m>> {
        self.block()?;
        // SAFETY: an instruction in a block.
        Value::maybe(unsafe { LLVMGetNextInstruction(self.raw()) }).map(Inst)
    }

    /// The location in the source.
    pub fn debug_loc(self) -> Option<DebugLoc<'m>> {
        // SAFETY: an instruction.
        DebugLoc::maybe(self.context(), unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// Sets the source location, which must be in the subprogram of the function: the verifier checks this if the
    /// function has one. A location of another context is refused.
    pub fn set_debug_loc(self, module: &EditableModule, loc: Option<DebugLoc<'m>>) {
        let raw = DebugLoc::raw_in(self.context(), loc);
        if self.may(module, raw.is_some(), || format!("location of `{self}` from another context")) {
            // SAFETY: a location of the same context, or none.
            unsafe { LLVMInstructionSetDebugLoc(self.raw(), raw.unwrap_or(null_mut())) }
        }
    }

    /// Attaches a metadata node of integers under `kind`.
    pub fn set_int_metadata(self, module: &EditableModule, kind: &str, values: &[u32]) {
        let ctx = self.context();
        if let Some(number) = kind_id(ctx, kind).filter(|_| self.may(module, true, || format!("`{kind}` of `{self}`")))
        {
            // SAFETY: an instruction, and a node of its context.
            unsafe { LLVMSetMetadata(self.raw(), number, LLVMMetadataAsValue(ctx, int_node(ctx, values))) }
        }
    }

    /// Reads a metadata node of integers under `kind`.
    pub fn int_metadata(self, kind: &str) -> Option<Vec<u64>> {
        let kind = kind_id(self.context(), kind)?;
        // SAFETY: an instruction; what is attached to one is a node.
        let node = Value::maybe(unsafe { LLVMGetMetadata(self.raw(), kind) })?;
        ints_of(node.0)
    }

    /// Moves this instruction before `other`.
    pub fn move_before(self, module: &EditableModule, other: Inst<'m>) {
        if self == other {
            return;
        }
        let fits = self.block().is_some() && module_of_inst(other.raw()) == module.raw();
        if !self.may(module, fits, || format!("`{self}` before `{other}`")) {
            return;
        }
        // SAFETY: two instructions of one module's blocks; this one is unlinked, then inserted.
        unsafe {
            LLVMInstructionRemoveFromParent(self.raw());
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(other.0.ty().0));
            LLVMPositionBuilderBefore(builder, other.raw());
            LLVMInsertIntoBuilder(builder, self.raw());
            LLVMDisposeBuilder(builder);
        }
    }

    /// A copy of this instruction that is in no block yet.
    pub fn duplicate(self) -> Inst<'m> {
        // SAFETY: an instruction.
        Inst(Value::new(unsafe { LLVMInstructionClone(self.raw()) }))
    }

    /// Removes the instruction from its block. Remaining users see poison.
    ///
    /// Handles to it stay valid, see [`Module`](crate::Module): it no longer has a block or operands, and cannot be
    /// used as an operand.
    pub fn erase(self, module: &EditableModule) {
        let ctx = self.context();
        if context::attached(ctx, |attached| attached.erased.borrow().has_inst(self.raw())) {
            return;
        }
        let home = module_of_inst(self.raw());
        if !self.may(module, true, || format!("erasure of `{self}`")) {
            return;
        }
        // SAFETY: an instruction; values are replaced by constants of their types and blocks by a block, so
        // that use lists stay exact. Metadata, the operands of debug intrinsics, has no use lists.
        unsafe {
            let ty = self.ty();
            if ty.kind() != TypeKind::Void {
                LLVMReplaceAllUsesWith(self.raw(), LLVMGetPoison(ty.0));
            }
            if self.block().is_some() {
                LLVMInstructionRemoveFromParent(self.raw());
            }
            let nowhere = |erased: &mut crate::base::erased::Erased| LLVMBasicBlockAsValue(erased.nowhere(ctx));
            for i in 0..LLVMGetNumOperands(self.raw()) as u32 {
                let operand = LLVMGetOperand(self.raw(), i);
                if operand.is_null() {
                    continue;
                }
                let new = match LLVMGetValueKind(operand) {
                    LLVMValueKind::LLVMMetadataAsValueValueKind => continue,
                    LLVMValueKind::LLVMBasicBlockValueKind => {
                        context::attached(ctx, |attached| nowhere(&mut attached.erased.borrow_mut()))
                    }
                    _ => LLVMGetPoison(LLVMTypeOf(operand)),
                };
                LLVMSetOperand(self.raw(), i, new);
            }
        }
        context::attached(ctx, |attached| attached.erased.borrow_mut().keep_inst(home, self.raw()));
    }

    pub(crate) fn context(self) -> LLVMContextRef {
        context_of(self.raw())
    }

    /// Whether a change fits, which is noted, or refused if not.
    pub(crate) fn may<D: fmt::Display>(self, module: &EditableModule, fits: bool, what: impl FnOnce() -> D) -> bool {
        module.permits(self.context(), module_of_inst(self.raw()), fits, what)
    }

    fn raw(self) -> llvm_sys::prelude::LLVMValueRef {
        self.0.0
    }
}

impl fmt::Display for Inst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Inst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
