//! Sub-devices: the ways to divide a device.

/// How a device can be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartitionKind {
    /// Into sub-devices with equal numbers of compute units.
    Equally,
    /// Into sub-devices of given sizes.
    ByCounts,
    /// By memory affinity.
    ByAffinityDomain,
}

/// Memory that the compute units of a sub-device share, in the order in which
/// OpenCL looks for the next one that divides a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AffinityDomain {
    /// A NUMA node.
    Numa,
    /// A fourth-level cache.
    L4Cache,
    /// A third-level cache.
    L3Cache,
    /// A second-level cache.
    L2Cache,
    /// A first-level data cache.
    L1Cache,
}

impl AffinityDomain {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [Self::Numa, Self::L4Cache, Self::L3Cache, Self::L2Cache, Self::L1Cache];
}

/// One division of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partition {
    /// The largest possible number of sub-devices with this number of compute units each.
    Equally(usize),
    /// One sub-device for each number of compute units.
    ByCounts(Vec<usize>),
    /// One sub-device for each node or cache of a kind.
    ByAffinityDomain(AffinityDomain),
}
