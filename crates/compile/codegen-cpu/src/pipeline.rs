//! The way from device IR to an object: linked, validated, changed by [`crate::passes`], emitted.

use tandem_codegen::link::{Input, read_and_link};
use tandem_codegen::{Dump, Result, unit};
use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, Validated, validate};

use crate::compilation::Compilation;
use crate::emit::{Output, emit};
use crate::options::Options;
use crate::passes::{self, Stage};

/// Compiles a SPIR-V module to a [unit](mod@unit).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that CPUs do not run.
pub fn compile_unit(spirv: &[u8], options: &Options) -> Result<Vec<u8>> {
    Dump::new(options.dump.as_deref()).bytes("spirv", "spv", spirv)?;
    unit::compile(spirv, &options.spec_constants, Device::Cpu)
}

/// Compiles SPIR-V modules, linked into one.
pub fn compile(modules: &[&[u8]], options: &Options) -> Result<Output> {
    let inputs: Vec<Input<'_>> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    compile_inputs(&inputs, options)
}

/// Compiles modules, linked into one.
pub fn compile_inputs(inputs: &[Input<'_>], options: &Options) -> Result<Output> {
    let mut dump = Dump::new(options.dump.as_deref());
    for input in inputs.iter().filter(|input| !unit::is_unit(input.bytes)) {
        dump.bytes("spirv", "spv", input.bytes)?;
    }
    let module = read_and_link(inputs, &options.spec_constants)?;
    dump.ir("linked", &module)?;
    compile_dumped(validate(module, &Expectations::of_device(Device::Cpu))?, options, &mut dump)
}

/// Compiles a linked module of device IR, which was validated for CPUs.
pub fn compile_module(module: Validated, options: &Options) -> Result<Output> {
    compile_dumped(module, options, &mut Dump::new(options.dump.as_deref()))
}

fn compile_dumped(module: Validated, options: &Options, dump: &mut Dump) -> Result<Output> {
    let mut compilation = Compilation::new(module.into_module_for(Device::Cpu)?, options)?;
    passes::pipeline(options)?.run(&mut compilation, dump)?;
    emit(compilation, dump)
}

/// The module's text after `stage`, for tests of single stages.
pub fn ir_after(module: Validated, options: &Options, stage: Stage) -> Result<String> {
    let mut compilation = Compilation::new(module.into_module_for(Device::Cpu)?, options)?;
    passes::pipeline(options)?.until(stage.last_pass())?.run(&mut compilation, &mut Dump::new(None))?;
    Ok(compilation.module.to_string())
}
