//! The targets of Tandem. The code generator of each that is compiled ahead of time is in the list
//! of `tandem-post-link` (`crates/cli/src/bin/tandem_post_link.rs`).

use tandem_image::ImageFormat;
use tandem_image::device_image::targets;

use crate::registry::Registry;
use crate::target::{Code, Linking, Target};

/// All.
pub const REGISTRY: Registry = Registry::new(&SPIR64, AHEAD_OF_TIME);

const AHEAD_OF_TIME: &[&Target] = &[&X86_64_CPU];

/// SPIR-V.
pub static SPIR64: Target = Target {
    name: targets::SPIR64,
    description: "SPIR-V, which devices compile when the program runs",
    processors: &[],
    format: ImageFormat::Spirv,
    extension: "spv",
    code: Code::Portable,
};

/// Code for x86-64 CPUs. A function with barriers must be in the kernel itself, and is left out.
pub static X86_64_CPU: Target = Target {
    name: targets::SPIR64_X86_64,
    description: "code for x86-64 CPUs (-march=..., -O...)",
    processors: &[],
    format: ImageFormat::Native,
    extension: "o",
    code: Code::AheadOfTime(Linking::Functions),
};
