//! Calls in which back ends load libraries or make static objects: queries of their platforms,
//! new contexts, and builds of programs.
//!
//! `exit` runs the newest exit handlers first. These are the destructors of what such a call has
//! just made, and they would run while the call still uses it. Destructors of thread-local objects
//! of the thread that calls `exit` come before all exit handlers, and one of the main thread waits
//! here for the calls. It then registers early shutdown once more, so that this precedes the exit
//! handlers of all libraries that are there by then.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::process;

/// The calls, and whether the main thread ends.
static STATE: Mutex<State> = Mutex::new(State { calls: 0, main_ends_by: None });
static CALL_ENDED: Condvar = Condvar::new();

/// How long new calls are delayed after the main thread has ended. By then the process has ended,
/// or early shutdown delays what other threads call; or the main thread has only ended itself.
const DELAY: Duration = Duration::from_millis(100);

struct State {
    calls: usize,
    /// Set when the main thread ends.
    main_ends_by: Option<Instant>,
}

/// Such a call, as long as it exists, on the thread that made it.
pub(crate) struct LibraryWork(PhantomData<*const ()>);

impl LibraryWork {
    /// To be called before the call of the back end. A call may be made during another one.
    pub(crate) fn begin() -> Self {
        let mut state = STATE.lock();
        if let Some(end) = state.main_ends_by
            && !is_main_thread()
            && !process::is_exiting()
        {
            parking_lot::MutexGuard::unlocked(&mut state, || {
                std::thread::sleep(end.saturating_duration_since(Instant::now()));
            });
        }
        state.calls += 1;
        OWN_CALLS.set(OWN_CALLS.get() + 1);
        Self(PhantomData)
    }
}

impl Drop for LibraryWork {
    fn drop(&mut self) {
        OWN_CALLS.set(OWN_CALLS.get() - 1);
        STATE.lock().calls -= 1;
        CALL_ENDED.notify_all();
    }
}

/// Makes process exit wait for such calls. Only has an effect on the main thread.
pub(crate) fn watch_main_thread() {
    static WATCHED: AtomicBool = AtomicBool::new(false);
    if !WATCHED.load(Ordering::Relaxed) && is_main_thread() {
        WATCHED.store(true, Ordering::Relaxed);
        AT_END.with(|_| ());
    }
}

fn is_main_thread() -> bool {
    // SAFETY: neither call has preconditions.
    unsafe { libc::gettid() == libc::getpid() }
}

thread_local! {
    static AT_END: AtEnd = const { AtEnd };
    /// The calls that this thread is inside of.
    static OWN_CALLS: Cell<usize> = const { Cell::new(0) };
}

struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        // A child of `fork` does not have the threads that make the calls.
        if process::is_forked() {
            return;
        }
        let mut state = STATE.lock();
        state.main_ends_by = Some(Instant::now() + DELAY);
        // A library may call `exit` itself.
        while state.calls > OWN_CALLS.get() {
            CALL_ENDED.wait(&mut state);
        }
        state.main_ends_by = Some(Instant::now() + DELAY);
        process::shut_down_at_exit();
    }
}
