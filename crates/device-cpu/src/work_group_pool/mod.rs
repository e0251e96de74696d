//! The threads that share the work-groups of a launch.
//!
//! A launch is an interval of work-group numbers. The calling thread always
//! takes part, so that nothing ever waits for a thread to be scheduled:
//! workers only make it faster. Whether they are asked at all is decided by
//! [`WorkGroupPool::run`]: a launch starts on the calling thread alone, and is published
//! once it has taken, or is expected to take, longer than a wake-up costs.
//!
//! Idle workers spin for a bounded time and then sleep. They are started by
//! the first launch that is published.

mod cost;
mod job;
mod reservation;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use tandem_device::{Sleepers, Threads};

pub use cost::Cost;
pub use job::Work;
use job::{Job, JobRef};
use reservation::Reservations;

/// Time on the calling thread after which a launch is shared.
const SHARE_AFTER_NS: u64 = 8_000;
/// The same when workers are spinning and no wake-up is needed.
const SHARE_AFTER_AWAKE_NS: u64 = 2_000;
/// Aim for the time that one chunk takes.
const CHUNK_NS: u64 = 30_000;
/// How long an idle worker spins.
const SPIN: Duration = Duration::from_micros(30);
/// How long a caller spins for the last chunks of others.
const JOIN_SPIN: Duration = Duration::from_micros(20);
/// Sleeping workers that one thread wakes; these wake the next.
const WAKES_PER_THREAD: usize = 2;

/// The pool.
pub struct WorkGroupPool {
    shared: Arc<Shared>,
    workers: usize,
    bind: Arc<dyn Fn(usize) + Send + Sync>,
}

struct Shared {
    state: Mutex<State>,
    wakeup: Condvar,
    /// A helper left a job whose owner sleeps.
    left: Condvar,
    /// Launches published so far; spinning workers watch it.
    published: AtomicUsize,
    spinning: AtomicUsize,
    /// Workers of launches whose work-groups wait for each other.
    reservations: Reservations,
}

#[derive(Default)]
struct State {
    jobs: Vec<JobRef>,
    threads: Threads,
    sleepers: Sleepers,
    stop: bool,
}

impl WorkGroupPool {
    /// A pool that runs launches on `threads` threads, the caller included. Each
    /// worker first calls `bind` on itself, with its number, which is 1 or more.
    pub fn new(threads: usize, bind: impl Fn(usize) + Send + Sync + 'static) -> Self {
        let shared = Shared {
            state: Mutex::new(State::default()),
            wakeup: Condvar::new(),
            left: Condvar::new(),
            published: AtomicUsize::new(0),
            spinning: AtomicUsize::new(0),
            reservations: Reservations::default(),
        };
        Self { shared: Arc::new(shared), workers: threads.saturating_sub(1), bind: Arc::new(bind) }
    }

    /// Threads that work on a launch, the caller included.
    pub fn threads(&self) -> usize {
        self.workers + 1
    }

    /// Runs the work-groups 0 to `groups`, and returns when all are done.
    pub fn run(&self, groups: u64, cost: &Cost, work: &dyn Work) {
        if groups <= 1 || self.workers == 0 {
            let start = cost.is_due().then(Instant::now);
            work.run(0..groups);
            if let Some(start) = start {
                cost.observe(start.elapsed().as_nanos() as u64, groups);
            }
            return;
        }
        let awake = self.shared.spinning.load(Ordering::Relaxed) > 0;
        let share_after = if awake { SHARE_AFTER_AWAKE_NS } else { SHARE_AFTER_NS };
        let first = self.run_alone(groups, cost, work, share_after);
        if first < groups {
            self.run_shared(first..groups, cost, work);
        }
    }

    /// Runs the work-groups 0 to `groups`, which wait for each other, each on a thread of
    /// its own. False, with nothing run, if there are not so many threads. Waits for other such
    /// launches that have the threads.
    pub fn run_together(&self, groups: u64, work: &dyn Work) -> bool {
        // The calling thread runs one. Two launches that had some of the workers each would wait
        // for each other's; the workers of all other launches come back.
        let wanted = usize::try_from(groups.saturating_sub(1)).unwrap_or(usize::MAX);
        let workers = if wanted == 0 { 0 } else { self.started_workers() };
        let Some(_reservation) = self.shared.reservations.take(wanted, workers) else {
            return false;
        };
        let job = Job {
            work,
            next: AtomicU64::new(0),
            end: groups,
            chunk: 1,
            threads: self.threads() as u64,
            helpers: AtomicUsize::new(0),
        };
        let _published = Published::new(self, &job);
        job.run();
        true
    }

