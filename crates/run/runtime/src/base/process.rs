//! Where the process is in its life: whether it exits, and whether it was forked.
//!
//! Globals have no destructor that the C++ runtime or the loader could run at a bad
//! moment. The end has two steps instead:
//!
//! * **Early shutdown** is registered with `atexit` at the first platforms query, again
//!   when a back end has its first queue, and again when the main thread ends
//!   ([`super::library_work`]): libraries under a back end, such as CUDA's driver,
//!   register their own ends until then. It runs while back ends and their threads are alive. The runtime stays usable,
//!   since static objects of the program may be destroyed after it.
//! * **Late shutdown** (`crate::shutdown`) drops everything. From then on the process
//!   counts as torn down: every global reports [`TornDown`], PI calls are no-ops, and
//!   releasing objects only frees memory.
//!
//! A child of `fork` has none of the threads. If the runtime was used before, it counts
//! as torn down there, too.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Early shutdown has begun.
static EXITING: AtomicBool = AtomicBool::new(false);
/// Late shutdown has begun, or the process is a child of `fork`.
static TORN_DOWN: AtomicBool = AtomicBool::new(false);
/// The process is a child of one that had used the runtime.
static FORKED: AtomicBool = AtomicBool::new(false);
/// How early shutdown handles work in flight.
static FINISH_WORK: OnceLock<fn()> = OnceLock::new();
/// How early shutdown keeps other threads out of back ends.
static END_CALLS: OnceLock<fn()> = OnceLock::new();

/// How long late shutdown waits for the lock of a global. A thread whose call to a back end is
/// delayed at exit may hold it for longer; the global then stays.
pub(crate) const LOCK_PATIENCE: Duration = Duration::from_millis(50);

thread_local! {
    /// A host task has called `exit` on this thread.
    static IN_ENDLESS_TASK: Cell<bool> = const { Cell::new(false) };
}

/// A global was asked for after late shutdown.
pub(crate) struct TornDown;

/// Whether early shutdown has begun.
pub(crate) fn is_exiting() -> bool {
    EXITING.load(Ordering::Acquire)
}

/// Whether late shutdown has happened. In a child of `fork` it counts as such.
#[inline]
pub fn is_torn_down() -> bool {
    TORN_DOWN.load(Ordering::Acquire)
}

/// Whether this process is a child of one that had used the runtime. Threads
/// are missing here and locks may be held by them, so nothing works any more.
pub fn is_forked() -> bool {
    FORKED.load(Ordering::Acquire)
}

/// Registers early shutdown to run at exit, before the destructors of everything that the program
/// and back ends have constructed so far. It may run several times.
pub(crate) fn shut_down_at_exit() {
    // SAFETY: the function takes no arguments and does not unwind. Should
    // registering fail, late shutdown does this work, too.
    let _ = unsafe { libc::atexit(at_exit) };
}

extern "C" fn at_exit() {
    // A panic has nowhere to go at exit.
    let _ = std::panic::catch_unwind(early_shutdown);
}

/// Sets the function that waits for work in flight, reports its errors and ends the runtime's
/// threads. The first call counts.
pub(crate) fn finish_work_at_exit(finish: fn()) {
    let _ = FINISH_WORK.set(finish);
}

/// Sets the function that waits until no other thread is inside a back end, and delays what they
/// call from then on: the exit handlers of libraries under the back ends come next. The first call
/// counts.
pub(crate) fn end_calls_at_exit(end: fn()) {
    let _ = END_CALLS.set(end);
}

/// Waits for work in flight, reports its errors, ends the runtime's threads, and keeps other
/// threads out of back ends for a while. The runtime stays usable; host tasks then run on the thread that they become
/// due on.
pub fn early_shutdown() {
    if is_torn_down() {
        return;
    }
    EXITING.store(true, Ordering::Release);
    if let Some(finish) = FINISH_WORK.get() {
        finish();
    }
    if let Some(end) = END_CALLS.get() {
        end();
    }
}

/// From now on the process counts as torn down. False: it did so before.
pub(crate) fn set_torn_down() -> bool {
    !TORN_DOWN.swap(true, Ordering::AcqRel)
}

/// This is a child of `fork`. Only stores to atomics: the child may not even allocate.
pub(crate) fn set_forked() {
    FORKED.store(true, Ordering::Release);
    TORN_DOWN.store(true, Ordering::Release);
}

/// This thread runs a host task that has called `exit`, and so never ends.
pub(crate) fn set_in_endless_task() {
    IN_ENDLESS_TASK.set(true);
}

/// Whether this thread must not wait for what only other threads can bring
/// about: they are not there, or wait for the host task that this thread runs
/// and has called `exit` from.
pub(crate) fn is_waiting_futile() -> bool {
    is_forked() || IN_ENDLESS_TASK.get()
}
