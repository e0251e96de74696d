//! What is known of a kernel, whatever its driver: name, parameters, sizes. How
//! its code is called is the driver's own business.

/// Memory that a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressSpace {
    /// Global memory.
    Global,
    /// Memory that does not change while the kernel runs.
    Constant,
}

/// How a kernel uses the memory or image of a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// It only reads.
    Read,
    /// It only writes.
    Write,
    /// It does both, or it is not known what it does.
    #[default]
    ReadWrite,
}

/// What a kernel parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// Bytes by value.
    Value,
    /// A pointer to memory: a buffer or an address.
    Memory {
        /// Of this kind.
        space: AddressSpace,
        /// That is used like this.
        access: Access,
    },
    /// Local memory, of a size that is set: each work-group has its own.
    Local,
    /// An [`Image`](crate::Image).
    Image {
        /// That is used like this.
        access: Access,
    },
    /// A [`Sampler`](crate::Sampler).
    Sampler,
}

impl ParameterKind {
    /// A pointer to global memory of which no more is known.
    pub const GLOBAL: Self = Self::Memory { space: AddressSpace::Global, access: Access::ReadWrite };
}

/// A kernel parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// What it takes.
    pub kind: ParameterKind,
    /// Its size in bytes; 8 unless it is a value.
    pub bytes: u32,
}

impl Parameter {
    /// A parameter of 8 bytes, as all but values are.
    pub const fn word(kind: ParameterKind) -> Self {
        Self { kind, bytes: 8 }
    }

    /// A value.
    pub const fn value(bytes: u32) -> Self {
        Self { kind: ParameterKind::Value, bytes }
    }
}

/// A kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelInfo {
    /// Name, as in the image.
    pub name: String,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// The only work-group size that it may be launched with, SPIR-V order.
    pub required_work_group_size: Option<[u32; 3]>,
    /// The work-group size that it was written for, SPIR-V order.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// The only sub-group size that it may run with.
    pub required_sub_group_size: Option<u32>,
    /// Bytes of local memory that it declares itself, besides its parameters.
    pub local_bytes: u64,
}

impl KernelInfo {
    /// Size of all arguments in bytes, as
    /// [`DeviceInfo::max_parameter_bytes`](crate::DeviceInfo::max_parameter_bytes) limits it.
    pub fn parameter_bytes(&self) -> usize {
        self.parameters.iter().map(|parameter| parameter.bytes as usize).sum()
    }
}
