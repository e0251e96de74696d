//! Loom models of the queue's protocol:
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=3 cargo test -p tandem-device-queue --lib --release`.
//!
//! The scheduler of the models only takes notes. Whenever all threads are done, every command must have run, or its
//! queue must be in the notes: no command is ever left over. Models of three threads are explored with at most two
//! preemptions; otherwise they take minutes.

use std::collections::VecDeque;
use std::sync::Arc;

use loom::thread;

use crate::executor::Executor;
use crate::shared::{Role, Schedule, Shared};
use tandem_device::{Command, DevicePtr, Event, Origin, QueueProperties, Result, Work};
use tandem_sync::{AtomicUsize, Mutex, Ordering};

/// Queues that ask to be attended.
struct Notes(Mutex<VecDeque<Arc<Shared>>>);

impl Schedule for Notes {
    fn schedule(&self, queue: Arc<Shared>) {
        self.0.lock().push_back(queue);
    }

    fn has_threads(&self) -> bool {
        true
    }
}

impl Notes {
    /// Attends the first queue in the notes, as a worker does.
    fn attend_one(&self) -> bool {
        let Some(queue) = self.0.lock().pop_front() else { return false };
        loop {
            if !queue.run(Role::Worker, &|| false) || queue.leave() {
                return true;
            }
        }
    }
}

/// Counts commands.
struct Counter {
    executed: AtomicUsize,
    is_brief: bool,
}

impl Executor for Counter {
    fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        self.executed.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn is_brief(&self, _work: &Work) -> bool {
        self.is_brief
    }
}

struct Model {
    notes: Arc<Notes>,
    counter: Arc<Counter>,
    queue: Arc<Shared>,
}

impl Model {
    fn new(out_of_order: bool) -> Arc<Self> {
        Self::with_commands(out_of_order, true)
    }

    /// A queue whose commands overlap.
    fn overlapping() -> Arc<Self> {
        Self::with_commands(true, false)
    }

    fn with_commands(out_of_order: bool, is_brief: bool) -> Arc<Self> {
        let notes = Arc::new(Notes(Mutex::new(VecDeque::new())));
        let counter = Arc::new(Counter { executed: AtomicUsize::new(0), is_brief });
        let properties = QueueProperties { out_of_order, profiling: false };
        let queue = Shared::new(counter.clone(), notes.clone(), properties);
        Arc::new(Self { notes, counter, queue })
    }

    fn submit(&self, wait: &[Event]) -> Event {
        let mut event = None;
        let command = Command::Work(Work::Prefetch { ptr: DevicePtr(0), bytes: 0 });
        self.queue.submit(command, None, wait, Some(&mut event));
        event.expect("an event was asked for")
    }

    /// All threads are done: a last worker runs the queues in the notes.
    fn check(&self, commands: usize) {
        while self.notes.attend_one() {}
        assert!(self.queue.is_empty());
        assert_eq!(self.counter.executed.load(Ordering::Relaxed), commands);
    }
}

fn spawn(model: &Arc<Model>, run: impl FnOnce(&Model) + Send + 'static) -> thread::JoinHandle<()> {
    let model = model.clone();
    thread::spawn(move || run(&model))
}

/// Explores a model with a bound that three threads allow.
fn with_three_threads(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(builder.preemption_bound.map_or(2, |bound| bound.min(2)));
    builder.check(model);
}

#[test]
fn a_leaving_worker_misses_no_submission() {
    loom::model(|| {
        let model = Model::new(false);
        model.submit(&[]);
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        model.submit(&[]);
        worker.join().expect("no panic");
        model.check(2);
    });
}

#[test]
fn a_helper_that_stops_early_leaves_nothing_behind() {
    with_three_threads(|| {
        let model = Model::new(false);
        let event = model.submit(&[]);
        let helper = spawn(&model, move |model| {
            model.queue.run(Role::Waiter(event.host().expect("of this queue")), &|| event.is_complete());
        });
        // May find the helper at work, and leave; then only the helper sees the second command.
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        model.submit(&[]);
        helper.join().expect("no panic");
        worker.join().expect("no panic");
        model.check(2);
    });
}

#[test]
fn two_submitters_and_a_worker() {
    with_three_threads(|| {
        let model = Model::new(false);
        let submitter = spawn(&model, |model| {
            model.submit(&[]);
        });
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        model.submit(&[]);
        submitter.join().expect("no panic");
        worker.join().expect("no panic");
        model.check(2);
    });
}

#[test]
fn a_completed_dependency_unblocks_both_kinds_of_queue() {
    for out_of_order in [false, true] {
        loom::model(move || {
            let model = Model::new(out_of_order);
            let gate = Event::user();
            let completer = {
                let gate = gate.clone();
                thread::spawn(move || gate.complete(Ok(())))
            };
            model.submit(std::slice::from_ref(&gate));
            let worker = spawn(&model, |model| {
                model.notes.attend_one();
            });
            completer.join().expect("no panic");
            worker.join().expect("no panic");
            model.check(1);
        });
    }
}

#[test]
fn a_waiter_and_a_worker_agree() {
    loom::model(|| {
        let model = Model::new(false);
        let event = model.submit(&[]);
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        event.wait().expect("nothing fails");
        worker.join().expect("no panic");
        model.check(1);
    });
}

#[test]
fn commands_beside_each_other_are_not_left_behind() {
    with_three_threads(|| {
        let model = Model::overlapping();
        model.submit(&[]);
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        let other = spawn(&model, |model| {
            model.notes.attend_one();
        });
        model.submit(&[]);
        worker.join().expect("no panic");
        other.join().expect("no panic");
        model.check(2);
    });
}

#[test]
fn a_command_waits_for_one_that_runs_beside_it() {
    with_three_threads(|| {
        let model = Model::overlapping();
        let first = model.submit(&[]);
        let second = model.submit(std::slice::from_ref(&first));
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        let mut fence = None;
        model.queue.submit(Command::Marker, None, &[], Some(&mut fence));
        let fence = fence.expect("an event was asked for");
        // May reach the second command while the worker still runs the first.
        model.notes.attend_one();
        if second.is_complete() {
            assert!(first.is_complete());
        }
        if fence.is_complete() {
            assert!(second.is_complete());
        }
        worker.join().expect("no panic");
        model.check(2);
    });
}

#[test]
fn a_fence_waits_for_a_command_beside_it() {
    with_three_threads(|| {
        let model = Model::overlapping();
        let command = model.submit(&[]);
        let worker = spawn(&model, |model| {
            model.notes.attend_one();
        });
        let mut fence = None;
        model.queue.submit(Command::Marker, None, &[], Some(&mut fence));
        let fence = fence.expect("an event was asked for");
        model.queue.run(Role::Waiter(fence.host().expect("of this queue")), &|| fence.is_complete());
        if fence.is_complete() {
            assert!(command.is_complete());
        }
        worker.join().expect("no panic");
        model.check(1);
    });
}
