//! Platforms.

use std::ffi::c_void;
use std::sync::Once;

use opencl_sys::*;

use crate::config::config;
use crate::exit;
use crate::exported::exported;
use crate::handles::*;
use crate::parameters::{self, text_of};

exported! {
    fn clGetPlatformIDs(capacity: cl_uint, list: *mut *mut c_void, count: *mut cl_uint) {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            if config().checks_leaks {
                // SAFETY: the function takes nothing and outlives the process.
                unsafe { libc::atexit(exit::at_exit) };
            }
        });
        let found = platforms();
        parameters::answer_handles(&found, capacity, list, count)?;
        if found.is_empty() { Err(CL_PLATFORM_NOT_FOUND_KHR) } else { Ok(()) }
    }

    fn clGetPlatformInfo(platform: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        if !platforms().contains(&(platform as usize)) {
            return Err(CL_INVALID_PLATFORM);
        }
        let text = match param {
            CL_PLATFORM_PROFILE => "FULL_PROFILE".to_owned(),
            CL_PLATFORM_VERSION => version_text(),
            CL_PLATFORM_NAME => "Fake OpenCL".to_owned(),
            CL_PLATFORM_VENDOR => "Tandem".to_owned(),
            CL_PLATFORM_EXTENSIONS => extensions(),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&text_of(&text), size, value, size_ret)
    }
}
