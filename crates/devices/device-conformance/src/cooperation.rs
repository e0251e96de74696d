//! Launches whose work-groups wait for each other.

use std::sync::Arc;

use tandem_device::{Error, Kernel, MemoryObject, NdRange};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, buffer, launch};

/// The rules.
pub const GROUP: Group = Group {
    name: "cooperation",
    rules: &[
        Rule {
            name: "limits",
            text: "work-groups of every kernel and size can run, be it one at a time",
            needs: Need::Nothing,
            check: limits,
        },
        Rule {
            name: "memory",
            text: "work-groups see what the others wrote before all waited, up to the limit of groups",
            needs: Need::Cooperation,
            check: memory,
        },
        Rule {
            name: "beside_others",
            text: "launches on several queues do not keep each other from running, whatever their groups",
            needs: Need::Cooperation,
            check: beside_others,
        },
        Rule {
            name: "too_many_groups",
            text: "a launch of more work-groups than the limit fails with `OutOfResources` and runs none",
            needs: Need::Cooperation,
            check: too_many_groups,
        },
    ],
};

/// Work-items of a group.
const SIZE: u64 = 8;

fn limits(target: &TestedDevice) {
    for kernel in target.program().kernels() {
        for items in [1, kernel.limits().max_work_group_size as u64] {
            assert!(target.device().max_cooperative_groups(&**kernel, items, 0) > 0, "{}", kernel.info().name);
        }
    }
}

/// The kernel of [`Subject::cooperative`](crate::Subject::cooperative), and how many of its groups run at a time.
fn rotate(target: &TestedDevice) -> (Arc<dyn Kernel>, u64) {
    let image = target.subject.cooperative.expect("the rule needs it")(target.device());
    let program = target.device().build(&image.request()).expect("the program builds");
    let kernel = program.kernel("rotate").expect("it is in the program");
    let most = target.device().max_cooperative_groups(&*kernel, SIZE, 0);
    (kernel, most)
}

fn range(groups: u64) -> NdRange {
    NdRange { local: Some([SIZE, 1, 1]), is_cooperative: true, ..NdRange::linear(SIZE * groups) }
}

/// Launches `rotate` for a new buffer.
fn submit(queue: &TestQueue, kernel: &Arc<dyn Kernel>, groups: u64) -> Arc<MemoryObject> {
    let object = buffer(&vec![0; 16 * (SIZE * groups) as usize]);
    queue.submit_unobserved(launch(kernel, range(groups), &object), &[]);
    object
}

/// Checks the numbers that it writes.
fn check(target: &TestedDevice, object: &Arc<MemoryObject>) {
    let items = object.bytes() as u64 / 16;
    let rotated = (0..items).map(|item| 1 + (item + SIZE) % items);
    assert_eq!(target.numbers(object), (1..=items).chain(rotated).collect::<Vec<_>>());
}

fn memory(target: &TestedDevice) {
    let (kernel, most) = rotate(target);
    for queue in target.queues() {
        for groups in [1, 2, most / 2, most - 1, most] {
            let objects: Vec<_> = (0..20).map(|_| submit(&queue, &kernel, groups.clamp(1, most))).collect();
            queue.finish().expect("nothing fails");
            assert!(queue.take_failure().is_none());
            objects.iter().for_each(|object| check(target, object));
        }
    }
}

fn beside_others(target: &TestedDevice) {
    let (kernel, most) = rotate(target);
    let queues = [target.queue(false), target.queue(false), target.queue(false)];
    let mut objects = Vec::new();
    let plain = buffer(&[0; 80_000]);
    for round in 0..60 {
        let groups = [most, 1, most.div_ceil(2), 2, most - 1][round % 5].clamp(1, most);
        objects.push(submit(&queues[round % 2], &kernel, groups));
        queues[2].submit_unobserved(target.ids(&plain), &[]);
    }
    for queue in &queues {
        queue.finish().expect("nothing fails");
        assert!(queue.take_failure().is_none());
    }
    objects.iter().for_each(|object| check(target, object));
}

fn too_many_groups(target: &TestedDevice) {
    let (kernel, most) = rotate(target);
    let object = buffer(&vec![0; 16 * (SIZE * (most + 1)) as usize]);
    let error = target.run(launch(&kernel, range(most + 1), &object)).expect_err("they cannot run at a time");
    assert!(matches!(&error, Error::OutOfResources(text) if !text.is_empty()), "{error}");
    assert!(target.numbers(&object).iter().all(|number| *number == 0));
    let queue = target.queue(false);
    let object = submit(&queue, &kernel, most);
    queue.finish().expect("the device goes on");
    check(target, &object);
}
