//! Threads of the runtime. They run host tasks, enqueue commands that waited for events of other
//! contexts, and run program code that nothing waits for ([`super::callbacks`]).
//!
//! A thread starts when a job arrives and no thread is idle, up to a limit
//! (`SYCL_QUEUE_THREAD_POOL_SIZE`). A job never waits for another job: its dependencies were
//! enqueued earlier, so the limit cannot cause a deadlock unless host tasks wait for each other
//! themselves. Code that may wait for jobs runs [outside](beside_jobs) the limit: its thread does
//! not count.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;

use tandem_sync::thread::{self, JoinHandle};
use tandem_sync::{Condvar, Mutex};

use super::config::Config;
use super::lazy::Lazy;

/// Something to do.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The threads of the process.
static WORKERS: Lazy<Workers> = Lazy::new();

thread_local! {
    /// Whether this is a thread of the process's workers that counts.
    static COUNTS: Cell<bool> = const { Cell::new(false) };
}

/// Runs a job in a worker, or in this thread after shutdown.
pub(crate) fn run(job: Job) {
    match WORKERS.get_or_init(Workers::of_program) {
        Ok(workers) => workers.run(job),
        Err(_) => job(),
    }
}

/// Whether there are workers, or can be: if not, [`run`] runs jobs on this thread.
pub(crate) fn are_available() -> bool {
    WORKERS.get_or_init(Workers::of_program).is_ok_and(|workers| !workers.shared.state.lock().has_stopped)
}

/// Calls a function that may wait for jobs. If this is a worker, another one may take its place
/// meanwhile.
pub(crate) fn beside_jobs<R>(call: impl FnOnce() -> R) -> R {
    match WORKERS.get() {
        Some(workers) if COUNTS.get() => workers.beside_jobs(call),
        _ => call(),
    }
}

/// Runs what is left and ends the threads. Jobs then run on the thread that they come from.
pub(crate) fn stop() {
    if let Some(workers) = WORKERS.get() {
        workers.stop();
    }
}

/// Releases the threads.
pub(crate) fn drop_all() {
    WORKERS.take();
}

/// The threads and their jobs.
struct Workers {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    threads: Mutex<Vec<JoinHandle<()>>>,
    limit: usize,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    idle: usize,
    /// Threads that count.
    threads: usize,
    stopping: bool,
    /// No thread runs jobs any more.
    has_stopped: bool,
}

/// The remaining work when the threads stop.
enum Next {
    Job(Job),
    /// Threads that have not been waited for.
    Threads,
    Nothing,
}

impl Workers {
    /// As many as the program asks for.
    fn of_program() -> Self {
        Self::new(Config::get().host_threads)
    }

    /// No thread yet, and never more than `limit` that count.
    fn new(limit: usize) -> Self {
        let shared =
            Shared { state: Mutex::default(), changed: Condvar::new(), threads: Mutex::default(), limit: limit.max(1) };
        Self { shared: Arc::new(shared) }
    }

    /// Runs the job in a worker thread, or in the caller's thread after [`Workers::stop`].
    fn run(&self, job: Job) {
        let mut state = self.shared.state.lock();
        if state.has_stopped {
            drop(state);
            return job();
        }
        state.jobs.push_back(job);
        if !self.shared.needs_thread(&state) {
            // One of the waiting threads may be stopping the others.
            match state.stopping {
                true => _ = self.shared.changed.notify_all(),
                false => _ = self.shared.changed.notify_one(),
            }
            return;
        }
        state.threads += 1;
        drop(state);
        if !self.shared.start_thread() {
            let mut state = self.shared.state.lock();
            state.threads -= 1;
            // Another thread will take the job; without one, the caller does.
            let job = if state.threads == 0 { state.jobs.pop_back() } else { None };
            drop(state);
            job.into_iter().for_each(|job| job());
        }
    }

    /// Calls a function on a thread of these, which does not count meanwhile.
    fn beside_jobs<R>(&self, call: impl FnOnce() -> R) -> R {
        {
            let mut state = self.shared.state.lock();
            state.threads -= 1;
            if self.shared.needs_thread(&state) {
                state.threads += 1;
                drop(state);
                if !self.shared.start_thread() {
                    self.shared.state.lock().threads -= 1;
                }
            }
        }
        COUNTS.set(false);
        let result = call();
        COUNTS.set(true);
        self.shared.state.lock().threads += 1;
        result
    }

