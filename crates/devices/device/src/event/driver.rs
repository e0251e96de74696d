//! Events of drivers.

use std::any::Any;

use super::notification::Notification;
use super::{EventStatus, Timestamps};
use crate::error::{Error, Result};
use crate::native_handle::NativeHandle;

/// The event of a driver whose device has native queues.
///
/// The driver's queues find their own events in wait lists with [`Event::driver`](crate::Event::driver), and make the
/// device wait for them: a dependency inside of one driver does not reach the host. All other events are handled by
/// [`settle`](crate::settle).
///
/// All methods may be called by any thread, at any time, also after all other handles of the queue and its device are
/// dropped.
pub trait DriverEvent: Any + Send + Sync {
    /// The status of the command. It only grows, and agrees with the results of the other methods. Does not block or
    /// allocate.
    fn status(&self) -> EventStatus;

    /// Why the command failed; `None` while it runs, and when it did not fail.
    fn error(&self) -> Option<Error>;

    /// Blocks until the event is final. Called by several threads at once; not in callbacks. Waits only for this event.
    fn wait(&self);

    /// Delivers the notification once the event is final: soon after, on a thread of the driver or on the one that
    /// completes the event, or before this returns if the event is final already. The driver holds no lock meanwhile
    /// that a submission needs. May be called several times for one event.
    ///
    /// # Errors
    /// When the driver cannot register it, for whatever reason. Then it is never delivered.
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
