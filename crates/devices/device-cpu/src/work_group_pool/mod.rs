//! The threads that share the work-groups of a launch.
//!
//! A launch is an interval of work-group numbers. The calling thread always runs work-groups, so that a launch never
//! waits for another thread to be scheduled: workers only make it faster. [`WorkGroupPool::run`] decides whether to use
//! them. A launch starts only on the calling thread, and is published once it has taken, or is expected to take, longer
//! than a wake-up costs. If work-groups on the calling thread do not end, the launch is handed over to the workers
//! meanwhile ([`watch`]), so that work-groups may wait for each other if there are no more of them than threads.
//!
//! Idle workers spin for a bounded time and then sleep. They are started by the first launch of several work-groups.

mod cost;
mod job;
mod reservation;
mod watch;
mod workers;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub use cost::Cost;
pub use job::Work;
use job::{Job, JobRef};
use workers::Shared;

/// Time on the calling thread after which a launch is shared.
const SHARE_AFTER_NS: u64 = 8_000;
/// The same when workers are spinning and no wake-up is needed.
const SHARE_AFTER_AWAKE_NS: u64 = 2_000;
/// Aim for the time that one chunk takes.
const CHUNK_NS: u64 = 30_000;
/// How long a caller spins for the last chunks of others.
const JOIN_SPIN: Duration = Duration::from_micros(20);

/// The pool.
pub struct WorkGroupPool {
    shared: Arc<Shared>,
}

impl WorkGroupPool {
    /// A pool that runs launches on `threads` threads, the caller included. Each
    /// worker first calls `bind` on itself, with its number, which is 1 or more.
    pub fn new(threads: usize, bind: impl Fn(usize) + Send + Sync + 'static) -> Self {
        Self { shared: Arc::new(Shared::new(threads.saturating_sub(1), Box::new(bind))) }
    }

    /// Threads that work on a launch, the caller included.
    pub fn threads(&self) -> usize {
        self.shared.workers + 1
    }

    /// Runs the work-groups 0 to `groups`, and returns when all are done.
    pub fn run(&self, groups: u64, cost: &Cost, work: &dyn Work) {
        if groups <= 1 || self.shared.workers == 0 {
            let start = cost.is_due().then(Instant::now);
            work.run(0..groups);
            if let Some(start) = start {
                cost.observe(start.elapsed().as_nanos() as u64, groups);
            }
            return;
        }
        let awake = self.shared.spinning.load(Ordering::Relaxed) > 0;
        let share_after = if awake { SHARE_AFTER_AWAKE_NS } else { SHARE_AFTER_NS };
        let is_long = cost.get().saturating_mul(groups) > 2 * share_after;
        let rest = if is_long { 0..groups } else { self.run_watched(groups, cost, work, share_after) };
        if !rest.is_empty() {
            self.run_shared(rest, cost, work);
        }
    }

    /// Runs the work-groups 0 to `groups`, which wait for each other, each on a separate thread. Returns false, with
    /// nothing run, if there are fewer threads. Waits for other such launches that have the threads.
    pub fn run_together(&self, groups: u64, work: &dyn Work) -> bool {
        // The calling thread runs one. Two launches that each had some of the workers would wait for each other's; the
        // workers of all other launches become free again.
        let wanted = usize::try_from(groups.saturating_sub(1)).unwrap_or(usize::MAX);
        let workers = if wanted == 0 { 0 } else { self.shared.started_workers() };
        let Some(_reservation) = self.shared.reservations.take(wanted, workers) else {
            return false;
        };
        let job = Job::new(work, 0..groups, 1, self.threads() as u64);
        let _published = Published::new(&self.shared, &job);
        job.run();
        true
    }

    /// Runs work-groups on this thread, watched, until there are none left, or it is worth while
    /// to share the rest; returns the rest.
    fn run_watched(&self, groups: u64, cost: &Cost, work: &dyn Work, share_after: u64) -> Range<u64> {
        // Work-groups of a launch that lasts are long.
        let job = Job::new(work, 0..groups, 1, self.threads() as u64);
        let Some(watched) = self.shared.watch.begin(&job) else { return 0..groups };
        if self.shared.watch.wakes() {
            self.shared.wake_watch();
        }
        let alone = catch_unwind(AssertUnwindSafe(|| run_alone(&job, cost, share_after)));
        let is_own = watched.end();
        // Workers that have found the job leave it before it is dropped, also after a panic.
        let published = (!is_own).then(|| Published::adopt(&self.shared, &job));
        alone.unwrap_or_else(|panic| resume_unwind(panic));
        if is_own {
            return job.rest();
        }
        job.run();
        drop(published);
        groups..groups
    }

