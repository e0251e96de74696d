//! The dependencies of each command of a queue, and whether the command can be given
//! to PI now or has to be deferred.

use std::sync::Arc;

use tandem_pi_host::WaitList;

use super::queue::Queue;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::commands::command::Command;
use crate::scheduler::HostTask;
use crate::scheduler::deferred::{Action, Deferred, Deps};
use crate::scheduler::event::{EventRef, State, WeakEvent};

/// Below this many deferred commands the list of them is not tidied.
const PENDING_MINIMUM: usize = 32;

/// The commands of a queue that later submissions may depend on.
#[derive(Debug, Default)]
pub(crate) struct QueueDependencies {
    /// The last deferred command, if every later one has to wait for it: any
    /// of an in-order queue, a barrier of an out-of-order one.
    tail: Option<WeakEvent>,
    /// Deferred commands and host tasks, perhaps settled by now.
    pending: Vec<WeakEvent>,
    /// Whether PI has seen a command.
    used: bool,
}

/// The result of a submission.
#[derive(Debug, Default)]
#[must_use = "a deferred command must be started"]
pub(crate) struct Dispatched {
    pub(crate) event: Option<EventRef>,
    pub(crate) deferred: Option<Arc<Deferred>>,
}

impl Dispatched {
    /// Starts a deferred command; called when no lock is held.
    pub(crate) fn start(self) -> Option<EventRef> {
        if let Some(deferred) = self.deferred {
            deferred.start();
        }
        self.event
    }
}

/// When a command can be enqueued.
enum Plan<'a> {
    Now(WaitList<'a>),
    Later,
    Never(Arc<Error>),
}

impl QueueDependencies {
    /// Deferred commands and host tasks that PI does not know of yet.
    pub(crate) fn pending(&self) -> Deps {
        self.pending.iter().filter_map(WeakEvent::pending).collect()
    }
}

impl Object<Queue> {
    /// Enqueues a command, or defers it.
    pub(crate) fn dispatch(
        self: &Arc<Self>,
        command: Command<'_>,
        deps: &[EventRef],
        want_event: bool,
    ) -> Result<Dispatched> {
        self.dispatch_in(&mut self.state.lock().dependencies, command, deps, want_event)
    }

    /// Defers a host task.
    pub(crate) fn host_task(self: &Arc<Self>, task: HostTask, mut deps: Deps) -> Result<Dispatched> {
        let mut state = self.state.lock();
        let dependencies = &mut state.dependencies;
        if self.is_in_order() && dependencies.used {
            // The task waits on the host for whatever PI was given before it.
            // Without the marker it must not run: the order would be lost.
            let before = self.pi().marker(&WaitList::new())?;
            deps.extend(before.map(|event| EventRef::enqueued(self, event)));
        }
        Ok(self.defer(dependencies, Action::HostTask(task), deps, self.is_in_order()))
    }

    /// Keeps a value until a command is complete or has failed. Nothing waits
    /// for the value's end.
    pub fn keep_until_complete(self: &Arc<Self>, event: &EventRef, value: impl Send + 'static) {
        let mut kept = Some(value);
        let task = HostTask::new(move || {
            kept.take();
            Ok(())
        });
        Deferred::new(self, Action::HostTask(task), Deps::new(), Some(event.clone())).start();
    }

    pub(crate) fn barrier(self: &Arc<Self>, deps: &[EventRef], want_event: bool) -> Result<Dispatched> {
        let mut state = self.state.lock();
        let dependencies = &mut state.dependencies;
        let mut all = dependencies.pending();
        if !deps.is_empty() || all.is_empty() {
            return self.dispatch_in(dependencies, Command::Barrier, deps, want_event);
        }
        // Everything before the barrier: what PI has, and what it does not.
        let known = self.pi().barrier(&WaitList::new())?;
        all.extend(known.map(|event| EventRef::enqueued(self, event)));
        self.dispatch_in(dependencies, Command::Barrier, &all, want_event)
    }

    /// As [`Object::dispatch`], with the queue locked.
    pub(crate) fn dispatch_in(
        self: &Arc<Self>,
        dependencies: &mut QueueDependencies,
        command: Command<'_>,
        deps: &[EventRef],
        want_event: bool,
    ) -> Result<Dispatched> {
        match self.plan(dependencies, deps) {
            // To PI, an empty wait list means "everything before".
            Plan::Now(wait)
                if wait.is_empty()
                    && !deps.is_empty()
                    && !self.is_in_order()
                    && matches!(command, Command::Marker | Command::Barrier) =>
            {
                Ok(Dispatched { event: Some(EventRef::complete(self)), deferred: None })
            }
            Plan::Now(wait) => {
                dependencies.used = true;
                // SAFETY: the caller of `submit` has promised it; commands that
                // the runtime adds use memory that buffers keep alive.
                let event = unsafe { self.device_queue().enqueue(&command, &wait, want_event)? };
                let event = want_event.then(|| match event {
                    Some(event) => EventRef::enqueued(self, event),
                    None => EventRef::complete(self),
                });
                Ok(Dispatched { event, deferred: None })
            }
            Plan::Later => {
                dependencies.used = true;
                let blocks = self.is_in_order() || matches!(command, Command::Barrier);
                let action = Action::Command(Box::new(command.into_owned()));
                Ok(self.defer(dependencies, action, deps.into(), blocks))
            }
            Plan::Never(error) => {
                let error = Error::dependency(&error);
                self.record_error(error.clone());
                let event = EventRef::pending(Some(self));
                event.set_failed(Arc::new(error), None);
                Ok(Dispatched { event: Some(event), deferred: None })
            }
        }
    }

    /// Looks at what a command waits for.
    fn plan<'a>(&self, dependencies: &mut QueueDependencies, deps: &'a [EventRef]) -> Plan<'a> {
        if let Some(tail) = &dependencies.tail {
            if tail.pending().is_some() {
                return Plan::Later;
            }
            dependencies.tail = None;
        }
        let mut wait = WaitList::new();
        for dep in deps {
            match dep.state() {
                State::Complete => {}
                State::Pending => return Plan::Later,
                State::Failed => {
                    return Plan::Never(dep.error().unwrap_or_else(|| Arc::new(Error::TornDown)));
                }
                State::Enqueued => {
                    if !dep.queue().is_some_and(|queue| Arc::ptr_eq(queue.context(), self.context())) {
                        return Plan::Later;
                    }
                    if let Some(event) = dep.pi() {
                        wait.push(event);
                    }
                }
            }
        }
        Plan::Now(wait)
    }

    fn defer(
        self: &Arc<Self>,
        dependencies: &mut QueueDependencies,
        action: Action,
        deps: Deps,
        blocks_later: bool,
    ) -> Dispatched {
        let after = dependencies.tail.as_ref().and_then(WeakEvent::pending);
        let deferred = Deferred::new(self, action, deps, after);
        let event = deferred.event().clone();
        if blocks_later {
            dependencies.tail = Some(event.downgrade());
        }
        if dependencies.pending.len() >= PENDING_MINIMUM
            && dependencies.pending.len() == dependencies.pending.capacity()
        {
            dependencies.pending.retain(|event| event.pending().is_some());
        }
        dependencies.pending.push(event.downgrade());
        Dispatched { event: Some(event), deferred: Some(deferred) }
    }
}
