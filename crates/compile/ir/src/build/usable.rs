//! The values that code of a module may use.

use std::collections::HashSet;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::context::{attached, is_deleted};
use crate::base::erased::{module_of_block, module_of_inst};
use crate::base::refusal::context_of;
use crate::values::handles::{Block, Value};
use crate::values::value::ValueKind;

impl Value<'_> {
    /// Whether this value may be an operand of code in `module`: it is of the same context, not of
    /// another module, and not erased. A null `module` is that of an instruction in no block yet, which
    /// values of all modules may be operands of.
    pub(crate) fn is_usable_in(self, module: LLVMModuleRef) -> bool {
        use LLVMValueKind::*;
        let is_home = |other: LLVMModuleRef| module.is_null() || other == module;
        // SAFETY: live values; parents are asked of what has them.
        unsafe {
            if !module.is_null() && context_of(self.0) != LLVMGetModuleContext(module) {
                return false;
            }
            match LLVMGetValueKind(self.0) {
                LLVMInstructionValueKind => match module_of_inst(self.0) {
                    parent if parent.is_null() => {
                        LLVMGetInstructionParent(self.0).is_null()
                            && !attached(context_of(self.0), |attached| attached.erased.borrow().has_inst(self.0))
                    }
                    parent => is_home(parent),
                },
                LLVMArgumentValueKind => is_home(LLVMGetGlobalParent(LLVMGetParamParent(self.0))),
                LLVMFunctionValueKind
                | LLVMGlobalVariableValueKind
                | LLVMGlobalAliasValueKind
                | LLVMGlobalIFuncValueKind => {
                    let parent = LLVMGetGlobalParent(self.0);
                    is_home(parent) && !is_deleted(context_of(self.0), parent, self.0)
                }
                LLVMBasicBlockValueKind => {
                    let parent = module_of_block(LLVMValueAsBasicBlock(self.0));
                    !parent.is_null() && is_home(parent)
                }
                LLVMBlockAddressValueKind => self.operands().into_iter().all(|part| part.is_usable_in(module)),
                _ if self.is_composed() => !self.any_part(|part| !part.is_composed() && !part.is_usable_in(module)),
                _ => true,
            }
        }
    }

    /// Whether this constant is, or mentions, `other`.
    pub(crate) fn mentions(self, other: Value<'_>) -> bool {
        self.any_part(|part| part == other)
    }

    /// Whether this is a constant made of others.
    fn is_composed(self) -> bool {
        matches!(self.kind(), ValueKind::ConstExpr | ValueKind::ConstAggregate)
    }

    /// Whether `is` holds for this constant, or for one that it is made of. Constants share their parts, so each is
    /// visited once.
    fn any_part(self, is: impl Fn(Value<'_>) -> bool) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![self];
        while let Some(part) = waiting.pop() {
            if is(part) {
                return true;
            }
            if part.is_composed() {
                waiting.extend(part.operands().into_iter().filter(|part| seen.insert(*part)));
            }
        }
        false
    }
}

impl Block<'_> {
    /// Whether code of `module` may branch to this block.
    pub(crate) fn is_usable_in(self, module: LLVMModuleRef) -> bool {
        self.value().is_usable_in(module)
    }
}
