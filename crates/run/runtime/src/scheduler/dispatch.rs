//! Whether a command can be given to PI now or has to be deferred.

use std::sync::Arc;

use tandem_pi_host as pi;
use tandem_pi_host::{Enqueue, WaitList};

use super::dependencies::{Dependencies, DependencyLists};
use super::order::QueueOrder;
use super::queue::Queue;
use crate::base::error::Result;
use crate::base::object::Object;
use crate::commands::command::Command;
use crate::scheduler::HostTask;
use crate::scheduler::deferred::{Action, Deferred};
use crate::scheduler::event::{EventRef, State};

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

/// A queue for a command, the command's dependencies, and whether its event is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dispatch<'a> {
    queue: &'a Arc<Object<Queue>>,
    after: DependencyLists<'a>,
    wants_event: bool,
}

impl<'a> Dispatch<'a> {
    /// Sets whether the command gets an event.
    pub(crate) fn with_event_if(self, wants_event: bool) -> Self {
        Self { wants_event, ..self }
    }

    /// Enqueues a command, or defers it.
    pub(crate) fn command(self, command: Command<'_>) -> Result<Dispatched> {
        self.command_in(&mut self.queue.state.lock().order, command)
    }

    /// As [`Dispatch::command`], with the queue locked.
    pub(crate) fn command_in(self, order: &mut QueueOrder, command: Command<'_>) -> Result<Dispatched> {
        let Self { queue, after, wants_event } = self;
        let Some(wait) = queue.wait_list(order, after) else {
            order.set_used();
            let blocks_later = queue.is_in_order() || matches!(command, Command::Barrier);
            let action = Action::Command(Box::new(command.into_owned()));
            return Ok(queue.defer(order, action, after.to_owned(), blocks_later));
        };
        let submitted = queue.submission_time();
        let to = queue.pi().after(&wait).with_event_if(wants_event);
        // SAFETY: the caller of `submit` has promised it; commands that
        // the runtime adds use memory that buffers keep alive.
        let event = unsafe { queue.enqueue(order, &command, to)? };
        let event = wants_event.then(|| queue.event_of(event, submitted));
        Ok(Dispatched { event, deferred: None })
    }

    /// Defers a host task.
    pub(crate) fn host_task(self, task: HostTask) -> Result<Dispatched> {
        let queue = self.queue;
        let order = &mut queue.state.lock().order;
        let mut after = self.after.to_owned();
        after.ended.extend(queue.everything_before(order)?);
        Ok(queue.defer(order, Action::HostTask(task), after, queue.is_in_order()))
    }

    /// A barrier after the needed events, or, without any, after everything in the queue.
    pub(crate) fn barrier(self) -> Result<Dispatched> {
        let queue = self.queue;
        let order = &mut queue.state.lock().order;
        if !self.after.needed.is_empty() {
            return self.command_in(order, Command::Barrier);
        }
        order.set_used();
        let submitted = queue.submission_time();
        let all = WaitList::new();
        // SAFETY: a barrier uses no memory.
        let known = unsafe { queue.device_queue().enqueue(&Command::Barrier, queue.pi().after(&all).with_event())? };
        known.iter().for_each(|known| order.set_barrier(known));
        let known = queue.event_of(known, submitted);
        let mut before = order.pending();
        if before.is_empty() {
            return Ok(Dispatched { event: Some(known), deferred: None });
        }
        before.push(known);
        let to = queue.after(DependencyLists::ended(&before)).with_event_if(self.wants_event);
        to.command_in(order, Command::Barrier)
    }
}

impl Object<Queue> {
    /// Starts the dispatch of a command that depends on these events and whose event is wanted.
    #[inline]
    pub(crate) fn after<'a>(self: &'a Arc<Self>, after: DependencyLists<'a>) -> Dispatch<'a> {
        Dispatch { queue: self, after, wants_event: true }
    }

    /// Keeps a value until a command is complete or has failed. Nothing waits
    /// for the value's end.
    pub fn keep_until_complete(self: &Arc<Self>, event: &EventRef, value: impl Send + 'static) {
        let mut kept = Some(value);
        let task = HostTask::new(move || {
            kept.take();
            Ok(())
        });
        let after = DependencyLists::ended(std::slice::from_ref(event));
        Deferred::new(self, Action::HostTask(task), after.to_owned()).start();
    }

