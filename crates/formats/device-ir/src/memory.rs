//! Scopes and memory semantics, by the numbers of SPIR-V.

/// The work-items that an operation applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Scope {
    /// All devices and the host.
    CrossDevice = 0,
    /// All work-items of a device.
    Device = 1,
    /// All work-items of a work-group.
    Workgroup = 2,
    /// All work-items of a sub-group.
    Subgroup = 3,
    /// A single work-item.
    Invocation = 4,
}

impl Scope {
    /// All, from the widest to the narrowest.
    pub const ALL: [Self; 5] = [Self::CrossDevice, Self::Device, Self::Workgroup, Self::Subgroup, Self::Invocation];

    /// The scope of a number; `None` for those that kernels do not have.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| u64::from(scope.number()) == number)
    }

    /// The number in SPIR-V.
    pub const fn number(self) -> u32 {
        self as u32
    }
}

/// SPIR-V's memory semantics: an order, and the memory that is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemorySemantics(u32);

impl MemorySemantics {
    /// Later reads are not moved before the operation.
    pub const ACQUIRE: Self = Self(0x2);
    /// Earlier writes are not moved after the operation.
    pub const RELEASE: Self = Self(0x4);
    /// Both.
    pub const ACQUIRE_RELEASE: Self = Self(0x8);
    /// All such operations have one order.
    pub const SEQUENTIALLY_CONSISTENT: Self = Self(0x10);
    /// Accesses of the work-group's memory are ordered.
    pub const WORKGROUP_MEMORY: Self = Self(0x100);
    /// Accesses of the device's memory are.
    pub const CROSS_WORKGROUP_MEMORY: Self = Self(0x200);
    const ORDERS: u32 = 0x1e;
    /// Uniform, sub-group, work-group, cross-work-group, atomic counter and image memory.
    const MEMORIES: u32 = 0xfc0;

    /// The semantics of a mask; `None` if it has bits that kernels do not have,
    /// or two orders.
    pub fn from_bits(bits: u64) -> Option<Self> {
        let bits = u32::try_from(bits).ok().filter(|bits| bits & !(Self::ORDERS | Self::MEMORIES) == 0)?;
        ((bits & Self::ORDERS).count_ones() <= 1).then_some(Self(bits))
    }

    /// The mask in SPIR-V.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all of the other's bits are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