    /// Runs what is left and ends the threads.
    fn stop(&self) {
        self.shared.state.lock().stopping = true;
        self.shared.changed.notify_all();
        let current = thread::current().id();
        let mut own = 0;
        loop {
            // A thread that runs outside the limit may have started others.
            let threads = std::mem::take(&mut *self.shared.threads.lock());
            for thread in threads {
                // A host task that calls exit() gets here on a thread of ours.
                match thread.thread().id() == current {
                    true => own = usize::from(COUNTS.get()),
                    false => _ = thread.join(),
                }
            }
            match self.shared.next_or_stop(own) {
                Next::Job(job) => job(),
                Next::Threads => {}
                Next::Nothing => return,
            }
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// The next step of a thread that stops the others. The thread itself may be one of the counted
    /// ones.
    fn next_or_stop(&self, own: usize) -> Next {
        let mut state = self.state.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                return Next::Job(job);
            }
            if !self.threads.lock().is_empty() {
                return Next::Threads;
            }
            // The thread of a host task that calls exit() may get here again, and still counts.
            if state.has_stopped || state.threads <= own {
                state.has_stopped = true;
                return Next::Nothing;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Whether there is a job that no thread is free for although another one may be started.
    fn needs_thread(&self, state: &State) -> bool {
        state.idle < state.jobs.len() && state.threads < self.limit
    }

    /// Starts a thread, which is counted already. False if the system refuses.
    fn start_thread(self: &Arc<Self>) -> bool {
        let shared = self.clone();
        // Locked, so that whoever stops the threads finds each that has been started.
        let mut threads = self.threads.lock();
        let thread = thread::Builder::new().name("tandem-host".to_owned()).spawn(move || shared.serve());
        threads.retain(|thread| !thread::is_finished(thread));
        thread.map(|thread| threads.push(thread)).is_ok()
    }

    fn serve(&self) {
        COUNTS.set(true);
        let mut state = self.state.lock();
        loop {
            if state.threads > self.limit && !state.stopping {
                break;
            } else if let Some(job) = state.jobs.pop_front() {
                drop(state);
                job();
                state = self.state.lock();
            } else if state.stopping {
                break;
            } else {
                state.idle += 1;
                self.changed.wait(&mut state);
                state.idle -= 1;
            }
        }
        state.threads -= 1;
        self.changed.notify_all();
    }
}

#[cfg(all(test, not(loom)))]
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
    fn a_job_may_wait_for_another_one_beside_the_jobs() {
        let workers = Arc::new(Workers::new(1));
        for _ in 0..3 {
            let (waiting, (send, receive)) = (workers.clone(), std::sync::mpsc::channel());
            let (ended, end) = std::sync::mpsc::channel();
            workers.run(Box::new(move || {
                waiting.run(Box::new(move || send.send(()).unwrap()));
                waiting.beside_jobs(|| receive.recv().unwrap());
                ended.send(()).unwrap();
            }));
            end.recv().unwrap();
        }
        workers.stop();
        assert_eq!(workers.shared.state.lock().threads, 0);
    }

    #[test]
    fn a_job_may_stop_the_threads_twice() {
        let workers = Arc::new(Workers::new(2));
        let (send, receive) = std::sync::mpsc::channel();
        let stopping = workers.clone();
        workers.run(Box::new(move || {
            stopping.stop();
            stopping.stop();
            let _ = send.send(());
        }));
        assert_eq!(receive.recv(), Ok(()));
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

/// Loom models of the threads. How to run them is in `tandem_device_queue::model`.
#[cfg(all(test, loom))]
mod model {
    use std::sync::Arc;

    use loom::thread;
    use tandem_sync::{AtomicUsize, Condvar, Mutex, Ordering};

    use super::Workers;

    /// Something that a job waits for.
    #[derive(Default)]
    struct Signal {
        is_given: Mutex<bool>,
        changed: Condvar,
    }

    impl Signal {
        fn give(&self) {
            *self.is_given.lock() = true;
            self.changed.notify_all();
        }

        fn wait(&self) {
            let mut is_given = self.is_given.lock();
            while !*is_given {
                self.changed.wait(&mut is_given);
            }
        }
    }

    #[test]
    fn every_job_runs_once_whoever_stops_the_threads() {
        loom::model(|| {
            let (workers, count) = (Arc::new(Workers::new(1)), Arc::new(AtomicUsize::new(0)));
            let add = |workers: &Workers| {
                let count = count.clone();
                workers.run(Box::new(move || _ = count.fetch_add(1, Ordering::Relaxed)));
            };
            let stopping = workers.clone();
            add(&workers);
            let stopper = thread::spawn(move || stopping.stop());
            add(&workers);
            stopper.join().expect("no panic");
            assert_eq!(count.load(Ordering::Relaxed), 2);
        });
    }

    #[test]
    fn a_job_waits_for_another_one_beside_the_jobs() {
        loom::model(|| {
            let (workers, signal) = (Arc::new(Workers::new(1)), Arc::new(Signal::default()));
            let (inner, given) = (workers.clone(), signal.clone());
            workers.run(Box::new(move || {
                let giving = given.clone();
                inner.run(Box::new(move || giving.give()));
                inner.beside_jobs(|| given.wait());
            }));
            signal.wait();
            workers.stop();
            assert_eq!(workers.shared.state.lock().threads, 0);
        });
    }

    #[test]
    fn a_job_that_waits_is_not_in_the_way_of_the_end() {
        loom::model(|| {
            let (workers, signal) = (Arc::new(Workers::new(1)), Arc::new(Signal::default()));
            let (inner, given) = (workers.clone(), signal.clone());
            workers.run(Box::new(move || inner.beside_jobs(|| given.wait())));
            workers.run(Box::new(move || signal.give()));
            workers.stop();
        });
    }
}
