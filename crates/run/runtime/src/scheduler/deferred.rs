//! Deferred commands: those that PI cannot be given yet, because they depend on a host
//! task, a host access or another context, and those that will not run.
//!
//! A deferred command counts its pending dependencies. The thread that completes the
//! last one continues: if the remaining dependencies are events of the command's own
//! context, it enqueues the command with a wait list. Events that PI cannot make the
//! command wait for are watched with callbacks, so that no thread is blocked. Chains are
//! processed in a loop, without recursion.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_pi_host::WaitList;

use super::HostTask;
use super::completion::run_when_complete;
use super::dependencies::{Dependencies, Events};
use crate::base::clock::{self, Span};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::base::{callbacks, workers};
use crate::commands::command::Command;
use crate::instrumentation::{self, Activity};
use crate::scheduler::event::{Dependent, EventRef, State, notify_all};
use crate::scheduler::queue::Queue;

/// The action of a deferred command once its dependencies allow it.
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
    after: Dependencies,
    /// Taken by whoever carries it out.
    action: Mutex<Option<Action>>,
}

impl Dependent for Deferred {
    fn settle_one(self: Arc<Self>) -> Vec<Arc<dyn Dependent>> {
        match self.blockers.fetch_sub(1, Ordering::AcqRel) {
            1 => self.advance(),
            _ => Vec::new(),
        }
    }

    fn events(&self) -> Vec<EventRef> {
        self.after.events().cloned().collect()
    }
}

impl Deferred {
    /// A deferred command and its event, which is pending. Nothing happens
    /// before [`Deferred::start`].
    pub(crate) fn new(queue: &Arc<Object<Queue>>, action: Action, after: Dependencies) -> Arc<Self> {
        let deferred = Arc::new(Self {
            queue: queue.clone(),
            event: EventRef::pending(queue),
            blockers: AtomicUsize::new(1),
            after,
            action: Mutex::new(Some(action)),
        });
        let command: Weak<Self> = Arc::downgrade(&deferred);
        deferred.event.set_command(command);
        deferred
    }

    /// The command's event.
    pub(crate) fn event(&self) -> &EventRef {
        &self.event
    }

    /// Begins to wait. Must be called without locks of queues and buffers: the
    /// command may run at once, on this thread.
    pub(crate) fn start(self: Arc<Self>) {
        for dep in self.after.events() {
            self.blockers.fetch_add(1, Ordering::Relaxed);
            if !dep.add_dependent(self.clone()) {
                self.blockers.fetch_sub(1, Ordering::Relaxed);
            }
        }
        notify_all(vec![self]);
    }

    /// Proceeds as far as possible: no dependency is pending any more. Returns the commands that
    /// are due as a result.
    fn advance(self: Arc<Self>) -> Vec<Arc<dyn Dependent>> {
        let Some(action) = self.action.lock().take() else {
            return Vec::new();
        };
        match action {
            Action::Command(command) => {
                let foreign = self.running(|dep| !dep.is_of_context(self.queue.context()));
                self.then(foreign, move |this| this.enqueue_or_fail(command))
            }
            Action::HostTask(task) => {
                let all = self.running(|_| true);
                self.in_worker(all, move |this| this.run_or_fail(task))
            }
        }
    }

    /// The dependencies that PI has and that may still be running.
    fn running(&self, is_wanted: impl Fn(&EventRef) -> bool) -> Events {
        let enqueued = self.after.events().filter(|dep| dep.state() == State::Enqueued);
        enqueued.filter(|dep| is_wanted(dep)).cloned().collect()
    }

    /// Goes on when these events have ended.
    fn then(
        self: Arc<Self>,
        events: Events,
        go_on: impl FnOnce(Arc<Self>) -> Vec<Arc<dyn Dependent>> + Send + 'static,
    ) -> Vec<Arc<dyn Dependent>> {
        if events.is_empty() { go_on(self) } else { self.in_worker(events, go_on) }
    }

