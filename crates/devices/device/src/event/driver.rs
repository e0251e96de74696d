//! Events of drivers.

use std::any::Any;

use super::notification::Notification;
use super::{EventStatus, Timestamps};
use crate::error::{Error, Result};
use crate::native_handle::NativeHandle;

/// The event of a driver whose device has queues of its own.
///
/// The driver's queues find their own events in wait lists with
/// [`Event::driver`](crate::Event::driver), and have the device wait for them: a
/// dependency inside of one driver does not reach the host. For all other events there
/// is [`settle`](crate::settle).
///
/// All methods are called by any thread, at any time, also after the queue and its
/// device are dropped by everybody else.
pub trait DriverEvent: Any + Send + Sync {
    /// Where the command stands. It only grows, and agrees with what the other
    /// methods say. Does not block or allocate.
    fn status(&self) -> EventStatus;

    /// Why the command failed; `None` while it runs, and when it did not fail.
    fn error(&self) -> Option<Error>;

    /// Blocks until the event is final. Called by several threads at once; not in
    /// callbacks. Waits for this event alone.
    fn wait(&self);

    /// Delivers the notification once the event is final: soon after, on a thread of
    /// the driver or of whoever completes the event, or before this returns if the
    /// event is final already. The driver holds no lock meanwhile that a submission
    /// needs. May be called several times for one event.
    ///
    /// # Errors
    /// When the driver cannot register it, for which reason ever. Then it is never
    /// delivered.
    fn notify(&self, notification: Notification) -> Result<()>;

    /// When the command was submitted, started and ended, by
    /// [`Device::timers`](crate::Device::timers); all 0 without profiling. Constant once
    /// the event is final.
    fn timestamps(&self) -> Timestamps;

    /// The event of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}
