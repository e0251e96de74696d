//! Loom models of the event's protocol; how to run them is in
//! `docs/internals/driver-api.md`.

use std::sync::Arc;

use loom::thread;

use super::{Event, EventStatus, HostEvent};
use crate::error::Error;
use tandem_sync::{AtomicUsize, Ordering};

#[test]
fn a_waiter_wakes_up() {
    loom::model(|| {
        let event = Event::user();
        let other = event.clone();
        let completer = thread::spawn(move || other.complete(Ok(())));
        event.wait().expect("it does not fail");
        completer.join().expect("no panic");
    });
}

#[test]
fn a_callback_runs_exactly_once() {
    loom::model(|| {
        let event = Event::user();
        let calls = Arc::new(AtomicUsize::new(0));
        let other = event.clone();
        let completer = thread::spawn(move || other.complete(Ok(())));
        let counter = calls.clone();
        let registered = event.on_complete(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        registered.expect("events of the host take callbacks");
        completer.join().expect("no panic");
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn one_of_two_results_wins() {
    loom::model(|| {
        let event = Event::user();
        let other = event.clone();
        let failing = thread::spawn(move || {
            other.complete(Err(Error::Execution("test".into())));
        });
        event.complete(Ok(()));
        let seen = event.status();
        assert!(seen.is_final());
        assert_eq!(event.error().is_some(), seen == EventStatus::Failed);
        failing.join().expect("no panic");
        assert_eq!(event.status(), seen);
    });
}

#[test]
fn times_are_visible_to_whoever_sees_the_end() {
    loom::model(|| {
        let event = HostEvent::user();
        let other = event.clone();
        let completer = thread::spawn(move || {
            other.set_end_time(7);
            other.complete(Ok(()));
        });
        if event.is_complete() {
            assert_eq!(event.timestamps().end, 7);
        }
        completer.join().expect("no panic");
    });
}

#[test]
fn a_failure_reaches_waiters_and_callbacks() {
    loom::model(|| {
        let event = Event::user();
        let failures = Arc::new(AtomicUsize::new(0));
        let other = event.clone();
        let completer = thread::spawn(move || other.complete(Err(Error::Execution("test".into()))));
        let counter = failures.clone();
        let registered = event.on_complete(move |result| {
            counter.fetch_add(usize::from(result.is_err()), Ordering::Relaxed);
        });
        registered.expect("events of the host take callbacks");
        event.wait().expect_err("it fails");
        completer.join().expect("no panic");
        assert_eq!(failures.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn handles_that_are_dropped_lose_no_callback() {
    loom::model(|| {
        let event = Event::user();
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = calls.clone();
        let registered = event.on_complete(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        registered.expect("events of the host take callbacks");
        let other = event.clone();
        let completer = thread::spawn(move || {
            other.complete(Ok(()));
            drop(other);
        });
        drop(event);
        // Its storage may be that of the event that goes.
        let next = Event::user();
        assert!(!next.is_complete());
        completer.join().expect("no panic");
        assert!(!next.is_complete());
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    });
}
