//! The whole way from SPIR-V to PTX on changed modules: a package, or an error. A
//! crash of LLVM ends the test, and so does a module that takes longer than it
//! should. [`changed_modules`] has the variables for longer and other runs.

#[path = "../../spirv/tests/support/changed_modules.rs"]
mod changed_modules;

use changed_modules::{compile_changed_modules, modules_of_faults};
use tandem_codegen::Error;
use tandem_codegen::compile::compile;
use tandem_codegen_nvptx::{Nvptx, Options, Processor};

const PROCESSORS: [Processor; 3] = [Processor(70), Processor(80), Processor(90)];

/// Whether a module becomes PTX, and not an error.
fn survive(module: &[u8], opt_level: u32, processor: Processor) -> bool {
    match compile(
        &[module],
        &Options { opt_level, target: Nvptx { processor, ..Nvptx::default() }, ..Options::default() },
    ) {
        Ok(package) => !package.codes[0].bytes.is_empty(),
        Err(error) => {
            // An error that only LLVM finds is a fault of the code generator.
            let is_llvms = matches!(error, Error::Ir(_));
            assert!(!is_llvms, "{error}");
            false
        }
    }
}

#[test]
fn modules_that_broke_code_generators() {
    for module in modules_of_faults() {
        for processor in PROCESSORS {
            survive(&module, 2, processor);
        }
    }
}

#[test]
fn changed_modules() {
    compile_changed_modules(|module, choice| survive(module, (choice % 4) as u32, PROCESSORS[choice / 4]));
}
