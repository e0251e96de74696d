//! Basic blocks.

use std::fmt;

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::context::attached;
use crate::base::enumerations::Opcode;
use crate::base::erased::module_of_block;
use crate::base::strings::c_string;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Function, Inst, Value};

impl<'m> Block<'m> {
    /// This block as a value.
    pub fn value(self) -> Value<'m> {
        // SAFETY: a live block.
        Value::new(unsafe { LLVMBasicBlockAsValue(self.0) })
    }

    /// Name; empty for unnamed blocks.
    pub fn name(self) -> String {
        self.value().name()
    }

    /// The function that holds this block.
    ///
    /// # Panics
    /// If the block was deleted.
    pub fn function(self) -> Function<'m> {
        // SAFETY: a live block.
        Function(Value::new(unsafe { LLVMGetBasicBlockParent(self.0) }))
    }

    /// The instructions, as of now: safe to change the block while iterating.
    pub fn insts(self) -> Vec<Inst<'m>> {
        let mut insts = Vec::new();
        // SAFETY: a live block.
        let mut next = Value::maybe(unsafe { LLVMGetFirstInstruction(self.0) }).map(Inst);
        while let Some(inst) = next {
            insts.push(inst);
            next = inst.next();
        }
        insts
    }

    /// The first instruction.
    pub fn first(self) -> Option<Inst<'m>> {
        // SAFETY: a live block.
        Value::maybe(unsafe { LLVMGetFirstInstruction(self.0) }).map(Inst)
    }

    /// The first instruction that is not a phi.
    pub fn first_non_phi(self) -> Option<Inst<'m>> {
        let mut inst = self.first();
        while let Some(phi) = inst.filter(|inst| inst.opcode() == Opcode::LLVMPHI) {
            inst = phi.next();
        }
        inst
    }

    /// The terminator, once there is one.
    pub fn terminator(self) -> Option<Inst<'m>> {
        // SAFETY: a live block.
        Value::maybe(unsafe { LLVMGetBasicBlockTerminator(self.0) }).map(Inst)
    }

    /// The blocks to which control may continue.
    pub fn successors(self) -> Vec<Block<'m>> {
        self.terminator().map(Inst::successors).unwrap_or_default()
    }

    /// The blocks from which control may come, each once.
    pub fn predecessors(self) -> Vec<Block<'m>> {
        let mut blocks = Vec::new();
        for user in self.value().users() {
            let from = user.as_inst().filter(|inst| inst.is_terminator()).and_then(Inst::block);
            if let Some(block) = from.filter(|block| !blocks.contains(block)) {
                blocks.push(block);
            }
        }
        blocks
    }

    /// A new block before this one.
    ///
    /// # Panics
    /// If this block was deleted.
    pub fn insert_before(self, module: &EditableModule, name: &str) -> Block<'m> {
        let (name, _) = (c_string(name), self.function());
        if !self.may(module, true, || format!("a block before {self:?}")) {
            return Block::refused(module);
        }
        // SAFETY: a live block of a function; LLVM copies the name.
        Block::new(unsafe { LLVMInsertBasicBlockInContext(self.context(), self.0, name.as_ptr()) })
    }

    /// Moves this block after `other`, which may be in another function of the module.
    pub fn move_after(self, module: &EditableModule, other: Block<'m>) {
        let fits = self != other && [self, other].iter().all(|block| module_of_block(block.0) == module.raw());
        if self.may(module, fits, || format!("{self:?} after {other:?}")) {
            // SAFETY: two live blocks of one module.
            unsafe { LLVMMoveBasicBlockAfter(self.0, other.0) }
        }
    }

    /// Splits before `at`: the instructions before it move to a new block, which gets this one's position and name, and
    /// branches to this one, which is renamed to `name`. Returns the new block. All handles stay valid, and phis
    /// correct.
    ///
    /// # Panics
    /// If `at` is in another block.
    pub fn split_before(self, module: &EditableModule, at: Inst<'m>, name: &str) -> Block<'m> {
        assert_eq!(at.block(), Some(self), "a block is split at one of its instructions");
        let (entering, old_name) = (self.entering(), self.name());
        self.value().set_name(module, name);
        let head = self.insert_before(module, &old_name);
        let moving: Vec<_> = self.insts().into_iter().take_while(|inst| *inst != at).collect();
        // SAFETY: instructions of this block are unlinked and appended to the new one; LLVM has their names as C strings,
        // and removes names that it is not given.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context());
            LLVMPositionBuilderAtEnd(builder, head.0);
            for inst in moving {
                LLVMInstructionRemoveFromParent(inst.value().0);
                let name = LLVMGetValueName2(inst.value().0, &mut 0);
                LLVMInsertIntoBuilderWithName(builder, inst.value().0, name);
            }
            LLVMBuildBr(builder, self.0);
            LLVMDisposeBuilder(builder);
        }
        for (terminator, index) in entering {
            terminator.set_successor(module, index, head);
        }
        head
    }

    /// The terminators that branch to this block, and the number of the successor.
    fn entering(self) -> Vec<(Inst<'m>, u32)> {
        let terminators = self.predecessors().into_iter().filter_map(Block::terminator);
        let edges = terminators.flat_map(|terminator| {
            let successors = (0..).zip(terminator.successors());
            successors.map(move |(index, next)| (terminator, index, next))
        });
        edges.filter(|(_, _, next)| *next == self).map(|(terminator, index, _)| (terminator, index)).collect()
    }

    /// Deletes the block and its instructions. Nothing may branch to it any more; a block with predecessors stays,
    /// without instructions. Handles stay valid, see [`Module`](crate::Module).
    pub fn delete(self, module: &EditableModule) {
        if module_of_block(self.0).is_null() {
            return;
        }
        self.insts().into_iter().for_each(|inst| inst.erase(module));
        let is_free = !self.value().has_users();
        if self.may(module, is_free, || format!("deletion of {self:?}, which something goes to")) {
            // SAFETY: a block of a function without instructions and users.
            unsafe { LLVMRemoveBasicBlockFromParent(self.0) };
            attached(self.context(), |attached| attached.erased.borrow_mut().keep_block(module.raw(), self.0));
        }
    }

    /// A block in no function, for one that was refused.
    pub(crate) fn refused(module: &EditableModule) -> Self {
        let ctx = module.context().raw();
        // SAFETY: a live context; the block goes with what was erased in the module.
        let block = Block::new(unsafe { LLVMCreateBasicBlockInContext(ctx, c"".as_ptr()) });
        attached(ctx, |attached| attached.erased.borrow_mut().keep_block(module.raw(), block.0));
        block
    }

    /// Whether a change fits, which is noted, or refused if not.
    fn may<D: fmt::Display>(self, module: &EditableModule, fits: bool, what: impl FnOnce() -> D) -> bool {
        module.permits(self.context(), module_of_block(self.0), fits, what)
    }

    pub(crate) fn context(self) -> LLVMContextRef {
        self.value().ty().context()
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {:?} {}", self.0, self.name())
    }
}
