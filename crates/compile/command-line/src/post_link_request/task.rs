//! The tasks of a request.

use tandem_device_target::Selection;

use super::split::Split;

/// How a translation unit is processed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRequest {
    /// The unit's id.
    pub unit: String,
    /// Its source, for messages.
    pub source: String,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// Whether code contains the lines of the source.
    pub has_lines: bool,
    /// Whether products and sums may become one operation with one rounding.
    pub contracts: bool,
    /// Whether unused kernel arguments are removed.
    pub dead_args: bool,
    /// Whether the unit is only checked (`only_check` of `tandem_post_link::UnitOptions`).
    pub only_check: bool,
    /// How many errors are shown; 0 for all.
    pub error_limit: usize,
    /// The path for the integration header, if it is requested.
    pub int_header: Option<String>,
    /// Where to list the local symbols of the host object that the device link
    /// refers to: lines of the symbol and the name for it, no file without any.
    pub host_symbols: Option<String>,
}

/// How units are linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRequest {
    /// The unit on standard input, not yet processed.
    pub unit: Option<UnitRequest>,
    /// The file with the other units.
    pub parts: Option<String>,
    /// The file with units that are linked only if their code is needed.
    pub members: Option<String>,
    /// Images that are added unchanged to those of the units.
    pub added: Vec<AddedImage>,
    /// How kernels are spread over images.
    pub split: Split,
    /// Whether units may use each other's functions.
    pub rdc: bool,
    /// How much may be done at the same time.
    pub jobs: usize,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// The targets of the images.
    pub targets: Vec<TargetRequest>,
    /// A prefix for copies of the images' bytes.
    pub save_prefix: Option<String>,
}

/// A target of images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetRequest {
    /// The target.
    pub target: Selection,
    /// Options for its compiler, including those that the target's name implies.
    pub compile_options: String,
    /// Options for its linker.
    pub link_options: String,
}

/// A device image that is linked in as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedImage {
    /// Its target, as images name it.
    pub target: String,
    /// The file.
    pub file: String,
}

/// A request and the path of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The task.
    pub task: Task,
    /// The file to write.
    pub output: String,
}

/// A task of post-link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Process one unit.
    Unit(UnitRequest),
    /// Link units.
    Link(LinkRequest),
    /// Finish images of early device links.
    Finish {
        /// The files with the images.
        linked: Vec<String>,
        /// The options of targets.
        targets: Vec<TargetRequest>,
    },
    /// Compare units with images that were linked before.
    Check {
        /// The file with the units.
        parts: String,
        /// The files with the images.
        linked: Vec<String>,
    },
}
