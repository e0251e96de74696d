//! The last step of a device link, which makes the image of a target.

use std::fmt;

use tandem_image::PropertySetRegistry;

use crate::Target;

/// Why a code generator makes no code, for people.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Makes images of one target. It may do so in this process, or run another program.
///
/// Methods are called from several threads at once, and must not write to standard output.
pub trait CodeGenerator: fmt::Debug + Sync {
    /// The target. Its code is [`Code::AheadOfTime`](crate::Code::AheadOfTime).
    fn target(&self) -> &'static Target;

    /// Reads options as users write them (`-Xsycl-target-backend`), which follow those of the processor. Returns
    /// warnings about options that have no effect. Called once in a link, before [`CodeGenerator::generate`].
    ///
    /// # Errors
    /// Options that make no sense.
    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure>;

    /// Makes the image of a module.
    ///
    /// # Errors
    /// Code that the target's devices cannot run.
    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure>;

    /// Makes the code of an image from that of the target's early link ([`Target::early`]).
    ///
    /// # Errors
    /// A target without such a link, and errors in the code.
    fn finish(&self, _early: &[u8], _options: &str) -> Result<Vec<u8>, Failure> {
        Err("its device links have no early part".into())
    }

    /// Whether the options mean something to devices, too, which then get them when a program is built.
    fn options_are_for_devices(&self) -> bool {
        true
    }

    /// Whether one image has the code for all processors that a link names. Their options follow each other.
    fn joins_processors(&self) -> bool {
        false
    }
}

/// A module of a device link.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCode<'a> {
    /// The module's device IR as SPIR-V, validated. It has no specialization constants: their
    /// values are read from variables (`docs/internals/boundaries.md`, section 7).
    pub spirv: &'a [u8],
    /// The properties of the image: layouts of kernels, required sizes, imports and more.
    pub properties: &'a PropertySetRegistry,
    /// The optimization level of the units, 0 to 3.
    pub opt_level: u8,
    /// Options, as [`CodeGenerator::check_options`] has seen them; before them `-g`, where a unit was
    /// compiled with lines of the source.
    pub options: &'a str,
}

/// The code of an image.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The image's bytes.
    pub bytes: Vec<u8>,
    /// The exported functions that the code has, of those of the module. A target may be unable to
    /// offer some of them to other images.
    pub exports: Vec<String>,
    /// Properties for the target's driver, which join those of the module.
    pub properties: PropertySetRegistry,
}
