//! Loom models of the ownership of a buffer's copies: [`AccessLog`] and [`Coherency`] under one
//! lock, with commands that succeed or fail on other threads. `tandem_device_queue::model` says how
//! to run them.

use std::ops::Range;
use std::sync::Arc;

use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::sync::{Condvar, Mutex};
use loom::thread;

use super::access_log::{AccessLog, Completion, Use};
use super::coherency::{Coherency, Location, Locations};
use crate::scheduler::event::Outcome;

const ALL: Range<usize> = 0..8;

/// The end of a command.
#[derive(Clone)]
struct End(Arc<(Mutex<Outcome>, Condvar)>);

impl End {
    fn new() -> Self {
        Self(Arc::new((Mutex::new(Outcome::Running), Condvar::new())))
    }

    fn set(&self, outcome: Outcome) {
        let (state, changed) = &*self.0;
        *state.lock().expect("no thread panics") = outcome;
        changed.notify_all();
    }

    /// Waits for the end. False if the command failed.
    fn wait(&self) -> bool {
        let (state, changed) = &*self.0;
        let mut outcome = state.lock().expect("no thread panics");
        while *outcome == Outcome::Running {
            outcome = changed.wait(outcome).expect("no thread panics");
        }
        *outcome == Outcome::Complete
    }
}

impl Completion for End {
    fn outcome(&self) -> Outcome {
        *self.0.0.lock().expect("no thread panics")
    }

    fn has_failed(&self) -> bool {
        self.outcome() == Outcome::Failed
    }
}

/// A buffer with a copy on the host and one on a device, each of which holds a number.
struct Model {
    owner: Mutex<(AccessLog<End>, Coherency)>,
    host: AtomicUsize,
    device: AtomicUsize,
    /// Transfers that are still to fail.
    failures: AtomicUsize,
}

fn device() -> Location {
    Location::device(0)
}

impl Model {
    /// Only the device has the contents, which are 1.
    fn new(failures: usize) -> Arc<Self> {
        let coherency = Coherency::new(ALL.end, Locations::only(device()));
        Arc::new(Self {
            owner: Mutex::new((AccessLog::default(), coherency)),
            host: AtomicUsize::new(0),
            device: AtomicUsize::new(1),
            failures: AtomicUsize::new(failures),
        })
    }

    /// A host access: what it finds, or `None` if the transfer that it needs has failed.
    fn read_on_host(&self) -> Option<usize> {
        let (mut deps, mut transfer) = (Vec::new(), None);
        let end = End::new();
        {
            let (log, coherency) = &mut *self.owner.lock().expect("no thread panics");
            log.take_failed_copies(&ALL, |range, to| coherency.lose(range, to));
            if !coherency.is_current(&ALL, Location::HOST) {
                let usage = Use::Copy { from: device(), to: Location::HOST };
                let mut before = Vec::new();
                log.conflicts(
                    &ALL.into(),
                    usage,
                    Some(device()),
                    |_| false,
                    |conflict| before.push(conflict.event.clone()),
                );
                let copied = End::new();
                coherency.copy(&ALL, Location::HOST);
                log.insert(ALL.into(), usage, copied.clone(), |_| false);
                transfer = Some((before, copied));
            }
            let usage = Use::Read(Location::HOST);
            log.conflicts(
                &ALL.into(),
                usage,
                Some(Location::HOST),
                |_| false,
                |conflict| deps.push(conflict.event.clone()),
            );
            log.insert(ALL.into(), usage, end.clone(), |_| false);
        }
        if let Some((before, copied)) = transfer {
            copied.set(self.transfer(&before));
        }
        let found = deps.iter().all(End::wait).then(|| self.host.load(Ordering::Relaxed));
        end.set(Outcome::Complete);
        found
    }

    /// Runs a transfer to the host.
    fn transfer(&self, before: &[End]) -> Outcome {
        let is_possible = before.iter().all(End::wait);
        let fails = self.failures.load(Ordering::Relaxed) > 0;
        if fails {
            self.failures.fetch_sub(1, Ordering::Relaxed);
        }
        if fails || !is_possible {
            return Outcome::Failed;
        }
        self.host.store(self.device.load(Ordering::Relaxed), Ordering::Relaxed);
        Outcome::Complete
    }

