//! The state of a host event, and the callbacks for its end.

use std::sync::{Arc, Weak};

use tandem_sync::{AtomicU32, AtomicU64, Condvar, Mutex};

use super::notification::Notification;
use crate::error::Error;

/// A handle of an event of the host.
pub struct HostEvent {
    /// `None` only inside of `drop`.
    pub(super) inner: Option<Arc<Inner>>,
}

/// A queue that can run commands on a thread that waits for one of them.
pub trait Helper: Send + Sync {
    /// Runs commands until `event` is complete, or until it can do nothing more
    /// for it right now.
    fn help(&self, event: &HostEvent);
}

/// Something that waits for events without a thread.
pub trait Dependent: Send + Sync {
    /// An event that it was registered with is final.
    fn dependency_done(self: Arc<Self>, token: usize);
}

/// An action for the time when an event becomes final.
pub(super) enum Callback {
    Notify(Notification),
    Wake(Arc<dyn Dependent>, usize),
}

/// The part that only slow paths access.
#[derive(Default)]
pub(super) struct Watchers {
    pub(super) callbacks: Vec<Callback>,
    pub(super) error: Option<Error>,
}

pub(super) struct Inner {
    pub(super) state: AtomicU32,
    pub(super) submit: AtomicU64,
    pub(super) start: AtomicU64,
    pub(super) end: AtomicU64,
    pub(super) watchers: Mutex<Watchers>,
    pub(super) wakeup: Condvar,
    /// The queue that will run the command; set before the event is shared. In the pool, the queue of
    /// the last one: a weak reference keeps the queue's memory, but nothing that the queue has.
    pub(super) helper: Option<Weak<dyn Helper>>,
}
