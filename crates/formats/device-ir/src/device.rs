//! The devices that code is generated for.

/// A kind of device that code is generated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// The host's CPU.
    Cpu,
    /// GPUs of NVIDIA.
    Nvidia,
}

impl Device {
    /// All.
    pub const ALL: [Self; 2] = [Self::Cpu, Self::Nvidia];

    /// Name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Nvidia => "NVIDIA",
        }
    }

    /// Whether kernels can have images and samplers.
    pub const fn has_images(self) -> bool {
        match self {
            Self::Cpu | Self::Nvidia => false,
        }
    }
}
