//! Program code that no command waits for: asynchronous error handlers, and destructors of captured
//! values.
//!
//! Such code may use the runtime. It runs either in a thread that has called the runtime, which
//! then holds no lock ([`here`]), or in a worker ([`later`]), but never in the middle of another
//! operation. Process exit waits for it.

use std::cell::Cell;

use parking_lot::{Condvar, Mutex};

use super::{process, workers};

/// Threads that run such code.
static RUNNING: Running = Running { threads: Mutex::new(0), changed: Condvar::new() };

thread_local! {
    /// Calls of [`here`] that this thread is inside of.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Whether this thread drops something with no lock held.
    static IS_UNLOCKED: Cell<bool> = const { Cell::new(false) };
}

struct Running {
    threads: Mutex<usize>,
    changed: Condvar,
}

impl Running {
    fn begin(&self) {
        *self.threads.lock() += 1;
    }

    fn end(&self) {
        *self.threads.lock() -= 1;
        self.changed.notify_all();
    }

    fn wait_until(&self, threads: usize) {
        let mut running = self.threads.lock();
        while *running > threads && !process::is_waiting_futile() {
            self.changed.wait(&mut running);
        }
    }
}

/// Calls code of the program on this thread, which holds no lock of the runtime.
pub(crate) fn here<R>(call: impl FnOnce() -> R) -> R {
    let _inside = Inside::enter();
    with_unlocked(false, call)
}

/// Drops something, with no lock of the runtime held: what it has of the program is destroyed
/// [`here`].
pub fn unlocked<R>(drop: impl FnOnce() -> R) -> R {
    with_unlocked(true, drop)
}

fn with_unlocked<R>(is_unlocked: bool, call: impl FnOnce() -> R) -> R {
    /// The previous value, restored on drop, even after a panic.
    struct Outer(bool);
    impl Drop for Outer {
        fn drop(&mut self) {
            IS_UNLOCKED.set(self.0);
        }
    }
    let _outer = Outer(IS_UNLOCKED.replace(is_unlocked));
    call()
}

/// As long as it exists, the thread runs code of the program.
struct Inside;

impl Inside {
    fn enter() -> Self {
        if DEPTH.replace(DEPTH.get() + 1) == 0 {
            RUNNING.begin();
        }
        Self
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        if DEPTH.replace(DEPTH.get() - 1) == 1 {
            RUNNING.end();
        }
    }
}

/// Calls program code in a worker, or in this thread if there are no workers, at process exit.
pub(crate) fn later(call: impl FnOnce() + Send + 'static) {
    workers::run(Box::new(move || workers::beside_jobs(|| here(call))));
}

/// Drops a value that has something of the program, now, if no lock is held, or in a worker.
/// Without workers, it is leaked.
pub(crate) fn destroy(value: impl Send + 'static) {
    if IS_UNLOCKED.get() {
        drop(value);
    } else if workers::are_available() {
        workers::run(Box::new(move || workers::beside_jobs(|| unlocked(|| drop(value)))));
    } else {
        std::mem::forget(value);
    }
}

/// Waits until no other thread runs code of the program.
pub(crate) fn wait_for_others() {
    RUNNING.wait_until(usize::from(DEPTH.get() > 0));
}
