//! Events: the completion of a command.
//!
//! An [`Event`] is a handle of one of two kinds of events. Those of the *host* (`host`) belong to this layer: a queue
//! on host threads completes them, or a caller does ([`Event::user`]). Those of a *driver* ([`DriverEvent`]) belong to
//! a device with native queues. Callers cannot distinguish them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::native_handle::NativeHandle;

mod driver;
mod foreign;
mod host;
#[cfg(all(test, loom))]
mod model;
mod notification;
mod pool;
mod record;

pub use driver::DriverEvent;
pub use foreign::settle;
pub use notification::{Notification, is_in_callback};
pub use record::{Dependent, Helper, HostEvent};

/// Where a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum EventStatus {
    /// In a queue, waiting for its dependencies.
    Queued = 0,
    /// Handed to the device.
    Submitted = 1,
    /// Running.
    Running = 2,
    /// Done.
    Complete = 3,
    /// Failed, itself or through a dependency.
    Failed = 4,
}

impl EventStatus {
    /// Complete or failed.
    #[inline]
    pub fn is_final(self) -> bool {
        self >= Self::Complete
    }
}

/// When a command was submitted, started and ended, in nanoseconds of the
/// device's clock. 0 where it was not recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timestamps {
    /// Submission to the queue.
    pub submit: u64,
    /// Start of execution.
    pub start: u64,
    /// End of execution.
    pub end: u64,
}

/// The completion of a command. Clones are handles of the same event.
#[derive(Clone)]
pub struct Event {
    kind: Kind,
    /// A failure counts as completion.
    is_end: bool,
}

#[derive(Clone)]
enum Kind {
    Host(HostEvent),
    Driver(Arc<dyn DriverEvent>),
}

impl Event {
    /// An event that the caller completes with [`complete`](Self::complete).
    pub fn user() -> Self {
        HostEvent::user().into()
    }

    /// An event that is complete already.
    pub fn completed() -> Self {
        let event = Self::user();
        event.complete(Ok(()));
        event
    }

    /// The driver's own event, if it is one of this type.
    pub fn driver<T: DriverEvent>(&self) -> Option<&T> {
        match &self.kind {
            Kind::Driver(event) => (&**event as &dyn Any).downcast_ref(),
            Kind::Host(_) => None,
        }
    }

    /// The event of the host, if it is one.
    #[inline]
    pub fn host(&self) -> Option<&HostEvent> {
        match &self.kind {
            Kind::Host(event) => Some(event),
            Kind::Driver(_) => None,
        }
    }

    /// The end of the same command: an event that is complete once the command has ended, also when it failed. A
    /// command that waits for it runs after the other one, but does not need its result.
    pub fn end(&self) -> Self {
        Self { is_end: true, ..self.clone() }
    }

    /// Whether this is the [`end`](Self::end) of a command, which never fails.
    #[inline]
    pub fn is_end(&self) -> bool {
        self.is_end
    }

    /// Where the command stands. Never blocks.
    #[inline]
    pub fn status(&self) -> EventStatus {
        let status = match &self.kind {
            Kind::Host(event) => event.status(),
            Kind::Driver(event) => event.status(),
        };
        if self.is_end { status.min(EventStatus::Complete) } else { status }
    }

    /// Complete or failed. Never blocks.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.status().is_final()
    }

    /// Why it failed; `None` while it runs, and when it did not fail.
    pub fn error(&self) -> Option<Error> {
        if self.is_end {
            return None;
        }
        match &self.kind {
            Kind::Host(event) => event.error(),
            Kind::Driver(event) => event.error(),
        }
    }

    /// When it was submitted, started and ended.
    pub fn timestamps(&self) -> Timestamps {
        match &self.kind {
            Kind::Host(event) => event.timestamps(),
            Kind::Driver(event) => event.timestamps(),
        }
    }

    /// Waits until it is final and returns the command's error. The calling thread may run commands of a queue on host
    /// threads meanwhile.
    pub fn wait(&self) -> Result<()> {
        let result = match &self.kind {
            Kind::Host(event) => event.wait(),
            Kind::Driver(event) => {
                event.wait();
                event.error().map_or(Ok(()), Err)
            }
        };
        if self.is_end { Ok(()) } else { result }
    }

    /// Calls `callback` with the result once the event is final: on the thread that completes it, on one of the driver,
    /// or right now. No lock is held during the call; the callback may submit commands, and must not block
    /// ([`is_in_callback`]). A panic in it ends only the callback.
    ///
    /// # Errors
    /// When the event's driver cannot register the callback. Then it is not called.
    pub fn on_complete(&self, callback: impl FnOnce(Result<()>) + Send + 'static) -> Result<()> {
        self.notify(Notification::callback(callback))
    }

    fn notify(&self, notification: Notification) -> Result<()> {
        let notification = if self.is_end { notification.of_end() } else { notification };
        match &self.kind {
            Kind::Host(event) => {
                event.deliver(notification);
                Ok(())
            }
            Kind::Driver(event) => event.notify(notification),
        }
    }

    /// Makes an event of [`user`](Self::user) final: complete, or failed with an error. Only the first call counts.
    /// Runs callbacks on this thread. Has no effect on other events, which only their queues complete.
    pub fn complete(&self, result: Result<()>) {
        match &self.kind {
            Kind::Host(event) if event.is_user() => event.complete(result),
            _ => {}
        }
    }

    /// The back end's event, if there is one. It is valid as long as this one.
    pub fn native_handle(&self) -> Option<NativeHandle> {
        match &self.kind {
            Kind::Host(_) => None,
            Kind::Driver(event) => event.native_handle(),
        }
    }
}

impl From<HostEvent> for Event {
    fn from(event: HostEvent) -> Self {
        Self { kind: Kind::Host(event), is_end: false }
    }
}

impl<T: DriverEvent> From<Arc<T>> for Event {
    fn from(event: Arc<T>) -> Self {
        Self { kind: Kind::Driver(event), is_end: false }
    }
}

impl PartialEq for Event {
    /// Whether both are handles of one command's event.
    fn eq(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Host(one), Kind::Host(other)) => one == other,
            (Kind::Driver(one), Kind::Driver(other)) => std::ptr::addr_eq(Arc::as_ptr(one), Arc::as_ptr(other)),
            _ => false,
        }
    }
}

impl Eq for Event {}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event ({:?})", self.status())
    }
}
