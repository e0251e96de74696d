//! Command buffers: in the device's own way if it has one, and one by one.

use std::sync::Arc;

use tandem_device::{
    Command, CommandBuffer, Error, Event, KernelArgs, KernelLaunch, Location, MapAccess, Mapping, MemoryObject,
    NdRange, Recording, SyncPoint, UsmKind, Work,
};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, at, buffer, copy, failed, fill, host, impossible};

/// The rules.
pub const GROUP: Group = Group {
    name: "command_buffers",
    rules: &[
        Rule {
            name: "order",
            text: "recorded commands come after those at their sync points, in each replay",
            needs: Need::Nothing,
            check: order,
        },
        Rule {
            name: "one_command",
            text: "to its queue, a replay is one command: it waits, is waited for, and keeps the order",
            needs: Need::Nothing,
            check: one_command,
        },
        Rule {
            name: "independent",
            text: "commands without sync points wait for nothing before them in the buffer",
            needs: Need::Nothing,
            check: independent,
        },
        Rule {
            name: "empty",
            text: "a buffer without commands is complete when its wait list is",
            needs: Need::Nothing,
            check: empty,
        },
        Rule {
            name: "failures",
            text: "what comes after a failed command does not run, the rest does; the event and the queue know why",
            needs: Need::Nothing,
            check: failures,
        },
        Rule {
            name: "dependencies",
            text: "a replay whose wait list has a failure runs nothing, and fails",
            needs: Need::Nothing,
            check: dependencies,
        },
        Rule {
            name: "update",
            text: "an update changes arguments and range of one launch, in later replays",
            needs: Need::Nothing,
            check: update,
        },
        Rule {
            name: "refusals",
            text: "mappings, later sync points, and updates of other commands are refused",
            needs: Need::Nothing,
            check: refusals,
        },
        Rule {
            name: "times",
            text: "the event of a replay has times from the first start to the last end",
            needs: Need::Profiling,
            check: times,
        },
        Rule { name: "usm", text: "fills, copies and hints of USM can be recorded", needs: Need::Usm, check: usm },
    ],
};

/// The ways to replay a recording on the device.
fn ways(target: &TestedDevice, recording: &Recording) -> [CommandBuffer; 2] {
    let own = CommandBuffer::new(target.device(), recording.clone()).expect("the recording is sound");
    [own, CommandBuffer::one_by_one(recording.clone())]
}

#[track_caller]
fn add(recording: &mut Recording, command: Command, after: &[SyncPoint]) -> SyncPoint {
    recording.add(command, after).expect("the command can be recorded")
}

#[track_caller]
fn replay(buffer: &CommandBuffer, queue: &TestQueue, wait: &[Event]) -> Event {
    let mut event = None;
    buffer.replay(&**queue, wait, Some(&mut event)).expect("the buffer is replayed");
    event.expect("an event was asked for")
}

/// A launch of `sum` over all numbers of a buffer.
fn sum(
    target: &TestedDevice,
    out: &Arc<MemoryObject>,
    value: u64,
    input: &Arc<MemoryObject>,
    items: u64,
) -> KernelLaunch {
    let kernel = target.kernel("sum");
    let layout = kernel.layout();
    let mut args = KernelArgs::new(layout);
    args.set_memory(0, out);
    args.set_value(layout, 1, &value.to_le_bytes());
    args.set_memory(2, input);
    args.set_local(3, 8 * items);
    let range = NdRange { local: Some([items, 1, 1]), ..NdRange::linear(items) };
    KernelLaunch { kernel: Arc::clone(&kernel), range, args }
}

fn order(target: &TestedDevice) {
    for queue in target.queues() {
        let numbers = || buffer(&[0; 64]);
        let (first, second, third, fourth) = (numbers(), numbers(), numbers(), numbers());
        let mut recording = Recording::default();
        // A diamond: the commands above must have run, those below must not have.
        let top = add(&mut recording, target.ids(&first), &[]);
        let left = add(&mut recording, sum(target, &second, 10, &first, 8).into(), &[top]);
        let right = add(&mut recording, sum(target, &third, 100, &first, 8).into(), &[top]);
        let joined = add(&mut recording, Command::Marker, &[left, right]);
        let bottom = add(&mut recording, copy(&second, &fourth), &[joined]);
        let bottom = add(&mut recording, sum(target, &second, 1, &third, 8).into(), &[bottom]);
        add(&mut recording, fill(&first, 0), &[bottom]);
        for way in ways(target, &recording) {
            for _ in 0..3 {
                replay(&way, &queue, &[]).wait().expect("the commands run");
                let ids = |more: u64| (1..=8).map(|id| id + more).collect::<Vec<u64>>();
                assert_eq!(target.numbers(&first), [0; 8]);
                assert_eq!(target.numbers(&second), ids(101));
                assert_eq!(target.numbers(&third), ids(100));
                assert_eq!(target.numbers(&fourth), ids(10));
            }
        }
    }
}

