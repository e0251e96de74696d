//! The steps of post-link one by one, for tools that perform the others themselves: device code may have any origin,
//! and images may stay LLVM IR.

use tandem_command_line::post_link_request::Split;
use tandem_image::PropertySetRegistry;
use tandem_image::property::PropertySetName;
use tandem_ir::{Context, Module};

use super::diagnostics::Diagnostics;
use super::process::process_unit;
use super::unit::{Unit, UnitOptions};
use super::written::write_spirv;
use super::{device_globals, interface, kernel_info, markers, spec_constants, split, undefined};

/// The form of an image's code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeForm {
    /// LLVM bitcode.
    #[default]
    Bitcode,
    /// LLVM IR as text.
    Text,
    /// SPIR-V.
    SpirV,
}

impl CodeForm {
    /// The usual extension of such files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Bitcode => "bc",
            Self::Text => "ll",
            Self::SpirV => "spv",
        }
    }
}

/// The treatment of specialization constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Constants {
    /// The consumer of the code inserts their values.
    #[default]
    Native,
    /// Code loads them from variables that hold the defaults.
    Emulated,
    /// They permanently have their default values.
    Default,
}

/// How units become images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageOptions {
    /// How kernels are spread.
    pub split: Split,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// The treatment of specialization constants.
    pub constants: Constants,
    /// List only kernels as entries, and not exported functions.
    pub only_kernels: bool,
    /// Add the property set of kernel names.
    pub kernel_names: bool,
    /// The form of the code.
    pub form: CodeForm,
}

/// One image.
#[derive(Clone, Debug)]
pub struct SplitImage {
    /// The code.
    pub code: Vec<u8>,
    /// Names of its entries.
    pub symbols: Vec<String>,
    /// Property sets.
    pub properties: PropertySetRegistry,
}

/// Whether bitcode or textual IR has kernels, as clang's device pass leaves
/// them or as they are in device IR.
pub fn has_kernels(code: &[u8], file: &str) -> Result<bool, Diagnostics> {
    let ctx = Context::new();
    let module = Module::parse(&ctx, code, file)?;
    Ok(module.functions().into_iter().any(kernel_info::is_kernel) || !markers::entries(&module).is_empty())
}

/// Processes a unit that has not been processed: the output of clang's device pass contains the markers of the headers.
/// `None` if there is no device code in it.
///
/// Names that are internal to the unit stay plain. The runtime falls back to them if there is no name with the unit's
/// id, because the id in the host's code is unknown.
pub fn process_raw_unit(code: &[u8], file: &str, opt_level: u8) -> Result<Option<Vec<u8>>, Diagnostics> {
    let is_raw = {
        let ctx = Context::new();
        let module = Module::parse(&ctx, code, file)?;
        !markers::entries(&module).is_empty() || has_external_annotation(&module)
    };
    if is_raw {
        let unit = process_unit(
            code,
            &UnitOptions {
                unit: String::new(),
                opt_level,
                has_lines: false,
                contracts: true,
                dead_args: true,
                only_check: false,
            },
        )?;
        Ok((!unit.bitcode.is_empty()).then_some(unit.bitcode))
    } else {
        Ok(Some(code.to_vec()))
    }
}

/// Whether a function is still marked `SYCL_EXTERNAL` as the headers do it.
fn has_external_annotation(module: &Module) -> bool {
    module.annotations().iter().any(|annotation| annotation.text == kernel_info::EXTERNAL)
}

/// Splits processed units into images. Functions without a definition stay undefined, unless SPIR-V is written.
pub fn split_units(units: &[Unit], options: &ImageOptions) -> Result<Vec<SplitImage>, Diagnostics> {
    let ctx = Context::new();
    let mut numbers = spec_constants::Numbers::default();
    let plan = split::Plan::new(units, options.split, true)?;
    let mut modules = Vec::new();
    for group in 0..plan.groups() {
        modules.extend(plan.images(&ctx, group, options.opt_level)?);
    }
    modules
        .into_iter()
        .map(|mut module| {
            if options.constants == Constants::Default {
                spec_constants::use_defaults(module.edit());
            }
            numbers.assign(module.edit());
            image(module, options, plan.device_globals())
        })
        .collect()
}

fn image(
    mut module: Module,
    options: &ImageOptions,
    globals: &device_globals::Link,
) -> Result<SplitImage, Diagnostics> {
    let is_kernel = |name: &String| module.function(name).is_some_and(kernel_info::is_kernel);
    let mut properties = interface::properties(&module);
    globals.check(&module)?;
    let texts = globals.add_properties(&module, &mut properties);
    let mut symbols = interface::symbols(&module);
    if options.kernel_names {
        for kernel in symbols.iter().filter(|name| is_kernel(name)) {
            properties.add(PropertySetName::KernelNames, kernel.as_str(), 1);
        }
    }
    if options.only_kernels {
        symbols.retain(is_kernel);
    }
    if options.constants == Constants::Emulated {
        spec_constants::emulate(module.edit());
    }
    let code = match options.form {
        CodeForm::Bitcode => module.to_bitcode()?,
        CodeForm::Text => module.to_string().into_bytes(),
        CodeForm::SpirV => {
            undefined::check(&module, true)?;
            write_spirv(module, texts)?.0
        }
    };
    Ok(SplitImage { code, symbols, properties })
}
