//! Events: the completion of one command, host task or host access.
//!
//! ```text
//! Pending ──enqueued──► Enqueued ──seen complete──► Complete
//!    │                      └─────seen failed─────► Failed
//!    └──host task or access ended, or could not be enqueued──► Complete, Failed
//! ```
//!
//! * `Pending`: not known to PI. This is a command that depends on a host task, the task itself, or
//!   a host access. Commands that need it are in `dependents`.
//! * `Enqueued`: `pi` is set and does not change; PI tracks the rest.
//! * `Complete`, `Failed`: final.
//!
//! An event never refers to its dependencies, so chains of submissions do not grow. Events are
//! pooled per thread: submitting in a loop allocates nothing.

mod dependent;
mod profiling;
mod reference;
mod source;

use std::any::Any;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Condvar, Mutex};
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;

pub(crate) use dependent::{Dependent, notify_all};
pub use reference::EventRef;
pub(crate) use reference::WeakEvent;
pub(crate) use source::CommandSource;

use crate::base::clock::{self, Span};
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::base::process;
use crate::commands::causes;
use crate::instrumentation::{self, Activity};
use crate::programs::context::Context;

/// Where an event is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// Not known to PI yet.
    Pending,
    /// PI knows.
    Enqueued,
    /// Done.
    Complete,
    /// Done, but not well.
    Failed,
}

/// How the command of an event stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has not ended.
    Running,
    /// It has ended well.
    Complete,
    /// It has failed, or will never run.
    Failed,
}

/// `sycl::info::event_command_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// Not started.
    Submitted = 0,
    /// Started.
    Running = 1,
    /// Ended.
    Complete = 2,
}

/// The completion of a command.
#[derive(Debug)]
pub struct Event {
    state: AtomicU8,
    /// PI's event, of a command that was enqueued when it was submitted.
    pi: Option<pi::Event>,
    /// PI's event, of a command that waited on the host.
    later_pi: OnceLock<pi::Event>,
    /// The end of PI's event, once a command waits for it.
    pi_end: OnceLock<pi::Event>,
    source: Option<Arc<dyn CommandSource>>,
    /// The node of a graph that was made instead of a command.
    node: Option<Arc<dyn Any + Send + Sync>>,
    slow: Mutex<Slow>,
    changed: Condvar,
}

/// State that is only used by events that had to wait, or failed.
#[derive(Debug, Default)]
struct Slow {
    error: Option<Arc<Error>>,
    dependents: Vec<Arc<dyn Dependent>>,
    /// The event's own command, while it waits on the host.
    command: Option<Weak<dyn Dependent>>,
    /// When the command was submitted, by the host's clock; 0 without profiling.
    submitted: u64,
    /// When it ran, once that is known.
    ran: Option<Span>,
    /// The first of several commands that the event is for; its end is when they start.
    first: Option<EventRef>,
}

impl Kind for Event {
    const TAG: u64 = 0x6576_656e_745f_7431;
}

impl Event {
    /// The queue whose command this is; `None` for host accesses.
    pub(crate) fn source(&self) -> Option<&Arc<dyn CommandSource>> {
        self.source.as_ref()
    }

    /// The node that the event represents, if its submission was recorded. Such an event is complete, since nothing
    /// will run, and only has a meaning for the graph.
    pub(crate) fn node(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        self.node.as_ref()
    }

    /// Where the event is in its life.
    pub fn state(&self) -> State {
        match self.state.load(Ordering::Acquire) {
            0 => State::Pending,
            1 => State::Enqueued,
            2 => State::Complete,
            _ => State::Failed,
        }
    }

    /// PI's event; none while pending, and for what PI never sees.
    pub(crate) fn pi(&self) -> Option<&pi::Event> {
        self.pi.as_ref().or_else(|| self.later_pi.get())
    }

    /// As [`Event::pi`], for commands that come after this one however it ends. With a plugin that
    /// has no such events, they do not run if this one fails.
    pub(crate) fn pi_end(&self) -> Option<&pi::Event> {
        let event = self.pi()?;
        Some(self.pi_end.get_or_init(|| event.end().unwrap_or_else(|_| event.clone())))
    }

    /// Whether PI can make commands of this context wait for the event.
    pub(crate) fn is_of_context(&self, context: &Arc<Object<Context>>) -> bool {
        self.source.as_ref().is_some_and(|source| Arc::ptr_eq(source.device_queue().context(), context))
    }

    /// Why the command failed, if it has failed by now. Does not block.
    pub fn error(&self) -> Option<Arc<Error>> {
        if self.state() == State::Enqueued
            && let Some(event) = self.pi()
            && event.status().is_ok_and(|status| status.0 < 0)
        {
            self.settle_enqueued(Some(causes::error_of(event)));
        }
        match self.state() {
            State::Failed => self.slow.lock().error.clone(),
            _ => None,
        }
    }

