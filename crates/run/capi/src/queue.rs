//! Queues.

use std::ffi::{c_int, c_void};

use tandem_runtime::Error;
use tandem_runtime::graph::refuse_recording;
use tandem_runtime::queue::{Queue, QueueProperties};

use crate::abi::*;
use crate::call::{SUCCESS, acting, fail, forget_exception, output, producing};
use crate::handle::{hand_out, object, shared};

/// `tandem_queue_create`
///
/// # Safety
/// `context` and `device` are handles; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_create(
    context: ContextHandle,
    device: DeviceHandle,
    flags: u32,
    out: *mut QueueHandle,
) -> c_int {
    producing(|| {
        let properties = QueueProperties {
            out_of_order: flags & TANDEM_QUEUE_IN_ORDER == 0,
            profiling: flags & TANDEM_QUEUE_PROFILING != 0,
        };
        // SAFETY: the caller's duty.
        unsafe {
            let queue = Queue::new(&*shared(context)?, &*shared(device)?, properties)?;
            hand_out(queue, out, "the result")
        }
    })
}

/// `tandem_queue_device`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_device(queue: QueueHandle, out: *mut DeviceHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(queue)?.device().clone(), out, "the result") })
}

/// `tandem_queue_context`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_context(queue: QueueHandle, out: *mut ContextHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(queue)?.context().clone(), out, "the result") })
}

/// `tandem_queue_properties`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_properties(queue: QueueHandle, out: *mut u32) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let queue = unsafe { object(queue)? };
        let flag = |set, flag| if set { flag } else { 0 };
        let flags =
            flag(queue.is_in_order(), TANDEM_QUEUE_IN_ORDER) | flag(queue.has_profiling(), TANDEM_QUEUE_PROFILING);
        // SAFETY: the caller's duty.
        unsafe { output(out, "the result", flags) }
    })
}

/// `tandem_queue_backend`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_backend(queue: QueueHandle, out: *mut u32) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe { output(out, "the result", object(queue)?.device().platform()?.backend().pi().0) }
    })
}

/// `tandem_queue_wait`
///
/// # Safety
/// `queue` is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_wait(queue: QueueHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let queue = unsafe { object(queue)? };
        refuse_recording(queue)?;
        queue.wait();
        Ok(())
    })
}

/// `tandem_queue_empty`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_empty(queue: QueueHandle, out: *mut c_int) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { output(out, "the result", c_int::from(object(queue)?.is_empty()?)) })
}

/// `tandem_queue_on_unhandled_error`
///
/// # Safety
/// `queue` is a handle; `report` may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_on_unhandled_error(
    queue: QueueHandle,
    report: Option<unsafe extern "C" fn(data: *mut c_void, code: c_int)>,
) -> c_int {
    producing(|| {
        let Some(report) = report else { return Ok(()) };
        // SAFETY: the caller's duty.
        let queue = unsafe { object(queue)? };
        let data = queue.user_data().get() as usize;
        queue.on_unhandled_errors(move |errors| {
            for error in errors {
                // SAFETY: the caller's duty; the data outlives the last report.
                unsafe { report(data as *mut c_void, fail(&error)) };
                forget_exception();
            }
        });
        Ok(())
    })
}

/// Gives a batch of errors to the program, one by one.
type NextError = unsafe extern "C" fn(errors: *mut c_void) -> c_int;

/// `tandem_queue_on_unhandled_errors`
///
/// # Safety
/// `queue` is a handle; `report` may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_on_unhandled_errors(
    queue: QueueHandle,
    report: Option<unsafe extern "C" fn(data: *mut c_void, next: NextError, errors: *mut c_void)>,
) -> c_int {
    producing(|| {
        let Some(report) = report else { return Ok(()) };
        // SAFETY: the caller's duty.
        let queue = unsafe { object(queue)? };
        let data = queue.user_data().get() as usize;
        queue.on_unhandled_errors(move |errors| {
            let mut errors: Errors = errors.into_iter();
            // SAFETY: the caller's duty; the data outlives the last report.
            unsafe { report(data as *mut c_void, next_error, (&raw mut errors).cast()) };
            forget_exception();
        });
        Ok(())
    })
}

/// What is left of a batch.
type Errors = std::vec::IntoIter<Error>;

/// The next error of a batch, as the thread's last one.
///
/// # Safety
/// `errors` is what the report was called with, which has not returned.
unsafe extern "C" fn next_error(errors: *mut c_void) -> c_int {
    // SAFETY: the caller's duty.
    let errors = unsafe { &mut *errors.cast::<Errors>() };
    errors.next().map_or(SUCCESS, |error| fail(&error))
}

/// `tandem_queue_take_error`
///
/// # Safety
/// `queue` is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_take_error(queue: QueueHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let error = unsafe { object(queue)? }.take_error();
        forget_exception();
        error.map_or(Ok(()), Err)
    })
}
