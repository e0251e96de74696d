//! The back end of NVIDIA's GPUs.

use tandem_codegen::pipeline::Pass;
use tandem_codegen::{Backend, Dump, Result};
use tandem_ir::Module;
use tandem_native_cuda::{Code, CodeKind, Package};

use crate::compilation::Compilation;
use crate::lines;
use crate::options::{Nvptx, Options};
use crate::passes;

impl Backend for Nvptx {
    type Compilation = Compilation;
    type Code = Package;

    fn begin(module: Module, options: &Options) -> Result<Compilation> {
        Ok(Compilation::new(module, options))
    }

    fn passes(options: &Options) -> Vec<Pass<Compilation>> {
        passes::passes(options)
    }

    fn emit(mut compilation: Compilation, dump: &mut Dump) -> Result<Package> {
        let (module, machine, _) = compilation.parts();
        let ptx = machine.emit_assembly(module)?;
        let Compilation { options, kernels, variables, .. } = compilation;
        let ptx = if options.target.has_lines { lines::without_sections(&ptx) } else { ptx };
        dump.bytes("assembly", "ptx", &ptx)?;
        let code = Code { kind: CodeKind::Ptx, processor: options.target.processor, bytes: ptx };
        Ok(Package { kernels, variables, codes: vec![code], ..Package::default() })
    }

    fn encode(code: Package) -> Vec<u8> {
        code.encode()
    }
}

mod c_interface {
    #![allow(unsafe_code, reason = "a C interface")]

    tandem_codegen::c_interface!(
        super::Nvptx,
        tandem_codegen_nvptx_init,
        tandem_codegen_nvptx_compile,
        tandem_codegen_nvptx_free
    );
}
pub use c_interface::{tandem_codegen_nvptx_compile, tandem_codegen_nvptx_free};
