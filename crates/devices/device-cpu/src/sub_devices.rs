//! Sub-devices: a part of a device's compute units, with threads that are bound
//! to their processors. Programs and kernels are those of all CPU devices of the
//! driver, and USM that of the context.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use tandem_device::{AffinityDomain, Device, DeviceInfo, Partition, PartitionKind, Partitioning, Result};
use tandem_device_queue::{Binding, Dispatcher, Tuning};

use crate::device::{CpuDevice, Processor};
use crate::processors;
use crate::work_group_pool::WorkGroupPool;

impl Partitioning for CpuDevice {
    fn max_sub_devices(&self) -> u32 {
        self.units().len() as u32
    }

    fn kinds(&self) -> Vec<PartitionKind> {
        let mut kinds = vec![PartitionKind::Equally, PartitionKind::ByCounts];
        if !self.affinity_domains().is_empty() {
            kinds.push(PartitionKind::ByAffinityDomain);
        }
        kinds
    }

    fn affinity_domains(&self) -> Vec<AffinityDomain> {
        let divides = |domain: &AffinityDomain| units_by_domain(self.units(), *domain).len() > 1;
        AffinityDomain::ALL.into_iter().filter(divides).collect()
    }

    fn sub_devices(&self, partition: &Partition) -> Result<Vec<Arc<dyn Device>>> {
        let parts = match partition {
            Partition::Equally(units) => self.units().chunks_exact(*units).map(<[usize]>::to_vec).collect(),
            Partition::ByCounts(counts) => units_by_counts(self.units(), counts),
            Partition::ByAffinityDomain(domain) => units_by_domain(self.units(), *domain),
        };
        Ok(parts.into_iter().map(|units| -> Arc<dyn Device> { sub_device(self, units) }).collect())
    }
}

fn sub_device(parent: &CpuDevice, units: Vec<usize>) -> Arc<CpuDevice> {
    let whole = Some(Arc::clone(parent.processor()));
    let info = DeviceInfo { compute_units: units.len() as u32, ..parent.info().clone() };
    let workers = units.clone();
    let pool = WorkGroupPool::new(units.len(), move |number| processors::bind(&[workers[number]]));
    let all = units.clone();
    let binding = Binding { bind: Box::new(move || processors::bind(&all)), is_exclusive: true };
    let dispatcher = Dispatcher::bound_threads("tandem-queue", Tuning::for_cpus(units.len()), binding);
    let part = Processor { info, units, pool: Some(pool), dispatcher, whole, watch: OnceLock::new() };
    CpuDevice::new(Arc::new(part), Arc::clone(parent.registry()))
}

/// The first units, the next ones, and so on.
fn units_by_counts(mut units: &[usize], counts: &[usize]) -> Vec<Vec<usize>> {
    let take = |&count: &usize| {
        let (taken, rest) = units.split_at(count);
        units = rest;
        taken.to_vec()
    };
    counts.iter().map(take).collect()
}

fn units_by_domain(units: &[usize], domain: AffinityDomain) -> Vec<Vec<usize>> {
    let mut processors = units.to_vec();
    processors.sort_unstable();
    processors.dedup();
    let groups = processors::groups(&processors, domain, Path::new(processors::SYSTEM));
    // Several units may share a processor.
    let units_of = |group: Vec<usize>| units.iter().copied().filter(|unit| group.contains(unit)).collect();
    groups.into_iter().map(units_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_take_units_in_order() {
        assert_eq!(units_by_counts(&[4, 5, 6, 7], &[1, 2]), [vec![4], vec![5, 6]]);
    }
}
