//! The back end of the CPU device.

use tandem_codegen::pipeline::Pass;
use tandem_codegen::{Backend, Dump, Result};
use tandem_ir::Module;

use crate::compilation::Compilation;
use crate::emit::{Output, emit};
use crate::options::{Cpu, Options};
use crate::passes;

impl Backend for Cpu {
    type Compilation = Compilation;
    type Code = Output;

    fn begin(module: Module, options: &Options) -> Result<Compilation> {
        Compilation::new(module, options)
    }

    fn passes(options: &Options) -> Vec<Pass<Compilation>> {
        passes::passes(options)
    }

    fn emit(compilation: Compilation, dump: &mut Dump) -> Result<Output> {
        emit(compilation, dump)
    }

    fn encode(code: Output) -> Vec<u8> {
        code.object
    }
}

tandem_codegen::c_interface!(Cpu, tandem_codegen_cpu_init, tandem_codegen_cpu_compile, tandem_codegen_cpu_free);
