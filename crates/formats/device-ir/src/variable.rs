//! Builtin variables: ids and sizes, which device IR asks functions for.

use crate::capability::Capability;

/// Type of a builtin variable in the OpenCL environment with 64-bit addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableType {
    /// Three `size_t`: one for each dimension.
    SizeVector3,
    /// One `size_t`.
    Size,
    /// One 32-bit integer.
    U32,
    /// Four 32-bit integers: a sub-group mask.
    U32Vector4,
}

impl VariableType {
    /// Bits of an element.
    pub const fn bits(self) -> u32 {
        match self {
            Self::SizeVector3 | Self::Size => 64,
            Self::U32 | Self::U32Vector4 => 32,
        }
    }

    /// The number of elements of a vector; `None` for scalars.
    pub const fn lanes(self) -> Option<u32> {
        match self {
            Self::SizeVector3 => Some(3),
            Self::U32Vector4 => Some(4),
            Self::Size | Self::U32 => None,
        }
    }
}

/// The work-items that read the same value of a variable. The narrowest comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variation {
    /// All work-items of a launch.
    Launch,
    /// All work-items of a work-group.
    Workgroup,
    /// All work-items of a sub-group.
    Subgroup,
    /// A single work-item.
    WorkItem,
}

macro_rules! variables {
    ($($(#[doc = $semantics:literal])+
        $name:ident = $number:literal, $ty:ident, $variation:ident, $capability:ident;)*) => {
        /// A builtin variable; the discriminant is the number of SPIR-V's `BuiltIn`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum Variable {
            $($(#[doc = $semantics])+ $name = $number,)*
        }

        impl Variable {
            /// All, in order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The variable of SPIR-V's number.
            pub const fn from_number(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The variable of SPIR-V's name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// SPIR-V's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Its contents.
            pub const fn semantics(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($semantics),+).trim_ascii(),)*
                }
            }

            /// The names of the parameters of a call: a vector is read as a whole, or one element of it.
            pub const fn operands(self) -> &'static [&'static str] {
                match self.ty() {
                    VariableType::SizeVector3 => &["dimension"],
                    VariableType::U32Vector4 => &["element"],
                    VariableType::Size | VariableType::U32 => &[],
                }
            }

            /// The variable's type.
            pub const fn ty(self) -> VariableType {
                match self {
                    $(Self::$name => VariableType::$ty,)*
                }
            }

            /// The work-items that read the same value.
            pub const fn variation(self) -> Variation {
                match self {
                    $(Self::$name => Variation::$variation,)*
                }
            }

            /// The capability that a SPIR-V module has to declare.
            pub const fn capability(self) -> Capability {
                match self {
                    $(Self::$name => Capability::$capability,)*
                }
            }
        }
    };
}

// A row: the variable's contents; name and number, type, the work-items that read the same value, capability.
variables! {
    /// Number of work-groups of the launch.
    NumWorkgroups = 24, SizeVector3, Launch, Kernel;
    /// Size of the work-group, which may be cut off at the end of the range.
    WorkgroupSize = 25, SizeVector3, Workgroup, Kernel;
    /// Number of the work-group.
    WorkgroupId = 26, SizeVector3, Workgroup, Kernel;
    /// Number of the work-item in its work-group.
    LocalInvocationId = 27, SizeVector3, WorkItem, Kernel;
    /// Number of the work-item, offset included.
    GlobalInvocationId = 28, SizeVector3, WorkItem, Kernel;
    /// Number of the work-item in its work-group, in one dimension.
    LocalInvocationIndex = 29, Size, WorkItem, Kernel;
    /// Number of dimensions of the launch.
    WorkDim = 30, U32, Launch, Kernel;
    /// Number of work-items of the launch.
    GlobalSize = 31, SizeVector3, Launch, Kernel;
    /// Size of a work-group that is not cut off.
    EnqueuedWorkgroupSize = 32, SizeVector3, Launch, Kernel;
    /// Offset of the launch: the number of its first work-item.
    GlobalOffset = 33, SizeVector3, Launch, Kernel;
    /// Number of the work-item, offset excluded, in one dimension.
    GlobalLinearId = 34, Size, WorkItem, Kernel;
    /// Number of work-items of the sub-group.
    SubgroupSize = 36, U32, Subgroup, Kernel;
    /// Number of work-items of the largest sub-group.
    SubgroupMaxSize = 37, U32, Launch, Kernel;
    /// Number of sub-groups of the work-group.
    NumSubgroups = 38, U32, Workgroup, Kernel;
    /// Number of sub-groups of a work-group that is not cut off.
    NumEnqueuedSubgroups = 39, U32, Launch, Kernel;
    /// Number of the sub-group in its work-group.
    SubgroupId = 40, U32, Subgroup, Kernel;
    /// Number of the work-item in its sub-group.
    SubgroupLocalInvocationId = 41, U32, WorkItem, Kernel;
    /// The work-item's own bit of a ballot.
    SubgroupEqMask = 4416, U32Vector4, WorkItem, GroupNonUniformBallot;
    /// The bits of a ballot of the work-item and of those with higher numbers.
    SubgroupGeMask = 4417, U32Vector4, WorkItem, GroupNonUniformBallot;
    /// The bits of a ballot of the work-items with higher numbers.
    SubgroupGtMask = 4418, U32Vector4, WorkItem, GroupNonUniformBallot;
    /// The bits of a ballot of the work-item and of those with lower numbers.
    SubgroupLeMask = 4419, U32Vector4, WorkItem, GroupNonUniformBallot;
    /// The bits of a ballot of the work-items with lower numbers.
    SubgroupLtMask = 4420, U32Vector4, WorkItem, GroupNonUniformBallot;
}
