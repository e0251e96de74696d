//! Cooperative launches: the barrier across all work-groups of a launch. Each work-group runs on a separate thread.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// How long a group looks for the others before it sleeps.
const SPIN: Duration = Duration::from_micros(20);

/// A barrier that the work-groups of one launch reach together, any number of times.
pub struct GroupsBarrier {
    groups: u64,
    /// How often all groups were there; the lock is held to change it.
    passed: AtomicU64,
    state: Mutex<State>,
    all_there: Condvar,
}

#[derive(Default)]
struct State {
    waiting: u64,
    /// Some groups will never arrive, so no group waits any more.
    is_given_up: bool,
}

thread_local! {
    /// The barrier of the launch whose work-group runs on this thread, while it does.
    static CURRENT: Cell<*const GroupsBarrier> = const { Cell::new(ptr::null()) };
}

impl GroupsBarrier {
    /// A barrier of this number of groups.
    pub fn new(groups: u64) -> Self {
        Self { groups, passed: AtomicU64::new(0), state: Mutex::default(), all_there: Condvar::new() }
    }

    /// Calls a function that runs work-groups of the launch on this thread.
    pub fn during(&self, run: impl FnOnce()) {
        let outer = CURRENT.replace(self);
        run();
        CURRENT.set(outer);
    }

    /// Releases all groups, now and at later barriers, because some groups cannot run.
    pub fn give_up(&self) {
        self.state.lock().is_given_up = true;
        self.all_there.notify_all();
    }

    fn wait(&self) {
        let mut state = self.state.lock();
        if state.is_given_up {
            return;
        }
        let passed = self.passed.load(Ordering::Relaxed);
        state.waiting += 1;
        if state.waiting == self.groups {
            state.waiting = 0;
            self.passed.store(passed + 1, Ordering::Release);
            drop(state);
            self.all_there.notify_all();
            return;
        }
        drop(state);
        let since = Instant::now();
        while since.elapsed() < SPIN {
            if self.passed.load(Ordering::Acquire) != passed {
                return;
            }
            std::hint::spin_loop();
        }
        let mut state = self.state.lock();
        while self.passed.load(Ordering::Relaxed) == passed && !state.is_given_up {
            self.all_there.wait(&mut state);
        }
    }
}

/// The barrier function of kernels ([`tandem_native_cpu::WAIT_FOR_GROUPS_SYMBOL`]). Does not wait if the group runs by
/// itself.
pub extern "C" fn wait_for_groups(item: u64) {
    if item != 0 {
        return;
    }
    // SAFETY: null, or set by `during`, which runs on this thread and borrows the barrier.
    if let Some(barrier) = unsafe { CURRENT.get().as_ref() } {
        barrier.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs groups that pass the barrier `rounds` times, and checks that none passes it before the others arrive.
    fn run(groups: u64, rounds: u64, sleep: Duration) {
        let barrier = GroupsBarrier::new(groups);
        let arrived = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..groups {
                scope.spawn(|| {
                    barrier.during(|| {
                        for round in 1..=rounds {
                            arrived.fetch_add(1, Ordering::Relaxed);
                            std::thread::sleep(sleep);
                            wait_for_groups(1);
                            wait_for_groups(0);
                            assert!(arrived.load(Ordering::Relaxed) >= round * groups);
                        }
                    });
                });
            }
        });
        assert_eq!(arrived.into_inner(), groups * rounds);
    }

    #[test]
    fn no_group_passes_before_the_others_are_there() {
        run(1, 100, Duration::ZERO);
        run(4, 500, Duration::ZERO);
        run(3, 5, Duration::from_millis(1));
    }

    #[test]
    fn nobody_waits_for_groups_that_cannot_come() {
        let barrier = GroupsBarrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| barrier.during(|| wait_for_groups(0)));
            scope.spawn(|| barrier.give_up());
        });
        barrier.during(|| wait_for_groups(0));
    }

    #[test]
    fn other_launches_have_no_barrier() {
        wait_for_groups(0);
    }
}
