//! Values that are read often and changed seldom: reading takes no lock and no atomic
//! operation beyond plain loads and stores.
//!
//! Each thread indicates in a separate place whether it reads. A thread that changes a value publishes the new one,
//! makes every thread of the process execute a memory barrier (`membarrier`), and then waits until no thread is in a
//! read that began before: afterwards the old value is not in use. Only changes pay the price of ordering, then.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::AtomicPtr;

use parking_lot::Mutex;

use tandem_sync::{AtomicBool, AtomicU32, Ordering, yield_now};

/// A value that any thread may read and change.
///
/// ```
/// use tandem_concurrency::ReadMostly;
///
/// let names = ReadMostly::new(vec!["a"]);
/// names.change(|names| [&names[..], &["b"]].concat());
/// assert_eq!(names.read(|names| names.len()), 2);
/// ```
pub struct ReadMostly<T> {
    /// From `Box::into_raw`.
    current: AtomicPtr<T>,
    /// Held by changes, and by reads of threads without a place.
    changing: Mutex<()>,
}

// SAFETY: values are shared between threads and dropped on any of them.
unsafe impl<T: Send + Sync> Send for ReadMostly<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Send + Sync> Sync for ReadMostly<T> {}

/// Where a thread says whether it reads.
struct ReaderSlot {
    /// Odd during a read. Only its thread writes it.
    reads: AtomicU32,
    is_taken: AtomicBool,
}

/// The places of all threads; those of threads that ended are used again.
static READERS: Mutex<Vec<&'static ReaderSlot>> = Mutex::new(Vec::new());

thread_local! {
    static PLACE: Cell<Option<&'static ReaderSlot>> = const { Cell::new(None) };
    /// Gives the place back at the end of the thread.
    static OWNER: Owner = const { Owner };
}

struct Owner;

impl Drop for Owner {
    fn drop(&mut self) {
        if let Some(place) = PLACE.take() {
            place.is_taken.store(false, Ordering::Release);
        }
    }
}

impl<T> ReadMostly<T> {
    /// This value at first.
    pub fn new(value: T) -> Self {
        Self { current: AtomicPtr::new(Box::into_raw(Box::new(value))), changing: Mutex::default() }
    }

    /// Reads the value. `read` must not read or change values like this one.
    #[inline(always)]
    pub fn read<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        let Some(place) = PLACE.get().or_else(take_place) else { return self.read_locked(read) };
        let _reading = Reading::begin(place);
        // SAFETY: published, and not freed before this read ends.
        read(unsafe { &*self.current.load(Ordering::Acquire) })
    }

    #[cold]
    fn read_locked<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        let _no_change = self.changing.lock();
        // SAFETY: only changes free a value.
        read(unsafe { &*self.current.load(Ordering::Acquire) })
    }

    /// Replaces the value by the result of `change`. Waits until no thread reads the old one; other changes wait, reads
    /// do not.
    pub fn change(&self, change: impl FnOnce(&T) -> T) {
        let changing = self.changing.lock();
        // SAFETY: only changes free a value.
        let new = change(unsafe { &*self.current.load(Ordering::Acquire) });
        let old = self.current.swap(Box::into_raw(Box::new(new)), Ordering::AcqRel);
        wait_for_reads();
        drop(changing);
        // SAFETY: from `Box::into_raw`; later reads find the new value, earlier ones have ended.
        drop(unsafe { Box::from_raw(old) });
    }
}

impl<T> Drop for ReadMostly<T> {
    fn drop(&mut self) {
        // SAFETY: from `Box::into_raw`, and nobody reads it any more.
        drop(unsafe { Box::from_raw(*self.current.get_mut()) });
    }
}

impl ReaderSlot {
    fn new() -> Self {
        Self { reads: AtomicU32::new(0), is_taken: AtomicBool::new(true) }
    }

    /// Waits until a read that began before has ended. To be called after [`barrier::pass_all`].
    fn wait_for_read(&self) {
        let reads = self.reads.load(Ordering::Acquire);
        while reads % 2 == 1 && self.reads.load(Ordering::Acquire) == reads {
            yield_now();
        }
    }
}

/// A read, as long as it lives.
struct Reading<'a>(&'a ReaderSlot);

impl<'a> Reading<'a> {
    #[inline]
    fn begin(place: &'a ReaderSlot) -> Self {
        // Released, too: a thread that sees this number knows that the read before has ended.
        place.reads.store(place.reads.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        barrier::pass();
        Self(place)
    }
}

impl Drop for Reading<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.reads.store(self.0.reads.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }
}

/// `None` if the thread is exiting, or the system has no `membarrier`.
#[cold]
fn take_place() -> Option<&'static ReaderSlot> {
    if !barrier::is_there() || OWNER.try_with(|_| ()).is_err() {
        return None;
    }
    let mut places = READERS.lock();
    let free = places.iter().find(|place| !place.is_taken.swap(true, Ordering::AcqRel));
    let place = free.copied().unwrap_or_else(|| {
        let place: &'static ReaderSlot = Box::leak(Box::new(ReaderSlot::new()));
        places.push(place);
        place
    });
    PLACE.set(Some(place));
    Some(place)
}

