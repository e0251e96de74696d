//! Synchronization primitives: `std` and `parking_lot`, or loom's models of
//! them under `cfg(loom)`. The event and queue state machines use nothing else,
//! so that loom can explore their interleavings.

pub(crate) use self::imp::*;

#[cfg(not(loom))]
mod imp {
    pub(crate) use std::hint::spin_loop;
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub(crate) use std::thread::yield_now;

    pub(crate) use parking_lot::{Condvar, Mutex, MutexGuard};
}

#[cfg(loom)]
mod imp {
    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub(crate) use loom::thread::yield_now;

    use loom::sync::MutexGuard as LoomGuard;

    /// `loom::sync::Mutex` with the interface of `parking_lot::Mutex`.
    #[derive(Debug, Default)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    /// Guard of [`Mutex`]; empty only while [`Condvar::wait`] has it.
    pub(crate) struct MutexGuard<'a, T>(Option<LoomGuard<'a, T>>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("no thread of a model panics")))
        }

        pub(crate) fn get_mut(&mut self) -> &mut T {
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
    pub(crate) struct Condvar(loom::sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Self(loom::sync::Condvar::new())
        }

        pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let inner = guard.0.take().expect("the guard is only empty inside of wait");
            guard.0 = Some(self.0.wait(inner).expect("no thread of a model panics"));
        }

        pub(crate) fn notify_one(&self) {
            self.0.notify_one();
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}
