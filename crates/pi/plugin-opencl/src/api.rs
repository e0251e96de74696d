//! OpenCL's functions. The ICD loader is opened when the first of them is called.

use std::ffi::{OsStr, c_int};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use libloading::Library;
use opencl_sys::cl_function_types::*;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;

/// Names another library than the ICD loader.
const OVERRIDE: &str = "TANDEM_OPENCL_LIBRARY";
/// Names of the ICD loader, the one of its ABI first.
const LIBRARIES: [&str; 2] = ["libOpenCL.so.1", "libOpenCL.so"];

macro_rules! functions {
    ($($name:ident: $type:ty;)*) => {
        /// The functions that the loader exports; `None` for those of a newer OpenCL than its own.
        #[allow(non_snake_case, reason = "the names of C")]
        pub struct Api {
            $(pub $name: $type,)*
            /// Keeps the functions mapped.
            _library: Library,
        }

        impl Api {
            fn of(library: Library) -> Self {
                Self {
                    // SAFETY: the functions of OpenCL have these types.
                    $($name: unsafe { library.get::<$type>(concat!(stringify!($name), "\0").as_bytes()) }
                        .map_or(None, |symbol| *symbol),)*
                    _library: library,
                }
            }
        }
    };
}

functions! {
    clGetPlatformIDs: clGetPlatformIDs_t;
    clGetPlatformInfo: clGetPlatformInfo_t;
    clGetExtensionFunctionAddressForPlatform: clGetExtensionFunctionAddressForPlatform_t;
    clGetDeviceIDs: clGetDeviceIDs_t;
    clGetDeviceInfo: clGetDeviceInfo_t;
    clCreateSubDevices: clCreateSubDevices_t;
    clRetainDevice: clRetainDevice_t;
    clReleaseDevice: clReleaseDevice_t;
    clGetDeviceAndHostTimer: clGetDeviceAndHostTimer_t;
    clCreateContext: clCreateContext_t;
    clRetainContext: clRetainContext_t;
    clReleaseContext: clReleaseContext_t;
    clGetContextInfo: clGetContextInfo_t;
    clSetContextDestructorCallback: clSetContextDestructorCallback_t;
    clCreateCommandQueue: clCreateCommandQueue_t;
    clCreateCommandQueueWithProperties: clCreateCommandQueueWithProperties_t;
    clRetainCommandQueue: clRetainCommandQueue_t;
    clReleaseCommandQueue: clReleaseCommandQueue_t;
    clGetCommandQueueInfo: clGetCommandQueueInfo_t;
    clFlush: clFlush_t;
    clFinish: clFinish_t;
    clCreateBuffer: clCreateBuffer_t;
    clCreateSubBuffer: clCreateSubBuffer_t;
    clCreateImage: clCreateImage_t;
    clRetainMemObject: clRetainMemObject_t;
    clReleaseMemObject: clReleaseMemObject_t;
    clGetMemObjectInfo: clGetMemObjectInfo_t;
    clGetImageInfo: clGetImageInfo_t;
    clCreateSampler: clCreateSampler_t;
    clRetainSampler: clRetainSampler_t;
    clReleaseSampler: clReleaseSampler_t;
    clGetSamplerInfo: clGetSamplerInfo_t;
    clCreateProgramWithIL: clCreateProgramWithIL_t;
    clCreateProgramWithBinary: clCreateProgramWithBinary_t;
    clRetainProgram: clRetainProgram_t;
    clReleaseProgram: clReleaseProgram_t;
    clBuildProgram: clBuildProgram_t;
    clCompileProgram: clCompileProgram_t;
    clLinkProgram: clLinkProgram_t;
    clGetProgramInfo: clGetProgramInfo_t;
    clGetProgramBuildInfo: clGetProgramBuildInfo_t;
    clSetProgramSpecializationConstant: clSetProgramSpecializationConstant_t;
    clCreateKernel: clCreateKernel_t;
    clRetainKernel: clRetainKernel_t;
    clReleaseKernel: clReleaseKernel_t;
    clSetKernelArg: clSetKernelArg_t;
    clSetKernelExecInfo: clSetKernelExecInfo_t;
    clGetKernelInfo: clGetKernelInfo_t;
    clGetKernelWorkGroupInfo: clGetKernelWorkGroupInfo_t;
    clGetKernelSubGroupInfo: clGetKernelSubGroupInfo_t;
    clCreateUserEvent: clCreateUserEvent_t;
    clSetUserEventStatus: clSetUserEventStatus_t;
    clSetEventCallback: clSetEventCallback_t;
    clRetainEvent: clRetainEvent_t;
    clReleaseEvent: clReleaseEvent_t;
    clGetEventInfo: clGetEventInfo_t;
    clGetEventProfilingInfo: clGetEventProfilingInfo_t;
    clWaitForEvents: clWaitForEvents_t;
    clEnqueueNDRangeKernel: clEnqueueNDRangeKernel_t;
    clEnqueueMarkerWithWaitList: clEnqueueMarkerWithWaitList_t;
    clEnqueueBarrierWithWaitList: clEnqueueBarrierWithWaitList_t;
    clEnqueueReadBuffer: clEnqueueReadBuffer_t;
    clEnqueueReadBufferRect: clEnqueueReadBufferRect_t;
    clEnqueueWriteBuffer: clEnqueueWriteBuffer_t;
    clEnqueueWriteBufferRect: clEnqueueWriteBufferRect_t;
    clEnqueueCopyBuffer: clEnqueueCopyBuffer_t;
    clEnqueueCopyBufferRect: clEnqueueCopyBufferRect_t;
    clEnqueueFillBuffer: clEnqueueFillBuffer_t;
    clEnqueueReadImage: clEnqueueReadImage_t;
    clEnqueueWriteImage: clEnqueueWriteImage_t;
    clEnqueueCopyImage: clEnqueueCopyImage_t;
    clEnqueueFillImage: clEnqueueFillImage_t;
    clEnqueueMapBuffer: clEnqueueMapBuffer_t;
    clEnqueueUnmapMemObject: clEnqueueUnmapMemObject_t;
    clSVMAlloc: clSVMAlloc_t;
    clSVMFree: clSVMFree_t;
    clSetKernelArgSVMPointer: clSetKernelArgSVMPointer_t;
    clEnqueueSVMMemcpy: clEnqueueSVMMemcpy_t;
    clEnqueueSVMMemFill: clEnqueueSVMMemFill_t;
    clEnqueueSVMMigrateMem: clEnqueueSVMMigrateMem_t;
}

