//! Functions of extensions, which are found by name.

use std::ffi::{c_char, c_void};

use crate::command_buffers::*;
use crate::config::{Graphs, config};
use crate::globals::*;
use crate::handles::platforms;
use crate::parameters;
use crate::usm::*;

macro_rules! address {
    ($name:expr, $($function:ident),*) => {
        match $name {
            $(stringify!($function) => $function as *const () as usize,)*
            _ => 0,
        }
    };
}

/// `clGetExtensionFunctionAddressForPlatform`: null for a function that the configuration does not have.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of C")]
pub extern "C" fn clGetExtensionFunctionAddressForPlatform(platform: *mut c_void, name: *const c_char) -> *mut c_void {
    if !platforms().contains(&(platform as usize)) || name.is_null() {
        return std::ptr::null_mut();
    }
    let name = parameters::text(name);
    let of_usm = address!(
        name.as_str(),
        clHostMemAllocINTEL,
        clDeviceMemAllocINTEL,
        clSharedMemAllocINTEL,
        clMemFreeINTEL,
        clMemBlockingFreeINTEL,
        clGetMemAllocInfoINTEL,
        clSetKernelArgMemPointerINTEL,
        clEnqueueMemFillINTEL,
        clEnqueueMemcpyINTEL,
        clEnqueueMigrateMemINTEL
    );
    let of_graphs = address!(
        name.as_str(),
        clCreateCommandBufferKHR,
        clFinalizeCommandBufferKHR,
        clReleaseCommandBufferKHR,
        clEnqueueCommandBufferKHR,
        clCommandBarrierWithWaitListKHR,
        clCommandNDRangeKernelKHR,
        clCommandCopyBufferKHR,
        clCommandCopyBufferRectKHR,
        clCommandFillBufferKHR,
        clCommandSVMMemcpyKHR,
        clCommandSVMMemFillKHR
    );
    if of_graphs != 0 {
        return if config().graphs == Graphs::None { 0 } else { of_graphs } as *mut c_void;
    }
    let of_spirv = address!(name.as_str(), clCreateProgramWithILKHR);
    let others = address!(
        name.as_str(),
        clGetDeviceGlobalVariablePointerINTEL,
        clGetDeviceFunctionPointerINTEL,
        clEnqueueWriteGlobalVariableINTEL,
        clEnqueueReadGlobalVariableINTEL,
        clEnqueueWriteHostPipeINTEL,
        clEnqueueReadHostPipeINTEL
    );
    let found = match (of_usm, of_spirv) {
        (0, 0) => others,
        (0, _) if config().has_spirv => of_spirv,
        (1.., _) if config().has_usm => of_usm,
        _ => 0,
    };
    found as *mut c_void
}
