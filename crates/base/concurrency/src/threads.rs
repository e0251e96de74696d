//! The common part of thread pools: starting and ending their threads, and waking those that sleep. Each pool decides
//! which thread does what.

use std::io;
use std::thread::{self, JoinHandle};

/// Stack of a thread: the usual size of a main thread's stack, since kernels and host tasks run here as they do there.
/// The system provides memory only for the part in use.
const STACK_BYTES: usize = 8 << 20;

/// The threads that a pool has started.
#[derive(Debug, Default)]
pub struct Threads(Vec<JoinHandle<()>>);

impl Threads {
    /// How many were started.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none was started.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Starts one more.
    ///
    /// # Errors
    /// When the system has no room for it.
    pub fn start(&mut self, name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.0.push(thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(work)?);
        Ok(())
    }

    /// Blocks until all have ended, except for the calling thread: the last owner of a
    /// pool may be one of its threads, which then ends on its own.
    pub fn join(self) {
        for thread in self.0 {
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

/// The threads of a pool that sleep; kept under the pool's lock, together with a condition variable.
///
/// A wake-up is kept until a thread takes it, so that none is lost, and no thread is
/// counted on twice: one that was woken and still waits for the lock is not asleep.
#[derive(Debug, Default)]
pub struct Sleepers {
    /// Threads that have not been woken.
    sleeping: usize,
    /// Wake-ups that no thread has taken.
    wakes: usize,
}

impl Sleepers {
    /// Wakes at most `count` threads. Returns how many there are to notify.
    pub fn wake(&mut self, count: usize) -> usize {
        let count = count.min(self.sleeping);
        self.sleeping -= count;
        self.wakes += count;
        count
    }

    /// Wakes all threads, which are to be notified.
    pub fn wake_all(&mut self) {
        self.wake(self.sleeping);
    }

    /// The calling thread is about to sleep, until [`is_woken`](Self::is_woken).
    pub fn add(&mut self) {
        self.sleeping += 1;
    }

    /// Whether the calling thread, which was added, has been woken.
    pub fn is_woken(&mut self) -> bool {
        let is_woken = self.wakes > 0;
        self.wakes -= usize::from(is_woken);
        is_woken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_was_woken_is_not_asleep() {
        let mut sleepers = Sleepers::default();
        assert_eq!(sleepers.wake(1), 0);
        assert!(!sleepers.is_woken(), "nobody slept, so nothing is left");
        sleepers.add();
        sleepers.add();
        assert_eq!(sleepers.wake(1), 1);
        assert_eq!(sleepers.wake(5), 1);
        assert_eq!(sleepers.wake(1), 0);
        assert!(sleepers.is_woken() && sleepers.is_woken() && !sleepers.is_woken());
    }
}
