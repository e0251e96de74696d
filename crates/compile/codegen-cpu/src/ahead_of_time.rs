//! Code for x86-64 CPUs that is compiled when a program is linked. It is what the CPU device makes
//! of the same SPIR-V, but can be linked with other objects.

use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target, known};
use tandem_image::PropertySetRegistry;

use crate::options::Options;
use crate::pipeline;

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
        // As on the device: whoever optimizes at all wants fast kernels.
        let opt_level = if code.opt_level == 0 { 0 } else { 3 };
        let mut options = Options { opt_level, linkable: true, ..Options::from_env() };
        options.apply(code.options)?;
        let output = pipeline::compile(&[code.spirv], &options)?;
        Ok(Generated { bytes: output.object, exports: output.exports, properties: PropertySetRegistry::new() })
    }
}
