//! Markers and barriers.

use std::thread;
use std::time::Duration;

use tandem_device::{Command, Event};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, buffer, copy, fill};

/// The rules.
pub const GROUP: Group = Group {
    name: "fences",
    rules: &[
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
            name: "in_order",
            text: "markers and barriers of an in-order queue complete in their turn",
            needs: Need::Nothing,
            check: in_order,
        },
    ],
};

fn barriers(target: &TestedDevice) {
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

fn markers(target: &TestedDevice) {
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

fn in_order(target: &TestedDevice) {
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
