//! Pools of objects that are used again, for the plugin layer and for drivers: a small
//! stack per thread, and a shared one that threads exchange batches with, because objects
//! such as events are mostly made on one thread and dropped on another.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::thread::LocalKey;

use parking_lot::Mutex;

/// Objects that move between a thread's stack and the shared one at a time.
const BATCH: usize = 64;
/// The maximum number of objects in the shared stack; further ones are freed.
const SHARED_LIMIT: usize = 8192;

/// The objects that one thread has ready.
pub type LocalStack<T> = RefCell<Vec<T>>;

/// Unused objects, to be used again. Neither method waits or allocates once the pool is warm.
///
/// Each call names the calling thread's stack of the pool, always the same one, so that access to it costs nothing.
///
/// ```
/// use tandem_concurrency::{LocalStack, Pool};
///
/// thread_local! {
///     static LOCAL: LocalStack<String> = const { LocalStack::new(Vec::new()) };
/// }
/// static POOL: Pool<String> = Pool::new();
///
/// POOL.give_back(&LOCAL, String::with_capacity(80));
/// assert_eq!(POOL.take(&LOCAL).unwrap_or_default().capacity(), 80);
/// ```
pub struct Pool<T> {
    shared: Mutex<Vec<T>>,
}

impl<T> Pool<T> {
    /// An empty pool.
    #[expect(clippy::new_without_default, reason = "a pool is a static")]
    pub const fn new() -> Self {
        Self { shared: Mutex::new(Vec::new()) }
    }

    /// An object that was given back, on this thread or another one.
    #[inline]
    pub fn take(&self, local: &'static LocalKey<LocalStack<T>>) -> Option<T> {
        let pop = |local: &LocalStack<T>| {
            let mut local = local.borrow_mut();
            if local.is_empty() {
                self.refill(&mut local);
            }
            local.pop()
        };
        // A thread that is exiting has no stack any more.
        local.try_with(pop).ok().flatten()
    }

    /// Takes an object back. It is dropped if there are enough, or if the thread is exiting.
    #[inline]
    pub fn give_back(&self, local: &'static LocalKey<LocalStack<T>>, object: T) {
        let push = |local: &LocalStack<T>| {
            let mut local = local.borrow_mut();
            local.push(object);
            if local.len() < 2 * BATCH { None } else { Some(self.share(&mut local)) }
        };
        // Surplus objects are dropped outside of the borrow: a destructor may use the pool.
        drop(local.try_with(push));
    }

    #[cold]
    fn refill(&self, local: &mut Vec<T>) {
        let mut shared = self.shared.lock();
        let keep = shared.len().saturating_sub(BATCH);
        local.extend(shared.drain(keep..));
    }

    /// Returns what there is no room for.
    #[cold]
    fn share(&self, local: &mut Vec<T>) -> Vec<T> {
        let surplus = local.drain(BATCH..);
        let mut shared = self.shared.lock();
        if shared.len() >= SHARED_LIMIT {
            return surplus.collect();
        }
        shared.extend(surplus);
        Vec::new()
    }
}

/// A shared object while it has one handle, as a pool keeps it. It may be changed without the locked instruction that
/// [`Arc::get_mut`] takes.
pub struct Unique<T>(Arc<T>);

impl<T> Unique<T> {
    /// A new object.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The object of a handle, if there is no other handle. When two threads drop the last two
    /// handles at the same moment, neither may get it; then it is freed.
    pub fn of(mut handle: Arc<T>) -> Option<Self> {
        // The count is a cheap look before the proof: few handles are the last one.
        (Arc::strong_count(&handle) == 1 && Arc::get_mut(&mut handle).is_some()).then_some(Self(handle))
    }

    /// The first handle.
    pub fn share(self) -> Arc<T> {
        self.0
    }
}

impl<T> Deref for Unique<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Unique<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: `new` made the only handle, or `of` has seen that there is no other one, and
        // none, weak ones included, can be made of it before `share`.
        unsafe { &mut *Arc::as_ptr(&self.0).cast_mut() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static MADE: AtomicUsize = AtomicUsize::new(0);

    thread_local! {
        static LOCAL: LocalStack<Box<usize>> = const { LocalStack::new(Vec::new()) };
    }
    static POOL: Pool<Box<usize>> = Pool::new();

    fn take() -> Box<usize> {
        POOL.take(&LOCAL).unwrap_or_else(|| Box::new(MADE.fetch_add(1, Ordering::Relaxed)))
    }

    #[test]
    fn an_object_with_other_handles_is_not_unique() {
        let handle = Unique::new(1).share();
        let weak = Arc::downgrade(&handle);
        assert!(Unique::of(Arc::clone(&handle)).is_none());
        assert!(Unique::of(handle).is_none(), "the weak handle could be upgraded");
        assert!(weak.upgrade().is_none(), "freed");
        let mut unique = Unique::of(Arc::new(2)).expect("one handle");
        *unique += 1;
        assert_eq!(*unique.share(), 3);
    }

    #[test]
    fn objects_come_back_from_the_thread_that_dropped_them() {
        let (sender, receiver) = std::sync::mpsc::sync_channel(16);
        let dropper =
            std::thread::spawn(move || receiver.into_iter().for_each(|object| POOL.give_back(&LOCAL, object)));
        for _ in 0..100_000 {
            sender.send(take()).expect("the thread receives");
        }
        drop(sender);
        dropper.join().expect("no panic");
        assert!(MADE.load(Ordering::Relaxed) < 10_000, "{} objects for 100000 uses", MADE.load(Ordering::Relaxed));
    }
}
