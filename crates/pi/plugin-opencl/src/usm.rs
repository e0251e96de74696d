//! Unified shared memory, by `cl_intel_unified_shared_memory`.

use std::ffi::c_void;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::api;
use crate::convert::ToCl;
use crate::extensions;

/// What a command waits for, and where its event goes.
#[derive(Clone, Copy)]
pub struct Dependencies {
    pub count: u32,
    pub events: *const PiEvent,
    pub event: *mut PiEvent,
}

/// Where an allocation is made.
#[derive(Clone, Copy)]
pub enum Kind {
    Host,
    Device(PiDevice),
    Shared(PiDevice),
}

/// The properties of allocations that the extension has: pairs of a number and a value, and 0 at the end.
///
/// # Safety
/// `properties` is null or such a list.
unsafe fn properties(properties: *const PiUsmMemProperty) -> Vec<u64> {
    let mut known = Vec::new();
    let mut next = properties;
    // SAFETY: the caller's duty: the list ends with 0.
    while !next.is_null() && unsafe { *next } != 0 {
        // SAFETY: as above; each number has a value.
        let (name, value) = unsafe { (*next, *next.add(1)) };
        // Where in memory FPGAs keep it is for them only; flags are hints.
        if name == PI_MEM_ALLOC_FLAGS && value != 0 {
            known.extend([name, value]);
        }
        // SAFETY: as above.
        next = unsafe { next.add(2) };
    }
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
    let extensions = extensions::of_context(context)?;
    // SAFETY: the caller's duty.
    let list = unsafe { properties(list) };
    let (context, list) = (context.cl(), list.as_ptr());
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
    // SAFETY: the caller's duty.
    unsafe { result.write(memory) };
    Ok(())
}

/// `piextUSMFree`
///
/// # Safety
/// `memory` is of this context, and no command uses it.
pub unsafe fn free(context: PiContext, memory: *mut c_void) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { call_extension!(extensions::of_context(context)?, clMemFreeINTEL(context.cl(), memory)) }
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
    // SAFETY: the caller's duty; OpenCL copies the pattern.
    unsafe {
        call_extension!(
            extensions::of_queue(queue)?,
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
    // SAFETY: the caller's duty.
    unsafe {
        call_extension!(
            extensions::of_queue(queue)?,
            clEnqueueMemcpyINTEL(queue.cl(), blocking, to, from, size, count, events.cl(), event.cl())
        )
    }
}

/// `piextUSMEnqueuePrefetch`
///
/// # Safety
/// `memory` has `size` bytes until the command ends.
pub unsafe fn prefetch(
    queue: PiQueue,
    memory: *const c_void,
    size: usize,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    // Without flags, memory goes to the device of the queue.
    let to_device = 0;
    // SAFETY: the caller's duty.
    unsafe {
        call_extension!(
            extensions::of_queue(queue)?,
            clEnqueueMigrateMemINTEL(queue.cl(), memory, size, to_device, count, events.cl(), event.cl())
        )
    }
}

/// `piextUSMGetMemAllocInfo`
pub fn info(context: PiContext, memory: *const c_void, param: PiMemAllocInfo, answer: Answer) -> Result<(), Failure> {
    let (size, value, size_ret) = answer.parts();
    // SAFETY: any pointer may be asked about; places as the answer says.
    unsafe {
        call_extension!(
            extensions::of_context(context)?,
            clGetMemAllocInfoINTEL(context.cl(), memory, param.0, size, value, size_ret)
        )
    }
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
