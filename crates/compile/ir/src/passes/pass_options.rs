//! Passes of LLVM on a module.

use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;

use crate::base::error::{Error, Result};
use crate::base::options::{CodeGeneration, Loops, Purpose};
use crate::base::strings::{c_string, copy_str};
use crate::passes::target::TargetMachine;
use crate::values::module::Module;

/// Options of the optimization pipelines.
#[derive(Clone, Copy, Debug)]
pub struct PassOptions {
    /// Whether loops and sequences of scalar operations are vectorized.
    pub vectorize: bool,
    /// Whether the results of loops are computed without the loops if that is cheap.
    pub closed_forms: bool,
}

impl Default for PassOptions {
    fn default() -> Self {
        Self { vectorize: true, closed_forms: true }
    }
}

impl Module {
    /// Runs a pass pipeline in `opt`'s syntax (`"sroa,instcombine"`, `"default<O2>"`), with the cost model of `machine`
    /// if one is given.
    pub fn run_passes(&mut self, pipeline: &str, machine: Option<&TargetMachine>) -> Result<()> {
        self.run_passes_with(pipeline, machine, PassOptions::default())
    }

    /// Like [`run_passes`](Self::run_passes), with optimization levels that respect the options.
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
            let error = LLVMRunPasses(self.raw(), text.as_ptr(), machine, options);
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
}
