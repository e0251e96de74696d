//! Sub-devices.

use std::sync::Arc;

use tandem_device::{Device, Event, MemoryObject, NdRange, Partition, PartitionKind, Partitioning, QueueProperties};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, buffer, launch};

/// The rules.
pub const GROUP: Group = Group {
    name: "sub_devices",
    rules: &[
        Rule {
            name: "kinds",
            text: "a device that can be divided has two parts or more, and says how",
            needs: Need::SubDevices,
            check: kinds,
        },
        Rule {
            name: "equally",
            text: "equal parts are as many as possible, and have as many units as was said",
            needs: Need::SubDevices,
            check: equally,
        },
        Rule {
            name: "by_counts",
            text: "parts by counts have these counts of units",
            needs: Need::SubDevices,
            check: by_counts,
        },
        Rule {
            name: "by_affinity_domain",
            text: "every domain that the device names divides all of it",
            needs: Need::SubDevices,
            check: by_affinity_domain,
        },
        Rule {
            name: "work",
            text: "a sub-device is a device, in the memory domain of the whole",
            needs: Need::SubDevices,
            check: work,
        },
    ],
};

fn partitioning<'a>(target: &'a TestedDevice) -> &'a dyn Partitioning {
    target.device().partitioning().expect("the device has it")
}

/// The units of the parts; empty if the device has no such kind.
fn units(target: &TestedDevice, kind: PartitionKind, partition: &Partition) -> Vec<u32> {
    if !partitioning(target).kinds().contains(&kind) {
        return Vec::new();
    }
    let parts = partitioning(target).sub_devices(partition).expect("the partition is possible");
    parts.iter().map(|part| part.info().compute_units).collect()
}

fn kinds(target: &TestedDevice) {
    let partitioning = partitioning(target);
    assert!(!partitioning.kinds().is_empty() && partitioning.max_sub_devices() >= 2);
    let by_domain = partitioning.kinds().contains(&PartitionKind::ByAffinityDomain);
    assert_eq!(by_domain, !partitioning.affinity_domains().is_empty());
}

fn equally(target: &TestedDevice) {
    let all = target.device().info().compute_units;
    for size in 1..=all.min(4) {
        let units = units(target, PartitionKind::Equally, &Partition::Equally(size as usize));
        assert!(units.is_empty() || units == vec![size; (all / size) as usize], "{units:?}");
    }
}

fn by_counts(target: &TestedDevice) {
    let all = target.device().info().compute_units;
    for counts in [vec![1, 1], vec![1], vec![all - 1, 1]] {
        let sizes = counts.iter().map(|count| *count as usize).collect();
        let units = units(target, PartitionKind::ByCounts, &Partition::ByCounts(sizes));
        assert!(units.is_empty() || units == counts, "{units:?}");
    }
}

fn by_affinity_domain(target: &TestedDevice) {
    for domain in partitioning(target).affinity_domains() {
        let units = units(target, PartitionKind::ByAffinityDomain, &Partition::ByAffinityDomain(domain));
        assert!(units.len() >= 2, "{domain:?}: {units:?}");
        assert_eq!(units.iter().sum::<u32>(), target.device().info().compute_units, "{domain:?}");
    }
}

fn work(target: &TestedDevice) {
    let partition = match partitioning(target).kinds().first() {
        Some(PartitionKind::Equally) => Partition::Equally(1),
        Some(PartitionKind::ByCounts) => Partition::ByCounts(vec![1, 1]),
        _ => Partition::ByAffinityDomain(partitioning(target).affinity_domains()[0]),
    };
    let parts = partitioning(target).sub_devices(&partition).expect("the partition is possible");
    for part in parts {
        assert_eq!(part.memory_domain(), target.device().memory_domain());
        let object = buffer(&[0; 8000]);
        let event = submit_ids(target, &part, &object);
        // Programs, queues and events keep alive the parts of the device that they need.
        drop(part);
        event.wait().expect("a launch");
        assert_eq!(target.numbers(&object), (1..=1000).collect::<Vec<_>>());
    }
}

fn submit_ids(target: &TestedDevice, part: &Arc<dyn Device>, object: &Arc<MemoryObject>) -> Event {
    let program = part.build(&(target.subject.image)(&**part).request()).expect("the program builds");
    let kernel = program.kernel("ids").expect("it is in the program");
    let queue = part.create_queue(QueueProperties::default()).expect("a queue");
    let mut event = None;
    let command = launch(&kernel, NdRange::linear(1000), object);
    queue.submit(command, &[], Some(&mut event)).expect("the command is submitted");
    event.expect("an event was asked for")
}
