//! The whole way from SPIR-V to an object on changed modules: an object, or an
//! error. A crash of LLVM ends the test, and so does a module that takes longer
//! than it should. [`changed_modules`] has the variables for longer and other runs.

#[path = "../../spirv/tests/support/changed_modules.rs"]
mod changed_modules;

use changed_modules::{compile_changed_modules, modules_of_faults};
use tandem_codegen::Error;
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;

/// Whether a module becomes an object, and not an error.
fn survive(module: &[u8], opt_level: u32) -> bool {
    // Functions that the modules export are compiled, too.
    let options = Options { opt_level, linkable: true, ..Options::default() };
    match compile(&[module], &options) {
        Ok(output) => !output.object.is_empty(),
        Err(error) => {
            // An error that only LLVM finds is a bug in the code generator.
            let is_llvms = matches!(error, Error::Ir(_));
            assert!(!is_llvms, "{error}");
            false
        }
    }
}

#[test]
fn modules_that_broke_it() {
    for module in modules_of_faults() {
        for opt_level in 0..3 {
            survive(&module, opt_level);
        }
    }
}

#[test]
fn changed_modules() {
    compile_changed_modules(|module, choice| survive(module, (choice % 3) as u32));
}
