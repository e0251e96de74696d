//! Guarded calls on AArch64: plain calls so far. The handler of `faults` is for x86-64.

use tandem_native_cpu::WorkGroupFn;

use super::Arguments;

/// Where a guarded call resumes after a fault.
#[derive(Default)]
#[repr(C)]
pub struct Resume {}

/// Calls a function.
///
/// # Safety
/// As for the function.
pub unsafe fn enter(function: WorkGroupFn, arguments: *const Arguments, _resume: *mut Resume) -> u32 {
    // SAFETY: the caller's duty.
    unsafe {
        let Arguments { args, launch, group, local, scratch } = &*arguments;
        function(*args, *launch, *group, *local, *scratch);
    }
    0
}

/// Does nothing: there is no place to resume at.
pub fn resume(_resume: &Resume, _context: &mut libc::ucontext_t) {}