    /// Blocks until the command is complete. [`Event::error`] then tells whether it
    /// failed; as an asynchronous error, the failure goes to the queue without the event.
    pub fn wait(&self) {
        let is_over = matches!(self.state(), State::Complete | State::Failed);
        let _span = if is_over { None } else { instrumentation::span(|| Activity::Wait("event::wait")) };
        if self.state() == State::Pending {
            let mut slow = self.slow.lock();
            while self.state() == State::Pending && !process::is_waiting_futile() {
                self.changed.wait(&mut slow);
            }
        }
        if self.state() == State::Enqueued
            && let Some(event) = self.pi()
        {
            let error = event.wait().err().map(|_| causes::error_of(event));
            self.settle_enqueued(error);
        }
    }

    /// How the command stands, without blocking.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.state() {
            State::Pending => Outcome::Running,
            State::Complete => Outcome::Complete,
            State::Failed => Outcome::Failed,
            State::Enqueued => match self.pi().map(pi::Event::status) {
                Some(Ok(PI_EVENT_COMPLETE)) => Outcome::Complete,
                Some(Ok(status)) if status.0 < 0 => {
                    // Does not block any more, but takes note of the failure.
                    self.wait();
                    Outcome::Failed
                }
                _ => Outcome::Running,
            },
        }
    }

    /// Whether the command has failed, as far as is known without asking the plugin.
    pub(crate) fn has_failed(&self) -> bool {
        self.state() == State::Failed
    }

    /// The events that the command waits for directly and that are not
    /// complete, as long as it waits on the host: what PI has been told is not
    /// kept, so that chains of events do not grow.
    pub fn wait_list(&self) -> Vec<EventRef> {
        let command = self.slow.lock().command.as_ref().and_then(Weak::upgrade);
        let events = command.map(|command| command.events()).unwrap_or_default();
        events.into_iter().filter(|event| !matches!(event.status(), Ok(Status::Complete))).collect()
    }

    /// The value of `info::event::command_execution_status`.
    pub fn status(&self) -> Result<Status> {
        match (self.state(), self.pi()) {
            (State::Enqueued, Some(event)) => Ok(match event.status()? {
                PI_EVENT_QUEUED | PI_EVENT_SUBMITTED => Status::Submitted,
                PI_EVENT_RUNNING => Status::Running,
                _ => Status::Complete,
            }),
            (State::Pending | State::Enqueued, _) => Ok(Status::Submitted),
            (State::Complete | State::Failed, _) => Ok(Status::Complete),
        }
    }

    /// Names the command whose event this is.
    pub(crate) fn set_command(&self, command: Weak<dyn Dependent>) {
        self.slow.lock().command = Some(command);
    }

    /// Registers a command to be told when this event is no longer pending.
    /// False: it is not, and nothing was registered.
    pub(crate) fn add_dependent(&self, dependent: Arc<dyn Dependent>) -> bool {
        let mut slow = self.slow.lock();
        let pending = self.state() == State::Pending;
        if pending {
            slow.dependents.push(dependent);
        }
        pending
    }

    /// PI has taken the command. Returns the commands to tell.
    pub(crate) fn set_enqueued(&self, event: pi::Event) -> Vec<Arc<dyn Dependent>> {
        // Only one thread sets it: an event is enqueued by one command, once.
        let _ = self.later_pi.set(event);
        self.settle(State::Enqueued, None, None)
    }

    /// The host task or access has ended, or there was nothing to do. Returns the commands to tell.
    pub(crate) fn set_complete(&self, ran: Option<Span>) -> Vec<Arc<dyn Dependent>> {
        let is_timed = self.source.as_ref().is_some_and(|source| source.has_profiling());
        self.settle(State::Complete, None, ran.or_else(|| is_timed.then(|| Span::at(clock::now()))))
    }

    /// The command will never run, or the host task failed, which then has times.
    /// Returns the commands to tell.
    pub(crate) fn set_failed(&self, error: Arc<Error>, ran: Option<Span>) -> Vec<Arc<dyn Dependent>> {
        self.settle(State::Failed, Some(error), ran)
    }

    fn settle(&self, state: State, error: Option<Arc<Error>>, ran: Option<Span>) -> Vec<Arc<dyn Dependent>> {
        let mut slow = self.slow.lock();
        slow.error = error;
        slow.ran = ran;
        self.state.store(state as u8, Ordering::Release);
        self.changed.notify_all();
        std::mem::take(&mut slow.dependents)
    }

    /// Records the result of an enqueued command.
    fn settle_enqueued(&self, error: Option<Error>) {
        let mut slow = self.slow.lock();
        if self.state() != State::Enqueued {
            return;
        }
        let state = if error.is_some() { State::Failed } else { State::Complete };
        slow.error = error.map(Arc::new);
        self.state.store(state as u8, Ordering::Release);
    }

    /// Makes the event fit for another use.
    fn reset(&mut self) {
        self.pi = None;
        self.later_pi.take();
        self.pi_end.take();
        self.source = None;
        self.node = None;
        *self.slow.get_mut() = Slow::default();
    }
}
