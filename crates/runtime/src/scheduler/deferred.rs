//! Deferred commands: those that PI cannot be given yet, because they depend on a host
//! task, a host access or another context.
//!
//! A deferred command counts its pending dependencies. The thread that completes the
//! last one continues: if the remaining dependencies are events of the command's own
//! context, it enqueues the command with a wait list. Events that PI cannot make the
//! command wait for are watched with callbacks, so that no thread is blocked. Chains are
//! processed in a loop, without recursion.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_pi_host::WaitList;

use super::HostTask;
use super::completion::run_when_complete;
use crate::base::clock;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::commands::command::Command;
use crate::scheduler::event::{EventRef, HostTimes, State};
use crate::scheduler::queue::Queue;

/// The events that a command waits for.
pub(crate) type Deps = SmallVec<[EventRef; 8]>;

/// What a deferred command does when its time has come.
#[derive(Debug)]
pub(crate) enum Action {
    /// Is enqueued.
    Command(Box<Command<'static>>),
    /// Runs on a thread of the runtime.
    HostTask(HostTask),
}

/// A command that waits on the host.
#[derive(Debug)]
pub(crate) struct Deferred {
    queue: Arc<Object<Queue>>,
    event: EventRef,
    blockers: AtomicUsize,
    deps: Deps,
    /// What the queue's order puts before the command. Its failure does not
    /// keep the command from running: order is no dependency.
    after: Option<EventRef>,
    /// Taken by whoever carries it out.
    action: Mutex<Option<Action>>,
    submitted: u64,
}

impl Deferred {
    /// A deferred command and its event, which is pending. Nothing happens
    /// before [`Deferred::start`].
    pub(crate) fn new(queue: &Arc<Object<Queue>>, action: Action, deps: Deps, after: Option<EventRef>) -> Arc<Self> {
        let deferred = Arc::new(Self {
            queue: queue.clone(),
            event: EventRef::pending(Some(queue)),
            blockers: AtomicUsize::new(1),
            deps,
            after,
            action: Mutex::new(Some(action)),
            submitted: clock::now(),
        });
        deferred.event.set_deferred(&deferred);
        deferred
    }

    /// The command's event.
    pub(crate) fn event(&self) -> &EventRef {
        &self.event
    }

    /// What the command waits for.
    pub(crate) fn deps(&self) -> impl Iterator<Item = &EventRef> {
        self.deps.iter().chain(&self.after)
    }

    /// Begins to wait. Must be called without locks of queues and buffers: the
    /// command may run at once, on this thread.
    pub(crate) fn start(self: Arc<Self>) {
        for dep in self.deps() {
            self.blockers.fetch_add(1, Ordering::Relaxed);
            if !dep.add_dependent(&self) {
                self.blockers.fetch_sub(1, Ordering::Relaxed);
            }
        }
        notify(vec![self]);
    }

    /// Nothing pending is left: goes on as far as possible. Returns what became
    /// due by that.
    fn advance(self: Arc<Self>) -> Vec<Arc<Self>> {
        let Some(mut action) = self.action.lock().take() else {
            return Vec::new();
        };
        let foreign: Deps = self.deps().filter(|dep| self.must_wait_on_host(&action, dep)).cloned().collect();
        if foreign.is_empty() && matches!(action, Action::Command(_)) {
            return self.execute(&mut action);
        }
        let watched = foreign.clone();
        run_when_complete(&watched, move || {
            foreign.iter().for_each(|dep| dep.wait());
            notify_all(self.execute(&mut action));
            // Only now: what a host task captured may wait for its dependents.
            drop(action);
        });
        Vec::new()
    }

    fn must_wait_on_host(&self, action: &Action, dep: &EventRef) -> bool {
        let same_context = dep.queue().is_some_and(|queue| Arc::ptr_eq(queue.context(), self.queue.context()));
        let by_pi = same_context && matches!(action, Action::Command(_));
        dep.state() == State::Enqueued && !by_pi
    }

    /// Runs the action; everything that it needs is complete or known to PI.
    fn execute(&self, action: &mut Action) -> Vec<Arc<Self>> {
        if let Some(error) = self.deps.iter().find_map(|dep| dep.error()) {
            return self.fail(Error::dependency(&error), None);
        }
        match action {
            Action::Command(command) => self.enqueue(command).unwrap_or_else(|error| self.fail(error, None)),
            Action::HostTask(task) => self.run(task),
        }
    }

    /// Reports the error, once, and settles the event.
    fn fail(&self, error: Error, times: Option<HostTimes>) -> Vec<Arc<Self>> {
        self.queue.record_error(error.clone());
        self.event.set_failed(Arc::new(error), times)
    }

    fn enqueue(&self, command: &Command<'_>) -> Result<Vec<Arc<Self>>> {
        // PI itself keeps the order of an in-order queue.
        let order = self.after.iter().filter(|_| !self.queue.is_in_order());
        let enqueued = self.deps.iter().chain(order).filter(|dep| dep.state() == State::Enqueued);
        let wait: WaitList<'_> = enqueued.filter_map(|dep| dep.pi()).collect();
        // SAFETY: whoever submitted the command has promised it.
        let event = unsafe { self.queue.device_queue().enqueue(command, &wait, true)? };
        Ok(match event {
            Some(event) => self.event.set_enqueued(event),
            None => self.event.set_complete(None),
        })
    }

    fn run(&self, task: &mut HostTask) -> Vec<Arc<Self>> {
        let start = clock::now();
        let result = task.run();
        let times = Some(HostTimes { submit: self.submitted, start, end: clock::now() });
        match result {
            Ok(()) => self.event.set_complete(times),
            Err(error) => self.fail(error, times),
        }
    }
}

/// Tells each of the commands that one thing it waited for is settled.
pub(crate) fn notify_all(settled: Vec<Arc<Deferred>>) {
    if !settled.is_empty() {
        notify(settled);
    }
}

fn notify(mut due: Vec<Arc<Deferred>>) {
    while let Some(deferred) = due.pop() {
        if deferred.blockers.fetch_sub(1, Ordering::AcqRel) == 1 {
            due.extend(deferred.advance());
        }
    }
}
