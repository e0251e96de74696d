//! Targets that there are not, for unit tests of this crate, `command-line` and `compiler`.

use tandem_device_target::{Code, Linking, Processor, Registry, Target};
use tandem_image::ImageFormat;

/// Both of them.
pub const REGISTRY: Registry = Registry::new(&PORTABLE, AHEAD_OF_TIME);

const AHEAD_OF_TIME: &[&Target] = &[&ABACUS];

/// Code that every device compiles.
pub static PORTABLE: Target = Target {
    name: "portable",
    description: "everything",
    processors: &[],
    format: ImageFormat::Spirv,
    extension: "spv",
    code: Code::Portable,
    early: None,
};

static ABACUS: Target = Target {
    name: "abacus64",
    description: "beads",
    processors: &[Processor { name: "abacus_10", options: "-rods=10" }],
    format: ImageFormat::Native,
    extension: "beads",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};
