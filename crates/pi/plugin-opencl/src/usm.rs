//! Unified shared memory, by `cl_intel_unified_shared_memory`; on devices without it, by shared virtual memory
//! ([`crate::svm`]).

use std::ffi::c_void;

use opencl_sys::{CL_INVALID_OPERATION, CL_INVALID_VALUE};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::api;
use crate::convert::{ToCl, pairs};
use crate::svm::{self, Kind};
use crate::{contents, extensions, query};

/// The events that a command waits for, and the place for its own.
#[derive(Clone, Copy)]
pub struct Dependencies {
    pub count: u32,
    pub events: *const PiEvent,
    pub event: *mut PiEvent,
}

/// The extension's name.
pub const EXTENSION: &str = "cl_intel_unified_shared_memory";

/// Whether allocations of a context are SVM: one of its devices does not have the extension.
///
/// # Errors
/// A query fails.
pub fn uses_svm(context: PiContext) -> Result<bool, Failure> {
    for device in query::devices_of(context)? {
        if !query::has_extension(device, EXTENSION)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a command of a queue is one of SVM. `has_function` says whether the platform has the one of the extension.
///
/// # Errors
/// A query fails, or the device has neither the extension nor SVM.
fn is_of_svm(queue: PiQueue, has_function: bool) -> Result<bool, Failure> {
    if has_function && !svm::is_used() {
        return Ok(false);
    }
    let device = query::device_of(queue)?;
    if query::has_extension(device, EXTENSION)? {
        return Ok(false);
    }
    if !svm::is_there(device)? {
        let text = format!("the device has neither {EXTENSION} nor shared virtual memory");
        return Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text));
    }
    Ok(true)
}

/// The properties of allocations that the extension has: pairs of a number and a value, and 0 at the end.
///
/// # Safety
/// `properties` is null or such a list.
unsafe fn properties(properties: *const PiUsmMemProperty) -> Vec<u64> {
    // The property for the location in memory is for FPGAs only; flags are hints.
    // SAFETY: the caller's duty.
    let flags = unsafe { pairs(properties) }.into_iter().filter(|pair| pair.0 == PI_MEM_ALLOC_FLAGS && pair.1 != 0);
    let mut known: Vec<u64> = flags.flat_map(<[u64; 2]>::from).collect();
    known.push(0);
    known
}

/// `piextUSMHostAlloc`, `piextUSMDeviceAlloc`, `piextUSMSharedAlloc`
///
/// # Safety
/// `list` is null or a list that ends with 0, `result` is valid.
pub unsafe fn allocate(
    kind: Kind,
    context: PiContext,
    list: *const PiUsmMemProperty,
    (size, alignment): (usize, u32),
    result: *mut *mut c_void,
) -> Result<(), Failure> {
    if uses_svm(context)? {
        let memory = svm::allocate(kind, context, size, alignment)?;
        // SAFETY: the caller's duty.
        unsafe { result.write(memory) };
        return Ok(());
    }
    let extensions = extensions::of_context(context)?;
    // SAFETY: the caller's duty.
    let list = unsafe { properties(list) };
    let (owner, context, list) = (context, context.cl(), list.as_ptr());
    let mut status = 0;
    let out = &raw mut status;
    // SAFETY: live objects, and a list that ends with 0.
    let (call, memory) = unsafe {
        match kind {
            Kind::Host => {
                let allocate = extension!(extensions, clHostMemAllocINTEL);
                ("clHostMemAllocINTEL", allocate(context, list, size, alignment, out))
            }
            Kind::Device(device) => {
                let allocate = extension!(extensions, clDeviceMemAllocINTEL);
                ("clDeviceMemAllocINTEL", allocate(context, device.cl(), list, size, alignment, out))
            }
            Kind::Shared(device) => {
                let allocate = extension!(extensions, clSharedMemAllocINTEL);
                ("clSharedMemAllocINTEL", allocate(context, device.cl(), list, size, alignment, out))
            }
        }
    };
    api::check(call, status)?;
    // SAFETY: a new allocation.
    if let Err(failure) = unsafe { contents::write(kind, owner, memory, size) } {
        // SAFETY: as above.
        unsafe { call_extension!(extensions, clMemFreeINTEL(context, memory))? };
        return Err(failure);
    }
    // SAFETY: the caller's duty.
    unsafe { result.write(memory) };
    Ok(())
}

/// `piextUSMFree`
///
/// # Safety
/// `memory` is of this context, and no command uses it.
pub unsafe fn free(context: PiContext, memory: *mut c_void) -> Result<(), Failure> {
    let extensions = extensions::of_context(context)?;
    if svm::contains(memory) || extensions.clMemFreeINTEL.is_none() {
        return svm::free(context, memory);
    }
    // SAFETY: the caller's duty.
    unsafe { call_extension!(extensions, clMemFreeINTEL(context.cl(), memory)) }
}

