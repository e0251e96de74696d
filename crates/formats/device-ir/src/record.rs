//! The parts of a kernel's closure, each a parameter of the kernel (`docs/internals/boundaries.md`,
//! sections 1 and 4).

/// The contents of a record of the closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// Bytes that are passed as they are.
    Value,
    /// An accessor: the buffer's handle on the host, a pointer on the device.
    Accessor,
    /// A local accessor: its size on the host, a pointer on the device.
    LocalAccessor,
    /// A USM pointer.
    UsmPointer,
    /// Memory for the `private_memory` of a work-group's logical work-items: a pointer to local
    /// memory on the device, nothing on the host.
    PrivateMemory,
    /// An image: the handle of the buffer of its pixels on the host, a handle of the image on the device.
    Image,
    /// A sampler: its properties on the host, a handle on the device.
    Sampler,
}

impl RecordKind {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Value,
        Self::Accessor,
        Self::LocalAccessor,
        Self::UsmPointer,
        Self::PrivateMemory,
        Self::Image,
        Self::Sampler,
    ];

    /// The number of this kind in the layout and in `__tandem_mark`.
    pub const fn number(self) -> u32 {
        match self {
            Self::Value => 0,
            Self::Accessor => 1,
            Self::LocalAccessor => 2,
            Self::UsmPointer => 3,
            Self::PrivateMemory => 6,
            Self::Image => 7,
            Self::Sampler => 8,
        }
    }

    /// The kind of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The kind in words, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Accessor => "accessor",
            Self::LocalAccessor => "local accessor",
            Self::UsmPointer => "USM pointer",
            Self::PrivateMemory => "private memory",
            Self::Image => "image",
            Self::Sampler => "sampler",
        }
    }
}
