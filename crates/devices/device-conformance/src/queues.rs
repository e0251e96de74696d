//! Queues: order, dependencies, waiting.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tandem_device::{Command, Error, Event, QueueProperties, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, at, buffer, copy, failed, fill, host};

/// The rules.
pub const GROUP: Group = Group {
    name: "queues",
    rules: &[
        Rule { name: "properties", text: "a queue says how it was made", needs: Need::Nothing, check: properties },
        Rule {
            name: "in_order",
            text: "commands of an in-order queue run one after another, with and without events",
            needs: Need::Nothing,
            check: in_order,
        },
        Rule { name: "many", text: "10,000 commands can be pending", needs: Need::Nothing, check: many },
        Rule {
            name: "submit_does_not_wait",
            text: "submissions do not wait for commands",
            needs: Need::Nothing,
            check: submit_does_not_wait,
        },
        Rule {
            name: "threads",
            text: "several threads can submit to one queue and wait for it",
            needs: Need::Nothing,
            check: threads,
        },
        Rule {
            name: "out_of_order",
            text: "commands of an out-of-order queue pass one that waits, and wait for theirs",
            needs: Need::OutOfOrder,
            check: out_of_order,
        },
        Rule {
            name: "across_queues",
            text: "wait lists hold across queues",
            needs: Need::Nothing,
            check: across_queues,
        },
        Rule {
            name: "across_devices",
            text: "wait lists hold across devices",
            needs: Need::Another,
            check: across_devices,
        },
        Rule {
            name: "finish",
            text: "`finish` waits for everything that was submitted before it",
            needs: Need::Nothing,
            check: finish,
        },
        Rule {
            name: "flush",
            text: "commands run after a flush without further calls",
            needs: Need::Nothing,
            check: flush,
        },
        Rule {
            name: "dropping",
            text: "dropping a queue neither waits nor cancels",
            needs: Need::Nothing,
            check: dropping,
        },
        Rule {
            name: "resources",
            text: "when an event is final, its command holds no objects",
            needs: Need::Nothing,
            check: resources,
        },
    ],
};

fn properties(target: &TestedDevice) {
    let info = target.device().info();
    for out_of_order in [false, info.out_of_order] {
        for profiling in [false, info.profiling] {
            let properties = QueueProperties { out_of_order, profiling };
            let queue = target.device().create_queue(properties).expect("a queue");
            assert_eq!(queue.properties(), properties);
            assert!(queue.is_empty());
            queue.finish().expect("nothing is there");
        }
    }
}

fn in_order(target: &TestedDevice) {
    let queue = target.queue(false);
    let (first, second) = (buffer(&[0; 1000]), buffer(&[0; 1000]));
    for value in 1..200 {
        queue.submit(fill(&first, value), &[]);
        queue.submit_unobserved(copy(&first, &second), &[]);
    }
    queue.finish().expect("nothing fails");
    assert!(queue.is_empty());
    assert_eq!(target.contents(&second), [199; 1000]);
}

fn many(target: &TestedDevice) {
    for queue in target.queues() {
        let object = buffer(&[0; 10_000]);
        let gate = Event::user();
        let events: Vec<Event> = (0..10_000)
            .map(|index| {
                let pattern = [index as u8; 1].as_slice().into();
                let command = Command::Work(Work::Fill { dst: at(&object, index), pattern, bytes: 1 });
                if index % 256 == 255 {
                    queue.flush().expect("flushed");
                }
                queue.submit(command, std::slice::from_ref(&gate))
            })
            .collect();
        gate.complete(Ok(()));
        queue.finish().expect("nothing fails");
        assert!(events.iter().all(Event::is_complete));
        let expected: Vec<u8> = (0..10_000).map(|index| index as u8).collect();
        assert!(target.contents(&object) == expected);
    }
}

fn submit_does_not_wait(target: &TestedDevice) {
    for queue in target.queues() {
        let gate = Event::user();
        let object = buffer(&[0; 100]);
        let first = queue.submit(fill(&object, 1), std::slice::from_ref(&gate));
        for _ in 0..100 {
            queue.submit_unobserved(fill(&object, 2), std::slice::from_ref(&first));
        }
        queue.flush().expect("flushed");
        assert!(!first.is_complete() && !queue.is_empty());
        gate.complete(Ok(()));
        queue.finish().expect("nothing fails");
        assert_eq!(target.contents(&object), [2; 100]);
    }
}

fn threads(target: &TestedDevice) {
    for queue in target.queues() {
        let objects: Vec<_> = (0..8).map(|_| buffer(&[0; 64])).collect();
        thread::scope(|scope| {
            for object in &objects {
                let queue = &queue;
                scope.spawn(move || {
                    for value in 1..=100 {
                        queue.submit(fill(object, value), &[]).wait().expect("a fill");
                    }
                    queue.submit_unobserved(fill(object, 200), &[]);
                    queue.finish().expect("nothing fails");
                });
            }
        });
        for object in &objects {
            assert_eq!(target.contents(object), [200; 64]);
        }
    }
}

