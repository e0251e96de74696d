//! A module during its compilation to an object, with the results that its passes share.

use tandem_codegen::Result;
use tandem_codegen::builtins::TargetLibrary;
use tandem_codegen::passes::HasLibrary;
use tandem_codegen::pipeline;
use tandem_ir::{Module, PinnedVariables, TargetMachine};
use tandem_native_cpu::NativeKernel;

use crate::library::HostLibrary;
use crate::options::Options;
use crate::target::Target;

/// A compilation.
pub struct Compilation {
    pub module: Module,
    pub options: Options,
    pub target: Target,
    /// The variables that debuggers see, while passes change the memory.
    pub variables: Option<PinnedVariables>,
    /// The kernels, when they are work-group functions.
    pub kernels: Vec<NativeKernel>,
}

impl Compilation {
    /// The compilation of a module that no pass has changed.
    ///
    /// # Errors
    /// Options that name no processor.
    pub fn new(module: Module, options: &Options) -> Result<Self> {
        let target = Target::new(options.target.cpu.as_deref(), options.opt_level)?;
        Ok(Self { module, options: options.clone(), target, variables: None, kernels: Vec::new() })
    }
}

impl pipeline::Compilation for Compilation {
    fn module(&self) -> &Module {
        &self.module
    }

    fn module_and_machine(&mut self) -> (&mut Module, Option<&TargetMachine>) {
        (&mut self.module, Some(&self.target.machine))
    }
}

impl HasLibrary for Compilation {
    fn library() -> &'static dyn TargetLibrary {
        &HostLibrary
    }
}
