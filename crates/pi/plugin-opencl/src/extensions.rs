//! Functions of extensions, which differ by platform.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{LazyLock, OnceLock};

use opencl_sys::*;
use parking_lot::RwLock;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::convert::ToCl;
use crate::query;

/// `clGetDeviceGlobalVariablePointerINTEL` (`cl_intel_global_variable_pointers`).
#[allow(non_camel_case_types, reason = "a name like OpenCL's")]
pub type clGetDeviceGlobalVariablePointerINTEL_t =
    Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_char, *mut usize, *mut *mut c_void) -> i32>;
/// `clGetDeviceFunctionPointerINTEL` (`cl_intel_function_pointers`).
#[allow(non_camel_case_types, reason = "a name like OpenCL's")]
pub type clGetDeviceFunctionPointerINTEL_t =
    Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_char, *mut u64) -> i32>;
/// `clEnqueueWriteGlobalVariableINTEL` (`cl_intel_global_variable_access`).
#[allow(non_camel_case_types, reason = "a name like OpenCL's")]
pub type clEnqueueWriteGlobalVariableINTEL_t = Option<
    unsafe extern "C" fn(
        *mut c_void,
        *mut c_void,
        *const c_char,
        u32,
        usize,
        usize,
        *const c_void,
        u32,
        *const *mut c_void,
        *mut *mut c_void,
    ) -> i32,
>;
/// `clEnqueueReadGlobalVariableINTEL` (`cl_intel_global_variable_access`).
#[allow(non_camel_case_types, reason = "a name like OpenCL's")]
pub type clEnqueueReadGlobalVariableINTEL_t = Option<
    unsafe extern "C" fn(
        *mut c_void,
        *mut c_void,
        *const c_char,
        u32,
        usize,
        usize,
        *mut c_void,
        u32,
        *const *mut c_void,
        *mut *mut c_void,
    ) -> i32,
>;

macro_rules! extensions {
    ($($name:ident: $type:ty;)*) => {
        /// The functions that a platform has; `None` for those that it lacks.
        #[allow(non_snake_case, reason = "the names of C")]
        pub struct Extensions {
            $(pub $name: $type,)*
        }

        impl Extensions {
            fn of(platform: PiPlatform) -> Result<Self, Failure> {
                Ok(Self {
                    // SAFETY: a function of this name has this type, and null is `None`.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, $type>(address(platform, concat!(stringify!($name), "\0"))?)
                    },)*
                })
            }
        }
    };
}

extensions! {
    clCreateCommandBufferKHR: clCreateCommandBufferKHR_t;
    clFinalizeCommandBufferKHR: clFinalizeCommandBufferKHR_t;
    clReleaseCommandBufferKHR: clReleaseCommandBufferKHR_t;
    clEnqueueCommandBufferKHR: clEnqueueCommandBufferKHR_t;
    clCommandBarrierWithWaitListKHR: clCommandBarrierWithWaitListKHR_t;
    clCommandNDRangeKernelKHR: clCommandNDRangeKernelKHR_t;
    clCommandCopyBufferKHR: clCommandCopyBufferKHR_t;
    clCommandCopyBufferRectKHR: clCommandCopyBufferRectKHR_t;
    clCommandFillBufferKHR: clCommandFillBufferKHR_t;
    clCommandSVMMemcpyKHR: clCommandSVMMemcpyKHR_t;
    clCommandSVMMemFillKHR: clCommandSVMMemFillKHR_t;
    clCreateProgramWithILKHR: clCreateProgramWithILKHR_t;
    clHostMemAllocINTEL: clHostMemAllocINTEL_t;
    clDeviceMemAllocINTEL: clDeviceMemAllocINTEL_t;
    clSharedMemAllocINTEL: clSharedMemAllocINTEL_t;
    clMemFreeINTEL: clMemFreeINTEL_t;
    clGetMemAllocInfoINTEL: clGetMemAllocInfoINTEL_t;
    clSetKernelArgMemPointerINTEL: clSetKernelArgMemPointerINTEL_t;
    clEnqueueMemFillINTEL: clEnqueueMemFillINTEL_t;
    clEnqueueMemcpyINTEL: clEnqueueMemcpyINTEL_t;
    clEnqueueMigrateMemINTEL: clEnqueueMigrateMemINTEL_t;
    clEnqueueReadHostPipeINTEL: clEnqueueReadHostPipeINTEL_t;
    clEnqueueWriteHostPipeINTEL: clEnqueueWriteHostPipeINTEL_t;
    clGetDeviceGlobalVariablePointerINTEL: clGetDeviceGlobalVariablePointerINTEL_t;
    clGetDeviceFunctionPointerINTEL: clGetDeviceFunctionPointerINTEL_t;
    clEnqueueWriteGlobalVariableINTEL: clEnqueueWriteGlobalVariableINTEL_t;
    clEnqueueReadGlobalVariableINTEL: clEnqueueReadGlobalVariableINTEL_t;
}

