//! Threads of the runtime: they run host tasks, and enqueue commands that waited for
//! events of other contexts.
//!
//! Threads start when work comes and none is idle, up to a limit
//! (`SYCL_QUEUE_THREAD_POOL_SIZE`). A job never waits for another job: what it
//! waits for was enqueued before, so the limit cannot cause a deadlock unless
//! host tasks wait for each other by themselves.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::{Condvar, Mutex};

use super::config::Config;
use super::lazy::Lazy;

/// Something to do.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The threads of the process.
static WORKERS: Lazy<Workers> = Lazy::new();

/// Has a worker run a job; after shutdown this thread does.
pub(crate) fn run(job: Job) {
    match WORKERS.get_or_try_init(|| Ok(Workers::new(Config::get().host_threads))) {
        Ok(workers) => workers.run(job),
        Err(_) => job(),
    }
}

/// Runs what is left and ends the threads. Jobs then run on the thread that they come from.
pub(crate) fn stop() {
    if let Some(workers) = WORKERS.get() {
        workers.stop();
    }
}

/// Gives the threads up.
pub(crate) fn drop_all() {
    WORKERS.take();
}

/// The threads and their jobs.
struct Workers {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    limit: usize,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    idle: usize,
    threads: usize,
    stopping: bool,
}

impl Workers {
    /// No thread yet, and never more than `limit`.
    fn new(limit: usize) -> Self {
        Self { shared: Arc::default(), threads: Mutex::default(), limit: limit.max(1) }
    }

    /// Has a thread run the job. After [`Workers::stop`] the caller runs it.
    fn run(&self, job: Job) {
        let mut state = self.shared.state.lock();
        if state.stopping {
            drop(state);
            return job();
        }
        state.jobs.push_back(job);
        if state.idle >= state.jobs.len() || state.threads >= self.limit {
            self.shared.changed.notify_one();
            return;
        }
        let shared = self.shared.clone();
        let thread = std::thread::Builder::new().name("tandem-host".to_owned()).spawn(move || shared.serve());
        match thread {
            Ok(thread) => {
                state.threads += 1;
                drop(state);
                self.threads.lock().push(thread);
            }
            // Another thread will take the job; without one, the caller does.
            Err(_) if state.threads > 0 => {}
            Err(_) => {
                let job = state.jobs.pop_back();
                drop(state);
                job.into_iter().for_each(|job| job());
            }
        }
    }

    /// Runs what is left and ends the threads.
    fn stop(&self) {
        self.shared.state.lock().stopping = true;
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock());
        let current = std::thread::current().id();
        for thread in threads {
            // A host task that calls exit() gets here on a thread of ours.
            if thread.thread().id() != current {
                let _ = thread.join();
            }
        }
        // What that thread would have run.
        while let Some(job) = self.shared.next() {
            job();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn next(&self) -> Option<Job> {
        self.state.lock().jobs.pop_front()
    }

    fn serve(&self) {
        let mut state = self.state.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                job();
                state = self.state.lock();
            } else if state.stopping {
                return;
            } else {
                state.idle += 1;
                self.changed.wait(&mut state);
                state.idle -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_job_runs_before_stop_returns() {
        let workers = Workers::new(3);
        let count = Arc::new(AtomicUsize::new(0));
        for _ in 0..1000 {
            let count = count.clone();
            workers.run(Box::new(move || {
                count.fetch_add(1, Ordering::Relaxed);
            }));
        }
        workers.stop();
        assert_eq!(count.load(Ordering::Relaxed), 1000);
        let late = count.clone();
        workers.run(Box::new(move || {
            late.fetch_add(1, Ordering::Relaxed);
        }));
        assert_eq!(count.load(Ordering::Relaxed), 1001);
    }

    #[test]
    fn a_job_that_stops_the_threads_runs_what_is_left() {
        let workers = Arc::new(Workers::new(1));
        let (send, receive) = std::sync::mpsc::channel();
        let ready = Arc::new(std::sync::Barrier::new(2));
        let (stopping, queued) = (workers.clone(), ready.clone());
        let stopped = send.clone();
        workers.run(Box::new(move || {
            queued.wait();
            stopping.stop();
            let _ = stopped.send("stopped");
        }));
        workers.run(Box::new(move || {
            let _ = send.send("left");
        }));
        ready.wait();
        assert_eq!(receive.recv(), Ok("left"));
        assert_eq!(receive.recv(), Ok("stopped"));
    }

    #[test]
    fn jobs_run_at_the_same_time_up_to_the_limit() {
        let workers = Workers::new(2);
        let barrier = Arc::new(std::sync::Barrier::new(2));
        for _ in 0..2 {
            let barrier = barrier.clone();
            workers.run(Box::new(move || {
                barrier.wait();
            }));
        }
        workers.stop();
    }
}
