//! The back-ends that selectors, `pi.conf` and the loader know.

use std::fmt;

use tandem_pi_abi::constants::*;

/// A back-end, as plugins and selectors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Backend {
    /// oneAPI Level Zero.
    LevelZero,
    /// OpenCL.
    OpenCl,
    /// CUDA.
    Cuda,
    /// HIP.
    Hip,
    /// The host's own processor.
    NativeCpu,
    /// Software devices for tests.
    Island,
}

impl Backend {
    /// Every back-end.
    pub const ALL: [Self; 6] = [Self::OpenCl, Self::LevelZero, Self::Cuda, Self::Hip, Self::NativeCpu, Self::Island];

    /// The name in selectors and in `pi.conf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LevelZero => "level_zero",
            Self::OpenCl => "opencl",
            Self::Cuda => "cuda",
            Self::Hip => "hip",
            Self::NativeCpu => "native_cpu",
            Self::Island => "island",
        }
    }

    /// The environment variable without which the back-end's plugin is not
    /// loaded, if there is one.
    pub const fn variable(self) -> Option<&'static str> {
        match self {
            Self::Island => Some("TANDEM_ISLAND_DEVICE"),
            _ => None,
        }
    }

    /// The types of devices that the back-end can have: what selectors say of other types is not
    /// about it, and its plugin need not be loaded to know that.
    pub fn device_types(self) -> PiDeviceType {
        match self {
            Self::Cuda | Self::Hip => PI_DEVICE_TYPE_GPU,
            Self::LevelZero | Self::OpenCl | Self::NativeCpu | Self::Island => PI_DEVICE_TYPE_ALL,
        }
    }

    /// The back-end of this name, in any case.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.name().eq_ignore_ascii_case(name))
    }

    /// The value of `PI_EXT_PLATFORM_INFO_BACKEND` for this back-end.
    pub const fn pi(self) -> PiPlatformBackend {
        match self {
            Self::LevelZero => PI_EXT_PLATFORM_BACKEND_LEVEL_ZERO,
            Self::OpenCl => PI_EXT_PLATFORM_BACKEND_OPENCL,
            Self::Cuda => PI_EXT_PLATFORM_BACKEND_CUDA,
            Self::Hip => PI_EXT_PLATFORM_BACKEND_HIP,
            Self::NativeCpu => PI_EXT_PLATFORM_BACKEND_NATIVE_CPU,
            Self::Island => PI_EXT_PLATFORM_BACKEND_TANDEM_ISLAND,
        }
    }

    /// The back-end of this answer.
    pub fn from_pi(backend: PiPlatformBackend) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.pi() == backend)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
