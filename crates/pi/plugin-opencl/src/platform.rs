//! Platforms.

use opencl_sys::CL_PLATFORM_NOT_FOUND_KHR;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::api::{self, check};
use crate::convert::ToCl;

/// `piPlatformsGet`: those that the ICD loader finds; none without a loader.
///
/// # Errors
/// OpenCL has one, or the library that `TANDEM_OPENCL_LIBRARY` names cannot be opened.
///
/// # Safety
/// `platforms` is null or has room for `capacity` handles, `count` is null or valid.
pub unsafe fn list(capacity: u32, platforms: *mut PiPlatform, count: *mut u32) -> Result<(), Failure> {
    let none = || {
        if !count.is_null() {
            // SAFETY: the caller's duty.
            unsafe { count.write(0) };
        }
        Ok(())
    };
    if api::installed()?.is_none() {
        return none();
    }
    // SAFETY: the caller's duty.
    match unsafe { function!(clGetPlatformIDs)(capacity, platforms.cl(), count) } {
        CL_PLATFORM_NOT_FOUND_KHR => none(),
        status => check("clGetPlatformIDs", status),
    }
}

/// `piPlatformGetInfo`
pub fn info(platform: PiPlatform, param: PiPlatformInfo, answer: Answer) -> Result<(), Failure> {
    if param == PI_EXT_PLATFORM_INFO_BACKEND {
        return answer.u32(PI_EXT_PLATFORM_BACKEND_OPENCL.0);
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: a live platform, and places as the answer says.
    unsafe { call!(clGetPlatformInfo(platform.cl(), param.0, size, value, size_ret)) }
}
