//! Sub-devices: the ways to divide a device.

use std::sync::Arc;

use crate::driver::Device;
use crate::error::Result;

/// How a device can be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartitionKind {
    /// Into sub-devices of as many compute units each.
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
    /// As many sub-devices as possible, of so many compute units each.
    Equally(usize),
    /// One sub-device for each number of compute units.
    ByCounts(Vec<usize>),
    /// One sub-device for each node or cache of a kind.
    ByAffinityDomain(AffinityDomain),
}

/// Optional group: sub-devices. Plugins check partitions against what these
/// queries say.
pub trait Partitioning {
    /// Most sub-devices of one division; at least 2.
    fn max_sub_devices(&self) -> u32;

    /// The kinds that the device supports. May read system files.
    fn kinds(&self) -> Vec<PartitionKind>;

    /// The domains that divide the device into two parts or more, in the order
    /// of [`AffinityDomain::ALL`]. May read system files.
    fn affinity_domains(&self) -> Vec<AffinityDomain>;

    /// Divides the device. Sub-devices have its memory domain and run their
    /// commands on their own compute units alone, each of which belongs to one
    /// of them. The device still uses all of its units. Starts no threads.
    fn sub_devices(&self, partition: &Partition) -> Result<Vec<Arc<dyn Device>>>;
}
