//! Ends of blocks, and phis.

use llvm_sys::core::*;

use crate::base::enumerations::Opcode;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Inst, Value};

impl<'m> Inst<'m> {
    /// Whether this ends a block.
    pub fn is_terminator(self) -> bool {
        // SAFETY: an instruction.
        unsafe { !LLVMIsATerminatorInst(self.raw()).is_null() }
    }

    /// Successors of a terminator.
    pub fn successors(self) -> Vec<Block<'m>> {
        if !self.is_terminator() {
            return Vec::new();
        }
        // SAFETY: a terminator with that many successors.
        unsafe { (0..LLVMGetNumSuccessors(self.raw())).map(|i| Block::new(LLVMGetSuccessor(self.raw(), i))).collect() }
    }

    /// Redirects one successor of a terminator.
    pub fn set_successor(self, module: &EditableModule, index: u32, block: Block<'m>) {
        // SAFETY: asked of terminators only.
        let has = self.is_terminator() && index < unsafe { LLVMGetNumSuccessors(self.raw()) };
        let fits = has && block.is_usable_in(module.raw());
        if self.may(module, fits, || format!("successor {index} {block:?} of `{self}`")) {
            // SAFETY: a terminator with that many successors, and a block of its module.
            unsafe { LLVMSetSuccessor(self.raw(), index, block.0) }
        }
    }

    /// Condition of a conditional branch.
    pub fn condition(self) -> Option<Value<'m>> {
        // SAFETY: asked of branches only.
        (self.opcode() == Opcode::LLVMBr && unsafe { LLVMIsConditional(self.raw()) } != 0)
            .then(|| Value::new(unsafe { LLVMGetCondition(self.raw()) }))
    }

    /// (case value, target) pairs of a switch; its default is successor 0.
    pub fn switch_cases(self) -> Vec<(Value<'m>, Block<'m>)> {
        if self.opcode() != Opcode::LLVMSwitch {
            return Vec::new();
        }
        let operands = self.operands();
        operands
            .get(2..)
            .unwrap_or_default()
            .chunks_exact(2)
            .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
            .collect()
    }

    /// (value, predecessor) pairs of a phi.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        if self.opcode() != Opcode::LLVMPHI {
            return Vec::new();
        }
        // SAFETY: a phi with that many entries.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .map(|i| {
                    (Value::new(LLVMGetIncomingValue(self.raw(), i)), Block::new(LLVMGetIncomingBlock(self.raw(), i)))
                })
                .collect()
        }
    }

    /// Adds entries to a phi.
    pub fn add_incoming(self, module: &EditableModule, entries: &[(Value<'m>, Block<'m>)]) {
        let is_entry = |(value, block): &(Value<'m>, Block<'m>)| {
            value.ty() == self.ty() && value.is_usable_in(module.raw()) && block.is_usable_in(module.raw())
        };
        let fits = self.opcode() == Opcode::LLVMPHI && entries.iter().all(is_entry);
        if !self.may(module, fits, || format!("entries {entries:?} of `{self}`")) {
            return;
        }
        let mut values: Vec<_> = entries.iter().map(|(value, _)| value.0).collect();
        let mut blocks: Vec<_> = entries.iter().map(|(_, block)| block.0).collect();
        // SAFETY: a phi, and as many blocks as values, which are of its type.
        unsafe { LLVMAddIncoming(self.raw(), values.as_mut_ptr(), blocks.as_mut_ptr(), values.len() as u32) }
    }
}
