//! Names of the property sets that travel with a device image. Those with `SYCL` or `SYCLBIN` in
//! front are DPC++'s, so images of either toolchain can be read.

/// The type of a property's value, with its number in descriptors and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyType {
    /// A 32-bit unsigned integer.
    U32 = 1,
    /// A byte array.
    Bytes = 2,
}

impl PropertyType {
    /// The type of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::U32, Self::Bytes].into_iter().find(|ty| *ty as u32 == number)
    }
}

macro_rules! property_sets {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $(of $ty:ident)?;)*) => {
        /// A property set that Tandem knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum PropertySetName {
            $($(#[$doc])* $variant,)*
        }

        impl PropertySetName {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in descriptors and text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The set of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The type of all values of the set; `None` where they differ.
            pub const fn value_type(self) -> Option<PropertyType> {
                match self {
                    $(Self::$variant => value_type!($($ty)?),)*
                }
            }
        }
    };
}

macro_rules! value_type {
    () => {
        None
    };
    ($ty:ident) => {
        Some(PropertyType::$ty)
    };
}

property_sets! {
    /// Specialization constants: triples of `u32` id, offset, size.
    SpecConstants = "SYCL/specialization constants" of Bytes;
    /// Default values of all specialization constants, as one byte array.
    SpecConstantDefaults = "SYCL/specialization constants default values" of Bytes;
    /// Device libraries that the image needs, as a bit mask.
    DeviceLibraryMask = "SYCL/devicelib req mask" of U32;
    /// Metadata of device library images.
    DeviceLibraryMetadata = "SYCL/devicelib metadata";
    /// Bit mask of eliminated arguments, per kernel.
    KernelParamOpt = "SYCL/kernel param opt" of Bytes;
    /// Metadata that code generation leaves ([`KernelProperty`]).
    ProgramMetadata = "SYCL/program metadata";
    /// Properties without a separate set, such as `optLevel`.
    Misc = "SYCL/misc properties";
    /// Kernels that use `assert`.
    AssertUsed = "SYCL/assert used" of U32;
    /// Functions and device globals that other images may use.
    ExportedSymbols = "SYCL/exported symbols" of U32;
    /// Functions and device globals that this image needs from other images.
    ImportedSymbols = "SYCL/imported symbols" of U32;
    /// Device globals: `u32` size, `u32` image scope.
    DeviceGlobals = "SYCL/device globals" of Bytes;
    /// The image's requirements on a device: aspects, sizes.
    DeviceRequirements = "SYCL/device requirements";
    /// Host pipes: `u32` size.
    HostPipes = "SYCL/host pipes" of Bytes;
    /// Sets of virtual functions that the image defines or calls.
    VirtualFunctions = "SYCL/virtual functions";
    /// Position of the implicit local memory argument, per kernel.
    ImplicitLocalArg = "SYCL/implicit local arg";
    /// Names of the kernels.
    KernelNames = "SYCL/kernel names";
    /// Kernels registered under a name of the user's choice.
    RegisteredKernels = "SYCL/registered kernels";
    /// State of a SYCLBIN file.
    SyclbinGlobal = "SYCLBIN/global metadata";
    /// Kind of an IR module in a SYCLBIN file.
    SyclbinIrModule = "SYCLBIN/ir module metadata";
    /// Architecture of a native image in a SYCLBIN file.
    SyclbinNativeImage = "SYCLBIN/native device code image metadata";
    /// Closure layout per kernel (`image::KernelLayout`).
    KernelLayout = "TANDEM/kernel layout" of Bytes;
    /// Definitions of device globals (`image::device_global`).
    DeviceGlobalDefinitions = "TANDEM/device globals" of Bytes;
}

/// A kernel's property in [`PropertySetName::ProgramMetadata`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelProperty {
    /// The only work-group size that it can be launched with: three `u32`, x first. Of a
    /// hierarchical kernel, logical work-items.
    RequiredWorkGroupSize,
    /// The work-group size that no launch exceeds in any dimension, in the same form.
    MaxWorkGroupSize,
    /// The size of its sub-groups: `u32`.
    RequiredSubGroupSize,
}

impl KernelProperty {
    /// The key of the property for a kernel.
    pub fn key(self, kernel: &str) -> String {
        let property = match self {
            Self::RequiredWorkGroupSize => "reqd_work_group_size",
            Self::MaxWorkGroupSize => "max_work_group_size",
            Self::RequiredSubGroupSize => "reqd_sub_group_size",
        };
        format!("{kernel}@{property}")
    }
}

/// The key in [`PropertySetName::DeviceLibraryMask`] of the mask.
pub const DEVICE_LIBRARY_MASK: &str = "DeviceLibReqMask";

/// The key in [`PropertySetName::DeviceRequirements`] of the aspects that a device must have: a byte
/// array of `u32`.
pub const ASPECTS: &str = "aspects";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for set in PropertySetName::ALL {
            assert_eq!(PropertySetName::from_name(set.name()), Some(*set));
        }
        assert_eq!(PropertySetName::from_name("SYCL/kernel layout"), None);
    }
}