/// OpenCL in this process: `None` without an ICD loader, or why the library that was named cannot be used.
static API: LazyLock<Result<Option<Api>, String>> = LazyLock::new(|| {
    // SAFETY: the loader's initializers are those of any library that a program links with.
    let open = |name: &OsStr| unsafe { Library::new(name) }.map(Api::of);
    match tandem_environment::variable_os(OVERRIDE).filter(|name| !name.is_empty()) {
        Some(name) => open(&name).map(Some).map_err(|error| format!("{OVERRIDE}: {}: {error}", name.display())),
        None => Ok(LIBRARIES.into_iter().find_map(|name| open(OsStr::new(name)).ok())),
    }
});

/// The functions, if the machine has an ICD loader.
///
/// # Errors
/// The library that `TANDEM_OPENCL_LIBRARY` names cannot be opened.
pub fn installed() -> Result<Option<&'static Api>, Failure> {
    let found = API.as_ref().map_err(|text| Failure::new(PI_ERROR_UNINITIALIZED, text));
    found.map(Option::as_ref)
}

/// The functions.
///
/// # Errors
/// The machine has no ICD loader: no object can be of this plugin.
pub fn api() -> Result<&'static Api, Failure> {
    installed()?.ok_or_else(|| Failure::new(PI_ERROR_UNINITIALIZED, "libOpenCL.so.1 was not found"))
}

/// The error of a function that the ICD loader does not export.
#[cold]
pub fn missing(name: &str) -> Failure {
    Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, format!("OpenCL's ICD loader has no {name}"))
}

/// Codes of PI that are none of OpenCL.
const PI_ONLY: RangeInclusive<c_int> = -999..=-900;

/// A status of OpenCL as a result. Its numbers are PI's; the text names the call.
///
/// # Errors
/// The status, if it is not `CL_SUCCESS`; `PI_ERROR_UNKNOWN` for one that means something else in PI.
#[inline]
pub fn check(call: &str, status: c_int) -> Result<(), Failure> {
    if status == 0 { Ok(()) } else { Err(failed(call, status)) }
}

#[cold]
fn failed(call: &str, status: c_int) -> Failure {
    let code = PiResult(status);
    let is_of_pi = code == PI_ERROR_UNINITIALIZED || PI_ONLY.contains(&status);
    match code.name() {
        _ if is_of_pi => Failure::new(PI_ERROR_UNKNOWN, format!("{call}: OpenCL error {status}")),
        Some(name) => Failure::new(code, format!("{call}: {}", name.replacen("PI_ERROR", "CL", 1))),
        None => Failure::new(code, format!("{call}: OpenCL error {status}")),
    }
}

/// One of OpenCL's functions, or the error that the loader does not have it.
macro_rules! function {
    ($name:ident) => {
        $crate::api::api()?.$name.ok_or_else(|| $crate::api::missing(stringify!($name)))?
    };
}

/// Calls a function that returns a status. The caller's block is `unsafe`.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {
        $crate::api::check(stringify!($name), function!($name)($($argument),*))
    };
}

/// Calls a function that returns an object, and a status through its last parameter. The caller's block is
/// `unsafe`.
macro_rules! create {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let mut status = 0;
        let object = function!($name)($($argument,)* &raw mut status);
        $crate::api::check(stringify!($name), status).map(|()| object)
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_opencls_names() {
        let failure = check("clBuildProgram", -11).expect_err("not 0");
        assert_eq!(failure.code, PI_ERROR_BUILD_PROGRAM_FAILURE);
        assert_eq!(failure.message, "clBuildProgram: CL_BUILD_PROGRAM_FAILURE");
        let failure = check("clFinish", -9999).expect_err("not 0");
        assert_eq!((failure.code, failure.message.as_str()), (PiResult(-9999), "clFinish: OpenCL error -9999"));
        for code in [PI_ERROR_UNINITIALIZED, PI_ERROR_UNSUPPORTED_FEATURE] {
            assert_eq!(check("clFinish", code.0).expect_err("not 0").code, PI_ERROR_UNKNOWN);
        }
        assert!(check("clFlush", 0).is_ok());
    }
}
