//! Events.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tandem_device::{Command, Error, Event, EventStatus, QueueProperties, Timestamps, is_in_callback};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, buffer, failed, fill, impossible};

/// The rules.
pub const GROUP: Group = Group {
    name: "events",
    rules: &[
        Rule { name: "status", text: "the status only grows, to complete", needs: Need::Nothing, check: status },
        Rule {
            name: "times",
            text: "submission, start and end are in order, by the clock of the device",
            needs: Need::Profiling,
            check: times,
        },
        Rule { name: "no_times", text: "without profiling, there are no times", needs: Need::Nothing, check: no_times },
        Rule {
            name: "waiting",
            text: "several threads can wait for one event, before and after its end",
            needs: Need::Nothing,
            check: waiting,
        },
        Rule {
            name: "callbacks",
            text: "a callback runs once, whether the event is final or not, with its result",
            needs: Need::Nothing,
            check: callbacks,
        },
        Rule {
            name: "submitting_callbacks",
            text: "a callback may submit commands, also to the queue of its event",
            needs: Need::Nothing,
            check: submitting_callbacks,
        },
        Rule {
            name: "user_events",
            text: "a command waits for an event that the caller completes, and fails if that failed",
            needs: Need::Nothing,
            check: user_events,
        },
        Rule {
            name: "callbacks_of_final_events",
            text: "a callback of an event that is final has run when its registration returns, on the same thread",
            needs: Need::Nothing,
            check: callbacks_of_final_events,
        },
        Rule {
            name: "one_result",
            text: "status, error, waiting threads and callbacks agree on how a command ended, and it stays so",
            needs: Need::Nothing,
            check: one_result,
        },
        Rule {
            name: "dropped",
            text: "a command runs, and its callbacks as well, when all handles of its event are dropped",
            needs: Need::Nothing,
            check: dropped,
        },
        Rule {
            name: "completed_by_their_queue",
            text: "a caller cannot complete the event of a command",
            needs: Need::Nothing,
            check: completed_by_their_queue,
        },
        Rule {
            name: "kept",
            text: "an event outlives its queue and keeps its result",
            needs: Need::Nothing,
            check: kept,
        },
    ],
};

/// A command that takes a moment.
fn command() -> Command {
    fill(&buffer(&[0; 4096]), 1)
}

fn status(target: &TestedDevice) {
    let queue = target.queue(false);
    for _ in 0..20 {
        let event = queue.submit(command(), &[]);
        let mut status = event.status();
        while !status.is_final() {
            let next = event.status();
            assert!(next >= status, "{status:?} became {next:?}");
            status = next;
            thread::yield_now();
        }
        event.wait().expect("a fill");
        assert_eq!(event.status(), EventStatus::Complete);
        assert!(event.error().is_none());
    }
}

fn times(target: &TestedDevice) {
    let device = target.device();
    let queue = target.queue(false);
    let mut last_end = 0;
    for round in 0..20 {
        let before = device.timers().device;
        let command = if round % 2 == 0 { command() } else { target.ids(&buffer(&[0; 4096])) };
        let event = queue.submit(command, &[]);
        let submitted = device.timers().device;
        event.wait().expect("a command");
        let times = event.timestamps();
        assert!(before <= times.submit && times.submit <= submitted, "{times:?} in {before} to {submitted}");
        assert!(times.submit <= times.start && times.start <= times.end, "{times:?}");
        assert!(times.end <= device.timers().device && last_end <= times.start, "{times:?} after {last_end}");
        last_end = times.end;
    }
}

fn no_times(target: &TestedDevice) {
    let properties = QueueProperties { out_of_order: false, profiling: false };
    let queue = target.device().create_queue(properties).expect("a queue");
    let mut event = None;
    queue.submit(command(), &[], Some(&mut event)).expect("the command is submitted");
    let event = event.expect("an event was asked for");
    event.wait().expect("a fill");
    assert_eq!(event.timestamps(), Timestamps::default());
}

fn waiting(target: &TestedDevice) {
    let queue = target.queue(false);
    let gate = Event::user();
    let event = queue.submit(command(), std::slice::from_ref(&gate));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| event.wait().expect("a fill"));
        }
        thread::sleep(Duration::from_millis(2));
        assert!(!event.is_complete());
        gate.complete(Ok(()));
    });
    event.wait().expect("it is complete");
}

fn callbacks(target: &TestedDevice) {
    let queue = target.queue(false);
    for fails in [false, true] {
        let calls = Arc::new(AtomicUsize::new(0));
        let gate = Event::user();
        let event = queue.submit(command(), std::slice::from_ref(&gate));
        let register = || {
            let calls = Arc::clone(&calls);
            let registered = event.on_complete(move |result| {
                // A wrong result leaves the count too small.
                calls.fetch_add(usize::from(result.is_err() == fails), Ordering::SeqCst);
            });
            registered.expect("a callback");
        };
        register();
        register();
        assert_eq!(calls.load(Ordering::SeqCst), 0);
        gate.complete(if fails { Err(Error::Execution("on purpose".into())) } else { Ok(()) });
        assert_eq!(event.wait().is_err(), fails);
        register();
        wait_until(|| calls.load(Ordering::SeqCst) == 3);
        thread::sleep(Duration::from_millis(2));
        assert_eq!(calls.load(Ordering::SeqCst), 3);
    }
}