    fn run_shared(&self, groups: Range<u64>, cost: &Cost, work: &dyn Work) {
        let threads = self.threads() as u64;
        let count = groups.end - groups.start;
        let chunk = (CHUNK_NS / cost.get().max(1)).clamp(1, (count / (4 * threads)).max(1));
        let job = Job::new(work, groups, chunk, threads);
        let start = Instant::now();
        let _published = Published::new(&self.shared, &job);
        let ran = job.run();
        if ran > 0 {
            cost.observe(start.elapsed().as_nanos() as u64, ran);
        }
    }
}

impl Drop for WorkGroupPool {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

/// Runs work-groups on this thread until none are left, or they take some time.
fn run_alone(job: &Job<'_>, cost: &Cost, share_after: u64) {
    let start = Instant::now();
    let mut done = 0;
    let mut step = share_after.checked_div(cost.get()).unwrap_or(1).max(1);
    loop {
        done += job.run_some(step);
        let elapsed = start.elapsed().as_nanos() as u64;
        if job.rest().is_empty() || elapsed >= share_after {
            return cost.observe(elapsed, done);
        }
        step = done;
    }
}

/// A job in the list; dropping it takes it out and waits for the helpers.
struct Published<'a> {
    shared: &'a Shared,
    job: JobRef,
    helpers: &'a AtomicUsize,
}

impl<'a> Published<'a> {
    /// Puts a job into the list.
    fn new(shared: &'a Arc<Shared>, job: &'a Job<'a>) -> Self {
        let mut state = shared.state.lock();
        shared.start_workers(&mut state);
        shared.publish(&mut state, job.reference());
        // The caller runs one chunk.
        shared.wake_workers(state, job.chunks().saturating_sub(1));
        Self::adopt(shared, job)
    }

    /// A job that was handed over to the workers.
    fn adopt(shared: &'a Shared, job: &'a Job<'a>) -> Self {
        Self { shared, job: job.reference(), helpers: &job.helpers }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::thread;

    use parking_lot::Mutex;

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
    fn a_launch_that_panics_is_no_longer_watched() {
        let pool = WorkGroupPool::new(2, |_| ());
        let (cost, caller) = (Cost::default(), thread::current().id());
        let fail = |_: Range<u64>| assert_ne!(thread::current().id(), caller, "on purpose");
        let run = || pool.run(3, &cost, &fail);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        let nothing = |_: Range<u64>| ();
        let job = Job::new(&nothing, 0..1, 1, 1);
        assert!(pool.shared.watch.begin(&job).expect("the place is free").end());
        check(&pool, 100, Duration::ZERO);
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

    /// Work-groups that end once `groups` of them have begun.
    fn meet(groups: u64) -> impl Fn(Range<u64>) + Sync {
        let begun = AtomicU64::new(0);
        move |range: Range<u64>| {
            begun.fetch_add(range.end - range.start, Ordering::SeqCst);
            let since = Instant::now();
            while begun.load(Ordering::SeqCst) < groups {
                assert!(since.elapsed() < Duration::from_secs(60), "a work-group waits for one that nobody runs");
                thread::yield_now();
            }
        }
    }

    #[test]
    fn as_many_groups_as_threads_may_wait_for_each_other() {
        for threads in [2, 3, 8] {
            let pool = WorkGroupPool::new(threads, |_| ());
            let cost = Cost::default();
            for groups in (2..=threads as u64).rev() {
                pool.run(groups, &cost, &meet(groups));
                // A kernel that was short before.
                let cost = Cost::default();
                pool.run(groups, &cost, &|_: Range<u64>| ());
                pool.run(groups, &cost, &meet(groups));
            }
        }
    }

    #[test]
    fn a_launch_that_lasts_is_found_after_a_pause() {
        let pool = WorkGroupPool::new(2, |_| ());
        for pause in [0, 50, 300] {
            thread::sleep(Duration::from_millis(pause));
            pool.run(2, &Cost::default(), &meet(2));
        }
    }

    #[test]
    fn launches_of_all_lengths_are_watched_at_once() {
        let pool = WorkGroupPool::new(3, |_| ());
        let cost = Cost::default();
        thread::scope(|scope| {
            for caller in 0..4 {
                let (pool, cost) = (&pool, &cost);
                scope.spawn(move || {
                    for round in 0..200 {
                        let length = Duration::from_micros((round * 37 + caller * 11) % 97 * 40);
                        let ran = AtomicU64::new(0);
                        let groups = 2 + (round + caller) % 5;
                        let new = Cost::default();
                        pool.run(groups, if round % 2 == 0 { cost } else { &new }, &|range: Range<u64>| {
                            thread::sleep(length / groups as u32);
                            ran.fetch_add(range.end - range.start, Ordering::Relaxed);
                        });
                        assert_eq!(ran.into_inner(), groups);
                    }
                });
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
