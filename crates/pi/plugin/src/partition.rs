//! Sub-devices: `piDevicePartition`, and the queries about partitions.

use std::marker::PhantomData;
use std::sync::Arc;

use tandem_device::{AffinityDomain, Partition, PartitionKind, Partitioning};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::{Answer, Places};
use crate::device::{Device, Division};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::object::Object;
use crate::parameters::Parameter;

/// `piDevicePartition`. Each sub-device comes with one reference of the caller.
pub fn partition(
    device: Handle<'_, Device>,
    properties: Terminated<'_>,
    out: Places<'_, PiDevice>,
) -> Result<(), Failure> {
    let device = device.shared()?;
    let properties = properties.required("the list of properties")?;
    let name = &device.driver().info().name;
    let partitioning = device.driver().partitioning();
    let partitioning = partitioning.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "{name} cannot be partitioned"))?;
    let partition = parse(properties, partitioning)?;
    check(&device, &partition, partitioning)?;
    let drivers = partitioning.sub_devices(&partition).map_err(from_driver)?;
    ensure!(!drivers.is_empty(), PI_ERROR_DEVICE_PARTITION_FAILED, "{name} cannot be partitioned in this way");
    let mut parts: Vec<Arc<Object<Device>>> = Vec::with_capacity(drivers.len());
    for driver in drivers {
        let division = Division { parent: Arc::clone(&device), partition: partition.clone() };
        parts.push(Object::new(Device::part(driver, division)));
    }
    let handles: Vec<PiDevice> = parts.iter().map(|part| part.handle()).collect();
    let stored = out.store(&handles)?;
    for part in parts.into_iter().take(stored) {
        part.publish();
    }
    Ok(())
}

/// The queries about partitions; `None` for another parameter.
pub fn info(device: &Device, param: PiDeviceInfo, answer: Answer<'_>) -> Option<Result<(), Failure>> {
    let partitioning = device.driver().partitioning();
    Some(match param {
        PI_DEVICE_INFO_PARENT_DEVICE => {
            answer.value(device.division().map_or(PiDevice::NULL, |division| division.parent.handle()))
        }
        PI_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES => {
            answer.value(partitioning.map_or(0, |partitioning| partitioning.max_sub_devices()))
        }
        PI_DEVICE_INFO_PARTITION_PROPERTIES => {
            let kinds = partitioning.map_or_else(Vec::new, |partitioning| partitioning.kinds());
            answer.list(&kinds.into_iter().map(key).collect::<Vec<_>>())
        }
        PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN => {
            let domains = partitioning.map_or_else(Vec::new, |partitioning| partitioning.affinity_domains());
            let next = if domains.is_empty() { 0 } else { PI_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.0 };
            answer.value(domains.into_iter().fold(next, |bits, domain| bits | domain_bit(domain).0))
        }
        PI_DEVICE_INFO_PARTITION_TYPE => {
            answer.list(&device.division().map_or_else(|| vec![0], |division| properties_of(&division.partition)))
        }
        PI_DEVICE_INFO_BUILD_ON_SUBDEVICE => answer.bool(true),
        _ => return None,
    })
}

/// A list that ends with 0, or null.
pub struct Terminated<'a>(*const PiDevicePartitionProperty, PhantomData<&'a PiDevicePartitionProperty>);

impl Parameter for Terminated<'_> {
    type Raw = *const PiDevicePartitionProperty;

    unsafe fn read(raw: Self::Raw) -> Self {
        Self(raw, PhantomData)
    }
}

impl Terminated<'_> {
    fn required(self, what: &str) -> Result<Self, Failure> {
        ensure!(!self.0.is_null(), PI_ERROR_INVALID_VALUE, "{what} is null");
        Ok(self)
    }
}

impl Iterator for Terminated<'_> {
    type Item = PiDevicePartitionProperty;

    fn next(&mut self) -> Option<PiDevicePartitionProperty> {
        // SAFETY: null, or an element: the end has not been passed.
        let item = *unsafe { self.0.as_ref() }?;
        // SAFETY: there is an element behind each that is not 0.
        (item != 0).then(|| self.0 = unsafe { self.0.add(1) })?;
        Some(item)
    }
}

