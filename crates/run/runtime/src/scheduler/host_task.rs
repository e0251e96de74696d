//! A function of the host program that runs as part of the dependency graph.

use std::cell::Cell;
use std::fmt;

use crate::base::callbacks;
use crate::base::error::{Error, Result};

/// The function of a host task. It is called at most once. Its captured values are dropped, without
/// locks, when the task is complete and its dependents have been notified: dropping a buffer may
/// have to wait for them.
pub struct HostTask(Option<Function>);

type Function = Box<dyn FnMut() -> Result<()> + Send>;

impl HostTask {
    /// Wraps a function. An error that it returns becomes an asynchronous error
    /// of the queue.
    pub fn new(function: impl FnMut() -> Result<()> + Send + 'static) -> Self {
        Self(Some(Box::new(function)))
    }

    /// The same task, which keeps a value until it is dropped.
    pub fn keeping(mut self, value: impl Send + 'static) -> Self {
        Self::new(move || {
            let _kept = &value;
            self.run()
        })
    }

    /// Runs it. A panic is an error, too: it must not end the thread that
    /// others wait for.
    pub(crate) fn run(&mut self) -> Result<()> {
        let Some(function) = &mut self.0 else { return Ok(()) };
        let outer = RUNNING.replace(true);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(function));
        RUNNING.set(outer);
        result.unwrap_or_else(|_| Err(Error::Internal("a host task panicked".to_owned())))
    }
}

impl Drop for HostTask {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(callbacks::destroy);
    }
}

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside of a host task.
pub(crate) fn is_running() -> bool {
    RUNNING.get()
}

impl fmt::Debug for HostTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostTask")
    }
}
