//! The queues of the process, and what early shutdown does about their work.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_pi_host::Plugin;

use super::host_task;
use super::queue::Queue;
use crate::base::object::Object;
use crate::base::{delivery, process, workers};

static QUEUES: Mutex<Vec<Weak<Object<Queue>>>> = Mutex::new(Vec::new());

/// Back ends that have had a queue.
static IN_USE: Mutex<Vec<&'static Plugin>> = Mutex::new(Vec::new());

/// Remembers a queue, so that shutdown can wait for its work.
pub(super) fn register(queue: &Arc<Object<Queue>>) {
    process::finish_work_at_exit(finish_work);
    shut_down_before(queue.device().pi().plugin());
    let mut queues = QUEUES.lock();
    if queues.len() == queues.capacity() {
        queues.retain(|queue| queue.strong_count() != 0);
    }
    queues.push(Arc::downgrade(queue));
}

/// Has early shutdown run before the ends that the libraries of a back end registered until now.
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
    delivery::wait_for_others();
    // A queue that only a job kept has gone by now, and has told its handler.
    queues.iter().filter_map(Weak::upgrade).for_each(|queue| queue.report_unasked());
    for queue in queues.iter().filter_map(Weak::upgrade) {
        while let Some(error) = queue.take_error() {
            eprintln!("tandem: at exit: asynchronous error that nobody handled: {error}");
        }
    }
    QUEUES.lock().extend(queues);
}
