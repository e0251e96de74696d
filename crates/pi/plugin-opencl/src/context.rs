//! Contexts.

use std::ffi::c_void;

use opencl_sys::CL_CONTEXT_PLATFORM;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;
use crate::{device_info, query, svm};

/// `piContextCreate`: a context of the platform that the devices are of.
///
/// # Safety
/// `devices` has `count` handles, `notify` may be called with `user_data` while the context lives, `context` is
/// valid.
pub unsafe fn create(
    count: u32,
    devices: *const PiDevice,
    notify: PiContextNotify,
    user_data: *mut c_void,
    context: *mut PiContext,
) -> Result<(), Failure> {
    if count == 0 || devices.is_null() {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, "a context needs at least one device"));
    }
    // SAFETY: the caller's duty: there is at least one.
    let platform = query::platform_of(unsafe { *devices })?;
    let properties = [CL_CONTEXT_PLATFORM, platform.as_ptr() as isize, 0];
    // SAFETY: the caller's duty.
    unsafe {
        let made = create!(clCreateContext(properties.as_ptr(), count, devices.cl(), notify, user_data))?;
        context.write(PiContext::from_ptr(made));
        svm::forget(PiContext::from_ptr(made));
    }
    Ok(())
}

/// `piContextGetInfo`
pub fn info(context: PiContext, param: PiContextInfo, answer: Answer) -> Result<(), Failure> {
    let of_first_device = |param| {
        let devices = query::devices_of(context)?;
        let first = devices.first().ok_or_else(|| Failure::from(PI_ERROR_INVALID_CONTEXT))?;
        device_info::info(*first, param, answer)
    };
    match param {
        PI_EXT_ONEAPI_CONTEXT_INFO_USM_FILL2D_SUPPORT
        | PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMSET2D_SUPPORT
        | PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT => answer.bool(false),
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES => {
            of_first_device(PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES)
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES => {
            of_first_device(PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES)
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES => {
            of_first_device(PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES)
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES => {
            of_first_device(PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES)
        }
        PI_CONTEXT_INFO_PLATFORM => {
            let devices = query::devices_of(context)?;
            let first = devices.first().ok_or_else(|| Failure::from(PI_ERROR_INVALID_CONTEXT))?;
            answer.sizes(&[query::platform_of(*first)?.as_ptr() as usize])
        }
        _ => {
            let (size, value, size_ret) = answer.parts();
            // SAFETY: a live context, and places as the answer says.
            unsafe { call!(clGetContextInfo(context.cl(), param.0, size, value, size_ret)) }
        }
    }
}

/// A callback at the end of a context, with its argument.
struct Deleter {
    function: unsafe extern "C" fn(*mut c_void),
    user_data: *mut c_void,
}

/// `piextContextSetExtendedDeleter`
///
/// # Safety
/// `function` may be called with `user_data` once, when the context ends.
pub unsafe fn set_deleter(
    context: PiContext,
    function: PiContextExtendedDeleter,
    user_data: *mut c_void,
) -> Result<(), Failure> {
    unsafe extern "C" fn call(_context: *mut c_void, data: *mut c_void) {
        // SAFETY: what `set_deleter` leaked; OpenCL calls once.
        let deleter = unsafe { Box::from_raw(data.cast::<Deleter>()) };
        // SAFETY: the duty of who set it.
        unsafe { (deleter.function)(deleter.user_data) };
    }
    let function = function.ok_or_else(|| Failure::new(PI_ERROR_INVALID_VALUE, "the deleter is null"))?;
    let deleter = Box::into_raw(Box::new(Deleter { function, user_data }));
    // SAFETY: a live context; the function takes the deleter.
    let set = (|| unsafe { call!(clSetContextDestructorCallback(context.cl(), Some(call), deleter.cast())) })();
    if set.is_err() {
        // SAFETY: OpenCL has not taken it.
        drop(unsafe { Box::from_raw(deleter) });
    }
    set
}
