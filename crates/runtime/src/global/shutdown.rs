//! Early and late shutdown.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::sync::{Once, Weak};

use super::{HANDLER, is_forked, is_torn_down};
use crate::scheduler::host_task;

thread_local! {
    /// A host task has called `exit` on this thread.
    static IN_ENDLESS_TASK: Cell<bool> = const { Cell::new(false) };
}

/// Has early shutdown run at exit, before the destructors of what the program
/// constructed until now.
pub(super) fn register_early() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        // SAFETY: the function takes no arguments and does not unwind. Should
        // registering fail, late shutdown does this work, too.
        let _ = unsafe { libc::atexit(at_exit) };
    });
}

extern "C" fn at_exit() {
    // A panic has nowhere to go at exit.
    let _ = std::panic::catch_unwind(early_shutdown);
}

/// Waits for work in flight, reports its errors, ends the runtime's threads.
/// The runtime stays usable; host tasks then run on the thread that they become
/// due on.
pub fn early_shutdown() {
    if is_torn_down() {
        return;
    }
    HANDLER.exiting.store(true, Ordering::Release);
    if host_task::is_running()
        && let Some(workers) = HANDLER.workers.get()
    {
        // The host task that called `exit` never ends, nor does what waits for
        // it; all other jobs do.
        IN_ENDLESS_TASK.set(true);
        workers.stop();
    }
    let queues = std::mem::take(&mut *HANDLER.queues.lock());
    for queue in queues.iter().filter_map(Weak::upgrade) {
        queue.wait();
    }
    if let Some(workers) = HANDLER.workers.get() {
        workers.stop();
    }
    // A queue that only a job kept has gone by now, and has told its handler.
    for queue in queues.iter().filter_map(Weak::upgrade) {
        while let Some(error) = queue.take_error() {
            eprintln!("tandem: at exit: asynchronous error that nobody handled: {error}");
        }
    }
    HANDLER.queues.lock().extend(queues);
}

/// Whether this thread must not wait for what only other threads can bring
/// about: they are not there, or wait for the host task that this thread runs
/// and has called `exit` from.
pub(crate) fn is_waiting_futile() -> bool {
    is_forked() || IN_ENDLESS_TASK.get()
}

/// Drops all globals, and tears down and unloads the plugins, unless a thread is
/// inside of a call to one. Everything after that is a no-op.
pub fn late_shutdown() {
    early_shutdown();
    if HANDLER.torn_down.swap(true, Ordering::AcqRel) {
        return;
    }
    HANDLER.default_contexts.lock().take();
    HANDLER.programs.take();
    HANDLER.platforms.take();
    HANDLER.workers.take();
    let queues = std::mem::take(&mut *HANDLER.queues.lock());
    let is_used = queues.iter().any(|queue| queue.strong_count() != 0);
    let Some(plugins) = HANDLER.plugins.take() else {
        return;
    };
    for plugin in &plugins.loaded {
        if is_used {
            plugin.plugin().tear_down();
        } else {
            // SAFETY: without a queue no callback is to come, and the runtime keeps
            // no pointers into plugins.
            unsafe { plugin.unload() };
        }
    }
    for plugin in &plugins.linked {
        plugin.tear_down();
    }
}

/// Runs late shutdown when the library or program that holds the runtime is
/// finalized. The linker sorts destructors by the number in the section's name;
/// this is what `__attribute__((destructor(110)))` does.
#[used]
#[unsafe(link_section = ".fini_array.00110")]
static AT_FINALIZATION: extern "C" fn() = {
    extern "C" fn finalize() {
        let _ = std::panic::catch_unwind(late_shutdown);
    }
    finalize
};
