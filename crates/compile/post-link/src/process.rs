//! The steps for one translation unit, in their order.

use tandem_device_ir::{LINES, NO_CONTRACTION};
use tandem_ir::{Context, Module};

use super::diagnostics::Diagnostics;
use super::unit::{ProcessedUnit, UnitOptions};
use super::written::validate;
use super::{
    aspects, attributes, c_functions, dead_args, device_globals, device_library, diagnose, flatten, headers,
    image_parameters, images, keep_lines, kernel_attributes, local_memory, markers, optimize, outline, pointer_casts,
    private_memory, prune, spec_constants,
};

/// Processes the device code of one translation unit.
///
/// # Errors
/// Everything in the unit that kernels cannot do, each with the chain of calls
/// from the kernel.
pub fn process_unit(bitcode: &[u8], options: &UnitOptions) -> Result<ProcessedUnit, Diagnostics> {
    let ctx = Context::new();
    let mut module = Module::parse(&ctx, bitcode, &options.unit)?;
    let entries = markers::entries(&module);
    headers::Headers::note(module.edit(), &entries);
    let internal_constants = spec_constants::internal_objects(&module);
    let globals = device_globals::find(module.edit(), options)?;
    let externals = outline::run(&mut module, entries)?;
    let mut errors = Diagnostics::default();
    let kernels = markers::read(module.edit(), &mut errors)?;
    if errors.is_empty() && kernels.is_empty() && externals.is_empty() && !globals.are_shared() {
        return Ok(ProcessedUnit::default());
    }
    // All errors in the unit are reported together.
    errors.take(attributes::lower(module.edit()));
    errors.take(kernel_attributes::check(&module, &kernels));
    errors.take(spec_constants::lower(module.edit(), &internal_constants, options));
    errors.take(device_globals::lower(module.edit(), &globals));
    errors.take(images::lower(module.edit()));
    c_functions::lower(module.edit());
    errors.take(diagnose::check(&module, &kernels, &externals, !options.only_check));
    errors.sort();
    errors.into_result()?;
    if options.only_check {
        return Ok(ProcessedUnit::default());
    }
    flatten::run(module.edit(), &kernels, options);
    pointer_casts::lower(module.edit());
    let roots: Vec<String> = kernels.iter().map(|kernel| kernel.name(options)).chain(externals).collect();
    aspects::note(module.edit(), &roots);
    spec_constants::note(module.edit(), &roots);
    prune::run(&mut module, &roots)?;
    local_memory::lower(&mut module)?;
    private_memory::lower(&mut module)?;
    device_library::link(&mut module)?;
    if options.opt_level == 0 {
        keep_lines::run(module.edit());
    }
    optimize::run(&mut module, options.opt_level)?;
    if options.dead_args && options.opt_level > 0 {
        dead_args::run(&mut module)?;
    }
    image_parameters::run(module.edit());
    if options.has_lines {
        module.edit().add_flag(LINES, 1);
    }
    if !options.contracts {
        module.edit().add_flag(NO_CONTRACTION, 1);
    }
    module.verify()?;
    let host_symbols = globals.internal();
    Ok(ProcessedUnit { bitcode: validate(module)?.module().to_bitcode()?, host_symbols })
}
