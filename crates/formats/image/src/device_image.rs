//! The model of one device image, as a wrapper object registers it with the runtime, independent of where it was read
//! from.

use crate::layout::{KernelLayout, LayoutError};
use crate::property::{PropertySetName, PropertySetRegistry};

/// Device target names as they appear in [`DeviceImage::target`].
pub mod targets {
    /// Portable SPIR-V with 64-bit addresses.
    pub const SPIR64: &str = "spir64";
    /// Code for x86-64 CPUs, compiled ahead of time.
    pub const SPIR64_X86_64: &str = "spir64_x86_64";
    /// Native code for NVIDIA GPUs.
    pub const NVPTX64: &str = "nvptx64";
    /// Native code for Intel's GPUs.
    pub const SPIR64_GEN: &str = "spir64_gen";
    /// Native code for FPGAs.
    pub const SPIR64_FPGA: &str = "spir64_fpga";
    /// The intermediate result of the compiler for FPGAs.
    pub const FPGA_AOCR: &str = "fpga_aocr";
    /// Native code for the host's CPU, compiled by its device.
    pub const NATIVE_CPU: &str = "native_cpu";
}

/// The format of an image's bytes (`pi_device_binary_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageFormat {
    /// Not stated.
    None,
    /// Native code of the target.
    Native,
    /// SPIR-V.
    Spirv,
    /// LLVM bitcode.
    Bitcode,
    /// A number that this build has no name for.
    Other(u8),
}

impl ImageFormat {
    /// The number in the descriptor.
    pub fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Native => 1,
            Self::Spirv => 2,
            Self::Bitcode => 3,
            Self::Other(number) => number,
        }
    }

    /// The format that the first bytes of an image indicate.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        const SPIRV: &[u8] = &0x0723_0203_u32.to_le_bytes();
        match bytes.get(..4) {
            Some(SPIRV) => Self::Spirv,
            Some(b"BC\xc0\xde") => Self::Bitcode,
            Some(b"\x7fELF") => Self::Native,
            _ => Self::None,
        }
    }

    /// The format of this number.
    pub fn from_number(number: u8) -> Self {
        match number {
            0 => Self::None,
            1 => Self::Native,
            2 => Self::Spirv,
            3 => Self::Bitcode,
            other => Self::Other(other),
        }
    }
}

impl std::fmt::Display for ImageFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("unknown format"),
            Self::Native => f.write_str("native"),
            Self::Spirv => f.write_str("SPIR-V"),
            Self::Bitcode => f.write_str("LLVM bitcode"),
            Self::Other(number) => write!(f, "format {number}"),
        }
    }
}

/// One device image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceImage {
    /// The format of [`DeviceImage::bytes`].
    pub format: ImageFormat,
    /// The devices that the image is for, such as [`targets::SPIR64`].
    pub target: String,
    /// Options for the device's compiler.
    pub compile_options: String,
    /// Options for the device's linker.
    pub link_options: String,
    /// The code.
    pub bytes: Vec<u8>,
    /// Names of the kernels, and of exported functions where DPC++ made the
    /// image.
    pub entries: Vec<String>,
    /// The image's property sets.
    pub properties: PropertySetRegistry,
}

impl DeviceImage {
    /// The format of the bytes. DPC++ states no format, so it is then derived from the bytes.
    pub fn actual_format(&self) -> ImageFormat {
        match self.format {
            ImageFormat::None => ImageFormat::of_bytes(&self.bytes),
            stated => stated,
        }
    }

    /// The closure layout of a kernel; `None` where the image has none, as
    /// those of DPC++.
    pub fn kernel_layout(&self, kernel: &str) -> Option<Result<KernelLayout, LayoutError>> {
        let value = self.properties.get(PropertySetName::KernelLayout, kernel)?;
        Some(KernelLayout::decode(value.as_bytes()?))
    }

    /// Functions and device globals that other images may use.
    pub fn exports(&self) -> impl Iterator<Item = &str> {
        self.keys(PropertySetName::ExportedSymbols)
    }

    /// Functions and device globals that others must provide.
    pub fn imports(&self) -> impl Iterator<Item = &str> {
        self.keys(PropertySetName::ImportedSymbols)
    }

    /// Device globals that the image uses.
    pub fn device_globals(&self) -> impl Iterator<Item = &str> {
        self.keys(PropertySetName::DeviceGlobals)
    }

    fn keys(&self, set: PropertySetName) -> impl Iterator<Item = &str> {
        let keys = self.properties.set(set).map(|set| set.keys());
        keys.into_iter().flatten().map(String::as_str)
    }
}
