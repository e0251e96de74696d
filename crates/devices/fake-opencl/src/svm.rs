//! Shared virtual memory, of OpenCL 2.0.

use std::ffi::c_void;

use opencl_sys::*;

use crate::checks::violation;
use crate::config::config;
use crate::exported::{Outcome, exported};
use crate::kernels;
use crate::limits::MAX_BYTES;
use crate::object::State;
use crate::parameters;
use crate::state::lock;
use crate::transfers::{fill_pattern, work};
use crate::usm;
use crate::waits::{Request, Wait, enqueue};

/// The size of the largest type, which is the largest alignment.
const MOST_ALIGNMENT: u32 = 128;

/// Checks that a range is in an SVM allocation of the queue's context.
pub fn check_svm_memory(state: &State, queue: *mut c_void, address: usize, size: usize) -> Outcome {
    let context = state.queue(queue as usize)?.context;
    let found = state.allocation(address).filter(|(_, found)| found.kind == 0 && found.context == context);
    let (start, found) = found.ok_or(CL_INVALID_VALUE)?;
    if size > 0 && address + size <= start + found.size { Ok(()) } else { Err(CL_INVALID_VALUE) }
}

/// `clSVMAlloc`: null if the parameters are wrong, or the devices do not support the flags.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of C")]
pub extern "C" fn clSVMAlloc(context: *mut c_void, flags: u64, size: usize, alignment: cl_uint) -> *mut c_void {
    let mut state = lock();
    let access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    let (is_fine, has_atomics) = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER != 0, flags & CL_MEM_SVM_ATOMICS != 0);
    let is_wrong = config().failure("clSVMAlloc").is_some()
        || config().version < (2, 0)
        || config().svm == 0
        || state.context(context as usize).is_err()
        || flags & !(access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS) != 0
        || (flags & access).count_ones() > 1
        || is_fine && config().svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER == 0
        || has_atomics && (!is_fine || config().svm & CL_DEVICE_SVM_ATOMICS == 0)
        || size == 0
        || size as u64 > MAX_BYTES
        || alignment > MOST_ALIGNMENT
        || alignment != 0 && !alignment.is_power_of_two();
    if is_wrong {
        return std::ptr::null_mut();
    }
    let alignment = if alignment == 0 { MOST_ALIGNMENT } else { alignment };
    usm::allocate(&mut state, context as usize, 0, 0, flags, size, alignment as usize) as *mut c_void
}

/// `clSVMFree`
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name of C")]
pub extern "C" fn clSVMFree(context: *mut c_void, memory: *mut c_void) {
    let mut state = lock();
    if !memory.is_null() && !usm::free(&mut state, context as usize, memory as usize) {
        drop(state);
        violation("clSVMFree of memory that is none of the context");
    }
}

exported! {
    fn clSetKernelArgSVMPointer(kernel: *mut c_void, index: cl_uint, pointer: *const c_void) {
        config().since(2, 0)?;
        if config().svm == 0 {
            return Err(CL_INVALID_OPERATION);
        }
        kernels::set_pointer(kernel, index, pointer as usize, true)
    }

    fn clEnqueueSVMMemcpy(
        queue: *mut c_void,
        blocking: cl_bool,
        to: *mut c_void,
        from: *const c_void,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        config().since(2, 0)?;
        if config().svm == 0 {
            return Err(CL_INVALID_OPERATION);
        }
        let request = Request::new(queue, CL_COMMAND_SVM_MEMCPY, blocking);
        usm::copy(lock(), request, (to as usize, from as usize, size), &Wait { count, list, event })
    }

    fn clEnqueueSVMMemFill(
        queue: *mut c_void,
        memory: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        config().since(2, 0)?;
        if config().svm == 0 {
            return Err(CL_INVALID_OPERATION);
        }
        let pattern = fill_pattern(pattern, pattern_size)?;
        let request = Request::new(queue, CL_COMMAND_SVM_MEMFILL, 0);
        usm::fill(lock(), request, (memory as usize, size), pattern, &Wait { count, list, event })
    }

    fn clEnqueueSVMMigrateMem(
        queue: *mut c_void,
        pointer_count: cl_uint,
        pointers: *mut *const c_void,
        sizes: *const usize,
        flags: u64,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        config().since(2, 1)?;
        let state = lock();
        state.queue(queue as usize)?;
        let pointers = parameters::list(pointers.cast_const(), pointer_count as usize)?;
        let sizes = if sizes.is_null() { vec![0; pointers.len()] } else { parameters::list(sizes, pointers.len())? };
        if pointers.is_empty() || flags & !(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0 {
            return Err(CL_INVALID_VALUE);
        }
        let mut request = Request::new(queue, CL_COMMAND_SVM_MIGRATE_MEM, 0);
        for (pointer, size) in pointers.into_iter().zip(sizes) {
            // Only memory of SVM can be migrated.
            if state.allocation(pointer as usize).is_none() {
                return Err(CL_INVALID_VALUE);
            }
            usm::check_context(&state, queue, &[pointer as usize])?;
            usm::check_range(&state, pointer as usize, size)?;
            request = request.using(pointer as usize);
        }
        enqueue(state, request, &Wait { count, list, event }, work(|| ()))
    }
}
