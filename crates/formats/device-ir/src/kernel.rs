//! Names of metadata for kernels and instructions.

/// An attribute of a kernel: metadata of its function, with integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelAttribute {
    /// The only work-group size that it can be launched with: three sizes, x first.
    RequiredWorkGroupSize,
    /// The work-group size that it was written for.
    WorkGroupSizeHint,
    /// The size of its sub-groups.
    RequiredSubGroupSize,
    /// The vector type that it was written for.
    VectorTypeHint,
}

impl KernelAttribute {
    /// All.
    pub const ALL: [Self; 4] =
        [Self::RequiredWorkGroupSize, Self::WorkGroupSizeHint, Self::RequiredSubGroupSize, Self::VectorTypeHint];

    /// The kind of metadata, as OpenCL names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RequiredWorkGroupSize => "reqd_work_group_size",
            Self::WorkGroupSizeHint => "work_group_size_hint",
            Self::RequiredSubGroupSize => "intel_reqd_sub_group_size",
            Self::VectorTypeHint => "vec_type_hint",
        }
    }

    /// How many values the metadata has.
    pub const fn values(self) -> usize {
        match self {
            Self::RequiredWorkGroupSize | Self::WorkGroupSizeHint => 3,
            Self::RequiredSubGroupSize | Self::VectorTypeHint => 1,
        }
    }
}

/// The flag of modules whose products and sums must not become one operation with one rounding,
/// unless the module says so itself.
pub const NO_CONTRACTION: &str = "tandem.no_contraction";

/// The flag of modules whose author wants to know which lines of the source code is from (`-g`).
pub const LINES: &str = "tandem.lines";

/// Metadata of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metadata {
    /// The [`Scope`](crate::Scope) of an atomic or a fence.
    Scope,
}

impl Metadata {
    /// The kind of metadata.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scope => "spirv.scope",
        }
    }
}