    /// A command that raises the number on the device, where it is.
    fn write_on_device(&self) {
        let (mut deps, end) = (Vec::new(), End::new());
        {
            let (log, coherency) = &mut *self.owner.lock().expect("no thread panics");
            log.take_failed_copies(&ALL, |range, to| coherency.lose(range, to));
            log.conflicts(
                &ALL.into(),
                Use::Write,
                Some(device()),
                |_| false,
                |conflict| deps.push(conflict.event.clone()),
            );
            coherency.write(&ALL, device());
            log.insert(ALL.into(), Use::Write, end.clone(), |_| false);
        }
        // A failed transfer to the host does not matter to the device's copy.
        deps.iter().for_each(|dep| _ = dep.wait());
        self.device.store(self.device.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        end.set(Outcome::Complete);
    }

    /// Whether the host's copy counts as current once everything has ended.
    fn is_on_host(&self) -> bool {
        let (log, coherency) = &mut *self.owner.lock().expect("no thread panics");
        log.take_failed_copies(&ALL, |range, to| coherency.lose(range, to));
        coherency.is_current(&ALL, Location::HOST)
    }
}

#[test]
fn readers_never_see_what_a_failed_transfer_left() {
    for failures in 0..2 {
        loom::model(move || {
            let model = Model::new(failures);
            let other = model.clone();
            let reader = thread::spawn(move || other.read_on_host());
            let found = [model.read_on_host(), reader.join().expect("no panic")];
            assert!(found.iter().flatten().all(|&number| number == 1), "{found:?}");
            assert!(failures > 0 || found == [Some(1); 2]);
            assert!(!model.is_on_host() || model.host.load(Ordering::Relaxed) == 1);
            // The failure is over: the contents are still on the device.
            assert_eq!(model.read_on_host(), Some(1));
        });
    }
}

#[test]
fn a_writer_leaves_one_current_copy() {
    for failures in 0..2 {
        loom::model(move || {
            let model = Model::new(failures);
            let other = model.clone();
            let writer = thread::spawn(move || other.write_on_device());
            let found = model.read_on_host();
            writer.join().expect("no panic");
            assert!(matches!(found, Some(1 | 2)) || failures > 0 && found.is_none(), "{found:?}");
            assert_eq!(model.device.load(Ordering::Relaxed), 2);
            // It is the host's only if the host has the new number.
            assert!(!model.is_on_host() || model.host.load(Ordering::Relaxed) == 2);
            assert_eq!(model.read_on_host(), Some(2));
        });
    }
}

/// A buffer whose memory must outlive the commands that use it.
struct Lifetime {
    log: Mutex<AccessLog<End>>,
    /// Commands that have used the memory to their end.
    used: AtomicUsize,
}

impl Lifetime {
    /// Enters a command that overwrites everything. Returns its dependencies.
    fn enter(&self, end: &End) -> Vec<End> {
        let (mut before, mut log) = (Vec::new(), self.log.lock().expect("no thread panics"));
        log.conflicts(&ALL.into(), Use::Write, None, |_| false, |conflict| before.push(conflict.event.clone()));
        log.insert(ALL.into(), Use::Write, end.clone(), |_| false);
        before
    }

    /// Waits for all that the log knows of.
    fn finish(&self) {
        let events: Vec<End> = self.log.lock().expect("no thread panics").events().cloned().collect();
        events.iter().for_each(|event| _ = event.wait());
    }
}

#[test]
fn memory_outlives_its_users_although_the_last_command_does_not_run() {
    loom::model(|| {
        let buffer = Arc::new(Lifetime { log: Mutex::new(AccessLog::default()), used: AtomicUsize::new(0) });
        let (writer_end, doomed_end) = (End::new(), End::new());
        assert!(buffer.enter(&writer_end).is_empty());
        let using = buffer.clone();
        let writer = thread::spawn(move || {
            using.used.fetch_add(1, Ordering::Relaxed);
            writer_end.set(Outcome::Complete);
        });
        let before = buffer.enter(&doomed_end);
        let doomed = thread::spawn(move || {
            // It ends only after all of its dependencies.
            before.iter().for_each(|event| _ = event.wait());
            doomed_end.set(Outcome::Failed);
        });
        buffer.finish();
        assert_eq!(buffer.used.load(Ordering::Relaxed), 1, "the writer has ended");
        writer.join().expect("no panic");
        doomed.join().expect("no panic");
    });
}