    /// Workers that there are now. Starts them.
    fn started_workers(&self) -> usize {
        let mut state = self.shared.state.lock();
        if state.threads.is_empty() {
            self.start_workers(&mut state);
        }
        state.threads.len()
    }

    /// Runs work-groups on this thread until there are none left, or it is
    /// worth while to share the rest; returns the first one that is left.
    fn run_alone(&self, groups: u64, cost: &Cost, work: &dyn Work, share_after: u64) -> u64 {
        let known = cost.get();
        if known.saturating_mul(groups) > 2 * share_after {
            return 0;
        }
        let start = Instant::now();
        let mut done = 0u64;
        let mut step = share_after.checked_div(known).unwrap_or(1).max(1);
        loop {
            let end = done.saturating_add(step).min(groups);
            work.run(done..end);
            done = end;
            let elapsed = start.elapsed().as_nanos() as u64;
            if done == groups || elapsed >= share_after {
                cost.observe(elapsed, done);
                return done;
            }
            step = done;
        }
    }

    fn run_shared(&self, groups: Range<u64>, cost: &Cost, work: &dyn Work) {
        let threads = self.threads() as u64;
        let count = groups.end - groups.start;
        let chunk = (CHUNK_NS / cost.get().max(1)).clamp(1, (count / (4 * threads)).max(1));
        let job = Job {
            work,
            next: AtomicU64::new(groups.start),
            end: groups.end,
            chunk,
            threads,
            helpers: AtomicUsize::new(0),
        };
        let start = Instant::now();
        let ran = {
            let _published = Published::new(self, &job);
            let ran = job.run();
            if ran > 0 {
                cost.observe(start.elapsed().as_nanos() as u64, ran);
            }
            ran
        };
        debug_assert!(ran <= count);
    }
}

impl Drop for WorkGroupPool {
    fn drop(&mut self) {
        let threads = {
            let mut state = self.shared.state.lock();
            state.stop = true;
            state.sleepers.wake_all();
            self.shared.wakeup.notify_all();
            std::mem::take(&mut state.threads)
        };
        threads.join();
    }
}

/// Keeps a job in the list; dropping it waits for the helpers.
struct Published<'a> {
    shared: &'a Shared,
    job: JobRef,
    helpers: &'a AtomicUsize,
}

impl<'a> Published<'a> {
    fn new(pool: &'a WorkGroupPool, job: &'a Job<'a>) -> Self {
        let shared = &*pool.shared;
        let reference = JobRef(std::ptr::from_ref(job).cast());
        let mut state = shared.state.lock();
        if state.threads.is_empty() {
            pool.start_workers(&mut state);
        }
        state.jobs.push(reference);
        shared.published.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        shared.wake_some(state, job);
        Self { shared, job: reference, helpers: &job.helpers }
    }
}

impl Drop for Published<'_> {
    fn drop(&mut self) {
        self.shared.state.lock().jobs.retain(|job| *job != self.job);
        let since = Instant::now();
        while since.elapsed() < JOIN_SPIN {
            for _ in 0..64 {
                if self.helpers.load(Ordering::Acquire) == 0 {
                    return;
                }
                std::hint::spin_loop();
            }
        }
        let mut state = self.shared.state.lock();
        while self.helpers.load(Ordering::Acquire) != 0 {
            self.shared.left.wait(&mut state);
        }
    }
}

impl WorkGroupPool {
    /// Starts the workers. Those that cannot be started are done without.
    fn start_workers(&self, state: &mut State) {
        for number in 1..=self.workers {
            let (shared, bind) = (Arc::clone(&self.shared), Arc::clone(&self.bind));
            let name = format!("tandem-cpu-{number}");
            let work = move || {
                bind(number);
                shared.work();
            };
            if state.threads.start(name, work).is_err() {
                return;
            }
        }
    }
}