fn one_command(target: &TestedDevice) {
    for queue in target.queues() {
        let (from, to, last) = (buffer(&[0; 10]), buffer(&[0; 10]), buffer(&[0; 10]));
        let mut recording = Recording::default();
        let first = add(&mut recording, copy(&from, &to), &[]);
        add(&mut recording, copy(&to, &last), &[first]);
        for (way, value) in ways(target, &recording).iter().zip(1..) {
            // On another queue, a command that waits for the host.
            let (start, elsewhere) = (Event::user(), target.queue(false));
            let before = elsewhere.submit(fill(&from, value), std::slice::from_ref(&start));
            let event = replay(way, &queue, std::slice::from_ref(&before));
            let behind = elsewhere.submit(fill(&last, 0x70), std::slice::from_ref(&event));
            assert!(!event.is_complete());
            start.complete(Ok(()));
            behind.wait().expect("nothing failed");
            assert_eq!((target.contents(&to), target.contents(&last)), (vec![value; 10], vec![0x70; 10]));
        }
    }
    // In order, without any event.
    let queue = target.queue(false);
    let (from, to) = (buffer(&[0; 10]), buffer(&[0; 10]));
    let mut recording = Recording::default();
    add(&mut recording, copy(&from, &to), &[]);
    for (way, value) in ways(target, &recording).iter().zip([1, 3]) {
        queue.submit_unobserved(fill(&from, value), &[]);
        way.replay(&*queue, &[], None).expect("it is replayed");
        queue.submit_unobserved(fill(&from, value + 1), &[]);
        queue.finish().expect("nothing failed");
        assert_eq!((target.contents(&to), target.contents(&from)), (vec![value; 10], vec![value + 1; 10]));
        assert!(queue.is_empty());
    }
}

fn independent(target: &TestedDevice) {
    for queue in target.queues() {
        let objects: Vec<_> = (0..20).map(|_| buffer(&[0; 10])).collect();
        let mut recording = Recording::default();
        for (object, value) in objects.iter().zip(1..) {
            add(&mut recording, fill(object, value), &[]);
        }
        for way in ways(target, &recording) {
            objects.iter().for_each(|object| target.run(fill(object, 0)).expect("a fill"));
            replay(&way, &queue, &[]).wait().expect("nothing failed");
            for (object, value) in objects.iter().zip(1..) {
                assert_eq!(target.contents(object), [value; 10]);
            }
        }
    }
}

fn empty(target: &TestedDevice) {
    for queue in target.queues() {
        for way in ways(target, &Recording::default()) {
            replay(&way, &queue, &[]).wait().expect("there is nothing to fail");
            let start = Event::user();
            let event = replay(&way, &queue, std::slice::from_ref(&start));
            assert!(!event.is_complete());
            start.complete(Ok(()));
            event.wait().expect("there is nothing to fail");
        }
    }
}

fn failures(target: &TestedDevice) {
    for queue in target.queues() {
        let (behind, beside) = (buffer(&[0; 10]), buffer(&[0; 10]));
        let mut recording = Recording::default();
        let wrong = add(&mut recording, impossible(target), &[]);
        let joined = add(&mut recording, Command::Marker, &[wrong]);
        add(&mut recording, fill(&behind, 1), &[joined]);
        add(&mut recording, fill(&beside, 2), &[]);
        for way in ways(target, &recording) {
            target.run(fill(&beside, 0)).expect("a fill");
            let event = replay(&way, &queue, &[]);
            let dependent = queue.submit(fill(&behind, 3), std::slice::from_ref(&event));
            let error = event.wait().expect_err("a command failed");
            assert!(error.to_string().contains("out of memory"), "{error}");
            assert!(matches!(dependent.wait(), Err(Error::Dependency(_))));
            queue.finish().expect("the queue goes on");
            assert_eq!((target.contents(&behind), target.contents(&beside)), (vec![0; 10], vec![2; 10]));
            assert!(matches!(queue.take_failure(), Some(Error::OutOfMemory { .. })));
            while let Some(error) = queue.take_failure() {
                assert!(matches!(error, Error::Dependency(_)), "{error}");
            }
        }
    }
}

fn dependencies(target: &TestedDevice) {
    for queue in target.queues() {
        let object = buffer(&[0; 10]);
        let mut recording = Recording::default();
        let first = add(&mut recording, fill(&object, 1), &[]);
        add(&mut recording, fill(&object, 2), &[first]);
        for way in ways(target, &recording) {
            let event = replay(&way, &queue, &[failed()]);
            assert!(matches!(event.wait(), Err(Error::Dependency(_))));
            assert_eq!(target.contents(&object), [0; 10]);
            assert!(matches!(queue.take_failure(), Some(Error::Dependency(_))));
            while queue.take_failure().is_some() {}
        }
    }
}

