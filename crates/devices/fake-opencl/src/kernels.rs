//! Kernels: arguments, memory that they reach through pointers, properties.

use std::collections::HashSet;
use std::ffi::{c_char, c_int, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::effects::{self, Parameter};
use crate::exported::{Outcome, created, exported};
use crate::limits::MAX_GROUP;
use crate::object::{Argument, Body, Kernel, State};
use crate::parameters::{self, sizes_of, text_of, u32_of, u64_of};
use crate::programs::is_executable;
use crate::state::lock;

/// The largest number of arguments of an unknown kernel.
const MOST_ARGUMENTS: usize = 64;

created! {
    fn clCreateKernel(program: *mut c_void, name: *const c_char) {
        let mut state = lock();
        let handle = program as usize;
        let found = state.program(handle)?;
        if name.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        if !is_executable(found) {
            return Err(CL_INVALID_PROGRAM_EXECUTABLE);
        }
        let name = parameters::text(name);
        if !found.text.kernels.contains(&name) {
            return Err(CL_INVALID_KERNEL_NAME);
        }
        let context = found.context;
        let arguments = vec![None; effects::parameters(&name).map_or(0, <[_]>::len)];
        let (indirect, pointers) = ([false; 3], HashSet::new());
        state.program_mut(handle)?.kernels += 1;
        Ok(state
            .add(Body::Kernel(Kernel { context, program: handle, name, arguments, indirect, pointers }), vec![handle]))
    }
}

/// The parameter of a kernel; `None` if the kernel takes anything.
fn parameter(kernel: &Kernel, index: cl_uint) -> Result<Option<Parameter>, c_int> {
    match effects::parameters(&kernel.name) {
        Some(list) => list.get(index as usize).map(|found| Some(*found)).ok_or(CL_INVALID_ARG_INDEX),
        None if (index as usize) < MOST_ARGUMENTS => Ok(None),
        None => Err(CL_INVALID_ARG_INDEX),
    }
}

/// Sets an argument that has been checked.
fn set(state: &mut State, kernel: usize, index: cl_uint, argument: Argument) -> Outcome {
    let arguments = &mut state.kernel_mut(kernel)?.arguments;
    if arguments.len() <= index as usize {
        arguments.resize(index as usize + 1, None);
    }
    arguments[index as usize] = Some(argument);
    Ok(())
}

/// The argument that bytes are.
fn argument(
    state: &State,
    kernel: &Kernel,
    index: cl_uint,
    size: usize,
    value: *const c_void,
) -> Result<Argument, c_int> {
    let handle = || -> Result<usize, c_int> {
        if size != size_of::<usize>() {
            return Err(CL_INVALID_ARG_SIZE);
        }
        // SAFETY: the contract of OpenCL: null or a handle.
        Ok(if value.is_null() { 0 } else { unsafe { value.cast::<usize>().read_unaligned() } })
    };
    match parameter(kernel, index)? {
        Some(Parameter::Memory) => match handle()? {
            0 => Ok(Argument::Pointer(0)),
            mem if state.mem(mem)?.image.is_some() || state.mem(mem)?.context != kernel.context => {
                Err(CL_INVALID_MEM_OBJECT)
            }
            mem => Ok(Argument::Mem(mem)),
        },
        Some(Parameter::Image) => match handle()? {
            mem if state.mem(mem)?.image.is_none() => Err(CL_INVALID_MEM_OBJECT),
            mem => Ok(Argument::Mem(mem)),
        },
        Some(Parameter::Sampler) => {
            let sampler = handle()?;
            state.sampler(sampler)?;
            Ok(Argument::Sampler(sampler))
        }
        Some(Parameter::Local) => match (size, value.is_null()) {
            (0, _) => Err(CL_INVALID_ARG_SIZE),
            (_, false) => Err(CL_INVALID_ARG_VALUE),
            _ => Ok(Argument::Local),
        },
        Some(Parameter::Value(bytes)) if bytes != size => Err(CL_INVALID_ARG_SIZE),
        Some(Parameter::Value(_)) => {
            parameters::bytes(value, size).map(Argument::Value).map_err(|_| CL_INVALID_ARG_VALUE)
        }
        None if size == 0 => Err(CL_INVALID_ARG_SIZE),
        None if value.is_null() => Ok(Argument::Local),
        None => parameters::bytes(value, size).map(Argument::Value),
    }
}

/// Sets a pointer as an argument. It is null, or in an allocation of the kernel's context.
pub fn set_pointer(kernel: *mut c_void, index: cl_uint, pointer: usize, is_svm: bool) -> Outcome {
    let mut state = lock();
    let found = state.kernel(kernel as usize)?;
    if !matches!(parameter(found, index)?, None | Some(Parameter::Memory)) {
        return Err(CL_INVALID_ARG_VALUE);
    }
    let is_system = is_svm && config().svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM != 0;
    let of_context = |allocation: &crate::object::Allocation| {
        allocation.context == found.context && (allocation.kind == 0) == is_svm
    };
    if pointer != 0 && !is_system && !state.allocation(pointer).is_some_and(|(_, allocation)| of_context(allocation)) {
        return Err(CL_INVALID_ARG_VALUE);
    }
    set(&mut state, kernel as usize, index, Argument::Pointer(pointer))
}

/// The pointers of a list of a known size, each in an allocation.
fn pointers(state: &State, size: usize, value: *const c_void) -> Result<HashSet<usize>, c_int> {
    if value.is_null() || size == 0 || !size.is_multiple_of(size_of::<usize>()) {
        return Err(CL_INVALID_VALUE);
    }
    let list = parameters::list(value.cast::<usize>(), size / size_of::<usize>())?;
    let is_known = list.iter().all(|pointer| state.allocation(*pointer).is_some());
    if is_known { Ok(list.into_iter().collect()) } else { Err(CL_INVALID_VALUE) }
}

exported! {
    fn clRetainKernel(kernel: *mut c_void) {
        let mut state = lock();
        state.kernel(kernel as usize)?;
        state.retain(kernel as usize);
        Ok(())
    }

    fn clReleaseKernel(kernel: *mut c_void) {
        let mut state = lock();
        state.kernel(kernel as usize)?;
        state.release(kernel as usize);
        Ok(())
    }

    fn clSetKernelArg(kernel: *mut c_void, index: cl_uint, size: usize, value: *const c_void) {
        let mut state = lock();
        let made = argument(&state, state.kernel(kernel as usize)?, index, size, value)?;
        set(&mut state, kernel as usize, index, made)
    }

    fn clSetKernelExecInfo(kernel: *mut c_void, param: cl_uint, size: usize, value: *const c_void) {
        if !config().has_usm {
            config().since(2, 0)?;
        }
        let mut state = lock();
        state.kernel(kernel as usize)?;
        match param {
            // Host, device, shared.
            0x4200..=0x4202 if config().has_usm => {
                if size != size_of::<cl_bool>() || value.is_null() {
                    return Err(CL_INVALID_VALUE);
                }
                // SAFETY: the contract of OpenCL: a truth value.
                let is_on = unsafe { value.cast::<cl_bool>().read() } != 0;
                state.kernel_mut(kernel as usize)?.indirect[(param - 0x4200) as usize] = is_on;
                Ok(())
            }
            CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL | CL_KERNEL_EXEC_INFO_SVM_PTRS => {
                let has = if param == CL_KERNEL_EXEC_INFO_SVM_PTRS { config().svm != 0 } else { config().has_usm };
                if !has {
                    return Err(CL_INVALID_OPERATION);
                }
                let list = pointers(&state, size, value)?;
                state.kernel_mut(kernel as usize)?.pointers = list;
                Ok(())
            }
            _ => Err(CL_INVALID_VALUE),
        }
    }

    fn clGetKernelInfo(kernel: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.kernel(kernel as usize)?;
        let bytes = match param {
            CL_KERNEL_FUNCTION_NAME => text_of(&found.name),
            CL_KERNEL_NUM_ARGS => u32_of(found.arguments.len() as u32),
            CL_KERNEL_REFERENCE_COUNT => u32_of(state.references(kernel as usize)),
            CL_KERNEL_CONTEXT => sizes_of(&[found.context]),
            CL_KERNEL_PROGRAM => sizes_of(&[found.program]),
            CL_KERNEL_ATTRIBUTES => text_of(""),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clGetKernelWorkGroupInfo(
        kernel: *mut c_void,
        device: *mut c_void,
        param: cl_uint,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        let state = lock();
        let context = state.kernel(kernel as usize)?.context;
        state.device_of(context, device as usize)?;
        let bytes = match param {
            CL_KERNEL_WORK_GROUP_SIZE => sizes_of(&[MAX_GROUP]),
            CL_KERNEL_COMPILE_WORK_GROUP_SIZE => sizes_of(&[0; 3]),
            CL_KERNEL_LOCAL_MEM_SIZE | CL_KERNEL_PRIVATE_MEM_SIZE => u64_of(0),
            CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => sizes_of(&[16]),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clGetKernelSubGroupInfo(
        kernel: *mut c_void,
        device: *mut c_void,
        param: cl_uint,
        input_size: usize,
        input: *const c_void,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        config().since(2, 1)?;
        let state = lock();
        let context = state.kernel(kernel as usize)?.context;
        state.device_of(context, device as usize)?;
        let needs_input =
            matches!(param, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE | CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE);
        if needs_input && (input.is_null() || input_size == 0 || !input_size.is_multiple_of(size_of::<usize>())) {
            return Err(CL_INVALID_VALUE);
        }
        let found = match param {
            CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE => 16,
            CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE => {
                parameters::list(input.cast::<usize>(), input_size / size_of::<usize>())?
                    .iter()
                    .product::<usize>()
                    .div_ceil(16)
            }
            CL_KERNEL_MAX_NUM_SUB_GROUPS => MAX_GROUP / 16,
            CL_KERNEL_COMPILE_NUM_SUB_GROUPS | CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL => 0,
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&sizes_of(&[found]), size, value, size_ret)
    }
}
