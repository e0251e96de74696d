//! Events.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tandem_device::{Command, Device, Error, Event, EventStatus, FillPattern};

use crate::{Subject, at, buffer, queue, submit};

/// A command that takes a moment.
fn fill(value: u8) -> Command {
    let object = buffer(&[0; 4096]);
    Command::Fill { dst: at(&object, 0), pattern: FillPattern::from_slice(&[value]), bytes: 4096 }
}

/// The status only grows; times are in order, by the clock of the device.
pub fn status_and_times<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, false);
    let before = device.timer();
    let mut last_end = 0;
    for value in 0..20 {
        let event = submit(&*queue, fill(value), &[]);
        let mut status = event.status();
        while !status.is_final() {
            let next = event.status();
            assert!(next >= status, "{status:?} became {next:?}");
            status = next;
            std::thread::yield_now();
        }
        event.wait().expect("a fill");
        assert_eq!(event.status(), EventStatus::Complete);
        let times = event.timestamps();
        assert!(before <= times.submit && times.submit <= times.start && times.start <= times.end, "{times:?}");
        assert!(times.end <= device.timer() && last_end <= times.start, "{times:?} after {last_end}");
        last_end = times.end;
    }
}

/// A callback runs once, whether the event is complete or not.
pub fn callbacks<S: Subject>(device: &Arc<dyn Device>) {
    let queue = queue(device, false);
    let calls = Arc::new(AtomicUsize::new(0));
    let gate = Event::user();
    let event = submit(&*queue, fill(1), std::slice::from_ref(&gate));
    let register = || {
        let calls = Arc::clone(&calls);
        event.on_complete(move |result| {
            assert!(result.is_ok());
            calls.fetch_add(1, Ordering::SeqCst);
        });
    };
    register();
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    gate.complete(Ok(()));
    event.wait().expect("a fill");
    register();
    for _ in 0..1000 {
        if calls.load(Ordering::SeqCst) == 2 {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("{} callbacks ran", calls.load(Ordering::SeqCst));
}

/// A command waits for an event that the caller completes.
pub fn user_events<S: Subject>(device: &Arc<dyn Device>) {
    for out_of_order in [false, true] {
        let queue = queue(device, out_of_order);
        let gate = Event::user();
        let event = submit(&*queue, fill(1), std::slice::from_ref(&gate));
        std::thread::sleep(Duration::from_millis(2));
        assert!(event.status() < EventStatus::Running && !queue.is_empty());
        gate.complete(Ok(()));
        event.wait().expect("a fill");
        let failed = Event::user();
        failed.complete(Err(Error::Execution("on purpose".into())));
        let error = submit(&*queue, fill(2), &[failed]).wait().expect_err("its dependency failed");
        assert!(matches!(error, Error::Dependency(_)), "{error}");
    }
}
