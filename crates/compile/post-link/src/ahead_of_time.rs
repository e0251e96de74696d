//! Code that is compiled ahead of time, by the code generators of the requested targets.
//!
//! It is generated from SPIR-V, so that a kernel is the same code with every compiler. Only specialization constants
//! differ: their values are known later, so they are read from memory.

use std::collections::HashSet;

use tandem_device_ir::LINES;
use tandem_device_target::{Code, CodeGenerator, DeviceCode, Failure, Linking};
use tandem_image::PropertySetRegistry;
use tandem_image::property::PropertySetName;
use tandem_ir::Module;

use super::diagnostics::Diagnostics;
use super::written::write_spirv;
use super::{interface, spec_constants};

/// The build option that requests lines of the source, as in OpenCL and DPC++.
pub const LINES_OPTION: &str = "-g";

/// The code to compile ahead of time, and its options.
#[derive(Clone, Debug)]
pub struct AheadOfTime<'a> {
    /// The code generator.
    pub generator: &'a dyn CodeGenerator,
    /// Its options, as written.
    pub options: String,
    /// Whether code is required: if there is SPIR-V as well, a kernel that the target's devices cannot run is left to
    /// other devices.
    pub required: bool,
}

/// The code of an image for one target.
#[derive(Clone, Debug)]
pub struct TargetCode {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Properties that the code generator adds.
    pub properties: PropertySetRegistry,
    /// Exported functions that the code does not have.
    pub left_out: Vec<String>,
}

impl AheadOfTime<'_> {
    /// Has the code generator read the options. Returns warnings.
    ///
    /// # Errors
    /// Options that make no sense.
    pub fn check_options(&self) -> Result<Vec<String>, Diagnostics> {
        let warnings = self.generator.check_options(&self.options).map_err(|failure| self.error(&failure))?;
        Ok(warnings.into_iter().map(|warning| format!("{}: {warning}", self.name())).collect())
    }

    fn name(&self) -> &'static str {
        self.generator.target().name
    }

    fn error(&self, failure: &Failure) -> Diagnostics {
        Diagnostics::from_message(format!("compiling for {}: {failure}", self.name()))
    }

    /// Makes the code of a module. `None` if there can be none and it is not required.
    fn generate(&self, code: &DeviceCode<'_>, exports: &[String]) -> Result<Option<TargetCode>, Diagnostics> {
        let is_alone = self.generator.target().code == Code::AheadOfTime(Linking::None);
        let mut imports = code.properties.set(PropertySetName::ImportedSymbols).into_iter().flat_map(|set| set.keys());
        if is_alone && let Some(import) = imports.next() {
            return self.leave_to_others(&format!("it needs to be linked with the image that defines {import}").into());
        }
        let generated = match self.generator.generate(code) {
            Ok(generated) => generated,
            Err(failure) => return self.leave_to_others(&failure),
        };
        let has: HashSet<&String> = generated.exports.iter().filter(|_| !is_alone).collect();
        let left_out = exports.iter().filter(|name| !has.contains(name)).cloned().collect();
        Ok(Some(TargetCode { bytes: generated.bytes, properties: generated.properties, left_out }))
    }

    /// Handles a module for which the generator made no code: an error if it is required, otherwise a warning.
    fn leave_to_others(&self, failure: &Failure) -> Result<Option<TargetCode>, Diagnostics> {
        if self.required {
            return Err(self.error(failure));
        }
        eprintln!("tandem-post-link: warning: no code for {}: {failure}", self.name());
        Ok(None)
    }
}

/// Compiles a split module, also given as `spirv`, for each target in turn.
pub fn compile(
    mut module: Module,
    spirv: &[u8],
    properties: &PropertySetRegistry,
    opt_level: u8,
    targets: &[AheadOfTime<'_>],
) -> Result<Vec<Option<TargetCode>>, Diagnostics> {
    if targets.is_empty() {
        return Ok(Vec::new());
    }
    let exports = interface::exports(&module);
    let lines = if module.has_flag(LINES) { LINES_OPTION } else { "" };
    let rewritten = match spec_constants::emulate(module.edit()) {
        true => Some(write_spirv(module, Vec::new())?.0),
        false => None,
    };
    let spirv = rewritten.as_deref().unwrap_or(spirv);
    let generate = |target: &AheadOfTime<'_>| {
        let options = [lines, &target.options].join(" ");
        target.generate(&DeviceCode { spirv, properties, opt_level, options: options.trim() }, &exports)
    };
    targets.iter().map(generate).collect()
}
