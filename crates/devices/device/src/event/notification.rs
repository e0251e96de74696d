//! Notifications: calls that are made once an event is final.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Result;

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Whether the calling thread runs a callback of an event. Then it must not wait
/// for commands: it may be the only one that runs them.
pub fn is_in_callback() -> bool {
    IN_CALLBACK.get()
}

/// A notification that an event is final.
#[must_use = "whoever waits for the event is only told by `deliver`"]
pub struct Notification {
    call: Box<dyn FnOnce(Result<()>) + Send>,
    is_callback: bool,
}

impl Notification {
    /// A callback of a caller.
    pub(super) fn callback(call: impl FnOnce(Result<()>) + Send + 'static) -> Self {
        Self { call: Box::new(call), is_callback: true }
    }

    /// An internal call of this layer: it may run commands.
    pub(super) fn internal(call: impl FnOnce(Result<()>) + Send + 'static) -> Self {
        Self { call: Box::new(call), is_callback: false }
    }

    /// The notification of an [`end`](super::Event::end), which reports success however the command ended.
    pub(super) fn of_end(self) -> Self {
        let call = self.call;
        Self { call: Box::new(move |_| call(Ok(()))), is_callback: self.is_callback }
    }

    /// Reports the event's result. Called by drivers once the event is final, on any thread, with no lock that a
    /// submission needs. It does not block, and does not panic.
    pub fn deliver(self, result: Result<()>) {
        if !self.is_callback {
            return (self.call)(result);
        }
        let outer = IN_CALLBACK.replace(true);
        // The thread may have the role of a queue's runner, or complete all commands of a
        // device, which a panic must not end. The panic's message is printed already.
        let _ = catch_unwind(AssertUnwindSafe(|| (self.call)(result)));
        IN_CALLBACK.set(outer);
    }
}

impl fmt::Debug for Notification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("notification")
    }
}