/// Waits until each read that began before has ended.
fn wait_for_reads() {
    // A thread that takes a place later finds the values published before.
    let places = READERS.lock();
    let own = PLACE.get();
    let mut others = places.iter().filter(|place| !own.is_some_and(|own| ptr::eq(own, **place))).peekable();
    if others.peek().is_none() {
        return;
    }
    barrier::pass_all();
    others.for_each(|place| place.wait_for_read());
}

/// A memory barrier that all threads pass when one of them says so.
#[cfg(not(loom))]
mod barrier {
    use std::sync::OnceLock;
    use std::sync::atomic::{Ordering, compiler_fence};

    /// A barrier only for the compiler, since other threads can be made to execute the real one.
    #[inline]
    pub fn pass() {
        compiler_fence(Ordering::SeqCst);
    }

    /// Makes all threads of the process execute the barrier.
    pub fn pass_all() {
        membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    }

    /// Whether the system has it.
    pub fn is_there() -> bool {
        static IS_REGISTERED: OnceLock<bool> = OnceLock::new();
        *IS_REGISTERED.get_or_init(|| membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED))
    }

    fn membarrier(command: libc::c_int) -> bool {
        // SAFETY: the call takes no pointers.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    }
}

/// In a model, each side executes a separate barrier, which orders the same.
#[cfg(loom)]
mod barrier {
    use tandem_sync::{Ordering, fence};

    pub fn pass() {
        fence(Ordering::SeqCst);
    }

    pub fn pass_all() {
        fence(Ordering::SeqCst);
    }

    pub fn is_there() -> bool {
        true
    }
}

#[cfg(all(test, loom))]
mod model {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;

    use super::*;
    use tandem_sync::AtomicUsize;

    /// Two values, the first of which is replaced: the old one is written, as memory that is freed
    /// would be, when no read can have it any more. Loom reports a read at the same time.
    #[test]
    fn no_read_has_a_value_that_was_replaced() {
        struct Shared {
            place: ReaderSlot,
            current: AtomicUsize,
            values: [UnsafeCell<u32>; 2],
        }
        // SAFETY: loom checks the accesses.
        unsafe impl Sync for Shared {}
        // SAFETY: as above.
        unsafe impl Send for Shared {}

        loom::model(|| {
            let shared = Arc::new(Shared {
                place: ReaderSlot::new(),
                current: AtomicUsize::new(0),
                values: [UnsafeCell::new(1), UnsafeCell::new(2)],
            });
            let other = Arc::clone(&shared);
            let reader = loom::thread::spawn(move || {
                for _ in 0..2 {
                    let _reading = Reading::begin(&other.place);
                    let current = other.current.load(Ordering::Acquire);
                    // SAFETY: loom checks it.
                    let value = other.values[current].with(|value| unsafe { *value });
                    assert_ne!(value, 0);
                }
            });
            shared.current.swap(1, Ordering::AcqRel);
            barrier::pass_all();
            shared.place.wait_for_read();
            // SAFETY: loom checks it.
            shared.values[0].with_mut(|value| unsafe { *value = 0 });
            reader.join().expect("no panic");
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Counts how many there are.
    struct Counted(Arc<AtomicUsize>, [u64; 16]);

    impl Counted {
        fn new(living: &Arc<AtomicUsize>, number: u64) -> Self {
            living.fetch_add(1, Ordering::Relaxed);
            Self(Arc::clone(living), [number; 16])
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            self.1 = [u64::MAX; 16];
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn reads_see_whole_values_and_old_ones_go() {
        let living = Arc::new(AtomicUsize::new(0));
        let value = ReadMostly::new(Counted::new(&living, 0));
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let read = || {
                let mut last = 0;
                while !is_done.load(Ordering::Relaxed) {
                    let numbers = value.read(|value| value.1);
                    assert!(numbers.iter().all(|&number| number == numbers[0]), "{numbers:?}");
                    assert!((last..=1000).contains(&numbers[0]), "{} after {last}", numbers[0]);
                    last = numbers[0];
                }
            };
            let readers = [scope.spawn(read), scope.spawn(read), scope.spawn(read)];
            for number in 1..=1000 {
                value.change(|_| Counted::new(&living, number));
                assert_eq!(living.load(Ordering::Relaxed), 1);
            }
            is_done.store(true, Ordering::Relaxed);
            readers.into_iter().for_each(|reader| reader.join().expect("no panic"));
        });
        drop(value);
        assert_eq!(living.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn places_of_threads_that_ended_are_used_again() {
        let value = ReadMostly::new(1);
        for _ in 0..100 {
            std::thread::scope(|scope| scope.spawn(|| assert_eq!(value.read(|value| *value), 1)).join())
                .expect("no panic");
        }
        assert!(READERS.lock().len() < 50, "{} places", READERS.lock().len());
        assert_eq!(value.read_locked(|value| *value), 1);
    }
}
