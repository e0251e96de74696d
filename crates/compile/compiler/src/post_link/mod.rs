//! Post-link: turns the output of clang's device pass into device images.
//!
//! Per unit, at `-c` time ([`process_unit`]):
//!
//! ```text
//! bitcode ─► device_globals ─► outline ─► markers ─► attributes ─► spec_constants ─► device_globals ─► c_functions
//!         ─► diagnose ─► flatten ─► pointer_casts ─► aspects ─► local_memory ─► device_library ─► keep_lines ─► optimize ─► dead_args ─► slim bitcode
//! ```
//!
//! * [`device_globals`] finds the variables that device code may write and, once
//!   only device code is left, makes it access their memory;
//! * [`outline`] drops everything that no kernel and no `SYCL_EXTERNAL`
//!   function reaches, most of all the host's code;
//! * [`markers`] reads the kernels' names and the layout of their closures;
//! * [`attributes`] reads the properties that the headers give to kernels, and [`kernel_attributes`]
//!   checks what the functions of a kernel say of it;
//! * [`spec_constants`] turns reads of specialization constants into builtins;
//! * [`c_functions`] gives `printf` and `assert` their device forms;
//! * [`diagnose`] reports what a kernel cannot do, before optimization changes the
//!   code;
//! * [`flatten`] turns kernel entries into kernels with flat arguments;
//! * [`pointer_casts`] gives casts to an address space their types;
//! * [`aspects`] notes which optional features of a device each kernel needs;
//! * [`local_memory`] makes variables of the local memory that functions ask for;
//! * [`device_library`] links in functions of C that are no builtins;
//! * [`keep_lines`] keeps the lines of assignments and the variables for debuggers, without `-O`;
//! * [`optimize`] runs LLVM's passes;
//! * [`dead_args`] removes the arguments that optimization made useless.
//!
//! Per link ([`link`]): [`members`] picks units of archives, [`split`] groups kernels into images and links each
//! with the units that it needs; [`interface`] writes properties and symbols; [`user_lines`] gives code of the
//! headers the lines of the user's calls;
//! `tandem-spirv` writes the SPIR-V; [`ahead_of_time`] compiles it for targets, where that
//! is asked for. A later link may reuse images: [`relink`] checks that they are
//! complete.
//!
//! [`headers`] tells places in the headers from the user's, for messages and lines.
//! [`integration`] writes the integration header for other host compilers.
//!
//! The order is design decision D2: linking merges equal structure types and
//! clang marks every function `norecurse`, so everything that reads the code's
//! meaning comes before linking and optimizing.

mod ahead_of_time;
mod aspects;
mod attributes;
mod c_functions;
mod dead_args;
mod device_globals;
mod device_library;
mod diagnose;
mod diagnostics;
mod flatten;
mod headers;
mod initial_value;
mod integration;
mod interface;
mod ir_images;
mod keep_lines;
mod kernel_attributes;
mod kernel_info;
mod local_memory;
mod markers;
mod members;
mod names;
mod optimize;
mod outline;
mod parallel;
mod pointer_casts;
mod private_memory;
mod relink;
mod spec_constants;
mod split;
mod undefined;
mod unwritable;
mod user_lines;

use std::sync::{Mutex, PoisonError};

use tandem_device_ir::{LINES, NO_CONTRACTION};
use tandem_device_ir_llvm::{Expectations, Validated};
use tandem_image::PropertySetRegistry;
use tandem_image::property::PropertySetName;
use tandem_ir::{Context, Module};
use tandem_spirv::writer::{self, WriterOptions};

pub use ahead_of_time::{AheadOfTime, LINES_OPTION, TargetCode};
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use integration::integration_header;
pub use ir_images::{CodeForm, Constants, ImageOptions, SplitImage, has_kernels, process_raw_unit, split_units};
pub use members::add_needed;
pub use relink::check_linked;
pub use split::Split;

