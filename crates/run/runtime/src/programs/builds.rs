//! Programs that are being built when the process ends.
//!
//! Code generators of plugins may have static objects that they make when they first need
//! them. `exit` destroys these before any handler runs that was registered earlier, so that no
//! such handler can wait for a thread that still generates code. Destructors of thread-local
//! objects of the thread that calls `exit` come before all of that, and one of the main
//! thread waits here. Tandem's own code generators do not need that: they keep their static
//! objects.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex};

use crate::base::process::is_forked;

/// Builds in flight.
static COUNT: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// A build in flight.
pub(crate) struct Build(());

impl Build {
    /// Counts a build until the value is dropped.
    pub(crate) fn begin() -> Self {
        *COUNT.lock() += 1;
        Self(())
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        *COUNT.lock() -= 1;
        ENDED.notify_all();
    }
}

/// Makes process exit wait for builds in flight. Only has an effect on the main thread.
pub(super) fn watch_main_thread() {
    static WATCHED: AtomicBool = AtomicBool::new(false);
    // SAFETY: neither call has preconditions.
    let is_main = || unsafe { libc::gettid() == libc::getpid() };
    if !WATCHED.load(Ordering::Relaxed) && is_main() {
        WATCHED.store(true, Ordering::Relaxed);
        WAIT.with(|_| ());
    }
}

thread_local! {
    static WAIT: Wait = const { Wait };
}

struct Wait;

impl Drop for Wait {
    fn drop(&mut self) {
        // A child of `fork` does not have the threads that build.
        if !is_forked() {
            let mut count = COUNT.lock();
            while *count > 0 {
                ENDED.wait(&mut count);
            }
        }
    }
}
