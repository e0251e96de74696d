//! Kernels: arguments, memory that they reach through pointers, properties.

use std::ffi::{CStr, c_char, c_void};

use opencl_sys::{
    CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_NAME, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
    CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
    CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;
use crate::usm::{self, Dependencies};
use crate::{extensions, names, query, svm};

/// The least number of bytes of arguments that a device of OpenCL's full profile takes.
const SMALLEST_LIMIT: usize = 1024;

/// `piKernelCreate`. What others have compiled, such as an offline compiler, has the kernel under the name itself.
///
/// # Safety
/// `name` is a text, `kernel` is valid.
pub unsafe fn create(program: PiProgram, name: *const c_char, kernel: *mut PiKernel) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        let text = CStr::from_ptr(name);
        let in_opencl = names::of_c_kernel(text);
        let mut made = create!(clCreateKernel(program.cl(), in_opencl.as_ptr()));
        let is_unknown = made.as_ref().is_err_and(|failure| failure.code == PI_ERROR_INVALID_KERNEL_NAME);
        if is_unknown && *in_opencl != *text {
            made = create!(clCreateKernel(program.cl(), name));
        }
        let made = made?;
        kernel.write(PiKernel::from_ptr(made));
        svm::forget_kernel(PiKernel::from_ptr(made));
    }
    Ok(())
}

/// `piKernelSetArg`. Drivers accept arguments larger than the limit that they report; this function enforces the
/// limit.
///
/// # Safety
/// `value` is null or has `size` bytes.
pub unsafe fn set_argument(kernel: PiKernel, index: u32, size: usize, value: *const c_void) -> Result<(), Failure> {
    if size > SMALLEST_LIMIT && !value.is_null() {
        for device in query::devices_of(query::context_of(kernel)?)? {
            let limit: usize = query::device_value(device, CL_DEVICE_MAX_PARAMETER_SIZE)?;
            if size > limit {
                let name = query::device_text(device, CL_DEVICE_NAME)?;
                let text = format!("argument {index} has {size} bytes; {name} takes at most {limit}");
                return Err(Failure::new(PI_ERROR_INVALID_KERNEL_ARGS, text));
            }
        }
    }
    // SAFETY: the caller's duty.
    unsafe { call!(clSetKernelArg(kernel.cl(), index, size, value)) }
}

/// `piKernelGetInfo`. OpenCL knows the attributes only of kernels of OpenCL C; for others it reports the required
/// size of work-groups.
pub fn info(kernel: PiKernel, param: PiKernelInfo, answer: Answer) -> Result<(), Failure> {
    let (size, value, size_ret) = answer.parts();
    if param == PI_KERNEL_INFO_ATTRIBUTES {
        let mut bytes = 0;
        // SAFETY: a live kernel, and a place for the size.
        unsafe { call!(clGetKernelInfo(kernel.cl(), param.cl(), 0, std::ptr::null_mut(), &raw mut bytes))? };
        if bytes <= 1 {
            return answer.text(&required_size(kernel)?);
        }
    }
    if param == PI_KERNEL_INFO_FUNCTION_NAME {
        let name = function_name(kernel)?;
        return answer.bytes(&[&names::original(&name), &[0][..]].concat());
    }
    // SAFETY: a live kernel, and places as the answer says.
    unsafe { call!(clGetKernelInfo(kernel.cl(), param.cl(), size, value, size_ret)) }
}

/// The name of a kernel in OpenCL.
fn function_name(kernel: PiKernel) -> Result<Vec<u8>, Failure> {
    let param = PI_KERNEL_INFO_FUNCTION_NAME.cl();
    let mut length = 0;
    // SAFETY: a live kernel, and a place for the length.
    unsafe { call!(clGetKernelInfo(kernel.cl(), param, 0, std::ptr::null_mut(), &raw mut length))? };
    let mut bytes = vec![0_u8; length];
    // SAFETY: a live kernel, and room for the bytes.
    unsafe {
        call!(clGetKernelInfo(kernel.cl(), param, length, bytes.as_mut_ptr().cast(), std::ptr::null_mut()))?;
    }
    bytes.truncate(bytes.iter().position(|byte| *byte == 0).unwrap_or(length));
    Ok(bytes)
}

/// The required size of work-groups as an attribute of OpenCL C, or nothing.
fn required_size(kernel: PiKernel) -> Result<String, Failure> {
    let Some(&device) = query::devices_of(query::context_of(kernel)?)?.first() else { return Ok(String::new()) };
    let mut required = [0_usize; 3];
    // SAFETY: live objects, and room for three sizes.
    unsafe {
        call!(clGetKernelWorkGroupInfo(
            kernel.cl(),
            device.cl(),
            CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
            size_of_val(&required),
            required.as_mut_ptr().cast(),
            std::ptr::null_mut()
        ))?;
    }
    let [x, y, z] = required;
    Ok(if x == 0 { String::new() } else { format!("reqd_work_group_size({x},{y},{z})") })
}

