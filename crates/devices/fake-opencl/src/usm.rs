//! Unified shared memory, by `cl_intel_unified_shared_memory`. The functions are found by name only.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::checks::violation;
use crate::engine;
use crate::exported::{Outcome, created, exported};
use crate::kernels;
use crate::limits::MAX_BYTES;
use crate::object::{Allocation, Body, State};
use crate::parameters::{self, sizes_of, u32_of, u64_of};
use crate::rectangles::{copy_bytes, fill_bytes};
use crate::state::{Locked, lock};
use crate::transfers::{fill_pattern, work};
use crate::waits::{Request, Wait, enqueue};

/// `CL_MEM_TYPE_UNKNOWN_INTEL` and the types of memory.
const UNKNOWN: u32 = 0x4196;
const HOST: u32 = 0x4197;
const DEVICE: u32 = 0x4198;
const SHARED: u32 = 0x4199;
/// `CL_MEM_ALLOC_FLAGS_INTEL` as a query.
const FLAGS: u32 = 0x4195;
/// The largest alignment.
const MOST_ALIGNMENT: u32 = 1 << 16;

/// Adds an allocation of memory; 0 if there is none.
pub fn allocate(
    state: &mut State,
    context: usize,
    device: usize,
    kind: u32,
    flags: u64,
    size: usize,
    alignment: usize,
) -> usize {
    let Ok(layout) = Layout::from_size_align(size, alignment) else { return 0 };
    // SAFETY: the size is not 0.
    let address = unsafe { alloc(layout) } as usize;
    fill_bytes(address, &[0xcd], size);
    state.hold(context);
    state.allocations.insert(address, Allocation { context, device, kind, size, flags, layout });
    address
}

/// Frees an allocation, which no command may use.
pub fn free(state: &mut State, context: usize, address: usize) -> bool {
    if state.allocations.get(&address).is_none_or(|found| found.context != context) {
        return false;
    }
    let queues = state.objects.values().filter_map(|object| match &object.body {
        Body::Queue(queue) => Some(queue),
        _ => None,
    });
    if queues.flat_map(|queue| &queue.commands).any(|command| command.allocations.contains(&address)) {
        violation(&format!("memory at {address:#x} is freed while a command uses it"));
    }
    if let Some(found) = state.allocations.remove(&address) {
        // SAFETY: it was allocated with this layout, and is freed once.
        unsafe { dealloc(address as *mut u8, found.layout) };
        state.unhold(found.context);
    }
    true
}

fn create(
    context: *mut c_void,
    device: *mut c_void,
    kind: u32,
    list: *const u64,
    size: usize,
    alignment: u32,
) -> Result<usize, c_int> {
    let mut state = lock();
    let (context, device) = (context as usize, device as usize);
    state.context(context)?;
    if device != 0 || kind == DEVICE {
        state.device_of(context, device)?;
    }
    let mut flags = 0;
    for (name, value) in parameters::pairs_of_u64(list) {
        match name {
            CL_MEM_ALLOC_FLAGS_INTEL if value & !0b111 == 0 => flags = value,
            _ => return Err(CL_INVALID_PROPERTY),
        }
    }
    if alignment != 0 && !alignment.is_power_of_two() || alignment > MOST_ALIGNMENT {
        return Err(CL_INVALID_VALUE);
    }
    if size == 0 || size as u64 > MAX_BYTES {
        return Err(CL_INVALID_BUFFER_SIZE);
    }
    match allocate(&mut state, context, device, kind, flags, size, alignment.max(64) as usize) {
        0 => Err(CL_OUT_OF_HOST_MEMORY),
        address => Ok(address),
    }
}

/// Whether memory that a command uses is of the context of its queue, or is the host's.
pub fn check_context(state: &State, queue: *mut c_void, addresses: &[usize]) -> Outcome {
    let context = state.queue(queue as usize)?.context;
    let of_others = |address: &usize| state.allocation(*address).is_some_and(|(_, found)| found.context != context);
    if addresses.contains(&0) || addresses.iter().any(of_others) { Err(CL_INVALID_VALUE) } else { Ok(()) }
}

/// Checks that a range that starts in an allocation ends in it.
pub fn check_range(state: &State, address: usize, size: usize) -> Outcome {
    match state.allocation(address) {
        Some((start, found)) if address + size > start + found.size => Err(CL_INVALID_VALUE),
        _ => Ok(()),
    }
}

/// A copy, of USM or of SVM.
pub fn copy(state: Locked, request: Request, (to, from, size): (usize, usize, usize), wait: &Wait) -> Outcome {
    check_context(&state, request.queue as *mut c_void, &[to, from])?;
    check_range(&state, to, size)?;
    check_range(&state, from, size)?;
    if from < to + size && to < from + size {
        return Err(CL_MEM_COPY_OVERLAP);
    }
    enqueue(state, request.using(to).using(from), wait, work(move || copy_bytes(from, to, size)))
}