fn out_of_order(target: &TestedDevice) {
    let queue = target.queue(true);
    let (first, second) = (buffer(&[0; 100]), buffer(&[0; 100]));
    let gate = Event::user();
    let waits = queue.submit(fill(&first, 7), std::slice::from_ref(&gate));
    let depends = queue.submit(copy(&first, &second), std::slice::from_ref(&waits));
    queue.submit(fill(&buffer(&[0; 100]), 1), &[]).wait().expect("it depends on nothing");
    assert!(!waits.is_complete() && !depends.is_complete());
    gate.complete(Ok(()));
    depends.wait().expect("a copy");
    assert_eq!(target.contents(&second), [7; 100]);
}

fn across_queues(target: &TestedDevice) {
    let (one, other) = (target.queue(false), target.queue(false));
    let numbers = buffer(&[0; 800]);
    let copies = [buffer(&[0; 800]), buffer(&[0; 800])];
    let gate = Event::user();
    let filled = one.submit(fill(&numbers, 255), std::slice::from_ref(&gate));
    let copied = other.submit(copy(&numbers, &copies[0]), &[filled]);
    let launched = one.submit(target.ids(&numbers), std::slice::from_ref(&copied));
    let last = other.submit(copy(&numbers, &copies[1]), &[copied, launched]);
    assert!(!last.is_complete());
    gate.complete(Ok(()));
    last.wait().expect("a copy");
    assert_eq!(target.contents(&copies[0]), [255; 800]);
    assert_eq!(target.numbers(&copies[1]), (1..=100).collect::<Vec<_>>());
}

fn across_devices(target: &TestedDevice) {
    let other = target.others().next().expect("there is one");
    let (theirs, ours) = (buffer(&[0; 80]), buffer(&[0; 80]));
    let mut way = [0; 80];
    let gate = Event::user();
    let filled = other.queue(false).submit(fill(&theirs, 6), std::slice::from_ref(&gate));
    let read = Command::Work(Work::Copy { src: at(&theirs, 0), dst: host(&mut way), bytes: 80 });
    let read = other.queue(false).submit(read, std::slice::from_ref(&filled));
    let write = Command::Work(Work::Copy { src: host(&mut way), dst: at(&ours, 0), bytes: 80 });
    let written = target.queue(false).submit(write, std::slice::from_ref(&read));
    assert!(!written.is_complete());
    gate.complete(Ok(()));
    written.wait().expect("a copy");
    assert_eq!(target.contents(&ours), [6; 80]);

    let wrong = other.queue(false).submit(fill(&theirs, 7), &[failed()]);
    let error = target.queue(false).submit(fill(&ours, 8), &[wrong]).wait().expect_err("it depends on a failure");
    assert!(matches!(error, Error::Dependency(_)), "{error}");
    assert_eq!(target.contents(&ours), [6; 80]);
}

fn finish(target: &TestedDevice) {
    for queue in target.queues() {
        let objects: Vec<_> = (0..50).map(|_| buffer(&[0; 100])).collect();
        let submit = |(object, value)| queue.submit(fill(object, value), &[]);
        let events: Vec<Event> = objects.iter().zip(1..).map(submit).collect();
        queue.finish().expect("nothing fails");
        assert!(queue.is_empty() && events.iter().all(Event::is_complete));
        for (object, value) in objects.iter().zip(1..) {
            assert_eq!(target.contents(object), [value; 100]);
        }
    }
}

fn flush(target: &TestedDevice) {
    for queue in target.queues() {
        let event = queue.submit(fill(&buffer(&[0; 100]), 1), &[]);
        queue.flush().expect("flushed");
        for _ in 0..5000 {
            if event.is_complete() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        assert!(event.is_complete());
    }
}

fn dropping(target: &TestedDevice) {
    let gate = Event::user();
    let object = buffer(&[0; 100]);
    let event = target.queue(false).submit(fill(&object, 6), std::slice::from_ref(&gate));
    assert!(!event.is_complete());
    gate.complete(Ok(()));
    event.wait().expect("a fill");
    assert_eq!(target.contents(&object), [6; 100]);
}

fn resources(target: &TestedDevice) {
    for queue in target.queues() {
        for wait in [Vec::new(), vec![failed()]] {
            let object = buffer(&[0; 100]);
            let event = queue.submit(fill(&object, 1), &wait);
            assert_eq!(event.wait().is_err(), !wait.is_empty());
            assert_eq!(Arc::strong_count(&object), 1);
        }
    }
}