/// The address of a platform's function; null if it has none of this name. `name` ends with 0.
fn address(platform: PiPlatform, name: &str) -> Result<*mut c_void, Failure> {
    let name = CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default();
    let ask = function!(clGetExtensionFunctionAddressForPlatform);
    // SAFETY: a live platform, and a text with its terminator.
    Ok(unsafe { ask(platform.cl(), name.as_ptr()) })
}

/// By the address of a platform. Platforms live as long as the process.
static PLATFORMS: LazyLock<RwLock<HashMap<usize, &'static Extensions>>> = LazyLock::new(RwLock::default);

/// The functions of the only platform of the machine, which need no query to be found.
fn only() -> Result<Option<&'static Extensions>, Failure> {
    static ONLY: OnceLock<Option<&'static Extensions>> = OnceLock::new();
    if let Some(known) = ONLY.get() {
        return Ok(*known);
    }
    let found = match query::platforms()?.as_slice() {
        [only] => Some(of_platform(*only)?),
        _ => None,
    };
    Ok(*ONLY.get_or_init(|| found))
}

/// The functions of a platform.
pub fn of_platform(platform: PiPlatform) -> Result<&'static Extensions, Failure> {
    let key = platform.as_ptr() as usize;
    if let Some(known) = PLATFORMS.read().get(&key) {
        return Ok(known);
    }
    // If two threads get here, the second one's table is dropped.
    let found = Extensions::of(platform)?;
    Ok(PLATFORMS.write().entry(key).or_insert_with(|| Box::leak(Box::new(found))))
}

/// The functions of a device's platform.
pub fn of_device(device: PiDevice) -> Result<&'static Extensions, Failure> {
    if let Some(only) = only()? {
        return Ok(only);
    }
    of_platform(query::platform_of(device)?)
}

/// The functions of the platform that a context is of.
pub fn of_context(context: PiContext) -> Result<&'static Extensions, Failure> {
    if let Some(only) = only()? {
        return Ok(only);
    }
    let devices = query::devices_of(context)?;
    let first = devices.first().ok_or_else(|| Failure::new(PI_ERROR_INVALID_CONTEXT, "the context has no devices"))?;
    of_device(*first)
}

/// The functions of the platform that a queue is of.
pub fn of_queue(queue: PiQueue) -> Result<&'static Extensions, Failure> {
    if let Some(only) = only()? {
        return Ok(only);
    }
    of_device(query::device_of(queue)?)
}

/// The functions of the platform that a kernel is of.
pub fn of_kernel(kernel: PiKernel) -> Result<&'static Extensions, Failure> {
    if let Some(only) = only()? {
        return Ok(only);
    }
    of_context(query::context_of(kernel)?)
}

/// The error of a function that a platform does not have.
#[cold]
pub fn missing(name: &str) -> Failure {
    Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, format!("the platform has no {name}"))
}

/// One of the functions of a platform, or the error that it has none.
macro_rules! extension {
    ($extensions:expr, $name:ident) => {
        $extensions.$name.ok_or_else(|| $crate::extensions::missing(stringify!($name)))?
    };
}

/// Calls a function of an extension that returns a status. The caller's block is `unsafe`.
macro_rules! call_extension {
    ($extensions:expr, $name:ident($($argument:expr),* $(,)?)) => {
        $crate::api::check(stringify!($name), extension!($extensions, $name)($($argument),*))
    };
}
