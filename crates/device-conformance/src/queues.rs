//! Queues: order, barriers, failures, waiting.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tandem_device::{Command, Error, Event, QueueProperties};

use crate::target::{TestQueue, at, buffer, copy, failed, fill, host, impossible};
use crate::{Group, Need, Rule, Target};

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
            name: "barriers",
            text: "a barrier waits for its list, or without one for everything before it; everything after it waits",
            needs: Need::OutOfOrder,
            check: barriers,
        },
        Rule {
            name: "markers",
            text: "a marker waits for its list, or without one for everything before it; nothing waits for it",
            needs: Need::OutOfOrder,
            check: markers,
        },
        Rule {
            name: "fences_in_order",
            text: "markers and barriers of an in-order queue complete in their turn",
            needs: Need::Nothing,
            check: fences_in_order,
        },
        Rule {
            name: "failures_reach_dependents",
            text: "dependents of a failed command do not run and name the cause; others run",
            needs: Need::Nothing,
            check: failures_reach_dependents,
        },
        Rule {
            name: "own_failures",
            text: "a command that fails does not take its queue with it; its failure is known everywhere at once",
            needs: Need::Nothing,
            check: own_failures,
        },
        Rule {
            name: "failed_fences",
            text: "a marker or barrier whose list has a failure fails; what follows it runs",
            needs: Need::Nothing,
            check: failed_fences,
        },
        Rule {
            name: "failures_are_taken",
            text: "each failure of a command, with or without event, can be taken once, oldest first; `finish` has none",
            needs: Need::Nothing,
            check: failures_are_taken,
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

fn properties(target: &Target) {
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

fn in_order(target: &Target) {
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

fn many(target: &Target) {
    for queue in target.queues() {
        let object = buffer(&[0; 10_000]);
        let gate = Event::user();
        let events: Vec<Event> = (0..10_000)
            .map(|index| {
                let pattern = [index as u8; 1].as_slice().into();
                let command = Command::Fill { dst: at(&object, index), pattern, bytes: 1 };
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

fn submit_does_not_wait(target: &Target) {
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

fn threads(target: &Target) {
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

fn out_of_order(target: &Target) {
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

fn across_queues(target: &Target) {
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

fn across_devices(target: &Target) {
    let other = target.others().next().expect("there is one");
    let (theirs, ours) = (buffer(&[0; 80]), buffer(&[0; 80]));
    let mut way = [0; 80];
    let gate = Event::user();
    let filled = other.queue(false).submit(fill(&theirs, 6), std::slice::from_ref(&gate));
    let read = Command::Copy { src: at(&theirs, 0), dst: host(&mut way), bytes: 80 };
    let read = other.queue(false).submit(read, std::slice::from_ref(&filled));
    let write = Command::Copy { src: host(&mut way), dst: at(&ours, 0), bytes: 80 };
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

fn barriers(target: &Target) {
    let queue = target.queue(true);
    let (first, second) = (buffer(&[0; 100]), buffer(&[0; 100]));
    let gate = Event::user();
    let before = queue.submit(fill(&first, 7), std::slice::from_ref(&gate));
    let barrier = queue.submit(Command::Barrier, &[]);
    let after = queue.submit(copy(&first, &second), &[]);
    thread::sleep(Duration::from_millis(2));
    assert!(!barrier.is_complete() && !after.is_complete());
    gate.complete(Ok(()));
    after.wait().expect("a copy");
    assert!(before.is_complete() && barrier.is_complete());
    assert_eq!(target.contents(&second), [7; 100]);

    let (gate, other) = (Event::user(), Event::user());
    let before = queue.submit(fill(&first, 8), std::slice::from_ref(&gate));
    let barrier = queue.submit(Command::Barrier, std::slice::from_ref(&other));
    let after = queue.submit(fill(&second, 9), &[]);
    thread::sleep(Duration::from_millis(2));
    assert!(!after.is_complete());
    other.complete(Ok(()));
    after.wait().expect("a fill");
    assert!(barrier.is_complete() && !before.is_complete());
    gate.complete(Ok(()));
    before.wait().expect("a fill");
}

fn markers(target: &Target) {
    let queue = target.queue(true);
    let gate = Event::user();
    let waits = queue.submit(fill(&buffer(&[0; 10]), 7), std::slice::from_ref(&gate));
    let done = queue.submit(fill(&buffer(&[0; 10]), 8), &[]);
    let of_list = queue.submit(Command::Marker, std::slice::from_ref(&done));
    let of_all = queue.submit(Command::Marker, &[]);
    queue.submit(fill(&buffer(&[0; 10]), 9), &[]).wait().expect("it does not wait for the marker");
    of_list.wait().expect("its list is complete");
    assert!(!of_all.is_complete());
    gate.complete(Ok(()));
    of_all.wait().expect("everything is complete");
    assert!(waits.is_complete());
}

fn fences_in_order(target: &Target) {
    for fence in [|| Command::Marker, || Command::Barrier] {
        let queue = target.queue(false);
        let gate = Event::user();
        let before = queue.submit(fill(&buffer(&[0; 10]), 7), std::slice::from_ref(&gate));
        let between = queue.submit(fence(), &[]);
        let done = Event::completed();
        let with_list = queue.submit(fence(), std::slice::from_ref(&done));
        thread::sleep(Duration::from_millis(2));
        assert!(!between.is_complete() && !with_list.is_complete());
        gate.complete(Ok(()));
        with_list.wait().expect("its list is complete");
        assert!(before.is_complete() && between.is_complete());
    }
}

fn failures_reach_dependents(target: &Target) {
    for queue in target.queues() {
        let object = buffer(&[0; 10]);
        let dependent = queue.submit(fill(&object, 1), &[failed()]);
        let next = queue.submit(fill(&object, 2), std::slice::from_ref(&dependent));
        let elsewhere = target.queue(false).submit(fill(&object, 3), std::slice::from_ref(&next));
        let other = queue.submit(fill(&buffer(&[0; 10]), 4), &[]);
        for event in [&dependent, &next, &elsewhere] {
            let error = event.wait().expect_err("it depends on a failure");
            let message = error.to_string();
            assert!(matches!(&error, Error::Dependency(cause) if !matches!(**cause, Error::Dependency(_))), "{error}");
            assert!(message.contains("on purpose"), "{message}");
        }
        other.wait().expect("it depends on nothing");
        assert_eq!(target.contents(&object), [0; 10]);
    }
}

fn own_failures(target: &Target) {
    for queue in target.queues() {
        let wrong = queue.submit(impossible(target), &[]);
        let dependent = queue.submit(fill(&buffer(&[0; 10]), 1), std::slice::from_ref(&wrong));
        assert!(matches!(wrong.wait(), Err(Error::OutOfMemory { .. })));
        let error = dependent.wait().expect_err("it depends on a failure");
        assert!(matches!(&error, Error::Dependency(cause) if matches!(**cause, Error::OutOfMemory { .. })), "{error}");
        assert!(matches!(queue.take_failure(), Some(Error::OutOfMemory { .. })));
        assert!(is_dependency(&queue) && queue.take_failure().is_none());
        queue.submit_unobserved(impossible(target), &[]);
        let next = queue.submit(fill(&buffer(&[0; 10]), 1), &[]);
        queue.finish().expect("the queue goes on");
        next.wait().expect("it depends on nothing");
        assert!(matches!(queue.take_failure(), Some(Error::OutOfMemory { .. })));
        assert!(queue.take_failure().is_none());
    }
}

fn failed_fences(target: &Target) {
    for queue in target.queues() {
        for fence in [Command::Marker, Command::Barrier] {
            let name = fence.name();
            let fence = queue.submit(fence, &[failed()]);
            assert!(matches!(fence.wait(), Err(Error::Dependency(_))), "{name}");
            queue.submit(fill(&buffer(&[0; 10]), 1), &[]).wait().expect("it does not depend on the failure");
        }
    }
}

fn failures_are_taken(target: &Target) {
    for queue in target.queues() {
        let event = queue.submit(fill(&buffer(&[0; 10]), 1), &[failed()]);
        assert!(event.wait().is_err());
        assert!(is_dependency(&queue), "it is there before the event is final");
        let marker = queue.submit(Command::Marker, &[failed()]);
        queue.submit_unobserved(fill(&buffer(&[0; 10]), 1), &[failed()]);
        let no_bytes = Command::Copy { src: host(&mut []), dst: host(&mut []), bytes: 0 };
        queue.submit_unobserved(no_bytes, &[failed()]);
        queue.finish().expect("the queue can go on");
        assert!(is_dependency(&queue) && is_dependency(&queue));
        assert!(marker.is_complete() && queue.take_failure().is_none());
        queue.submit(fill(&buffer(&[0; 10]), 1), &[]).wait().expect("the queue goes on");
        assert!(queue.take_failure().is_none());
    }
}

fn is_dependency(queue: &TestQueue) -> bool {
    matches!(queue.take_failure(), Some(Error::Dependency(_)))
}

fn finish(target: &Target) {
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

fn flush(target: &Target) {
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

fn dropping(target: &Target) {
    let gate = Event::user();
    let object = buffer(&[0; 100]);
    let event = target.queue(false).submit(fill(&object, 6), std::slice::from_ref(&gate));
    assert!(!event.is_complete());
    gate.complete(Ok(()));
    event.wait().expect("a fill");
    assert_eq!(target.contents(&object), [6; 100]);
}

fn resources(target: &Target) {
    for queue in target.queues() {
        for wait in [Vec::new(), vec![failed()]] {
            let object = buffer(&[0; 100]);
            let event = queue.submit(fill(&object, 1), &wait);
            assert_eq!(event.wait().is_err(), !wait.is_empty());
            assert_eq!(Arc::strong_count(&object), 1);
        }
    }
}
