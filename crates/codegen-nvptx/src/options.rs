//! What the caller chooses.

/// A generation of processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// Ampere.
    Sm80,
    /// Hopper.
    Sm90,
}

impl Processor {
    /// All.
    pub const ALL: [Self; 2] = [Self::Sm80, Self::Sm90];

    /// LLVM's and NVIDIA's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sm80 => "sm_80",
            Self::Sm90 => "sm_90",
        }
    }

    /// The version of PTX that code is written in, as a feature of LLVM's target:
    /// the first one that has the processor.
    pub(crate) const fn ptx_version(self) -> &'static str {
        match self {
            Self::Sm80 => "+ptx70",
            Self::Sm90 => "+ptx78",
        }
    }
}

/// Options of one compilation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The oldest processor that runs the code.
    pub processor: Processor,
    /// Values of specialization constants: (id, little-endian bytes).
    pub spec_constants: Vec<(u32, Vec<u8>)>,
    /// Bitcode of libdevice, NVIDIA's mathematical functions. Without it they are
    /// external functions of the PTX.
    pub libdevice: Option<Vec<u8>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { processor: Processor::Sm80, spec_constants: Vec::new(), libdevice: None }
    }
}
