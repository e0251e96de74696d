//! Synchronization primitives and threads: `std` and `parking_lot`, or loom's models of
//! them under `cfg(loom)`. Code whose interleavings loom is to explore uses nothing else.

#![forbid(unsafe_code)]

pub use self::imp::*;

#[cfg(not(loom))]
mod imp {
    pub use std::hint::spin_loop;
    pub use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub use std::thread::yield_now;

    pub use parking_lot::{Condvar, Mutex, MutexGuard};

    /// Threads.
    pub mod thread {
        pub use std::thread::{Builder, JoinHandle, current};

        /// Whether a thread has ended.
        pub fn is_finished<T>(thread: &JoinHandle<T>) -> bool {
            thread.is_finished()
        }
    }
}

#[cfg(loom)]
mod imp {
    pub use loom::hint::spin_loop;
    pub use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub use loom::thread::yield_now;

    use loom::sync::MutexGuard as LoomGuard;

    /// Threads of a model.
    pub mod thread {
        pub use loom::thread::{Builder, JoinHandle, current};

        /// Whether a thread has ended, which a model does not know.
        pub fn is_finished<T>(_thread: &JoinHandle<T>) -> bool {
            false
        }
    }

    /// `loom::sync::Mutex` with the interface of `parking_lot::Mutex`.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    /// Guard of [`Mutex`]; empty only while [`Condvar::wait`] has it.
    pub struct MutexGuard<'a, T>(Option<LoomGuard<'a, T>>);

    impl<T> Mutex<T> {
        /// A free lock.
        pub fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("no thread of a model panics")))
        }

        /// The value, which is not shared.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().expect("no thread of a model panics")
        }
    }

    impl<T> std::ops::Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.0.as_ref().expect("the guard is only empty inside of wait")
        }
    }

    impl<T> std::ops::DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("the guard is only empty inside of wait")
        }
    }

    /// `loom::sync::Condvar` with the interface of `parking_lot::Condvar`.
    #[derive(Debug, Default)]
    pub struct Condvar(loom::sync::Condvar);

    impl Condvar {
        /// A condition variable without waiting threads.
        pub fn new() -> Self {
            Self(loom::sync::Condvar::new())
        }

        /// Releases the lock until another thread notifies.
        pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let inner = guard.0.take().expect("the guard is only empty inside of wait");
            guard.0 = Some(self.0.wait(inner).expect("no thread of a model panics"));
        }

        /// Wakes one waiting thread.
        pub fn notify_one(&self) {
            self.0.notify_one();
        }

        /// Wakes all waiting threads.
        pub fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}