/// `piextKernelSetArgPointer`: `value` points to the pointer.
///
/// # Safety
/// `value` is null or points to a pointer.
pub unsafe fn set_pointer(kernel: PiKernel, index: u32, value: *const c_void) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let pointer = if value.is_null() { std::ptr::null() } else { unsafe { value.cast::<*const c_void>().read() } };
    let extensions = extensions::of_kernel(kernel)?;
    if svm::contains(pointer) || extensions.clSetKernelArgMemPointerINTEL.is_none() {
        // SAFETY: as below.
        return unsafe { call!(clSetKernelArgSVMPointer(kernel.cl(), index, pointer)) };
    }
    // SAFETY: a live kernel; any pointer may be an argument.
    unsafe { call_extension!(extensions, clSetKernelArgMemPointerINTEL(kernel.cl(), index, pointer)) }
}

/// `piextKernelSetArgMemObj`, `piextKernelSetArgSampler`: a handle is the value of the argument.
///
/// # Safety
/// `value` is null or points to a handle.
pub unsafe fn set_object<Handle>(kernel: PiKernel, index: u32, value: *const Handle) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { call!(clSetKernelArg(kernel.cl(), index, size_of::<*mut c_void>(), value.cast())) }
}

/// `piKernelSetExecInfo`
///
/// # Safety
/// `value` has `size` bytes.
pub unsafe fn set_exec_info(
    kernel: PiKernel,
    param: PiKernelExecInfo,
    size: usize,
    value: *const c_void,
) -> Result<(), Failure> {
    match param {
        PI_USM_INDIRECT_ACCESS if usm::uses_svm(query::context_of(kernel)?)? => {
            // SAFETY: the caller's duty: a truth value.
            let is_on = unsafe { value.cast::<PiBool>().read() } != 0;
            svm::set_indirect_access(kernel, is_on);
            Ok(())
        }
        // One flag of PI, three of OpenCL.
        PI_USM_INDIRECT_ACCESS => {
            for kind in [
                CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
            ] {
                // SAFETY: the caller's duty: a truth value.
                unsafe { call!(clSetKernelExecInfo(kernel.cl(), kind, size, value))? };
            }
            Ok(())
        }
        PI_USM_PTRS if usm::uses_svm(query::context_of(kernel)?)? => {
            let count = size / size_of::<*mut c_void>();
            // SAFETY: the caller's duty: pointers, at least one.
            let pointers = unsafe { std::slice::from_raw_parts(value.cast::<*mut c_void>(), count) };
            svm::set_pointers(kernel, pointers)
        }
        // SAFETY: the caller's duty: pointers.
        PI_USM_PTRS => unsafe { call!(clSetKernelExecInfo(kernel.cl(), param.0, size, value)) },
        _ => Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, format!("OpenCL has no {param} of kernels"))),
    }
}

/// The index space of a launch.
pub struct Range {
    pub dimensions: u32,
    pub offset: *const usize,
    pub global: *const usize,
    pub local: *const usize,
}

/// `piEnqueueKernelLaunch`
///
/// # Safety
/// The parts of `range` are null or have one number for each of its dimensions.
pub unsafe fn launch(
    queue: PiQueue,
    kernel: PiKernel,
    range: &Range,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    svm::before_launch(kernel)?;
    let Range { dimensions, offset, global, local } = *range;
    let Dependencies { count, events, event } = dependencies;
    // SAFETY: the caller's duty.
    unsafe {
        call!(clEnqueueNDRangeKernel(
            queue.cl(),
            kernel.cl(),
            dimensions,
            offset,
            global,
            local,
            count,
            events.cl(),
            event.cl()
        ))
    }
}

/// `piKernelGetGroupInfo`
pub fn group_info(kernel: PiKernel, device: PiDevice, param: PiKernelGroupInfo, answer: Answer) -> Result<(), Failure> {
    if param == PI_KERNEL_GROUP_INFO_NUM_REGS {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, "OpenCL does not report the registers of a kernel"));
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: live objects, and places as the answer says.
    unsafe { call!(clGetKernelWorkGroupInfo(kernel.cl(), device.cl(), param.cl(), size, value, size_ret)) }
}

/// `piKernelGetSubGroupInfo`: PI's answers have 32 bits where OpenCL's are sizes.
///
/// # Safety
/// `input` has `input_size` bytes.
pub unsafe fn sub_group_info(
    kernel: PiKernel,
    device: PiDevice,
    param: PiKernelSubGroupInfo,
    (input_size, input): (usize, *const c_void),
    answer: Answer,
) -> Result<(), Failure> {
    let mut found = 0_usize;
    // The query for the largest sub-group takes a work-group of any size.
    let any_group = [usize::MAX, 1, 1];
    let (input_size, input) = match input.is_null() && param == PI_KERNEL_MAX_SUB_GROUP_SIZE {
        true => (size_of_val(&any_group), any_group.as_ptr().cast()),
        false => (input_size, input),
    };
    // SAFETY: live objects; the caller's duty; room for a size.
    unsafe {
        let place: *mut c_void = (&raw mut found).cast();
        call!(clGetKernelSubGroupInfo(
            kernel.cl(),
            device.cl(),
            param.cl(),
            input_size,
            input,
            size_of::<usize>(),
            place,
            std::ptr::null_mut()
        ))?;
    }
    answer.u32(u32::try_from(found).unwrap_or(u32::MAX))
}
