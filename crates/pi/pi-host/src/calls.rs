//! Tracks the threads that are inside calls to plugins, so that no plugin is torn down or unloaded
//! during a call.
//!
//! Each thread counts its calls in a separate location, with plain stores. Before reading the
//! counts, a thread makes calls impossible (by a flag that callers check after they have counted),
//! and then makes every thread of the process execute a memory barrier (`membarrier`): afterwards
//! each thread either has been counted or will see the flag. So a call pays for neither an atomic
//! operation nor a fence.

use std::cell::Cell;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, Ordering, compiler_fence};

use parking_lot::Mutex;

/// The calls of one thread.
struct Calls {
    /// Calls that the thread is inside of, one in the other. Only the thread
    /// itself writes it.
    depth: AtomicU32,
    /// The plugin that the calls go to; null if there are several.
    plugin: AtomicPtr<()>,
    /// The system's number of the thread.
    thread: AtomicI32,
}

impl Calls {
    /// Whether the thread has ended.
    fn is_free(&self) -> bool {
        // SAFETY: signal 0 is not delivered; the calls take no pointers.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), self.thread.load(Ordering::Acquire), 0) != 0 }
    }
}

/// The places of all threads. No destructor of threads gives them back, because
/// one would keep the library of the runtime from being unloaded.
static PLACES: Mutex<Vec<&'static Calls>> = Mutex::new(Vec::new());
/// With fewer places, those of threads that ended are not looked for.
const FEW_PLACES: usize = 16;

thread_local! {
    static PLACE: Cell<Option<&'static Calls>> = const { Cell::new(None) };
}

/// The thread is inside of a call as long as this lives.
pub struct Inside(&'static Calls);

impl Inside {
    /// Counts a call to the plugin at this address. To be followed by a look at whether
    /// calls are possible.
    #[inline]
    pub fn enter<P>(plugin: &P) -> Self {
        let calls = PLACE.get().unwrap_or_else(take_place);
        let plugin = std::ptr::from_ref(plugin).cast::<()>().cast_mut();
        let depth = calls.depth.load(Ordering::Relaxed);
        if depth == 0 {
            calls.plugin.store(plugin, Ordering::Relaxed);
        } else if calls.plugin.load(Ordering::Relaxed) != plugin {
            calls.plugin.store(std::ptr::null_mut(), Ordering::Relaxed);
        }
        calls.depth.store(depth + 1, Ordering::Release);
        // The processor's part is done by `is_any_thread_inside`.
        compiler_fence(Ordering::SeqCst);
        Self(calls)
    }

    /// Whether the call was made during another one.
    pub fn is_nested(&self) -> bool {
        self.0.depth.load(Ordering::Relaxed) > 1
    }
}

impl Drop for Inside {
    #[inline]
    fn drop(&mut self) {
        self.0.depth.store(self.0.depth.load(Ordering::Relaxed) - 1, Ordering::Release);
    }
}

#[cold]
fn take_place() -> &'static Calls {
    // SAFETY: the call takes no arguments.
    let thread = unsafe { libc::syscall(libc::SYS_gettid) } as i32;
    let mut places = PLACES.lock();
    // The number may have been that of a thread that ended.
    let own = places.iter().find(|calls| calls.thread.load(Ordering::Relaxed) == thread);
    let free = || places.iter().find(|calls| places.len() >= FEW_PLACES && calls.is_free());
    let calls = own.or_else(free).copied().unwrap_or_else(|| {
        let calls = Box::leak(Box::new(Calls {
            depth: AtomicU32::new(0),
            plugin: AtomicPtr::new(std::ptr::null_mut()),
            thread: AtomicI32::new(thread),
        }));
        places.push(calls);
        calls
    });
    calls.thread.store(thread, Ordering::Relaxed);
    PLACE.set(Some(calls));
    calls
}

/// Whether any thread is inside a call to a plugin, including this thread. The caller has made
/// calls to the plugin impossible. If the system has no `membarrier`, the result is true whenever
/// another thread could be.
pub fn is_any_thread_inside<P>(plugin: &P) -> bool {
    PLACE.get().is_some_and(|own| is_inside(own, plugin)) || is_other_thread_inside(plugin)
}

/// As [`is_any_thread_inside`], but for this thread.
pub fn is_other_thread_inside<P>(plugin: &P) -> bool {
    // A thread without a place takes the lock before its first call, and so sees the flag.
    let places = PLACES.lock();
    let own = PLACE.get();
    let others = || places.iter().copied().filter(|calls| !own.is_some_and(|own| std::ptr::eq(own, *calls)));
    // It takes milliseconds, and most programs have no other threads that make calls.
    // SAFETY: the call takes no pointers.
    let barrier = || unsafe { libc::syscall(libc::SYS_membarrier, libc::MEMBARRIER_CMD_GLOBAL, 0, 0) == 0 };
    (others().any(|calls| !calls.is_free()) && !barrier()) || others().any(|calls| is_inside(calls, plugin))
}

/// Whether the thread of a place is inside a call to this plugin.
fn is_inside<P>(calls: &Calls, plugin: &P) -> bool {
    let is_in_call = calls.depth.load(Ordering::Acquire) != 0;
    let called = calls.plugin.load(Ordering::Relaxed);
    is_in_call && (called.is_null() || std::ptr::addr_eq(called, plugin))
}