    /// Goes on in a worker when these events have ended.
    fn in_worker(
        self: Arc<Self>,
        events: Events,
        go_on: impl FnOnce(Arc<Self>) -> Vec<Arc<dyn Dependent>> + Send + 'static,
    ) -> Vec<Arc<dyn Dependent>> {
        let watched = events.clone();
        run_when_complete(&watched, move || {
            events.iter().for_each(|event| event.wait());
            notify_all(go_on(self));
        });
        Vec::new()
    }

    fn enqueue_or_fail(self: Arc<Self>, command: Box<Command<'static>>) -> Vec<Arc<dyn Dependent>> {
        if let Some(error) = self.failed_dependency() {
            // A fence is no command of the program that does not run.
            return self.fail_last(error, !command.is_fence());
        }
        self.enqueue(&command).unwrap_or_else(|error| self.fail_last(error, true))
    }

    fn run_or_fail(self: Arc<Self>, mut task: HostTask) -> Vec<Arc<dyn Dependent>> {
        let due = match self.failed_dependency() {
            Some(error) => self.fail(error, None, true),
            None => self.run(&mut task),
        };
        notify_all(due);
        // Only now: what a host task captured may wait for its dependents, and these for workers.
        workers::beside_jobs(|| callbacks::unlocked(|| drop(task)));
        Vec::new()
    }

    /// Why the command will not run.
    fn failed_dependency(&self) -> Option<Error> {
        self.after.needed.iter().find_map(|dep| dep.error()).map(|error| Error::dependency(&error))
    }

    /// Fails the command once all of its predecessors have ended.
    fn fail_last(self: Arc<Self>, error: Error, is_reported: bool) -> Vec<Arc<dyn Dependent>> {
        let mut before = self.running(|_| true);
        let last = self.queue.everything_before(&mut self.queue.state.lock().order);
        match last {
            Ok(last) => before.extend(last),
            // The results of the commands are reported elsewhere.
            Err(_) => self.queue.device_queue().finish(),
        }
        self.then(before, move |this| this.fail(error, None, is_reported))
    }

    /// Settles the event with an error, which the queue reports if it is to.
    fn fail(&self, error: Error, ran: Option<Span>, is_reported: bool) -> Vec<Arc<dyn Dependent>> {
        if is_reported {
            self.queue.record_error(error.clone());
        }
        self.event.set_failed(Arc::new(error), ran)
    }

    fn enqueue(&self, command: &Command<'_>) -> Result<Vec<Arc<dyn Dependent>>> {
        let mut wait: WaitList<'_> = enqueued(&self.after.needed).filter_map(|dep| dep.pi()).collect();
        // PI itself keeps the order of an in-order queue.
        let ended = enqueued(&self.after.ended).filter(|dep| !dep.is_before_in(&self.queue));
        ended.filter_map(|dep| dep.pi_end()).for_each(|event| wait.push(event));
        let to = self.queue.pi().after(&wait).with_event();
        // SAFETY: whoever submitted the command has promised it.
        let event = unsafe { self.queue.enqueue(&mut self.queue.state.lock().order, command, to)? };
        Ok(match event {
            Some(event) => self.event.set_enqueued(event),
            None => self.event.set_complete(None),
        })
    }

    fn run(&self, task: &mut HostTask) -> Vec<Arc<dyn Dependent>> {
        let start = self.queue.submission_time();
        let span = instrumentation::span(|| Activity::HostTask);
        let result = task.run();
        drop(span);
        let ran = self.queue.has_profiling().then(|| Span { start, end: clock::now() });
        match result {
            Ok(()) => self.event.set_complete(ran),
            Err(error) => self.fail(error, ran, true),
        }
    }
}

fn enqueued(events: &[EventRef]) -> impl Iterator<Item = &EventRef> {
    events.iter().filter(|event| event.state() == State::Enqueued)
}
