//! Variables and functions of programs, and host pipes, by extensions of Intel.

use std::ffi::{c_char, c_int, c_void};

use opencl_sys::*;

use crate::exported::{created, exported};
use crate::object::{Program, State};
use crate::parameters;
use crate::programs::{is_executable, with_il};
use crate::rectangles::copy_bytes;
use crate::state::lock;
use crate::transfers::work;
use crate::waits::{Request, Wait, enqueue};

/// Commands of `cl_intel_global_variable_access` and of host pipes have no numbers in OpenCL's headers.
const COMMAND: u32 = CL_COMMAND_NATIVE_KERNEL;

/// `CL_PIPE_EMPTY_INTEL`
const PIPE_EMPTY: c_int = -1107;

fn built(state: &State, program: usize) -> Result<&Program, c_int> {
    let found = state.program(program)?;
    if is_executable(found) { Ok(found) } else { Err(CL_INVALID_PROGRAM_EXECUTABLE) }
}

/// The address and the size of a variable.
fn variable(state: &State, program: *mut c_void, name: *const c_char) -> Result<(usize, usize), c_int> {
    let found = built(state, program as usize)?;
    let name = parameters::text(name);
    let size = found.text.globals.iter().find(|(known, _)| *known == name).ok_or(CL_INVALID_VALUE)?.1;
    let place = found.globals.get(&name).ok_or(CL_INVALID_VALUE)?;
    Ok((place.as_ptr() as usize, size))
}

/// The address of a range of a variable.
fn part(state: &State, program: *mut c_void, name: *const c_char, offset: usize, size: usize) -> Result<usize, c_int> {
    let (address, whole) = variable(state, program, name)?;
    let fits = offset.checked_add(size).is_some_and(|end| end <= whole);
    if fits && size > 0 { Ok(address + offset) } else { Err(CL_INVALID_VALUE) }
}

/// Checks a pipe and the size of its packets.
fn pipe(state: &State, program: *mut c_void, name: *const c_char, size: usize) -> Result<String, c_int> {
    let name = parameters::text(name);
    let known =
        built(state, program as usize)?.text.pipes.iter().any(|(pipe, packet)| *pipe == name && *packet == size);
    if known { Ok(name) } else { Err(CL_INVALID_VALUE) }
}

created! {
    fn clCreateProgramWithILKHR(context: *mut c_void, il: *const c_void, length: usize) {
        with_il(context, il, length)
    }
}

exported! {
    fn clGetDeviceGlobalVariablePointerINTEL(
        device: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        size: *mut usize,
        pointer: *mut *mut c_void,
    ) {
        let state = lock();
        state.device(device as usize)?;
        let (address, bytes) = variable(&state, program, name)?;
        parameters::write(size, bytes);
        parameters::write(pointer, address as *mut c_void);
        Ok(())
    }

    fn clGetDeviceFunctionPointerINTEL(
        device: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        pointer: *mut u64,
    ) {
        let state = lock();
        state.device(device as usize)?;
        let found = built(&state, program as usize)?;
        let name = parameters::text(name);
        let place = found.text.exports.iter().chain(&found.text.kernels).position(|known| *known == name);
        parameters::write(pointer, 0x1000 + place.ok_or(CL_INVALID_VALUE)? as u64);
        Ok(())
    }

    fn clEnqueueWriteGlobalVariableINTEL(
        queue: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        blocking: cl_bool,
        size: usize,
        offset: usize,
        from: *const c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let (to, from) = (part(&state, program, name, offset, size)?, from as usize);
        if from == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, COMMAND, blocking).holding(program as usize).using(from);
        enqueue(state, request, &Wait { count, list, event }, work(move || copy_bytes(from, to, size)))
    }

    fn clEnqueueReadGlobalVariableINTEL(
        queue: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        blocking: cl_bool,
        size: usize,
        offset: usize,
        to: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let (from, to) = (part(&state, program, name, offset, size)?, to as usize);
        if to == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, COMMAND, blocking).holding(program as usize).using(to);
        enqueue(state, request, &Wait { count, list, event }, work(move || copy_bytes(from, to, size)))
    }

    fn clEnqueueWriteHostPipeINTEL(
        queue: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        blocking: cl_bool,
        from: *const c_void,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let name = pipe(&state, program, name, size)?;
        let (handle, packet) = (program as usize, parameters::bytes(from, size)?);
        let request = Request::new(queue, COMMAND, blocking).holding(handle);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            Box::new(move |state| match state.program_mut(handle) {
                Ok(program) => {
                    program.pipes.entry(name).or_default().push_back(packet);
                    CL_COMPLETE
                }
                Err(code) => code,
            }),
        )
    }

    fn clEnqueueReadHostPipeINTEL(
        queue: *mut c_void,
        program: *mut c_void,
        name: *const c_char,
        blocking: cl_bool,
        to: *mut c_void,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let name = pipe(&state, program, name, size)?;
        let (handle, to) = (program as usize, to as usize);
        if to == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, COMMAND, blocking).holding(handle).using(to);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            Box::new(move |state| {
                let packet =
                    state.program_mut(handle).ok().and_then(|program| program.pipes.get_mut(&name)?.pop_front());
                let Some(packet) = packet else { return PIPE_EMPTY };
                copy_bytes(packet.as_ptr() as usize, to, size);
                CL_COMPLETE
            }),
        )
    }
}
