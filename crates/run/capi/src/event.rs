//! Events.

use std::ffi::c_int;

use tandem_runtime::event::EventRef;
use tandem_runtime::graph::refuse_recorded;
use tandem_runtime::pi::constants::PiProfilingInfo;

use crate::abi::{EventHandle, QueueHandle};
use crate::call::{acting, forget_exception, output, producing};
use crate::handle::{hand_out, hand_out_list, object};

/// `tandem_event_wait`
///
/// # Safety
/// `event` is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_wait(event: EventHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let event = unsafe { object(event)? };
        refuse_recorded(event)?;
        event.wait();
        Ok(())
    })
}

/// `tandem_event_queue`
///
/// # Safety
/// `event` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_queue(event: EventHandle, out: *mut QueueHandle) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        match unsafe { object(event)? }.queue() {
            // SAFETY: the caller's duty.
            Some(queue) => unsafe { hand_out(queue.clone(), out, "the result") },
            // SAFETY: the caller's duty.
            None => unsafe { output(out, "the result", std::ptr::null()) },
        }
    })
}

/// `tandem_event_wait_list`
///
/// # Safety
/// `event` is a handle; `out` is null or valid for `capacity` handles; `count`
/// is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_wait_list(
    event: EventHandle,
    capacity: usize,
    out: *mut EventHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let events = unsafe { object(event)? }.wait_list();
        let events: Vec<_> = events.into_iter().map(EventRef::into_arc).collect();
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(&events, capacity, out, count) }
    })
}

/// `tandem_event_take_error`
///
/// # Safety
/// `event` is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_take_error(event: EventHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let queue = unsafe { object(event)? }.queue();
        let error = queue.and_then(|queue| queue.take_error());
        forget_exception();
        error.map_or(Ok(()), Err)
    })
}

/// `tandem_event_status`
///
/// # Safety
/// `event` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_status(event: EventHandle, out: *mut c_int) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let event = unsafe { object(event)? };
        refuse_recorded(event)?;
        // SAFETY: the caller's duty.
        unsafe { output(out, "the result", event.status()? as c_int) }
    })
}

/// `tandem_event_profiling`
///
/// # Safety
/// `event` is a handle; `nanoseconds` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_profiling(event: EventHandle, param: u32, nanoseconds: *mut u64) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let event = unsafe { object(event)? };
        refuse_recorded(event)?;
        // SAFETY: the caller's duty.
        unsafe { output(nanoseconds, "the result", event.profiling(PiProfilingInfo(param))?) }
    })
}
