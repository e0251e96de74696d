//! Sub-devices: some of a device's compute units.

use std::sync::Arc;

use tandem_device::{AffinityDomain, Device, Error, Partition, PartitionKind, Partitioning, Result};

use crate::device::IslandDevice;

impl Partitioning for IslandDevice {
    fn max_sub_devices(&self) -> u32 {
        self.units().len() as u32
    }

    fn kinds(&self) -> Vec<PartitionKind> {
        vec![PartitionKind::Equally, PartitionKind::ByCounts]
    }

    fn affinity_domains(&self) -> Vec<AffinityDomain> {
        Vec::new()
    }

    fn sub_devices(&self, partition: &Partition) -> Result<Vec<Arc<dyn Device>>> {
        let counts = match partition {
            Partition::Equally(size) => vec![*size; self.units().len() / size],
            Partition::ByCounts(counts) => counts.clone(),
            Partition::ByAffinityDomain(_) => return Err(Error::Unsupported("a partition by affinity domain")),
        };
        let mut units = self.units().iter().copied();
        let part = |count: usize| self.part(units.by_ref().take(count).collect());
        Ok(counts.into_iter().map(part).map(|part| -> Arc<dyn Device> { part }).collect())
    }
}