    /// Makes the queue report a command that does not run if the event fails.
    pub(crate) fn report_dependents_of(self: &Arc<Self>, event: &EventRef) {
        if event.state() == State::Complete {
            return;
        }
        let task = HostTask::new(|| Ok(()));
        let after = DependencyLists::needed(std::slice::from_ref(event));
        let report = Deferred::new(self, Action::HostTask(task), after.to_owned());
        self.state.lock().order.add_pending(report.event());
        report.start();
    }

    /// Enqueues a command in PI after the events of `to` and, on an out-of-order queue, after its
    /// last barrier. If an event is wanted but none is returned, there was nothing to do.
    ///
    /// # Safety
    /// As for [`Command::enqueue`].
    pub(super) unsafe fn enqueue(
        &self,
        order: &mut QueueOrder,
        command: &Command<'_>,
        to: Enqueue<'_>,
    ) -> Result<Option<pi::Event>> {
        order.set_used();
        let is_barrier = matches!(command, Command::Barrier);
        if self.is_in_order() || !command.is_fence() {
            // SAFETY: the caller's duty.
            return unsafe { self.device_queue().enqueue(command, to) };
        }
        if to.wait_list().is_empty() {
            // To PI, an empty wait list means "everything before".
            let barrier = order.barrier();
            return barrier.map_or(Ok(None), |barrier| {
                Ok(self.pi().after(&WaitList::from_iter([&barrier])).with_event().marker()?)
            });
        }
        // SAFETY: fences use no memory.
        let event = unsafe { self.device_queue().enqueue(command, to.with_event())? };
        event.iter().filter(|_| is_barrier).for_each(|event| order.set_barrier(event));
        Ok(event)
    }

    /// The event of a command that PI has taken; without PI's event, there was nothing to do.
    fn event_of(self: &Arc<Self>, event: Option<pi::Event>, submitted: u64) -> EventRef {
        let complete = || EventRef::complete(self, submitted);
        event.map_or_else(complete, |event| EventRef::enqueued(self, event, submitted))
    }

    /// An event after all commands in PI that the queue's order puts before the next submission. Commands that PI does
    /// not know must not run before this event.
    pub(super) fn everything_before(self: &Arc<Self>, order: &mut QueueOrder) -> Result<Option<EventRef>> {
        let last = match self.is_in_order() {
            true if order.is_used() => self.pi().after(&WaitList::new()).with_event().marker()?,
            true => None,
            false => order.barrier(),
        };
        Ok(last.map(|last| EventRef::enqueued(self, last, 0)))
    }

    /// The events that PI has to wait for. `None`: the command has to wait on the host, or will
    /// never run.
    fn wait_list<'a>(&self, order: &mut QueueOrder, after: DependencyLists<'a>) -> Option<WaitList<'a>> {
        if order.tail().is_some() {
            return None;
        }
        let mut wait = WaitList::new();
        for dep in after.needed {
            match dep.state() {
                State::Complete => {}
                State::Pending | State::Failed => return None,
                State::Enqueued if !dep.is_of_context(self.context()) => return None,
                State::Enqueued => dep.pi().into_iter().for_each(|event| wait.push(event)),
            }
        }
        for dep in after.ended {
            match dep.state() {
                State::Complete | State::Failed => {}
                State::Pending => return None,
                State::Enqueued if !dep.is_of_context(self.context()) => return None,
                State::Enqueued => dep.pi_end().into_iter().for_each(|event| wait.push(event)),
            }
        }
        Some(wait)
    }

    fn defer(
        self: &Arc<Self>,
        order: &mut QueueOrder,
        action: Action,
        mut after: Dependencies,
        blocks_later: bool,
    ) -> Dispatched {
        after.ended.extend(order.tail());
        let deferred = Deferred::new(self, action, after);
        let event = deferred.event().clone();
        if blocks_later {
            order.set_tail(&event);
        }
        order.add_pending(&event);
        Dispatched { event: Some(event), deferred: Some(deferred) }
    }
}
