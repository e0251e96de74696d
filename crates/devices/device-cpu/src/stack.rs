//! The stacks that kernels run on. A kernel that needs more than a thread has left runs on a new thread.

use std::cell::Cell;
use std::ops::Range;
use std::thread;

use tandem_device::DeviceInfo;

/// Kernels that need no more run anywhere, like other functions.
const SMALL_BYTES: u64 = 4 << 10;
/// Stack that a thread needs in addition to a kernel's: for the launch, and for signal handlers.
const RESERVE_BYTES: u64 = 16 << 10;
/// The maximum that a kernel gets. LLVM cannot generate code for frames of more than 2 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// The most that a kernel gets on a device, all of whose threads may run it at the same time.
pub fn limit(device: &DeviceInfo) -> u64 {
    (device.global_mem_bytes / u64::from(device.compute_units).max(1)).min(MAX_BYTES)
}

/// Calls a function with at least `bytes` of stack, on this thread or on another one that this thread waits for.
/// Returns `None`, without a call, if the system has no room for such a thread.
pub fn with_bytes<R: Send>(bytes: u64, call: impl FnOnce() -> R + Send) -> Option<R> {
    let needed = bytes.saturating_add(RESERVE_BYTES);
    if bytes <= SMALL_BYTES || needed <= left() { Some(call()) } else { on_thread(needed, call) }
}

#[cold]
fn on_thread<R: Send>(bytes: u64, call: impl FnOnce() -> R + Send) -> Option<R> {
    let thread = thread::Builder::new().name("tandem-cpu-stack".to_owned()).stack_size(usize::try_from(bytes).ok()?);
    thread::scope(|scope| {
        let result = thread.spawn_scoped(scope, call).ok()?.join();
        Some(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

thread_local! {
    /// The stack of this thread; empty when not known yet.
    static STACK: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Bytes of stack below the caller's frame; 0 if it is on a stack that is not the thread's.
fn left() -> u64 {
    let here = 0u8;
    let here = (&raw const here).addr();
    let (mut start, mut end) = STACK.get();
    if end == 0 {
        Range { start, end } = of_this_thread();
        STACK.set((start, end));
    }
    if here < end { here.saturating_sub(start) as u64 } else { 0 }
}

/// The addresses of this thread's stack, without its guard; empty if the system does not report them.
fn of_this_thread() -> Range<usize> {
    // SAFETY: all zeros is memory for attributes.
    let mut attributes: libc::pthread_attr_t = unsafe { std::mem::zeroed() };
    let (mut start, mut bytes) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are initialized by the first call, and destroyed if it succeeds.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
            return 0..1;
        }
        libc::pthread_attr_getstack(&raw const attributes, &raw mut start, &raw mut bytes);
        libc::pthread_attr_destroy(&raw mut attributes);
    }
    start.addr()..start.addr() + bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// Whether a call that needs `bytes` of stack runs on this thread.
    fn is_here(bytes: u64) -> Option<bool> {
        let here = thread::current().id();
        with_bytes(bytes, || thread::current().id() == here)
    }

    fn on_stack_of<R: Send>(bytes: u64, call: impl FnOnce() -> R + Send) -> R {
        on_thread(bytes, call).expect("there is room for a thread")
    }

    #[test]
    fn threads_know_what_they_have_left() {
        for bytes in [MIB / 4, MIB, 16 * MIB] {
            let left = on_stack_of(bytes, left);
            // glibc gives threads the stacks of earlier ones, which may be four times as large.
            assert!((bytes / 2..=4 * bytes).contains(&left), "{left} of {bytes}");
        }
    }

    #[test]
    fn calls_get_the_stack_that_they_need() {
        assert_eq!(on_stack_of(MIB, || (is_here(SMALL_BYTES), is_here(MIB / 2))), (Some(true), Some(true)));
        assert_eq!(on_stack_of(MIB, || is_here(4 * MIB)), Some(false));
        let left = on_stack_of(MIB / 4, || with_bytes(64 * MIB, left));
        assert!(left.is_some_and(|left| left >= 64 * MIB), "{left:?}");
    }

    #[test]
    fn what_the_system_does_not_have_is_not_called() {
        assert_eq!(is_here(1 << 60), None);
        assert_eq!(is_here(u64::MAX), None);
    }

    #[test]
    fn all_threads_of_a_device_may_have_the_limit() {
        let device =
            |global_mem_bytes, compute_units| DeviceInfo { global_mem_bytes, compute_units, ..DeviceInfo::default() };
        assert_eq!(limit(&device(64 * MIB, 4)), 16 * MIB);
        assert_eq!(limit(&device(1 << 50, 4)), MAX_BYTES);
        assert_eq!(limit(&device(64 * MIB, 0)), 64 * MIB);
    }
}
