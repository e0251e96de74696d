//! LLVM's own code at work on a module: verifier, passes, linker.

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;

use crate::context::attached;
use crate::error::{Error, Result};
use crate::module::Module;
use crate::options::{CodeGeneration, Loops, Purpose};
use crate::refusal::refusals;
use crate::strings::{c_string, copy_str, take_message};
use crate::target::TargetMachine;

/// What the optimization levels do.
#[derive(Clone, Copy, Debug)]
pub struct PassOptions {
    /// Whether loops and sequences of scalar operations are vectorized.
    pub vectorize: bool,
    /// Whether the results of loops are computed without the loops where that is cheap.
    pub closed_forms: bool,
}

impl Default for PassOptions {
    fn default() -> Self {
        Self { vectorize: true, closed_forms: true }
    }
}

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

    /// Makes the module ready for code of LLVM that may change anything in it: verifies it, and frees what
    /// was erased.
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

    /// Runs a pass pipeline in `opt`'s syntax (`"sroa,instcombine"`,
    /// `"default<O2>"`), with the cost model of `machine` where one is given.
    pub fn run_passes(&mut self, pipeline: &str, machine: Option<&TargetMachine>) -> Result<()> {
        self.run_passes_with(pipeline, machine, PassOptions::default())
    }

    /// As [`run_passes`](Self::run_passes), with optimization levels that do what the options say.
    pub fn run_passes_with(
        &mut self,
        pipeline: &str,
        machine: Option<&TargetMachine>,
        PassOptions { vectorize, closed_forms }: PassOptions,
    ) -> Result<()> {
        self.settle()?;
        let _loops = if closed_forms { Loops::replace_exit_values() } else { Loops::keep_exit_values() };
        let _options = CodeGeneration::begin(Purpose::Cpu);
        let text = c_string(pipeline);
        let machine = machine.map_or(std::ptr::null_mut(), TargetMachine::raw);
        // SAFETY: a valid module, borrowed exclusively, so no handle survives; options are freed.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopVectorization(options, vectorize.into());
            LLVMPassBuilderOptionsSetSLPVectorization(options, vectorize.into());
            LLVMPassBuilderOptionsSetLoopInterleaving(options, vectorize.into());
            let error = LLVMRunPasses(self.raw, text.as_ptr(), machine, options);
            LLVMDisposePassBuilderOptions(options);
            error
        };
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: the message of an error is ours to free.
        let message = unsafe {
            let raw = LLVMGetErrorMessage(error);
            let text = copy_str(raw, std::ffi::CStr::from_ptr(raw).count_bytes());
            LLVMDisposeErrorMessage(raw);
            text
        };
        Err(Error::Passes { pipeline: pipeline.into(), message })
    }

    /// Removes all debug information.
    pub fn strip_debug_info(&mut self) {
        // SAFETY: a live module; debug information is no code, and no handles to it survive.
        unsafe { LLVMStripModuleDebugInfo(self.raw) };
    }
}
