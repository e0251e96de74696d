//! Guarded calls: a fault of a kernel ends the call of the kernel instead of the process.
//!
//! A guarded call saves the callee-saved registers on the stack and remembers where. When the signal handler of
//! `faults` finds that such a call was interrupted, it resumes the thread there. The stack frames in between belong to
//! compiled kernels, which hold no lock and have nothing to release. The innermost frame may belong to a function of
//! the host that a kernel has called: one of the fixed table in `loader::symbols`. Kernels get no callbacks. Of these
//! functions, only those that print hold a lock (`stdout`).

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{Ordering, compiler_fence};

use tandem_native_cpu::{LaunchInfo, WorkGroupFn};

#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
mod registers;
pub mod stdout;

use registers::Resume;

use crate::thread_table::ThreadTable;

/// A signal that a kernel raised, or a function that it called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The signal.
    pub signal: c_int,
    /// The instruction.
    pub pc: usize,
    /// The address that it accessed, if the signal reports it.
    pub address: usize,
    /// The kernel's function, if its call was guarded; otherwise 0.
    pub function: usize,
}

/// A guarded call that is under way.
#[derive(Default)]
#[repr(C)]
struct Frame {
    resume: Resume,
    fault: Fault,
}

/// The arguments of a [`WorkGroupFn`].
#[repr(C)]
pub struct Arguments {
    /// The block of arguments.
    pub args: *const u8,
    /// The launch.
    pub launch: *const LaunchInfo,
    /// The group's number in each dimension.
    pub group: *const u64,
    /// Local memory.
    pub local: *mut u8,
    /// Scratch memory.
    pub scratch: *mut u8,
}

/// The guarded call of each thread.
static CALLS: ThreadTable<Frame> = ThreadTable::new();

/// Calls a kernel's function, and returns the fault that ended it, if one did.
///
/// # Safety
/// As for the function. After a fault, the contents of all memory that it may write to are
/// undefined.
pub unsafe fn call(function: WorkGroupFn, arguments: &Arguments) -> Result<(), Fault> {
    let mut frame = Frame::default();
    let place = &raw mut frame;
    let has_faulted = CALLS.during(place, || {
        compiler_fence(Ordering::SeqCst);
        // SAFETY: the caller's duty; the frame outlives the call.
        let has_faulted = unsafe { registers::enter(function, arguments, &raw mut (*place).resume) };
        compiler_fence(Ordering::SeqCst);
        has_faulted
    });
    if has_faulted == 0 {
        return Ok(());
    }
    // SAFETY: the frame is this function's; the handler wrote to it before the call returned.
    let fault = unsafe { ptr::read_volatile(&raw const (*place).fault) };
    Err(Fault { function: function as usize, ..fault })
}

/// Resumes the interrupted thread after its guarded call. Returns false if there is none.
///
/// # Safety
/// Called by the handler of a signal that this thread raised, with the handler's context.
pub unsafe fn end_call(fault: Fault, context: &mut libc::ucontext_t) -> bool {
    let frame = CALLS.of_this_thread();
    if frame.is_null() {
        return false;
    }
    // SAFETY: the frame is that of a call which has not returned; no other code uses it meanwhile.
    unsafe {
        ptr::write_volatile(&raw mut (*frame).fault, fault);
        registers::resume(&(*frame).resume, context);
    }
    true
}