fn submitting_callbacks(target: &TestedDevice) {
    for queue in target.queues() {
        let queue = Arc::new(queue);
        let (object, gate) = (buffer(&[0; 100]), Event::user());
        let (sender, receiver) = channel();
        let event = queue.submit(command(), std::slice::from_ref(&gate));
        let (own, next) = (Arc::clone(&queue), fill(&object, 5));
        let registered = event.on_complete(move |_| {
            assert!(is_in_callback());
            // The receiver waits for it.
            let _ = sender.send(own.submit(next, &[]));
        });
        registered.expect("a callback");
        gate.complete(Ok(()));
        let submitted = receiver.recv_timeout(Duration::from_secs(5)).expect("the callback submits");
        submitted.wait().expect("a fill");
        assert_eq!(target.contents(&object), [5; 100]);
    }
}

/// Panics if a condition does not become true within seconds.
#[track_caller]
fn wait_until(condition: impl Fn() -> bool) {
    for _ in 0..5000 {
        if condition() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("it does not happen");
}

fn user_events(target: &TestedDevice) {
    for queue in target.queues() {
        let gate = Event::user();
        let event = queue.submit(command(), std::slice::from_ref(&gate));
        thread::sleep(Duration::from_millis(2));
        assert!(event.status() < EventStatus::Running && !queue.is_empty());
        gate.complete(Ok(()));
        event.wait().expect("a fill");
        let error = queue.submit(command(), &[failed()]).wait().expect_err("its dependency failed");
        assert!(matches!(error, Error::Dependency(_)), "{error}");
    }
}

fn kept(target: &TestedDevice) {
    let (fine, wrong) = {
        let queue = target.queue(false);
        (queue.submit(command(), &[]), queue.submit(command(), &[failed()]))
    };
    for _ in 0..2 {
        fine.wait().expect("a fill");
        assert!(matches!(wrong.wait(), Err(Error::Dependency(_))));
        assert_eq!(wrong.status(), EventStatus::Failed);
    }
}

fn callbacks_of_final_events(target: &TestedDevice) {
    for queue in target.queues() {
        let event = queue.submit(command(), &[]);
        event.wait().expect("a fill");
        let (sender, receiver) = channel();
        let registered = event.on_complete(move |_| {
            // The receiver lives until the end of the rule.
            let _ = sender.send((thread::current().id(), is_in_callback()));
        });
        registered.expect("a callback");
        assert_eq!(receiver.try_recv(), Ok((thread::current().id(), true)));
        assert!(!is_in_callback());
    }
}

fn one_result(target: &TestedDevice) {
    for queue in target.queues() {
        let event = queue.submit(impossible(target), &[]);
        let (sender, receiver) = channel();
        let registered = event.on_complete(move |result| {
            // The receiver lives until the end of the rule.
            let _ = sender.send(result);
        });
        registered.expect("a callback");
        let waited = event.wait().expect_err("it is impossible").to_string();
        let times = event.timestamps();
        assert_eq!(event.status(), EventStatus::Failed);
        assert_eq!(event.error().map(|error| error.to_string()).as_ref(), Some(&waited));
        let called = receiver.recv_timeout(Duration::from_secs(5)).expect("the callback runs");
        assert_eq!(called.expect_err("it is impossible").to_string(), waited);
        queue.finish().expect("the queue goes on");
        assert_eq!(event.wait().expect_err("it stays so").to_string(), waited);
        assert_eq!(event.timestamps(), times);
    }
}

fn dropped(target: &TestedDevice) {
    for queue in target.queues() {
        let (object, gate) = (buffer(&[0; 100]), Event::user());
        let (sender, receiver) = channel();
        let event = queue.submit(fill(&object, 3), std::slice::from_ref(&gate));
        let registered = event.on_complete(move |result| {
            // The receiver waits for it.
            let _ = sender.send(result);
        });
        registered.expect("a callback");
        drop(event);
        gate.complete(Ok(()));
        drop(gate);
        receiver.recv_timeout(Duration::from_secs(5)).expect("the callback runs").expect("a fill");
        assert_eq!(target.contents(&object), [3; 100]);
    }
}

fn completed_by_their_queue(target: &TestedDevice) {
    let queue = target.queue(false);
    let gate = Event::user();
    let event = queue.submit(command(), std::slice::from_ref(&gate));
    event.complete(Err(Error::Execution("by a caller".into())));
    assert!(!event.is_complete());
    gate.complete(Ok(()));
    event.wait().expect("a fill");
}