impl Shared {
    /// Wakes sleeping workers for a job, if those that are awake do not suffice.
    fn wake_some(&self, mut state: MutexGuard<'_, State>, job: &Job<'_>) {
        let chunks = job.end.saturating_sub(job.next.load(Ordering::Relaxed)).div_ceil(job.chunk);
        let awake = self.spinning.load(Ordering::Relaxed) as u64;
        let wanted = chunks.saturating_sub(1 + awake).min(WAKES_PER_THREAD as u64) as usize;
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
            if target.has_work() {
                target.helpers.fetch_add(1, Ordering::Relaxed);
                return Some(*job);
            }
        }
        None
    }

    fn help(&self, state: MutexGuard<'_, State>, job: JobRef) {
        // SAFETY: this thread is one of the job's helpers, for whom the owner waits.
        let target = unsafe { &*job.0 };
        self.wake_some(state, target);
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
        // The next look at the list of jobs comes after this fence: whoever
        // counted on this thread has published before.
        fence(Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `groups` groups of some length and checks that each ran once.
    fn check(pool: &WorkGroupPool, groups: usize, length: Duration) {
        let counts: Vec<AtomicUsize> = (0..groups).map(|_| AtomicUsize::new(0)).collect();
        pool.run(groups as u64, &Cost::default(), &|range: Range<u64>| {
            for group in range {
                let since = Instant::now();
                counts[group as usize].fetch_add(1, Ordering::Relaxed);
                while since.elapsed() < length {
                    std::hint::spin_loop();
                }
            }
        });
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn the_cost_of_a_single_group_is_known_after_it_ran() {
        let pool = WorkGroupPool::new(2, |_| ());
        let cost = Cost::default();
        let sleep = |nanoseconds| pool.run(1, &cost, &|_| thread::sleep(Duration::from_nanos(nanoseconds)));
        pool.run(1, &cost, &|_| ());
        assert!(cost.of(1).is_some());
        // It follows launches that take longer than before, though it does not time each.
        (0..64).for_each(|_| sleep(1_000_000));
        assert!(cost.of(1).is_some_and(|cost| cost > 500_000), "{:?}", cost.of(1));
    }

    #[test]
    fn every_group_runs_once() {
        for threads in [1, 2, 4] {
            let pool = WorkGroupPool::new(threads, |_| ());
            for groups in [0, 1, 2, 7, 100, 5_000] {
                check(&pool, groups, Duration::ZERO);
                check(&pool, groups.min(300), Duration::from_micros(20));
            }
        }
    }

    #[test]
    fn several_callers_share_the_pool() {
        let pool = WorkGroupPool::new(3, |_| ());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for round in 0..60 {
                        check(&pool, 40 + round, Duration::from_micros(5));
                    }
                });
            }
        });
    }

    #[test]
    fn groups_that_wait_for_each_other_run_at_the_same_time() {
        let pool = WorkGroupPool::new(3, |_| ());
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let there = std::sync::Barrier::new(3);
                        let meet = |groups: Range<u64>| groups.for_each(|_| _ = there.wait());
                        assert!(pool.run_together(3, &meet));
                    }
                });
            }
            // Others keep the workers busy for some time only.
            scope.spawn(|| check(&pool, 300, Duration::from_micros(20)));
        });
        assert!(!pool.run_together(4, &|_: Range<u64>| unreachable!("there are three threads")));
    }

    #[test]
    fn launches_whose_groups_wait_for_each_other_share_the_threads() {
        let pool = WorkGroupPool::new(4, |_| ());
        let there = AtomicUsize::new(0);
        let meet = |groups: Range<u64>| {
            there.fetch_add((groups.end - groups.start) as usize, Ordering::SeqCst);
            let since = Instant::now();
            while there.load(Ordering::SeqCst) < 4 {
                assert!(since.elapsed() < Duration::from_secs(60), "one launch waits for the other");
                thread::yield_now();
            }
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert!(pool.run_together(2, &meet)));
            }
        });
    }

    #[test]
    fn long_launches_use_several_threads() {
        let pool = WorkGroupPool::new(2, |_| ());
        let threads = Mutex::new(std::collections::HashSet::new());
        pool.run(64, &Cost::default(), &|range: Range<u64>| {
            for _ in range {
                threads.lock().insert(thread::current().id());
                thread::sleep(Duration::from_millis(1));
            }
        });
        assert_eq!(threads.lock().len(), 2);
    }
}
