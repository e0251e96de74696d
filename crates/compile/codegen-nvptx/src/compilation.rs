//! The state of a compilation to PTX: the module and the data that its passes keep for it.

use tandem_codegen::Result;
use tandem_codegen::builtins::TargetLibrary;
use tandem_codegen::passes::HasLibrary;
use tandem_codegen::pipeline;
use tandem_ir::{Module, Optimize, TargetMachine};
use tandem_native_cuda::{CudaKernel, Variable};

use crate::library::NvidiaLibrary;
use crate::options::{self, Options};
use crate::{arithmetic, entry};

/// A compilation.
pub struct Compilation {
    pub module: Module,
    pub options: Options,
    /// The machine, when it is chosen.
    machine: Option<TargetMachine>,
    /// Whether subnormal numbers of single precision count as zero.
    pub flushes_subnormals: bool,
    /// Whether kernels use the image library.
    pub uses_images: bool,
    /// The driver's descriptions of kernels, once these have entries.
    pub kernels: Vec<CudaKernel>,
    /// The variables that the host finds by name.
    pub variables: Vec<Variable>,
}

impl Compilation {
    /// The compilation of a module that no pass has changed.
    pub fn new(module: Module, options: &Options) -> Self {
        let (kernels, variables) = (Vec::new(), Vec::new());
        let (options, machine) = (options.clone(), None);
        Self { module, options, machine, flushes_subnormals: false, uses_images: false, kernels, variables }
    }

    /// Chooses the machine for the features that the module uses, and the arithmetic.
    ///
    /// # Errors
    /// If LLVM does not have the machine.
    pub fn choose_machine(&mut self) -> Result<()> {
        let Self { module, options, .. } = self;
        let (processor, version) = options::machine(options.target.processor, entry::has_large_parameters(module));
        let level = if options.opt_level < 2 { Optimize::Less } else { Optimize::Aggressive };
        let mut machine = TargetMachine::nvptx64(&processor, version, level)?;
        if arithmetic::may_contract(module) {
            machine.fuse_in_ptx();
        }
        self.flushes_subnormals = options.target.flushes_subnormals || arithmetic::is_fast(module);
        self.machine = Some(machine);
        Ok(())
    }

    /// The module, the machine that was chosen for it, and the options.
    ///
    /// # Panics
    /// Before [`Compilation::choose_machine`].
    pub fn parts(&mut self) -> (&mut Module, &TargetMachine, &Options) {
        let machine = self.machine.as_ref().expect("passes that use the machine need that it is chosen");
        (&mut self.module, machine, &self.options)
    }
}

impl pipeline::Compilation for Compilation {
    fn module(&self) -> &Module {
        &self.module
    }

    fn module_and_machine(&mut self) -> (&mut Module, Option<&TargetMachine>) {
        (&mut self.module, self.machine.as_ref())
    }
}

impl HasLibrary for Compilation {
    fn library() -> &'static dyn TargetLibrary {
        &NvidiaLibrary
    }
}
