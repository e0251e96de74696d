//! Parameters of kernels: the data that a launch passes. Code generators determine them, native formats store them, and
//! drivers report them to the layers that set arguments.

/// The kind of data that a launch passes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// Bytes by value.
    Value,
    /// A pointer to memory of the device: a buffer or an address.
    Global,
    /// Local memory, of a size that is set: each work-group has its own.
    Local,
    /// A pointer to memory of the device that does not change while the kernel runs.
    Constant,
    /// An image: its 8-byte value on the device.
    Image,
    /// A sampler: its 8-byte value on the device.
    Sampler,
}

impl ParameterKind {
    /// All, in order of their numbers.
    pub const ALL: [Self; 6] = [Self::Value, Self::Global, Self::Local, Self::Constant, Self::Image, Self::Sampler];

    /// The number in native formats.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The kind of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// Whether a pointer to memory of the device is passed.
    pub const fn is_pointer(self) -> bool {
        matches!(self, Self::Global | Self::Constant)
    }
}

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// The kind of data that is passed.
    pub kind: ParameterKind,
    /// Whether the kernel only reads the memory of a pointer.
    pub is_read_only: bool,
    /// Size of the data that is passed, in bytes; 8 unless it is a value.
    pub bytes: u32,
}

impl Parameter {
    /// A parameter of 8 bytes, as all but values are. A kernel may write to global memory.
    pub const fn word(kind: ParameterKind) -> Self {
        Self { kind, is_read_only: matches!(kind, ParameterKind::Constant), bytes: 8 }
    }

    /// A value.
    pub const fn value(bytes: u32) -> Self {
        Self { kind: ParameterKind::Value, is_read_only: false, bytes }
    }
}

/// A parameter and its place in the block of arguments that native code takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedParameter {
    /// The parameter.
    pub parameter: Parameter,
    /// Offset in the block, in bytes.
    pub offset: u32,
}

impl PlacedParameter {
    /// The offset in the block just after it.
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.parameter.bytes)
    }
}