fn parse(mut list: Terminated<'_>, partitioning: &dyn Partitioning) -> Result<Partition, Failure> {
    let key = list.next();
    let kind = match key {
        Some(PI_DEVICE_PARTITION_EQUALLY) => PartitionKind::Equally,
        Some(PI_DEVICE_PARTITION_BY_COUNTS) => PartitionKind::ByCounts,
        Some(PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) => PartitionKind::ByAffinityDomain,
        other => {
            return Err(failure!(PI_ERROR_INVALID_VALUE, "unknown partition {:#x}", other.unwrap_or(0)));
        }
    };
    ensure!(
        partitioning.kinds().contains(&kind),
        PI_ERROR_INVALID_VALUE,
        "the device cannot be partitioned {}",
        words(kind)
    );
    Ok(match kind {
        // A negative number is more than any device has.
        PartitionKind::Equally => Partition::Equally(list.next().unwrap_or(0) as usize),
        PartitionKind::ByCounts => Partition::ByCounts(list.map(|count| count as usize).collect()),
        PartitionKind::ByAffinityDomain => {
            Partition::ByAffinityDomain(domain(list.next().unwrap_or(0), &partitioning.affinity_domains())?)
        }
    })
}

/// The domain that a property names, which is one of `known`.
fn domain(bit: PiDevicePartitionProperty, known: &[AffinityDomain]) -> Result<AffinityDomain, Failure> {
    let wants_next = bit as u64 == PI_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.0;
    let found = known.iter().find(|&&domain| wants_next || domain_bit(domain).0 == bit as u64);
    found
        .copied()
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the affinity domain {bit:#x} does not divide the device"))
}

fn check(device: &Device, partition: &Partition, partitioning: &dyn Partitioning) -> Result<(), Failure> {
    let units = device.driver().info().compute_units as usize;
    match partition {
        Partition::Equally(count) => ensure!(
            (1..=units).contains(count),
            PI_ERROR_INVALID_DEVICE_PARTITION_COUNT,
            "{units} compute units cannot be divided into sub-devices of {count}"
        ),
        Partition::ByCounts(counts) => {
            let most = partitioning.max_sub_devices() as usize;
            ensure!(
                (1..=most).contains(&counts.len()),
                PI_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                "{} sub-devices cannot be made; the limit is {most}",
                counts.len()
            );
            let sum = counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count));
            ensure!(
                sum.is_some_and(|sum| sum <= units),
                PI_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                "{units} compute units cannot be divided into sub-devices of {counts:?}"
            );
        }
        Partition::ByAffinityDomain(_) => {}
    }
    Ok(())
}

fn words(kind: PartitionKind) -> &'static str {
    match kind {
        PartitionKind::Equally => "equally",
        PartitionKind::ByCounts => "by counts",
        PartitionKind::ByAffinityDomain => "by affinity domain",
    }
}

fn key(kind: PartitionKind) -> PiDevicePartitionProperty {
    match kind {
        PartitionKind::Equally => PI_DEVICE_PARTITION_EQUALLY,
        PartitionKind::ByCounts => PI_DEVICE_PARTITION_BY_COUNTS,
        PartitionKind::ByAffinityDomain => PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
    }
}

fn domain_bit(domain: AffinityDomain) -> PiDeviceAffinityDomain {
    match domain {
        AffinityDomain::Numa => PI_DEVICE_AFFINITY_DOMAIN_NUMA,
        AffinityDomain::L4Cache => PI_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
        AffinityDomain::L3Cache => PI_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
        AffinityDomain::L2Cache => PI_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        AffinityDomain::L1Cache => PI_DEVICE_AFFINITY_DOMAIN_L1_CACHE,
    }
}

/// The properties of a partition, as `PI_DEVICE_INFO_PARTITION_TYPE` lists them.
fn properties_of(partition: &Partition) -> Vec<PiDevicePartitionProperty> {
    match partition {
        Partition::Equally(units) => vec![PI_DEVICE_PARTITION_EQUALLY, *units as isize, 0],
        Partition::ByCounts(counts) => {
            let counts = counts.iter().map(|&count| count as isize);
            [PI_DEVICE_PARTITION_BY_COUNTS].into_iter().chain(counts).chain([0, 0]).collect()
        }
        Partition::ByAffinityDomain(domain) => {
            vec![PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, domain_bit(*domain).0 as isize, 0]
        }
    }
}
