//! Queues.

use std::ffi::{c_int, c_void};

use tandem_runtime::Error;
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::graph::refuse_recording;
use tandem_runtime::queue::{Queue, QueueProperties};

use crate::abi::*;
use crate::call::{SUCCESS, acting, fail, forget_exception, producing};
use crate::parameters::{Handle, Out};

/// `tandem_queue_create`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    flags: u32,
    out: Out<'_, QueueHandle>,
) -> c_int {
    producing(|| {
        let properties = QueueProperties {
            out_of_order: flags & TANDEM_QUEUE_IN_ORDER == 0,
            profiling: flags & TANDEM_QUEUE_PROFILING != 0,
        };
        out.give(Queue::new(&*context.shared()?, &*device.shared()?, properties)?)
    })
}

/// `tandem_queue_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_device(queue: Handle<'_, Queue>, out: Out<'_, DeviceHandle>) -> c_int {
    producing(|| out.give(queue.object()?.device().clone()))
}

/// `tandem_queue_context`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_context(queue: Handle<'_, Queue>, out: Out<'_, ContextHandle>) -> c_int {
    producing(|| out.give(queue.object()?.context().clone()))
}

/// `tandem_queue_properties`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_properties(queue: Handle<'_, Queue>, out: Out<'_, u32>) -> c_int {
    producing(|| {
        let queue = queue.object()?;
        let flag = |set, flag| if set { flag } else { 0 };
        out.set(flag(queue.is_in_order(), TANDEM_QUEUE_IN_ORDER) | flag(queue.has_profiling(), TANDEM_QUEUE_PROFILING))
    })
}

/// `tandem_queue_backend`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_backend(queue: Handle<'_, Queue>, out: Out<'_, u32>) -> c_int {
    producing(|| out.set(queue.object()?.device().platform()?.backend().pi().0))
}

/// `tandem_queue_wait`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_wait(queue: Handle<'_, Queue>) -> c_int {
    acting(|| {
        let queue = queue.object()?;
        refuse_recording(queue)?;
        queue.wait();
        Ok(())
    })
}

/// `tandem_queue_empty`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_empty(queue: Handle<'_, Queue>, out: Out<'_, c_int>) -> c_int {
    producing(|| out.set(queue.object()?.is_empty()?.into()))
}

/// `tandem_queue_on_unhandled_error`
///
/// # Safety
/// `report` may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_on_unhandled_error(
    queue: Handle<'_, Queue>,
    report: Option<unsafe extern "C" fn(data: *mut c_void, code: c_int)>,
) -> c_int {
    producing(|| {
        let Some(report) = report else { return Ok(()) };
        let queue = queue.object()?;
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
/// `report` may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_on_unhandled_errors(
    queue: Handle<'_, Queue>,
    report: Option<unsafe extern "C" fn(data: *mut c_void, next: NextError, errors: *mut c_void)>,
) -> c_int {
    producing(|| {
        let Some(report) = report else { return Ok(()) };
        let queue = queue.object()?;
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

/// The remaining errors of a batch.
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
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_take_error(queue: Handle<'_, Queue>) -> c_int {
    acting(|| {
        let error = queue.object()?.take_error();
        forget_exception();
        error.map_or(Ok(()), Err)
    })
}