/// How one translation unit is processed.
#[derive(Clone, Debug)]
pub struct UnitOptions {
    /// Identifier of the unit, the value of `__SYCL_TU_ID`. Empty where the
    /// host's code has another: what is internal then has no suffix.
    pub unit: String,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// Whether the device's code is to say which lines of the source it is from.
    pub has_lines: bool,
    /// Whether products and sums may become one operation with one rounding.
    pub contracts: bool,
    /// Whether arguments that a kernel does not use are removed
    /// (`-fsycl-dead-args-optimization`).
    pub dead_args: bool,
    /// Whether the unit is only checked, behind errors of the front end: for what that does not see. Exceptions, which
    /// it has reported, are in the code.
    pub only_check: bool,
}

impl UnitOptions {
    /// The name of a kernel or specialization constant that is internal to the
    /// unit.
    fn internal_name(&self, name: &str) -> String {
        if self.unit.is_empty() { name.to_owned() } else { format!("{name}@{}", self.unit) }
    }
}

/// What becomes of one translation unit.
#[derive(Clone, Debug, Default)]
pub struct ProcessedUnit {
    /// Its device code; empty when it has none.
    pub bitcode: Vec<u8>,
    /// Local symbols of the host object that the device link refers to, each
    /// with the name that it uses.
    pub host_symbols: Vec<(String, String)>,
}

/// One unit of a device link.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The object or source that it came from, for messages.
    pub file: String,
    /// What [`process_unit`] made of it.
    pub bitcode: Vec<u8>,
}

/// How units become images.
#[derive(Clone, Debug)]
pub struct LinkOptions<'a> {
    /// `-fsycl-device-code-split`.
    pub split: Split,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// Whether units may use each other's functions (not `-fno-sycl-rdc`).
    pub rdc: bool,
    /// How much may be done at the same time.
    pub jobs: usize,
    /// What code is made of the SPIR-V.
    pub ahead_of_time: Vec<AheadOfTime<'a>>,
}

/// One device image, before it is wrapped.
#[derive(Clone, Debug)]
pub struct SplitModule {
    /// SPIR-V.
    pub spirv: Vec<u8>,
    /// Whether a unit of it was compiled with lines ([`UnitOptions::has_lines`]).
    pub has_lines: bool,
    /// Code for each target that it was asked for, where there can be any
    /// ([`LinkOptions::ahead_of_time`]).
    pub code: Vec<Option<TargetCode>>,
    /// Names of kernels and exported functions.
    pub symbols: Vec<String>,
    /// Property sets.
    pub properties: PropertySetRegistry,
}

impl SplitModule {
    /// Whether the image uses functions of other images, or defines some for them.
    pub fn is_linked_with_others(&self) -> bool {
        let keys = |set| self.properties.set(set).into_iter().flat_map(|set| set.keys());
        let is_function = |name: &String| self.properties.get(PropertySetName::DeviceGlobals, name).is_none();
        keys(PropertySetName::ImportedSymbols).chain(keys(PropertySetName::ExportedSymbols)).any(is_function)
    }
}

/// Processes the device code of one translation unit.
///
/// # Errors
/// Everything in the unit that kernels cannot do, each with the chain of calls
/// from the kernel.
pub fn process_unit(bitcode: &[u8], options: &UnitOptions) -> Result<ProcessedUnit, Diagnostics> {
    let ctx = Context::new();
    let mut module = Module::parse(&ctx, bitcode, &options.unit)?;
    let entries = markers::entries(&module);
    headers::Headers::note(&module, &entries);
    let internal_constants = spec_constants::internal_objects(&module);
    let globals = device_globals::find(&module, options)?;
    let externals = outline::run(&mut module, entries)?;
    let mut errors = Diagnostics::default();
    let kernels = markers::read(&module, &mut errors)?;
    if errors.is_empty() && kernels.is_empty() && externals.is_empty() && !globals.are_shared() {
        return Ok(ProcessedUnit::default());
    }
    // All that is wrong in the unit is said at once.
    errors.take(attributes::lower(&module));
    errors.take(kernel_attributes::check(&module, &kernels));
    errors.take(spec_constants::lower(&module, &internal_constants, options));
    errors.take(device_globals::lower(&module, &globals));
    c_functions::lower(&module);
    errors.take(diagnose::check(&module, &kernels, &externals, !options.only_check));
    errors.sort();
    errors.into_result()?;
    if options.only_check {
        return Ok(ProcessedUnit::default());
    }
    flatten::run(&module, &kernels, options);
    pointer_casts::lower(&module);
    let roots: Vec<String> = kernels.iter().map(|kernel| kernel.name(options)).chain(externals).collect();
    aspects::note(&module, &roots);
    spec_constants::note(&module, &roots);
    outline::prune(&mut module, &roots)?;
    local_memory::lower(&mut module)?;
    private_memory::lower(&mut module)?;
    device_library::link(&mut module)?;
    if options.opt_level == 0 {
        keep_lines::run(&module);
    }
    optimize::run(&mut module, options.opt_level)?;
    if options.dead_args && options.opt_level > 0 {
        dead_args::run(&mut module)?;
    }
    if options.has_lines {
        module.add_flag(LINES, 1);
    }
    if !options.contracts {
        module.add_flag(NO_CONTRACTION, 1);
    }
    module.verify()?;
    let host_symbols = globals.internal();
    Ok(ProcessedUnit { bitcode: validate(module)?.module().to_bitcode()?, host_symbols })
}

