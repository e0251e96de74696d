//! A table of what threads are doing, for signal handlers.
//!
//! A handler may interrupt anything, so it cannot use a thread-local variable, whose first use in a thread may
//! allocate. This is a table of atomics instead. A thread accesses only its own entry.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Most threads that have an entry at the same time.
const THREADS: usize = 128;

/// Values of threads that live on their stacks.
pub struct ThreadTable<T>([Entry<T>; THREADS]);

/// A thread, by its `pthread_t`, and its value.
struct Entry<T> {
    thread: AtomicUsize,
    value: AtomicPtr<T>,
}

impl<T> ThreadTable<T> {
    /// No thread has an entry.
    pub const fn new() -> Self {
        Self([const { Entry { thread: AtomicUsize::new(0), value: AtomicPtr::new(ptr::null_mut()) } }; THREADS])
    }

    /// Runs a function for which this thread has the value. If there is no room, it has none.
    #[inline]
    pub fn during<R>(&self, value: *mut T, run: impl FnOnce() -> R) -> R {
        let thread = this_thread();
        // Thread structures are some pages apart.
        let first = &self.0[(thread >> 12) % THREADS];
        let entry = if first.claim(thread) { Some(first) } else { self.claim_another(thread) };
        if let Some(entry) = entry {
            entry.value.store(value, Ordering::Release);
        }
        let result = run();
        if let Some(entry) = entry {
            entry.value.store(ptr::null_mut(), Ordering::Release);
            entry.thread.store(0, Ordering::Release);
        }
        result
    }

    #[cold]
    fn claim_another(&self, thread: usize) -> Option<&Entry<T>> {
        self.0.iter().find(|entry| entry.claim(thread))
    }

    /// This thread's value, which is null if it has none. May be called in a signal handler.
    pub fn of_this_thread(&self) -> *mut T {
        let thread = this_thread();
        let entry = self.0.iter().find(|entry| entry.thread.load(Ordering::Acquire) == thread);
        entry.map_or(ptr::null_mut(), |entry| entry.value.load(Ordering::Acquire))
    }
}

impl<T> Entry<T> {
    #[inline]
    fn claim(&self, thread: usize) -> bool {
        self.thread.compare_exchange(0, thread, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

#[inline]
fn this_thread() -> usize {
    // SAFETY: has no preconditions; it reads a register.
    unsafe { libc::pthread_self() as usize }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn each_thread_has_its_own_value_and_gives_it_back() {
        static TABLE: ThreadTable<usize> = ThreadTable::new();
        let barrier = Barrier::new(8);
        std::thread::scope(|scope| {
            for number in 0..8 {
                let barrier = &barrier;
                scope.spawn(move || {
                    for round in 0..1000 {
                        let mut value = number * 1000 + round;
                        let place = &raw mut value;
                        TABLE.during(place, || assert_eq!(TABLE.of_this_thread(), place));
                        assert!(TABLE.of_this_thread().is_null());
                    }
                    // All at the same time.
                    let mut value = number;
                    let place = &raw mut value;
                    TABLE.during(place, || {
                        barrier.wait();
                        assert_eq!(TABLE.of_this_thread(), place);
                        barrier.wait();
                    });
                });
            }
        });
        assert!(TABLE.0.iter().all(|entry| entry.thread.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn without_room_a_thread_has_no_value() {
        static TABLE: ThreadTable<usize> = ThreadTable::new();
        TABLE.0.iter().for_each(|entry| entry.thread.store(1, Ordering::Relaxed));
        let mut value = 7;
        assert_eq!(TABLE.during(&raw mut value, || TABLE.of_this_thread()), ptr::null_mut());
    }
}
