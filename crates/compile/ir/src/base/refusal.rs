//! Operations that LLVM has no representation for.
//!
//! LLVM's C API trusts its callers: an addition of values of two types, or a load through an integer, is undefined
//! behaviour before the verifier sees it. Handles check their arguments. An invalid operation is not performed: its
//! result is poison, a value of the expected type, and the refusal is recorded in the context, where
//! [`Module::verify`](crate::Module::verify) and all functions that run LLVM's own code on a module find it.

use std::fmt::Display;

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::context::attached;

/// The number of refusals that a context keeps: the first ones reveal the error.
const KEPT: usize = 8;

/// Notes that something was not done.
pub(crate) fn refuse(ctx: LLVMContextRef, what: impl Display) {
    attached(ctx, |attached| {
        let mut refused = attached.refused.borrow_mut();
        if refused.len() < KEPT {
            refused.push(what.to_string());
        }
    });
}

/// Notes that something was not done unless it `fits`, which is returned.
pub(crate) fn check<D: Display>(ctx: LLVMContextRef, fits: bool, what: impl FnOnce() -> D) -> bool {
    if !fits {
        refuse(ctx, what());
    }
    fits
}

/// The refused operations in a context so far, one on each line.
pub(crate) fn refusals(ctx: LLVMContextRef) -> Option<String> {
    attached(ctx, |attached| {
        let refused = attached.refused.borrow();
        (!refused.is_empty()).then(|| refused.join("\n"))
    })
}

/// The context of a value.
pub(crate) fn context_of(value: LLVMValueRef) -> LLVMContextRef {
    // SAFETY: a live value.
    unsafe { LLVMGetTypeContext(LLVMTypeOf(value)) }
}
