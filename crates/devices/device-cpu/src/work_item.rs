//! The work-item of functions that are called through pointers: one [`WorkItem`] per thread, which kernels fill in
//! before such calls.

use std::cell::UnsafeCell;

use tandem_native_cpu::WorkItem;

thread_local! {
    static CURRENT: UnsafeCell<WorkItem> = const { UnsafeCell::new(WorkItem { answers: [0; 32] }) };
}

/// The calling thread's work-item ([`tandem_native_cpu::WORK_ITEM_SYMBOL`]).
/// It only lives as long as the thread; kernels end before.
pub extern "C" fn current() -> *mut WorkItem {
    CURRENT.with(UnsafeCell::get)
}
