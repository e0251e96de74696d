//! Contexts.

use std::sync::Arc;

use tandem_device::{
    Command, Device, DevicePtr, Error, FillPattern, HostPtr, Location, Partition, PartitionKind, QueueProperties,
    UsmKind, Work,
};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, buffer, fill, strange_device};

/// The rules.
pub const GROUP: Group = Group {
    name: "contexts",
    rules: &[
        Rule {
            name: "devices",
            text: "a device is the same in all contexts but for what is made through it, and each has it once",
            needs: Need::Nothing,
            check: devices,
        },
        Rule {
            name: "parts",
            text: "a context of a device has the parts of the device",
            needs: Need::SubDevices,
            check: parts,
        },
        Rule {
            name: "strangers",
            text: "a driver has nothing to do with the devices of another driver",
            needs: Need::Nothing,
            check: strangers,
        },
        Rule {
            name: "several",
            text: "contexts of one device work beside each other, and one ends without the other",
            needs: Need::Nothing,
            check: several,
        },
        Rule {
            name: "lifetime",
            text: "queues keep what they need of their context and device alive",
            needs: Need::Nothing,
            check: lifetime,
        },
        Rule { name: "usm", text: "USM of a context is known in that context alone", needs: Need::Usm, check: usm },
    ],
};

fn devices(target: &TestedDevice) {
    let (context, device) = target.new_context();
    let found = target.found();
    assert_eq!((&device.info().name, device.memory_domain()), (&found.info().name, found.memory_domain()));
    assert_eq!(device.native_handle(), found.native_handle());
    let again = context.device(found).expect("it is in the context");
    assert!(std::ptr::addr_eq(Arc::as_ptr(&device), Arc::as_ptr(&again)));
}

fn parts(target: &TestedDevice) {
    let partition = match target.found().partitioning().map(|partitioning| partitioning.kinds()) {
        Some(kinds) if kinds.contains(&PartitionKind::ByCounts) => Partition::ByCounts(vec![1, 1]),
        Some(kinds) if kinds.contains(&PartitionKind::Equally) => Partition::Equally(1),
        _ => return,
    };
    let partitioning = target.found().partitioning().expect("the device has it");
    let parts = partitioning.sub_devices(&partition).expect("the partition is possible");
    let (context, _) = target.new_context();
    for part in &parts[..2] {
        let part = context.device(part).expect("a part of the context's device");
        assert_eq!((part.info().compute_units, part.memory_domain()), (1, target.device().memory_domain()));
        let queue = TestQueue(part.create_queue(QueueProperties::default()).expect("a queue"));
        queue.submit(fill(&buffer(&[0; 64]), 1), &[]).wait().expect("a fill");
    }
}

fn strangers(target: &TestedDevice) {
    let other = strange_device();
    if let Ok(context) = target.probed.driver.create_context(std::slice::from_ref(&other)) {
        // A driver without state for contexts does not check their devices.
        assert!(context.native_handle().is_none());
    }
    let (context, _) = target.new_context();
    if context.native_handle().is_some() {
        context.device(&other).map(drop).expect_err("the device is not in the context");
    }
}

fn several(target: &TestedDevice) {
    let contexts = [target.new_context(), target.new_context()];
    let object = buffer(&[0; 64]);
    let queues = contexts
        .each_ref()
        .map(|(_, device)| TestQueue(device.create_queue(QueueProperties::default()).expect("a queue")));
    let first = queues[0].submit(fill(&object, 1), &[]);
    queues[1].submit(fill(&object, 2), &[first]).wait().expect("a fill");
    let [_, other] = queues;
    let [_, kept] = contexts;
    other.submit(fill(&object, 3), &[]).wait().expect("a fill");
    drop(kept);
    assert_eq!(target.contents(&object), [3; 64]);
}

fn lifetime(target: &TestedDevice) {
    let queue = {
        let (_, device) = target.new_context();
        TestQueue(device.create_queue(QueueProperties::default()).expect("a queue"))
    };
    let object = buffer(&[0; 64]);
    let event = queue.submit(fill(&object, 4), &[]);
    drop(queue);
    event.wait().expect("a fill");
    assert_eq!(target.contents(&object), [4; 64]);
}

fn usm(target: &TestedDevice) {
    if !target.device().info().usm_device.access {
        return;
    }
    let (_context, device) = target.new_context();
    let usm = device.usm().expect("the device has it");
    let address = usm.alloc(UsmKind::Device, 64, 0).expect("64 bytes");
    assert_eq!(usm.query(address).map(|info| (info.kind, info.size)), Some((UsmKind::Device, 64)));
    let queue = TestQueue(device.create_queue(QueueProperties::default()).expect("a queue"));
    let fill =
        Command::Work(Work::Fill { dst: Location::Usm(address), pattern: FillPattern::from_slice(&[6]), bytes: 64 });
    queue.submit_unobserved(fill, &[]);
    let mut bytes = [0_u8; 64];
    let host = Location::Host(HostPtr(bytes.as_mut_ptr()));
    queue
        .submit(Command::Work(Work::Copy { src: Location::Usm(address), dst: host, bytes: 64 }), &[])
        .wait()
        .expect("a copy");
    assert_eq!(bytes, [6; 64]);
    usm.free(address).expect("it is USM");
    assert_eq!(usm.query(address), None);
    assert!(matches!(usm.free(DevicePtr(8)), Err(Error::Execution(_))));
    usm_of_another_context(target, &*device);
}

/// Small allocations share memory, large ones do not.
fn usm_of_another_context(target: &TestedDevice, device: &dyn Device) {
    let (_context, other) = target.new_context();
    let (usm, other) = (device.usm().expect("the device has it"), other.usm().expect("as above"));
    for bytes in [64, 1 << 20] {
        let address = usm.alloc(UsmKind::Device, bytes, 0).expect("memory");
        assert_eq!(other.query(address), None, "{bytes} bytes");
        assert!(matches!(other.free(address), Err(Error::Execution(_))), "{bytes} bytes");
        assert!(usm.query(address).is_some());
        usm.free(address).expect("it is USM of this context");
    }
}
