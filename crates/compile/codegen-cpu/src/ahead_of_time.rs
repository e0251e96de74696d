//! Code for x86-64 CPUs that is compiled when a program is linked. It is what the CPU device makes
//! of the same SPIR-V, but can be linked with other objects.

use tandem_codegen::compile::compile;
use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target, known};
use tandem_image::PropertySetRegistry;

use crate::options::Options;

/// The code generator of [`known::X86_64_CPU`].
#[derive(Debug)]
pub struct AheadOfTime;

impl CodeGenerator for AheadOfTime {
    fn target(&self) -> &'static Target {
        &known::X86_64_CPU
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        Ok(Options::from_env().apply(options)?)
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        let mut options = Options { linkable: true, ..Options::of_link(code.opt_level) };
        options.apply(code.options)?;
        let output = compile(&[code.spirv], &options)?;
        Ok(Generated { bytes: output.object, exports: output.exports, properties: PropertySetRegistry::new() })
    }
}