/// `piextUSMEnqueueMemset`
///
/// # Safety
/// `memory` has `size` bytes until the command ends.
pub unsafe fn fill(
    queue: PiQueue,
    memory: *mut c_void,
    pattern: &[u8],
    size: usize,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let extensions = extensions::of_queue(queue)?;
    if is_of_svm(queue, extensions.clEnqueueMemFillINTEL.is_some())? {
        let (bytes, length) = (pattern.as_ptr().cast(), pattern.len());
        // SAFETY: the caller's duty; OpenCL copies the pattern.
        return unsafe {
            call!(clEnqueueSVMMemFill(queue.cl(), memory, bytes, length, size, count, events.cl(), event.cl()))
        };
    }
    // SAFETY: the caller's duty; OpenCL copies the pattern.
    unsafe {
        call_extension!(
            extensions,
            clEnqueueMemFillINTEL(
                queue.cl(),
                memory,
                pattern.as_ptr().cast(),
                pattern.len(),
                size,
                count,
                events.cl(),
                event.cl()
            )
        )
    }
}

/// `piextUSMEnqueueMemcpy`
///
/// # Safety
/// Both have `size` bytes until the command ends.
pub unsafe fn copy(
    queue: PiQueue,
    blocking: PiBool,
    (to, from, size): (*mut c_void, *const c_void, usize),
    dependencies: Dependencies,
) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let extensions = extensions::of_queue(queue)?;
    if is_of_svm(queue, extensions.clEnqueueMemcpyINTEL.is_some())? {
        // SAFETY: the caller's duty.
        return unsafe {
            call!(clEnqueueSVMMemcpy(queue.cl(), blocking, to, from, size, count, events.cl(), event.cl()))
        };
    }
    // SAFETY: the caller's duty.
    unsafe {
        call_extension!(
            extensions,
            clEnqueueMemcpyINTEL(queue.cl(), blocking, to, from, size, count, events.cl(), event.cl())
        )
    }
}

/// `piextUSMEnqueuePrefetch`: a hint. Where OpenCL does not take it, as Intel's CPU device does not, the command is a
/// marker.
///
/// # Safety
/// `memory` has `size` bytes until the command ends.
pub unsafe fn prefetch(
    queue: PiQueue,
    memory: *const c_void,
    size: usize,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let (call, status) = unsafe { migrate(queue, memory, size, dependencies)? };
    if !matches!(status, CL_INVALID_VALUE | CL_INVALID_OPERATION) {
        return api::check(call, status);
    }
    let Dependencies { count, events, event } = dependencies;
    // SAFETY: the caller's duty.
    unsafe { call!(clEnqueueMarkerWithWaitList(queue.cl(), count, events.cl(), event.cl())) }
}

/// Makes memory move to the device of a queue. Returns the call, and its status; `CL_INVALID_OPERATION` for a missing
/// call.
///
/// # Safety
/// As for [`prefetch`].
unsafe fn migrate(
    queue: PiQueue,
    memory: *const c_void,
    size: usize,
    dependencies: Dependencies,
) -> Result<(&'static str, i32), Failure> {
    let Dependencies { count, events, event } = dependencies;
    // Without flags, memory goes to the device of the queue.
    let to_device = 0;
    let extensions = extensions::of_queue(queue)?;
    if !is_of_svm(queue, extensions.clEnqueueMigrateMemINTEL.is_some())? {
        let migrate = extension!(extensions, clEnqueueMigrateMemINTEL);
        // SAFETY: the caller's duty.
        let status = unsafe { migrate(queue.cl(), memory, size, to_device, count, events.cl(), event.cl()) };
        return Ok(("clEnqueueMigrateMemINTEL", status));
    }
    let call = "clEnqueueSVMMigrateMem";
    if !svm::contains(memory) || query::version(query::device_of(queue)?)? < (2, 1) {
        return Ok((call, CL_INVALID_OPERATION));
    }
    let mut memory = memory;
    let (pointers, sizes) = (&raw mut memory, &raw const size);
    let migrate = function!(clEnqueueSVMMigrateMem);
    // SAFETY: the caller's duty; the lists have one element.
    let status = unsafe { migrate(queue.cl(), 1, pointers, sizes, to_device, count, events.cl(), event.cl()) };
    Ok((call, status))
}

/// `piextUSMGetMemAllocInfo`
pub fn info(context: PiContext, memory: *const c_void, param: PiMemAllocInfo, answer: Answer) -> Result<(), Failure> {
    let extensions = extensions::of_context(context)?;
    if svm::contains(memory) || extensions.clGetMemAllocInfoINTEL.is_none() {
        return svm::info(context, memory, param, answer);
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: any pointer may be asked about; places as the answer says.
    unsafe { call_extension!(extensions, clGetMemAllocInfoINTEL(context.cl(), memory, param.0, size, value, size_ret)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_flags_go_to_opencl() {
        let list = [PI_MEM_USM_ALLOC_BUFFER_LOCATION, 3, PI_MEM_ALLOC_FLAGS, 2, PI_MEM_PROPERTIES_CHANNEL, 1, 0];
        // SAFETY: the list ends with 0.
        assert_eq!(unsafe { properties(list.as_ptr()) }, [PI_MEM_ALLOC_FLAGS, 2, 0]);
        // SAFETY: null is the empty list.
        assert_eq!(unsafe { properties(std::ptr::null()) }, [0]);
    }
}
