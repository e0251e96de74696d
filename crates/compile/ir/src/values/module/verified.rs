//! LLVM's own code at work on a module: verifier, linker.

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::debuginfo::LLVMStripModuleDebugInfo;

use crate::base::context::attached;
use crate::base::error::{Error, Result};
use crate::base::refusal::refusals;
use crate::base::strings::take_message;
use crate::values::module::Module;

impl Module {
    /// Verifies the module, unless nothing has changed since that was done.
    pub(super) fn check(&self) -> Result<()> {
        let ctx = self.ctx.raw();
        let changed = attached(ctx, |attached| attached.changed.borrow().contains(&self.raw));
        if changed || refusals(ctx).is_some() {
            self.verify()?;
            attached(ctx, |attached| attached.changed.borrow_mut().remove(&self.raw));
        }
        Ok(())
    }

    /// Prepares the module for LLVM functions that may change anything in it: verifies it, and frees erased items.
    pub(crate) fn settle(&mut self) -> Result<()> {
        self.check()?;
        let ctx = self.ctx.raw();
        if let Some(parts) = attached(ctx, |attached| attached.erased.borrow_mut().take(self.raw)) {
            // SAFETY: the module is borrowed exclusively, so there are no handles; it is valid, so that no
            // phi names a block that is not in its function.
            unsafe { parts.free(ctx, true) };
        }
        Ok(())
    }

    /// Links `other` in, a module of the same context; its definitions win over declarations.
    ///
    /// # Errors
    /// If definitions conflict, a module is not valid, or the contexts differ.
    pub fn link(&mut self, mut other: Module) -> Result<()> {
        let name = other.identifier();
        if self.ctx.raw() != other.ctx.raw() {
            return Err(Error::Link { name, message: "it belongs to another LLVM context".into() });
        }
        self.settle()?;
        other.settle()?;
        let other = std::mem::ManuallyDrop::new(other);
        // The context is a counted reference that `ManuallyDrop` would leak: keep a copy and drop the original.
        // SAFETY: `other` is consumed by LLVM, so only its context reference is read out, once.
        let _ctx = unsafe { std::ptr::read(&other.ctx) };
        // SAFETY: two valid modules of one context; the source is destroyed by the call.
        let failed = unsafe { llvm_sys::linker::LLVMLinkModules2(self.raw, other.raw) };
        if failed != 0 {
            return Err(Error::Link { name, message: self.ctx.take_errors() });
        }
        Ok(())
    }

    /// Checks the module's consistency, and that nothing was refused in its context.
    pub fn verify(&self) -> Result<()> {
        if let Some(refused) = refusals(self.ctx.raw()) {
            return Err(Error::Verify { name: self.identifier(), message: format!("impossible: {refused}") });
        }
        let mut message = std::ptr::null_mut();
        // SAFETY: a live module; the message is ours.
        let (broken, text) = unsafe {
            let broken = LLVMVerifyModule(self.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message);
            (broken, take_message(message))
        };
        if broken != 0 {
            return Err(Error::Verify { name: self.identifier(), message: text });
        }
        Ok(())
    }

    /// Removes all debug information.
    pub fn strip_debug_info(&mut self) {
        // SAFETY: a live module; debug information is no code, and no handles to it survive.
        unsafe { LLVMStripModuleDebugInfo(self.raw) };
    }
}
