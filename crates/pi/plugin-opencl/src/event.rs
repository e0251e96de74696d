//! Events.

use std::ffi::c_void;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;

/// `piEventCreate`: an event whose status the host sets.
///
/// # Safety
/// `event` is valid.
pub unsafe fn create(context: PiContext, event: *mut PiEvent) -> Result<(), Failure> {
    // SAFETY: a live context; the caller's duty.
    unsafe {
        let made = create!(clCreateUserEvent(context.cl()))?;
        event.write(PiEvent::from_ptr(made));
    }
    Ok(())
}

/// `piEventGetInfo`
pub fn info(event: PiEvent, param: PiEventInfo, answer: Answer) -> Result<(), Failure> {
    if param.0 >= 0x10000 {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("OpenCL has no property {param} of events")));
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: a live event, and places as the answer says.
    unsafe { call!(clGetEventInfo(event.cl(), param.cl(), size, value, size_ret)) }
}

/// `piEventSetCallback`
///
/// # Safety
/// `function` may be called with `user_data` from any thread, once.
pub unsafe fn set_callback(
    event: PiEvent,
    status: i32,
    function: PiEventNotify,
    user_data: *mut c_void,
) -> Result<(), Failure> {
    // SAFETY: the handle of an event is a pointer in both; the caller's duty.
    unsafe {
        let function =
            std::mem::transmute::<PiEventNotify, Option<unsafe extern "C" fn(*mut c_void, i32, *mut c_void)>>(function);
        call!(clSetEventCallback(event.cl(), status, function, user_data))
    }
}
