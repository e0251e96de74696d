//! Address spaces.

/// An address space of device IR, by the number that LLVM IR gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum AddressSpace {
    /// A work-item's own memory, and pointers to memory of any other space.
    Generic = 0,
    /// Memory of the device: buffers, USM, device globals.
    Global = 1,
    /// Memory that kernels only read.
    Constant = 2,
    /// Memory of a work-group.
    Local = 3,
}

impl AddressSpace {
    /// All, in order of their numbers.
    pub const ALL: [Self; 4] = [Self::Generic, Self::Global, Self::Constant, Self::Local];

    /// The space of a number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|space| space.number() == number)
    }

    /// The number in LLVM IR.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Global => "global",
            Self::Constant => "constant",
            Self::Local => "local",
        }
    }

    /// Whether a pointer can be cast from this space to the other: through the
    /// generic one, or not at all.
    pub fn casts_to(self, other: Self) -> bool {
        self == other || self == Self::Generic || other == Self::Generic
    }
}
