//! The way from device IR to PTX: linked, validated, changed by [`crate::passes`], emitted.

use tandem_codegen::link::{Input, read_and_link};
use tandem_codegen::{Dump, Result, unit};
use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, Validated, validate};
use tandem_native_cuda::{Code, CodeKind, Package};

use crate::compilation::Compilation;
use crate::lines;
use crate::options::Options;
use crate::passes;

/// Compiles a SPIR-V module to a [unit](mod@unit).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that NVIDIA's GPUs do not run.
pub fn compile_unit(spirv: &[u8], options: &Options) -> Result<Vec<u8>> {
    Dump::new(options.dump.as_deref()).bytes("spirv", "spv", spirv)?;
    unit::compile(spirv, &options.spec_constants, Device::Nvidia)
}

/// Compiles SPIR-V modules, linked into one.
///
/// # Errors
/// Modules that are malformed or do not fit together, and what NVIDIA's GPUs do not run.
pub fn compile(modules: &[&[u8]], options: &Options) -> Result<Package> {
    let inputs: Vec<_> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    compile_inputs(&inputs, options)
}

/// Compiles modules, linked into one.
///
/// # Errors
/// As for [`compile`].
pub fn compile_inputs(inputs: &[Input<'_>], options: &Options) -> Result<Package> {
    let mut dump = Dump::new(options.dump.as_deref());
    for input in inputs.iter().filter(|input| !unit::is_unit(input.bytes)) {
        dump.bytes("spirv", "spv", input.bytes)?;
    }
    let module = read_and_link(inputs, &options.spec_constants)?;
    dump.ir("linked", &module)?;
    compile_dumped(validate(module, &Expectations::of_device(Device::Nvidia))?, options, &mut dump)
}

/// Compiles a linked module of device IR, which was validated for NVIDIA's GPUs.
///
/// # Errors
/// As for [`compile`].
pub fn compile_module(module: Validated, options: &Options) -> Result<Package> {
    compile_dumped(module, options, &mut Dump::new(options.dump.as_deref()))
}

fn compile_dumped(module: Validated, options: &Options, dump: &mut Dump) -> Result<Package> {
    let mut compilation = Compilation::new(module.into_module_for(Device::Nvidia)?, options);
    passes::pipeline(options)?.run(&mut compilation, dump)?;
    emit(compilation, dump)
}

/// The package of a compilation whose passes are done.
fn emit(mut compilation: Compilation, dump: &mut Dump) -> Result<Package> {
    let (module, machine, _) = compilation.parts();
    let ptx = machine.emit_assembly(module)?;
    let Compilation { options, kernels, variables, .. } = compilation;
    let ptx = if options.has_lines { lines::without_sections(&ptx) } else { ptx };
    dump.bytes("assembly", "ptx", &ptx)?;
    let code = Code { kind: CodeKind::Ptx, processor: options.processor, bytes: ptx };
    Ok(Package { kernels, variables, codes: vec![code], ..Package::default() })
}