/// Links units into device images: up to `jobs` groups of images at the same
/// time, each with its own units in memory.
///
/// # Errors
/// Functions that are used but neither defined nor `SYCL_EXTERNAL`, with the
/// kernel that needs them; damaged units; constructs that SPIR-V cannot say.
pub fn link(units: &[Unit], options: &LinkOptions<'_>) -> Result<Vec<SplitModule>, Diagnostics> {
    let plan = split::Plan::new(units, options.split, options.rdc)?;
    let numbers = Mutex::new(spec_constants::Numbers::default());
    let groups = parallel::map(plan.groups(), options.jobs, |group| {
        let ctx = Context::new();
        let images = plan.images(&ctx, group, options.opt_level)?.into_iter();
        let modules = images.map(|module| {
            numbers.lock().unwrap_or_else(PoisonError::into_inner).assign(&module);
            finish(module, options, plan.device_globals())
        });
        modules.collect::<Result<Vec<_>, _>>()
    })?;
    Ok(groups.into_iter().flatten().collect())
}

/// Writes one split module as SPIR-V, with its properties.
fn finish(
    module: Module,
    options: &LinkOptions<'_>,
    globals: &device_globals::Link,
) -> Result<SplitModule, Diagnostics> {
    undefined::check(&module, options.rdc)?;
    let mut properties = interface::properties(&module);
    let symbols = interface::symbols(&module);
    globals.check(&module)?;
    let texts = globals.add_properties(&module, &mut properties);
    user_lines::run(&module);
    let has_lines = module.has_flag(LINES);
    let (spirv, module) = write_spirv(module, texts)?;
    let code = ahead_of_time::compile(module, &spirv, &properties, options.opt_level, &options.ahead_of_time)?;
    Ok(SplitModule { spirv, has_lines, code, symbols, properties })
}

/// Checks that what is left is device IR.
fn validate(module: Module) -> Result<Validated, Diagnostics> {
    let expectations = Expectations { device: None, layout: Some(&kernel_info::layout) };
    tandem_device_ir_llvm::validate(module, &expectations).map_err(|invalid| {
        let mut diagnostics = Diagnostics::default();
        for violation in invalid.violations {
            let function = violation.function.map(|function| format!(", in {function}")).unwrap_or_default();
            diagnostics.error(violation.place, format!("{}{function}", violation.message));
        }
        diagnostics
    })
}

/// Writes an image as SPIR-V that carries these texts. Returns the module as it was written, too.
fn write_spirv(module: Module, texts: Vec<String>) -> Result<(Vec<u8>, Module), Diagnostics> {
    device_globals::forget_constness(&module);
    let contraction_off = module.has_flag(NO_CONTRACTION);
    let module = validate(module)?;
    let mut options = WriterOptions::default();
    (options.processed, options.contraction_off) = (texts, contraction_off);
    let spirv = writer::write(&module, &options).map_err(|error| unwritable::report(module.module(), &error))?;
    Ok((spirv, module.into_module()))
}