/// A fill, of USM or of SVM.
pub fn fill(state: Locked, request: Request, (to, size): (usize, usize), pattern: Vec<u8>, wait: &Wait) -> Outcome {
    check_context(&state, request.queue as *mut c_void, &[to])?;
    check_range(&state, to, size)?;
    if size == 0 || !size.is_multiple_of(pattern.len()) || !to.is_multiple_of(pattern.len()) {
        return Err(CL_INVALID_VALUE);
    }
    enqueue(state, request.using(to), wait, work(move || fill_bytes(to, &pattern, size)))
}

created! {
    fn clHostMemAllocINTEL(context: *mut c_void, list: *const u64, size: usize, alignment: cl_uint) {
        create(context, std::ptr::null_mut(), HOST, list, size, alignment)
    }

    fn clDeviceMemAllocINTEL(
        context: *mut c_void,
        device: *mut c_void,
        list: *const u64,
        size: usize,
        alignment: cl_uint,
    ) {
        create(context, device, DEVICE, list, size, alignment)
    }

    fn clSharedMemAllocINTEL(
        context: *mut c_void,
        device: *mut c_void,
        list: *const u64,
        size: usize,
        alignment: cl_uint,
    ) {
        create(context, device, SHARED, list, size, alignment)
    }
}

exported! {
    fn clMemFreeINTEL(context: *mut c_void, memory: *mut c_void) {
        let mut state = lock();
        state.context(context as usize)?;
        if memory.is_null() || free(&mut state, context as usize, memory as usize) {
            Ok(())
        } else {
            Err(CL_INVALID_VALUE)
        }
    }

    fn clMemBlockingFreeINTEL(context: *mut c_void, memory: *mut c_void) {
        let mut state = lock();
        state.context(context as usize)?;
        let queues: Vec<usize> = state
            .objects
            .iter()
            .filter(|(_, object)| matches!(object.body, Body::Queue(_)))
            .map(|(handle, _)| *handle)
            .collect();
        for queue in queues {
            engine::finish(&mut state, queue);
        }
        if memory.is_null() || free(&mut state, context as usize, memory as usize) {
            Ok(())
        } else {
            Err(CL_INVALID_VALUE)
        }
    }

    fn clGetMemAllocInfoINTEL(
        context: *mut c_void,
        memory: *const c_void,
        param: cl_uint,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        let state = lock();
        state.context(context as usize)?;
        let found =
            state.allocation(memory as usize).filter(|(_, found)| found.context == context as usize && found.kind != 0);
        let bytes = match param {
            CL_MEM_ALLOC_TYPE_INTEL => u32_of(found.map_or(UNKNOWN, |(_, found)| found.kind)),
            CL_MEM_ALLOC_BASE_PTR_INTEL => sizes_of(&[found.map_or(0, |(start, _)| start)]),
            CL_MEM_ALLOC_SIZE_INTEL => sizes_of(&[found.map_or(0, |(_, found)| found.size)]),
            CL_MEM_ALLOC_DEVICE_INTEL => sizes_of(&[found.map_or(0, |(_, found)| found.device)]),
            FLAGS => u64_of(found.map_or(0, |(_, found)| found.flags)),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clSetKernelArgMemPointerINTEL(kernel: *mut c_void, index: cl_uint, pointer: *const c_void) {
        kernels::set_pointer(kernel, index, pointer as usize, false)
    }

    fn clEnqueueMemFillINTEL(
        queue: *mut c_void,
        memory: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let pattern = fill_pattern(pattern, pattern_size)?;
        let request = Request::new(queue, 0x4204, 0);
        fill(lock(), request, (memory as usize, size), pattern, &Wait { count, list, event })
    }

    fn clEnqueueMemcpyINTEL(
        queue: *mut c_void,
        blocking: cl_bool,
        to: *mut c_void,
        from: *const c_void,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let request = Request::new(queue, 0x4205, blocking);
        copy(lock(), request, (to as usize, from as usize, size), &Wait { count, list, event })
    }

    fn clEnqueueMigrateMemINTEL(
        queue: *mut c_void,
        memory: *const c_void,
        size: usize,
        flags: u64,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        check_context(&state, queue, &[memory as usize])?;
        check_range(&state, memory as usize, size)?;
        if flags & !(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0 {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, 0x4206, 0).using(memory as usize);
        enqueue(state, request, &Wait { count, list, event }, work(|| ()))
    }
}
