//! Queues: order, barriers, failures, waiting.

use std::sync::Arc;
use std::time::Duration;

use tandem_device::{Command, Device, Error, Event, FillPattern, MemoryObject, Queue};

use crate::{Subject, at, buffer, contents, queue, submit};

fn fill(object: &Arc<MemoryObject>, value: u8) -> Command {
    Command::Fill { dst: at(object, 0), pattern: FillPattern::from_slice(&[value]), bytes: object.bytes() }
}

fn copy(from: &Arc<MemoryObject>, to: &Arc<MemoryObject>) -> Command {
    Command::Copy { src: at(from, 0), dst: at(to, 0), bytes: from.bytes() }
}

fn failed() -> Event {
    let event = Event::user();
    event.complete(Err(Error::Execution("on purpose".into())));
    event
}

/// Commands of an in-order queue run one after another, with and without events.
pub fn in_order<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, false);
    let (first, second) = (buffer(&[0; 1000]), buffer(&[0; 1000]));
    for value in 1..200 {
        queue.submit(fill(&first, value), &[], None).expect("submitted");
        queue.submit(copy(&first, &second), &[], None).expect("submitted");
    }
    queue.finish().expect("nothing fails");
    assert!(queue.is_empty());
    assert_eq!(contents(device, &second), [199; 1000]);
}

/// Commands of an out-of-order queue pass one that waits, and wait for theirs.
pub fn out_of_order<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, true);
    let (first, second) = (buffer(&[0; 100]), buffer(&[0; 100]));
    let gate = Event::user();
    let waits = submit(&*queue, fill(&first, 7), std::slice::from_ref(&gate));
    let depends = submit(&*queue, copy(&first, &second), std::slice::from_ref(&waits));
    submit(&*queue, fill(&buffer(&[0; 100]), 1), &[]).wait().expect("it depends on nothing");
    assert!(!waits.is_complete() && !depends.is_complete());
    gate.complete(Ok(()));
    depends.wait().expect("a copy");
    assert_eq!(contents(device, &second), [7; 100]);
}

/// A barrier without a wait list waits for everything before it, and everything
/// after it waits for it.
pub fn barriers<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, true);
    let (first, second) = (buffer(&[0; 100]), buffer(&[0; 100]));
    let gate = Event::user();
    let before = submit(&*queue, fill(&first, 7), std::slice::from_ref(&gate));
    let barrier = submit(&*queue, Command::Barrier, &[]);
    let after = submit(&*queue, copy(&first, &second), &[]);
    std::thread::sleep(Duration::from_millis(2));
    assert!(!barrier.is_complete() && !after.is_complete());
    gate.complete(Ok(()));
    after.wait().expect("a copy");
    assert!(before.is_complete() && barrier.is_complete());
    assert_eq!(contents(device, &second), [7; 100]);
}

/// A marker waits for its list, or without one for everything before it; nothing
/// waits for it.
pub fn markers<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, true);
    let gate = Event::user();
    let waits = submit(&*queue, fill(&buffer(&[0; 10]), 7), std::slice::from_ref(&gate));
    let done = submit(&*queue, fill(&buffer(&[0; 10]), 8), &[]);
    let of_list = submit(&*queue, Command::Marker, std::slice::from_ref(&done));
    let of_all = submit(&*queue, Command::Marker, &[]);
    submit(&*queue, fill(&buffer(&[0; 10]), 9), &[]).wait().expect("it does not wait for the marker");
    of_list.wait().expect("its list is complete");
    assert!(!of_all.is_complete());
    gate.complete(Ok(()));
    of_all.wait().expect("everything is complete");
    assert!(waits.is_complete());
}

/// Dependents of a failed command do not run and name the cause; others run.
pub fn failures_reach_dependents<S: Subject>(device: &Arc<dyn Device>) {
    for out_of_order in [false, true] {
        let queue = queue(device, out_of_order);
        let object = buffer(&[0; 10]);
        let dependent = submit(&*queue, fill(&object, 1), &[failed()]);
        let next = submit(&*queue, fill(&object, 2), std::slice::from_ref(&dependent));
        let other = submit(&*queue, fill(&buffer(&[0; 10]), 3), &[]);
        let message = next.wait().expect_err("it depends on a failure").to_string();
        assert!(message.contains("on purpose") && message.matches("depends on").count() == 1, "{message}");
        assert!(dependent.wait().is_err());
        other.wait().expect("it depends on nothing");
        assert_eq!(contents(device, &object), [0; 10]);
    }
}

/// Each failure of a command can be taken once, with or without an event, and
/// those of markers and barriers not at all; `finish` reports none.
pub fn failures_are_taken<S: Subject>(device: &Arc<dyn Device>) {
    for out_of_order in [false, true] {
        let queue = queue(device, out_of_order);
        let event = submit(&*queue, fill(&buffer(&[0; 10]), 1), &[failed()]);
        assert!(event.wait().is_err());
        queue.submit(fill(&buffer(&[0; 10]), 1), &[failed()], None).expect("submitted");
        queue.submit(Command::Marker, &[failed()], None).expect("submitted");
        queue.finish().expect("the queue can go on");
        for _ in 0..2 {
            assert!(matches!(queue.take_failure(), Some(Error::Dependency(_))));
        }
        assert!(queue.take_failure().is_none());
    }
}

/// `finish` waits for everything.
pub fn finish<S: Subject>(device: &Arc<dyn Device>) {
    for out_of_order in [false, true] {
        let queue = queue(device, out_of_order);
        let objects: Vec<_> = (0..50).map(|_| buffer(&[0; 100])).collect();
        let events: Vec<Event> =
            objects.iter().zip(1..).map(|(object, value)| submit(&*queue, fill(object, value), &[])).collect();
        queue.flush().expect("flushed");
        queue.finish().expect("nothing fails");
        assert!(queue.is_empty() && events.iter().all(Event::is_complete));
        for (object, value) in objects.iter().zip(1..) {
            assert_eq!(contents(device, object), [value; 100]);
        }
    }
}

/// What was submitted runs although the queue is gone.
pub fn work_outlives_its_queue<S: Subject>(device: &Arc<dyn Device>) {
    let gate = Event::user();
    let object = buffer(&[0; 100]);
    let event = {
        let queue: Arc<dyn Queue> = queue(device, false);
        submit(&*queue, fill(&object, 6), std::slice::from_ref(&gate))
    };
    gate.complete(Ok(()));
    event.wait().expect("a fill");
    assert_eq!(contents(device, &object), [6; 100]);
}
