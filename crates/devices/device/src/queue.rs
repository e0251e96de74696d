//! Queues, which take commands.

use crate::command::Command;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::native_handle::NativeHandle;
use crate::origin::Origin;

/// How a queue behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueueProperties {
    /// Commands may run in any order that their wait lists allow.
    pub out_of_order: bool,
    /// Events carry timestamps.
    pub profiling: bool,
}

/// A queue of commands for one device.
///
/// Dropping the last handle neither waits nor cancels: submitted commands still run.
pub trait Queue: Send + Sync {
    /// Submits a command, which starts when every event of `wait` is complete, and in an in-order queue the previous
    /// command as well. If one of `wait` failed, the command fails without running.
    ///
    /// With `event`, stores an event for the command there. Without it, an in-order queue does not make one, which is
    /// cheaper. The failure of a command is reported by its event and by [`take_failure`](Self::take_failure). The
    /// resources of a command (memory objects, kernels) are dropped before its event is final.
    ///
    /// A driver that reports on single commands may name the origin, if it is known.
    ///
    /// Hot path: does not allocate once pools are warm, and waits for no command. The caller may hold locks that
    /// callbacks of events need. Only a device without threads runs commands here.
    fn submit_from(
        &self,
        origin: Option<Origin>,
        command: Command,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()>;

    /// [`submit_from`](Self::submit_from) for callers that know no origin. Drivers leave it as it is.
    fn submit(&self, command: Command, wait: &[Event], event: Option<&mut Option<Event>>) -> Result<()> {
        self.submit_from(None, command, wait, event)
    }

    /// Makes sure that everything submitted will run without further calls, and
    /// bounds the memory of commands that have not run: while there are many, it
    /// may run some on the calling thread or wait for a bounded time. The caller
    /// holds no lock that commands or callbacks need, and calls this at least
    /// once every few hundred submissions.
    fn flush(&self) -> Result<()>;

    /// Waits until everything submitted before the call is complete. Blocks; the calling thread may run commands,
    /// unless the device is a sub-device. Fails if the queue itself cannot continue; failures of commands are left to
    /// [`take_failure`](Self::take_failure).
    fn finish(&self) -> Result<()>;

    /// Returns the oldest failure of a command of this queue, with or without an event, and clears it. Markers and
    /// barriers do nothing that could fail, so they are not reported, nor are [internal](Origin::is_internal) commands.
    /// A failure is recorded before the command's event is final and before `finish` returns. Does not block.
    fn take_failure(&self) -> Option<Error>;

    /// Whether nothing that was submitted is still to run. Does not allocate.
    fn is_empty(&self) -> bool;

    /// How it was made. Does not allocate.
    fn properties(&self) -> QueueProperties;

    /// The queue of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}
