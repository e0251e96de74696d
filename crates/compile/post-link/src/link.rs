//! The device link: units become images.

use std::sync::{Mutex, PoisonError};

use tandem_command_line::post_link_request::Split;
use tandem_device_ir::LINES;
use tandem_image::PropertySetRegistry;
use tandem_image::property::PropertySetName;
use tandem_ir::{Context, Module};

use super::ahead_of_time::{self, AheadOfTime, TargetCode};
use super::diagnostics::Diagnostics;
use super::unit::Unit;
use super::written::write_spirv;
use super::{device_globals, interface, parallel, spec_constants, split, undefined, user_lines};

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
    /// The targets for which the SPIR-V is compiled ahead of time.
    pub ahead_of_time: Vec<AheadOfTime<'a>>,
}

/// One device image, before it is wrapped.
#[derive(Clone, Debug)]
pub struct SplitModule {
    /// SPIR-V.
    pub spirv: Vec<u8>,
    /// Whether a unit of it was compiled with lines ([`crate::UnitOptions::has_lines`]).
    pub has_lines: bool,
    /// Code for each target that it was requested for, if there can be any ([`LinkOptions::ahead_of_time`]).
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

/// Links units into device images: up to `jobs` groups of images at the same
/// time, each with its own units in memory.
///
/// # Errors
/// Functions that are used but neither defined nor `SYCL_EXTERNAL`, with the kernel that needs them; damaged units;
/// constructs that SPIR-V cannot express.
pub fn link(units: &[Unit], options: &LinkOptions<'_>) -> Result<Vec<SplitModule>, Diagnostics> {
    let plan = split::Plan::new(units, options.split, options.rdc)?;
    let numbers = Mutex::new(spec_constants::Numbers::default());
    let groups = parallel::map(plan.groups(), options.jobs, |group| {
        let ctx = Context::new();
        let images = plan.images(&ctx, group, options.opt_level)?.into_iter();
        let modules = images.map(|mut module| {
            numbers.lock().unwrap_or_else(PoisonError::into_inner).assign(module.edit());
            finish(module, options, plan.device_globals())
        });
        modules.collect::<Result<Vec<_>, _>>()
    })?;
    Ok(groups.into_iter().flatten().collect())
}

/// Writes one split module as SPIR-V, with its properties.
fn finish(
    mut module: Module,
    options: &LinkOptions<'_>,
    globals: &device_globals::Link,
) -> Result<SplitModule, Diagnostics> {
    undefined::check(&module, options.rdc)?;
    let mut properties = interface::properties(&module);
    let symbols = interface::symbols(&module);
    globals.check(&module)?;
    let texts = globals.add_properties(&module, &mut properties);
    user_lines::run(module.edit());
    let has_lines = module.has_flag(LINES);
    let (spirv, module) = write_spirv(module, texts)?;
    let code = ahead_of_time::compile(module, &spirv, &properties, options.opt_level, &options.ahead_of_time)?;
    Ok(SplitModule { spirv, has_lines, code, symbols, properties })
}
