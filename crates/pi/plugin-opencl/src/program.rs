//! Programs: SPIR-V, binaries, building and linking.

use std::ffi::{c_char, c_void};

use opencl_sys::{CL_PROGRAM_IL, CL_PROGRAM_KERNEL_NAMES};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::api;
use crate::convert::ToCl;
use crate::{device, extensions, names, query};

/// OpenCL's type of [`PiProgramNotify`].
type Notify = Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>;

/// A notification for OpenCL.
pub fn notify(function: PiProgramNotify) -> Notify {
    // SAFETY: the handle of a program is a pointer in both.
    unsafe { std::mem::transmute(function) }
}

/// `piProgramCreate`: a program of SPIR-V, by OpenCL's core or by `cl_khr_il_program`.
///
/// # Safety
/// `il` has `length` bytes, `program` is valid.
pub unsafe fn create(
    context: PiContext,
    il: *const c_void,
    length: usize,
    program: *mut PiProgram,
) -> Result<(), Failure> {
    let devices = query::devices_of(context)?;
    let first = *devices.first().ok_or_else(|| Failure::from(PI_ERROR_INVALID_CONTEXT))?;
    let mut is_taken = false;
    for device in &devices {
        is_taken |= device::takes_spirv(*device)?;
    }
    if !is_taken {
        return Err(Failure::new(PI_ERROR_INVALID_OPERATION, "no device of the context accepts SPIR-V"));
    }
    // SAFETY: the caller's duty.
    let module = if il.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(il.cast::<u8>(), length) } };
    let renamed = names::for_opencl(module);
    let (il, length) = renamed.as_ref().map_or((il, length), |module| (module.as_ptr().cast(), module.len()));
    // SAFETY: a live context; the caller's duty.
    let made = unsafe {
        if query::version(first)? >= (2, 1) {
            create!(clCreateProgramWithIL(context.cl(), il, length))?
        } else {
            let create = extension!(extensions::of_device(first)?, clCreateProgramWithILKHR);
            let mut status = 0;
            let made = create(context.cl(), il, length, &raw mut status);
            api::check("clCreateProgramWithILKHR", status)?;
            made
        }
    };
    // SAFETY: the caller's duty.
    unsafe { program.write(PiProgram::from_ptr(made)) };
    Ok(())
}

/// The binaries of a program, one for each device.
pub struct Binaries {
    pub count: u32,
    pub devices: *const PiDevice,
    pub lengths: *const usize,
    pub bytes: *mut *const u8,
    /// The place for the status of each; may be null.
    pub status: *mut i32,
}

/// `piProgramCreateWithBinary`
///
/// # Safety
/// The lists have `count` elements, `program` is valid.
pub unsafe fn create_with_binary(
    context: PiContext,
    binaries: &Binaries,
    program: *mut PiProgram,
) -> Result<(), Failure> {
    let Binaries { count, devices, lengths, bytes, status } = *binaries;
    // SAFETY: the caller's duty.
    unsafe {
        let made = create!(clCreateProgramWithBinary(context.cl(), count, devices.cl(), lengths, bytes, status))?;
        program.write(PiProgram::from_ptr(made));
    }
    Ok(())
}

/// `piProgramGetInfo`: names and SPIR-V as the program was made of.
pub fn info(program: PiProgram, param: PiProgramInfo, answer: Answer) -> Result<(), Failure> {
    match param.cl() {
        CL_PROGRAM_KERNEL_NAMES => {
            let text = bytes(program, param)?;
            let text = text.strip_suffix(&[0]).unwrap_or(&text);
            let names: Vec<_> = text.split(|byte| *byte == b';').map(names::original).collect();
            answer.bytes(&[names.join(&b';').as_slice(), &[0]].concat())
        }
        CL_PROGRAM_IL => {
            let module = bytes(program, param)?;
            answer.bytes(&names::from_opencl(&module).unwrap_or(module))
        }
        _ => {
            let (size, value, size_ret) = answer.parts();
            // SAFETY: a live program, and places as the answer says.
            unsafe { call!(clGetProgramInfo(program.cl(), param.cl(), size, value, size_ret)) }
        }
    }
}

/// A property of a program that is bytes.
fn bytes(program: PiProgram, param: PiProgramInfo) -> Result<Vec<u8>, Failure> {
    let mut length = 0;
    // SAFETY: a live program, and a place for the length.
    unsafe { call!(clGetProgramInfo(program.cl(), param.cl(), 0, std::ptr::null_mut(), &raw mut length))? };
    let mut bytes = vec![0_u8; length];
    // SAFETY: a live program, and room for the bytes.
    unsafe {
        let place = bytes.as_mut_ptr().cast();
        call!(clGetProgramInfo(program.cl(), param.cl(), length, place, std::ptr::null_mut()))?;
    }
    Ok(bytes)
}

/// `piProgramLink`
///
/// # Safety
/// The lists have the lengths that their counts give, `options` is null or a text, `program` is valid.
pub unsafe fn link(
    context: PiContext,
    devices: (u32, *const PiDevice),
    options: *const c_char,
    inputs: (u32, *const PiProgram),
    notification: (PiProgramNotify, *mut c_void),
    program: *mut PiProgram,
) -> Result<(), Failure> {
    let mut status = 0;
    // SAFETY: the caller's duty.
    let made = unsafe {
        function!(clLinkProgram)(
            context.cl(),
            devices.0,
            devices.1.cl(),
            options,
            inputs.0,
            inputs.1.cl(),
            notify(notification.0),
            notification.1,
            &raw mut status,
        )
    };
    // A program that fails to link exists nevertheless: it has the log.
    if !made.is_null() {
        // SAFETY: the caller's duty.
        unsafe { program.write(PiProgram::from_ptr(made)) };
    }
    api::check("clLinkProgram", status)
}

/// `piPluginGetBackendOption`: OpenCL's option for one of clang's levels of optimization.
///
/// # Safety
/// `option` is a text, `backend_option` is valid.
pub unsafe fn backend_option(option: *const c_char, backend_option: *mut *const c_char) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let option = unsafe { std::ffi::CStr::from_ptr(option) };
    let found = match option.to_bytes() {
        b"-O0" => c"-cl-opt-disable",
        b"" | b"-O1" | b"-O2" | b"-O3" => c"",
        _ => {
            let text = format!("OpenCL has no option for {}", option.to_string_lossy());
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, text));
        }
    };
    // SAFETY: the caller's duty; the text is static.
    unsafe { backend_option.write(found.as_ptr()) };
    Ok(())
}
