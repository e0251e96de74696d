//! Erased items that are not freed yet.
//!
//! Handles are copies, so the number of handles to an instruction, a block or a function is unknown. Erased items are
//! therefore removed from their module but keep their memory until no handle can be left: until the module is borrowed
//! exclusively, or dropped. LLVM's C API cannot remove functions and variables without freeing them; until then they
//! are declarations with separate names, which all code that reads or writes the module leaves out.

use std::collections::{HashMap, HashSet};

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::strings::copy_str;

/// Name of functions and variables that are deleted and not freed yet.
pub(crate) const DELETED: &str = "tandem.deleted";

/// The erased items of a context, by module. Items that never were in a module are freed with the context.
#[derive(Default)]
pub(crate) struct Erased {
    modules: HashMap<LLVMModuleRef, Parts>,
    /// Takes the place of blocks in the terminators that were erased.
    nowhere: Option<LLVMBasicBlockRef>,
}

/// The erased items of a module.
#[derive(Default)]
pub(crate) struct Parts {
    insts: HashSet<LLVMValueRef>,
    blocks: Vec<LLVMBasicBlockRef>,
    /// Functions and variables, which still are in the module.
    pub(crate) globals: HashSet<LLVMValueRef>,
}

impl Erased {
    /// Keeps an instruction that has been removed from its block. It has no users, and only constants as operands.
    pub(crate) fn keep_inst(&mut self, module: LLVMModuleRef, inst: LLVMValueRef) {
        self.modules.entry(module).or_default().insts.insert(inst);
    }

    /// Keeps an empty block that has been removed from its function.
    pub(crate) fn keep_block(&mut self, module: LLVMModuleRef, block: LLVMBasicBlockRef) {
        self.modules.entry(module).or_default().blocks.push(block);
    }

    /// Notes that a function or variable, a declaration by now, is to be freed.
    pub(crate) fn keep_global(&mut self, module: LLVMModuleRef, global: LLVMValueRef) {
        self.modules.entry(module).or_default().globals.insert(global);
    }

    /// Whether an instruction was erased.
    pub(crate) fn has_inst(&self, inst: LLVMValueRef) -> bool {
        self.modules.values().any(|parts| parts.insts.contains(&inst))
    }

    /// Whether a function or variable of a module was deleted.
    pub(crate) fn has_global(&self, module: LLVMModuleRef, global: LLVMValueRef) -> bool {
        self.modules.get(&module).is_some_and(|parts| parts.globals.contains(&global))
    }

    /// Whether functions or variables of a module wait for being freed.
    pub(crate) fn has_globals(&self, module: LLVMModuleRef) -> bool {
        self.modules.get(&module).is_some_and(|parts| !parts.globals.is_empty())
    }

    /// Names of the functions and variables of a module that were deleted.
    pub(crate) fn names_of_globals(&self, module: LLVMModuleRef) -> Vec<String> {
        let globals = self.modules.get(&module).into_iter().flat_map(|parts| &parts.globals);
        globals.map(|global| name_of(*global)).collect()
    }

    /// Removes the erased items of a module, for [`Parts::free`].
    pub(crate) fn take(&mut self, module: LLVMModuleRef) -> Option<Parts> {
        self.modules.remove(&module)
    }

    /// A block as the target of erased terminators.
    pub(crate) fn nowhere(&mut self, ctx: LLVMContextRef) -> LLVMBasicBlockRef {
        // SAFETY: a live context; the block is freed with it.
        *self.nowhere.get_or_insert_with(|| unsafe { LLVMCreateBasicBlockInContext(ctx, c"nowhere".as_ptr()) })
    }

    /// Frees everything.
    ///
    /// # Safety
    /// The context has no modules, and nothing has handles.
    pub(crate) unsafe fn free(self, ctx: LLVMContextRef) {
        for parts in self.modules.into_values() {
            // SAFETY: as the caller promises.
            unsafe { parts.free(ctx, false) };
        }
        if let Some(nowhere) = self.nowhere {
            // SAFETY: the terminators that went there are gone.
            unsafe { free_blocks(ctx, vec![nowhere]) };
        }
    }
}

impl Parts {
    /// Frees the instructions and blocks.
    ///
    /// # Safety
    /// No handles of them are left, and no phi of a live module names one of the blocks. `module_lives` is whether the
    /// module, which still contains functions and variables, is alive.
    pub(crate) unsafe fn free(self, ctx: LLVMContextRef, module_lives: bool) {
        if module_lives {
            // SAFETY: declarations without users.
            self.globals.into_iter().for_each(|global| unsafe { free_global(global) });
        }
        for inst in self.insts {
            // SAFETY: without users, by `keep_inst`; a copy that was inserted again is not ours.
            unsafe {
                if LLVMGetInstructionParent(inst).is_null() {
                    LLVMDeleteInstruction(inst);
                }
            }
        }
        // SAFETY: as the caller promises.
        unsafe { free_blocks(ctx, self.blocks) };
    }
}

/// Frees blocks that are in no function. LLVM's C API frees blocks of functions only: they become one's.
///
/// # Safety
/// The blocks are empty, and nothing refers to them.
unsafe fn free_blocks(ctx: LLVMContextRef, blocks: Vec<LLVMBasicBlockRef>) {
    if blocks.is_empty() {
        return;
    }
    // SAFETY: the function takes the blocks, and goes with its module.
    unsafe {
        let module = LLVMModuleCreateWithNameInContext(c"erased".as_ptr(), ctx);
        let ty = LLVMFunctionType(LLVMVoidTypeInContext(ctx), std::ptr::null_mut(), 0, 0);
        let function = LLVMAddFunction(module, c"erased".as_ptr(), ty);
        for block in blocks {
            LLVMAppendExistingBasicBlock(function, block);
        }
        LLVMDisposeModule(module);
    }
}

/// The name of a function or variable.
fn name_of(global: LLVMValueRef) -> String {
    let mut len = 0;
    // SAFETY: a live value; LLVM owns the text.
    unsafe { copy_str(LLVMGetValueName2(global, &mut len), len) }
}

/// Frees a function or variable.
///
/// # Safety
/// It is a declaration that nothing uses, and no handles are left.
pub(crate) unsafe fn free_global(global: LLVMValueRef) {
    // SAFETY: as the caller promises.
    unsafe {
        if LLVMIsAFunction(global).is_null() {
            LLVMDeleteGlobal(global);
        } else {
            LLVMDeleteFunction(global);
        }
    }
}

/// The module that a block is in; null for one in no function.
pub(crate) fn module_of_block(block: LLVMBasicBlockRef) -> LLVMModuleRef {
    // SAFETY: a live block.
    unsafe {
        let function = LLVMGetBasicBlockParent(block);
        if function.is_null() { std::ptr::null_mut() } else { LLVMGetGlobalParent(function) }
    }
}

/// The module that an instruction is in; null for one in no block.
pub(crate) fn module_of_inst(inst: LLVMValueRef) -> LLVMModuleRef {
    // SAFETY: a live instruction.
    let block = unsafe { LLVMGetInstructionParent(inst) };
    if block.is_null() { std::ptr::null_mut() } else { module_of_block(block) }
}
