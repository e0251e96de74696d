//! The right to change a module.

use std::fmt::Display;
use std::ops::Deref;

use llvm_sys::core::LLVMSetModuleIdentifier;
use llvm_sys::prelude::*;

use crate::base::context::note_change;
use crate::base::refusal::{check, refuse};
use crate::values::module::Module;

/// A module that may be changed.
///
/// Handles are copies that borrow a module, so all code that has a module can have them. Changes to a module, through a
/// handle or a [`Builder`](crate::Builder), therefore also require this type, which only an exclusive borrow of the
/// module gives ([`Module::edit`]). Code that has a `&Module` can only read. Changes to anything in another module are
/// refused.
#[repr(transparent)]
pub struct EditableModule(Module);

impl Module {
    /// This module, to be changed.
    pub fn edit(&mut self) -> &EditableModule {
        let module: *const Module = self;
        // SAFETY: a transparent wrapper of a module, which stays borrowed as long as the result is.
        unsafe { &*module.cast::<EditableModule>() }
    }
}

impl Deref for EditableModule {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.0
    }
}

impl EditableModule {
    /// Sets the module identifier.
    pub fn set_identifier(&self, name: &str) {
        // SAFETY: a live module; LLVM copies the text.
        unsafe { LLVMSetModuleIdentifier(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Whether something of module `changed` may change, and the change fits; a refusal if not. Instructions
    /// in no block have no module, which is null.
    pub(crate) fn permits<D: Display>(
        &self,
        ctx: LLVMContextRef,
        changed: LLVMModuleRef,
        fits: bool,
        what: impl FnOnce() -> D,
    ) -> bool {
        if !changed.is_null() && changed != self.raw() {
            refuse(ctx, format!("{}, which is in another module", what()));
            return false;
        }
        note_change(ctx, changed);
        check(ctx, fits, what)
    }
}
