//! The queues of the process, and what early shutdown does about their work.

use std::sync::Weak;

use parking_lot::Mutex;
use tandem_pi_host::Plugin;

use super::host_task;
use crate::base::error::Error;
use crate::base::{callbacks, process, workers};

/// A queue, as the end of the process sees it.
pub(super) trait AtExit: Send + Sync {
    /// Blocks until everything that was submitted is complete.
    fn wait(&self);

    /// Passes errors that the program can no longer query to their handler.
    fn report_unasked(&self);

    /// Takes the oldest unhandled asynchronous error.
    fn take_error(&self) -> Option<Error>;
}

static QUEUES: Mutex<Vec<Weak<dyn AtExit>>> = Mutex::new(Vec::new());

/// Back ends that have had a queue.
static IN_USE: Mutex<Vec<&'static Plugin>> = Mutex::new(Vec::new());

/// Remembers a queue of a plugin, so that shutdown can wait for its work.
pub(super) fn register(queue: Weak<dyn AtExit>, plugin: &'static Plugin) {
    process::finish_work_at_exit(finish_work);
    shut_down_before(plugin);
    let mut queues = QUEUES.lock();
    if queues.len() == queues.capacity() {
        queues.retain(|queue| queue.strong_count() != 0);
    }
    queues.push(queue);
}

/// Makes early shutdown run before the exit handlers that the libraries of a back end have
/// registered so far.
fn shut_down_before(plugin: &'static Plugin) {
    let mut in_use = IN_USE.lock();
    if !in_use.iter().any(|known| std::ptr::eq(*known, plugin)) {
        in_use.push(plugin);
        process::shut_down_at_exit();
    }
}

/// Forgets all queues. Returns whether one is still in use.
pub(crate) fn forget_queues() -> bool {
    let queues = std::mem::take(&mut *QUEUES.lock());
    queues.iter().any(|queue| queue.strong_count() != 0)
}

/// Waits for work in flight, reports its errors, ends the runtime's threads.
fn finish_work() {
    if tandem_pi_host::is_any_thread_delayed() {
        // It may hold locks that this thread would wait for. Early shutdown has run before.
        return;
    }
    if host_task::is_running() {
        // The host task that called `exit` never ends, nor does what waits for
        // it; all other jobs do.
        process::set_in_endless_task();
        workers::stop();
    }
    let queues = std::mem::take(&mut *QUEUES.lock());
    for queue in queues.iter().filter_map(Weak::upgrade) {
        queue.wait();
    }
    workers::stop();
    callbacks::wait_for_others();
    // A queue that only a job kept has gone by now, and has told its handler.
    queues.iter().filter_map(Weak::upgrade).for_each(|queue| queue.report_unasked());
    for queue in queues.iter().filter_map(Weak::upgrade) {
        while let Some(error) = queue.take_error() {
            eprintln!("tandem: at exit: unhandled asynchronous error: {error}");
        }
    }
    QUEUES.lock().extend(queues);
}