fn update(target: &TestedDevice) {
    for queue in target.queues() {
        let input = buffer(&[0; 64]);
        let numbers = || buffer(&[0xff; 64]);
        let mut recording = Recording::default();
        let (out, other) = (numbers(), numbers());
        let launch = add(&mut recording, sum(target, &out, 5, &input, 8).into(), &[]);
        add(&mut recording, sum(target, &other, 6, &input, 8).into(), &[launch]);
        for way in ways(target, &recording) {
            replay(&way, &queue, &[]).wait().expect("the commands run");
            assert_eq!((target.numbers(&out), target.numbers(&other)), (vec![5; 8], vec![6; 8]));
            let elsewhere = numbers();
            way.update(launch, sum(target, &elsewhere, 7, &input, 2)).expect("there is a launch");
            target.run(fill(&out, 0)).expect("a fill");
            target.run(fill(&other, 0)).expect("a fill");
            for _ in 0..2 {
                replay(&way, &queue, &[]).wait().expect("the commands run");
            }
            let expected: Vec<u64> = [7, 7].into_iter().chain([u64::MAX; 6]).collect();
            assert_eq!(target.numbers(&elsewhere), expected);
            assert_eq!((target.numbers(&out), target.numbers(&other)), (vec![0; 8], vec![6; 8]));
        }
    }
}

fn refusals(target: &TestedDevice) {
    let object = buffer(&[0; 64]);
    let mut recording = Recording::default();
    let mapping = Mapping::new(&object, target.device(), 0, 8, MapAccess::Read).expect("a mapping");
    for command in [Command::Work(Work::Map(Arc::clone(&mapping))), Command::Work(Work::Unmap(mapping))] {
        assert!(matches!(recording.add(command, &[]), Err(Error::Unsupported(_))));
    }
    let first = add(&mut recording, fill(&object, 1), &[]);
    assert!(matches!(recording.add(fill(&object, 2), &[SyncPoint(first.0 + 1)]), Err(Error::Unsupported(_))));
    assert_eq!(recording.commands().len(), 1);
    for way in ways(target, &recording) {
        for point in [first, SyncPoint(first.0 + 1)] {
            let launch = sum(target, &object, 1, &object, 8);
            assert!(matches!(way.update(point, launch), Err(Error::Unsupported(_))), "{point:?}");
        }
        target.run(fill(&object, 0)).expect("a fill");
        replay(&way, &target.queue(false), &[]).wait().expect("the commands run");
        assert_eq!(target.contents(&object), [1; 64]);
    }
}

fn times(target: &TestedDevice) {
    for queue in target.queues() {
        let numbers = buffer(&vec![0; 8 << 10]);
        let mut recording = Recording::default();
        let mut last = add(&mut recording, target.ids(&numbers), &[]);
        for _ in 0..10 {
            last = add(&mut recording, target.ids(&numbers), &[last]);
        }
        for way in ways(target, &recording) {
            let before = queue.submit(fill(&buffer(&[0; 8]), 0), &[]);
            let event = replay(&way, &queue, std::slice::from_ref(&before));
            let behind = queue.submit(fill(&buffer(&[0; 8]), 0), std::slice::from_ref(&event));
            behind.wait().expect("nothing failed");
            let [before, times, behind] = [before, event, behind].map(|event| event.timestamps());
            assert!(0 < times.submit && times.submit <= times.start, "{times:?}");
            assert!(before.end <= times.start && times.start < times.end, "{before:?} {times:?}");
            assert!(times.end <= behind.start, "{times:?} {behind:?}");
        }
    }
}

fn usm(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let [first, second] = [(); 2].map(|()| usm.alloc(UsmKind::Device, 100, 0).expect("an allocation"));
    for queue in target.queues() {
        let mut result = vec![0; 100];
        let mut recording = Recording::default();
        let pattern = tandem_device::FillPattern::from_slice(&[1, 2]);
        let mut last = add(&mut recording, Command::Work(Work::Prefetch { ptr: first, bytes: 100 }), &[]);
        let commands = [
            Command::Work(Work::Fill { dst: Location::Usm(first), pattern, bytes: 100 }),
            Command::Work(Work::Advise { ptr: second, bytes: 100, advice: 0 }),
            Command::Work(Work::Copy { src: Location::Usm(first), dst: Location::Usm(second), bytes: 100 }),
            Command::Work(Work::Copy { src: Location::Usm(second), dst: host(&mut result), bytes: 100 }),
        ];
        for command in commands {
            last = add(&mut recording, command, &[last]);
        }
        for way in ways(target, &recording) {
            target
                .run(Command::Work(Work::Copy {
                    src: at(&buffer(&[0; 100]), 0),
                    dst: Location::Usm(second),
                    bytes: 100,
                }))
                .expect("a copy");
            result.fill(0);
            replay(&way, &queue, &[]).wait().expect("the commands run");
            assert_eq!(result, [1, 2].repeat(50));
        }
    }
    for address in [first, second] {
        usm.free(address).expect("it was allocated");
    }
}
