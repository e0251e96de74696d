//! Device code split: how kernels are spread over images.

/// `-fsycl-device-code-split`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// One image for everything.
    Off,
    /// One image per translation unit (and set of aspects that its kernels
    /// need).
    PerSource,
    /// One image per kernel.
    PerKernel,
    /// Per translation unit, so that a program builds only the units that it
    /// uses.
    #[default]
    Auto,
}

impl Split {
    /// The value of `-fsycl-device-code-split`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::PerSource => "per_source",
            Self::PerKernel => "per_kernel",
            Self::Auto => "auto",
        }
    }

    /// The split for a value of `-fsycl-device-code-split`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Off, Self::PerSource, Self::PerKernel, Self::Auto].into_iter().find(|split| split.name() == name)
    }
}
