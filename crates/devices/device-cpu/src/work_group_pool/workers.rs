//! The threads of a pool: workers, which help with the jobs of a list, and the one that watches
//! launches which are not in the list.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use tandem_concurrency::{Sleepers, Threads};

use super::job::JobRef;
use super::reservation::Reservations;
use super::watch::{Sight, Watch};

/// How long an idle worker spins.
const SPIN: Duration = Duration::from_micros(30);
/// Sleeping workers that one thread wakes; these wake the next.
const WAKES_PER_THREAD: usize = 2;

/// The shared state of a pool's threads.
pub(super) struct Shared {
    /// Threads in addition to the caller.
    pub(super) workers: usize,
    bind: Box<dyn Fn(usize) + Send + Sync>,
    pub(super) state: Mutex<State>,
    wakeup: Condvar,
    /// A helper left a job whose owner sleeps.
    pub(super) left: Condvar,
    /// Launches published so far; spinning workers watch it.
    published: AtomicUsize,
    pub(super) spinning: AtomicUsize,
    /// Workers of launches whose work-groups wait for each other.
    pub(super) reservations: Reservations,
    pub(super) watch: Watch,
    /// Wakes the thread that watches.
    watch_wakeup: Condvar,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) jobs: Vec<JobRef>,
    threads: Threads,
    /// The thread that watches.
    watch: Threads,
    sleepers: Sleepers,
    stop: bool,
}

impl Shared {
    pub(super) fn new(workers: usize, bind: Box<dyn Fn(usize) + Send + Sync>) -> Self {
        Self {
            workers,
            bind,
            state: Mutex::new(State::default()),
            wakeup: Condvar::new(),
            left: Condvar::new(),
            published: AtomicUsize::new(0),
            spinning: AtomicUsize::new(0),
            reservations: Reservations::default(),
            watch: Watch::default(),
            watch_wakeup: Condvar::new(),
        }
    }

    /// Workers that there are now. Starts them.
    pub(super) fn started_workers(self: &Arc<Self>) -> usize {
        let mut state = self.state.lock();
        self.start_workers(&mut state);
        state.threads.len()
    }

    /// Starts the workers, once. Those that cannot be started are done without.
    pub(super) fn start_workers(self: &Arc<Self>, state: &mut State) {
        if !state.threads.is_empty() {
            return;
        }
        for number in 1..=self.workers {
            let shared = Arc::clone(self);
            let work = move || {
                (shared.bind)(number);
                shared.work();
            };
            if state.threads.start(format!("tandem-cpu-{number}"), work).is_err() {
                return;
            }
        }
    }

    /// Ends all threads.
    pub(super) fn stop(&self) {
        let (workers, watch) = {
            let mut state = self.state.lock();
            state.stop = true;
            state.sleepers.wake_all();
            self.wakeup.notify_all();
            self.watch_wakeup.notify_all();
            (std::mem::take(&mut state.threads), std::mem::take(&mut state.watch))
        };
        workers.join();
        watch.join();
    }

    /// Puts a job into the list.
    pub(super) fn publish(&self, state: &mut State, job: JobRef) {
        state.jobs.push(job);
        self.published.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// Wakes sleeping workers for this number of chunks, if those that are awake do not suffice.
    pub(super) fn wake_workers(&self, mut state: MutexGuard<'_, State>, chunks: u64) {
        let awake = self.spinning.load(Ordering::Relaxed) as u64;
        let wanted = chunks.saturating_sub(awake).min(WAKES_PER_THREAD as u64) as usize;
        let count = state.sleepers.wake(wanted);
        drop(state);
        for _ in 0..count {
            self.wakeup.notify_one();
        }
    }

    fn work(&self) {
        let mut seen = 0;
        loop {
            let mut state = self.state.lock();
            if let Some(job) = self.join(&mut state) {
                self.help(state, job);
                continue;
            }
            if state.stop {
                return;
            }
            let published = self.published.load(Ordering::Relaxed);
            if published != seen {
                // Something came and went: more may come soon.
                seen = published;
                drop(state);
                self.spin(published);
                continue;
            }
            state.sleepers.add();
            while !state.sleepers.is_woken() {
                self.wakeup.wait(&mut state);
            }
        }
    }

    /// Finds a job with work and becomes its helper.
    fn join(&self, state: &mut State) -> Option<JobRef> {
        for job in &state.jobs {
            // SAFETY: the job is in the list and the lock is held, so its owner still has it.
            let target = unsafe { &*job.0 };
            if !target.rest().is_empty() {
                target.helpers.fetch_add(1, Ordering::Relaxed);
                return Some(*job);
            }
        }
        None
    }

    fn help(&self, state: MutexGuard<'_, State>, job: JobRef) {
        // SAFETY: this thread is one of the job's helpers, for whom the owner waits.
        let target = unsafe { &*job.0 };
        // This thread runs one chunk.
        self.wake_workers(state, target.chunks().saturating_sub(1));
        if target.run() > 0 {
            target.work.leave();
        }
        let state = self.state.lock();
        // From here on the owner may return and the job be gone.
        if target.helpers.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.left.notify_all();
        }
        drop(state);
    }

    /// Waits a bounded time for another launch than the last one seen.
    fn spin(&self, seen: usize) {
        self.spinning.fetch_add(1, Ordering::SeqCst);
        let since = Instant::now();
        while since.elapsed() < SPIN && self.published.load(Ordering::SeqCst) == seen {
            for _ in 0..64 {
                std::hint::spin_loop();
            }
            thread::yield_now();
        }
        self.spinning.fetch_sub(1, Ordering::SeqCst);
        // The next look at the list of jobs follows this fence: a thread that counted on this one has published before.
        fence(Ordering::SeqCst);
    }

    /// Wakes the thread that watches, or starts it.
    #[cold]
    pub(super) fn wake_watch(self: &Arc<Self>) {
        let mut state = self.state.lock();
        if state.watch.is_empty() {
            // First, so that the system gives them the idle processors.
            self.start_workers(&mut state);
            let shared = Arc::clone(self);
            // Without the watching thread, a launch runs on its calling thread until its owner publishes it.
            let _ = state.watch.start("tandem-cpu-watch".to_owned(), move || shared.watch());
        }
        self.watch_wakeup.notify_one();
    }

    /// Hands launches that last to the workers.
    fn watch(self: &Arc<Self>) {
        let mut sight = Sight::default();
        let mut state = self.state.lock();
        while !state.stop {
            if self.watch.may_sleep(&mut sight) {
                while !self.watch.is_awake() && !state.stop {
                    self.watch_wakeup.wait(&mut state);
                }
            }
            self.watch_wakeup.wait_for(&mut state, sight.pause());
            let jobs = self.watch.take_overdue(&mut sight);
            if !jobs.is_empty() {
                self.hand_over(state, &jobs);
                state = self.state.lock();
            }
        }
    }

    /// Publishes jobs whose owners are busy. The lock has been held since they were taken.
    fn hand_over(self: &Arc<Self>, mut state: MutexGuard<'_, State>, jobs: &[JobRef]) {
        self.start_workers(&mut state);
        let mut chunks = 0;
        for job in jobs {
            self.publish(&mut state, *job);
            // SAFETY: the owner waits for the lock before it returns.
            chunks += unsafe { &*job.0 }.chunks();
        }
        self.wake_workers(state, chunks);
    }
}
