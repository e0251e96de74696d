//! The way from SPIR-V to code, the same for every [back end](Backend): read and linked, validated,
//! changed by the back end's passes, emitted.

use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, Validated, validate};

use crate::backend::Backend;
use crate::dump::Dump;
use crate::error::Result;
use crate::link::{Input, read_and_link};
use crate::options::Options;
use crate::order::facts::NAMED_AS_IN_SOURCE;
use crate::pass_times::PassTimes;
use crate::passes::HasLibrary;
use crate::pipeline::{Compilation, Pipeline};
use crate::unit;

/// The device that a back end generates code for.
pub fn device<B: Backend>() -> &'static Device {
    B::Compilation::library().device()
}

/// Compiles a SPIR-V module to a [unit](mod@unit).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that the device does not run.
pub fn compile_unit<B: Backend>(spirv: &[u8], options: &Options<B>) -> Result<Vec<u8>> {
    Dump::new(options.dump.as_deref()).bytes("spirv", "spv", spirv)?;
    unit::compile(spirv, &options.spec_constants, device::<B>())
}

/// Compiles SPIR-V modules, linked into one.
///
/// # Errors
/// Modules that are malformed or do not fit together, and code that the device does not support.
pub fn compile<B: Backend>(modules: &[&[u8]], options: &Options<B>) -> Result<B::Code> {
    let inputs: Vec<Input<'_>> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    compile_inputs(&inputs, options)
}

/// Compiles modules, linked into one.
///
/// # Errors
/// As for [`compile`].
pub fn compile_inputs<B: Backend>(inputs: &[Input<'_>], options: &Options<B>) -> Result<B::Code> {
    let mut dump = Dump::new(options.dump.as_deref());
    for input in inputs.iter().filter(|input| !unit::is_unit(input.bytes)) {
        dump.bytes("spirv", "spv", input.bytes)?;
    }
    let module = read_and_link(inputs, &options.spec_constants)?;
    dump.ir("linked", &module)?;
    let module = validate(module, &Expectations::of_device(device::<B>()))?;
    B::emit(run_passes(module, options, None, &mut dump)?, &mut dump)
}

/// Compiles a linked module of device IR, which was validated for the device.
///
/// # Errors
/// As for [`compile`].
pub fn compile_module<B: Backend>(module: Validated, options: &Options<B>) -> Result<B::Code> {
    let mut dump = Dump::new(options.dump.as_deref());
    B::emit(run_passes(module, options, None, &mut dump)?, &mut dump)
}

/// The module's text after a pass, for tests of single passes.
///
/// # Errors
/// As for [`compile`], and if there is no such pass.
pub fn ir_after<B: Backend>(module: Validated, options: &Options<B>, pass: &str) -> Result<String> {
    Ok(run_passes(module, options, Some(pass), &mut Dump::new(None))?.module().to_string())
}

/// The pipeline of a back end.
///
/// # Errors
/// Passes in a wrong order.
pub fn pipeline<B: Backend>(options: &Options<B>) -> Result<Pipeline<B::Compilation>> {
    Ok(Pipeline::new(&[NAMED_AS_IN_SOURCE], B::passes(options))?)
}

fn run_passes<B: Backend>(
    module: Validated,
    options: &Options<B>,
    last: Option<&str>,
    dump: &mut Dump,
) -> Result<B::Compilation> {
    let mut compilation = B::begin(module.into_module_for(device::<B>())?, options)?;
    let whole = pipeline(options)?;
    let pipeline = match last {
        Some(last) => whole.until(last)?,
        None => whole,
    };
    let mut times = PassTimes::new(options.times_passes);
    pipeline.run(&mut compilation, dump, &mut times)?;
    if let Some(report) = times.report(device::<B>().name) {
        eprint!("{report}");
    }
    Ok(compilation)
}
