//! Post-link: turns the device pass's LLVM IR into device images. This file
//! fixes the interface that the driver uses; the passes are not here yet, and
//! every call says so.

use std::fmt;

use tandem_image::PropertySetRegistry;

/// Errors and warnings of post-link, ready to be printed.
#[derive(Debug, Default)]
pub struct Diagnostics {
    messages: Vec<String>,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for message in &self.messages {
            writeln!(f, "{message}")?;
        }
        Ok(())
    }
}

/// How kernels are spread over device images (`-fsycl-device-code-split`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// One image for everything.
    Off,
    /// One image per translation unit.
    PerSource,
    /// One image per kernel.
    PerKernel,
    /// Post-link decides.
    #[default]
    Auto,
}

/// Options of [`link`].
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    /// How kernels are spread over device images.
    pub split: Split,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
}

/// One device image to be.
#[derive(Debug)]
pub struct SplitModule {
    /// The SPIR-V module.
    pub spirv: Vec<u8>,
    /// Names of its kernels.
    pub symbols: Vec<String>,
    /// Its properties.
    pub properties: PropertySetRegistry,
}

/// Processes the bitcode of one translation unit.
pub fn process_unit(_bitcode: &[u8], unit: &str) -> Result<Vec<u8>, Diagnostics> {
    Err(missing(unit))
}

/// Links processed units and splits the result into images.
pub fn link(
    units: Vec<(String, Vec<u8>)>,
    _options: &LinkOptions,
) -> Result<Vec<SplitModule>, Diagnostics> {
    let names: Vec<_> = units.into_iter().map(|(name, _)| name).collect();
    Err(missing(&names.join(", ")))
}

fn missing(what: &str) -> Diagnostics {
    Diagnostics {
        messages: vec![format!("error: {what}: post-link is not implemented yet")],
    }
}
