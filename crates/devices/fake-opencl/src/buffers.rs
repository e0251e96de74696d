//! Buffers and parts of buffers; references and properties of all memory objects.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::exported::{created, exported};
use crate::limits::{ALIGNMENT, MAX_BYTES};
use crate::object::{Body, Mem, State};
use crate::parameters::{self, sizes_of, u32_of, u64_of};
use crate::state::lock;

const ACCESS: u64 = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
const HOST_POINTER: u64 = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
const HOST_ACCESS: u64 = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/// Checks the flags of a memory object, with what they say of a pointer of the host.
pub fn check_flags(flags: u64, host_ptr: *mut c_void) -> Result<(), c_int> {
    let is_contradictory = (flags & ACCESS).count_ones() > 1
        || (flags & HOST_ACCESS).count_ones() > 1
        || flags & CL_MEM_USE_HOST_PTR != 0 && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR) != 0;
    if flags & !(ACCESS | HOST_POINTER | HOST_ACCESS) != 0 || is_contradictory {
        return Err(CL_INVALID_VALUE);
    }
    let needs_pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) != 0;
    if needs_pointer == host_ptr.is_null() { Err(CL_INVALID_HOST_PTR) } else { Ok(()) }
}

/// A memory object of `size` bytes, with the contents at the host's pointer.
pub fn new_mem(context: usize, flags: u64, size: usize, host_ptr: *mut c_void) -> Mem {
    let mut mem = Mem {
        context,
        flags: if flags & ACCESS == 0 { flags | CL_MEM_READ_WRITE } else { flags },
        size,
        host_ptr: host_ptr as usize,
        address: host_ptr as usize,
        parent: None,
        storage: vec![],
        image: None,
        mappings: HashMap::new(),
    };
    if flags & CL_MEM_USE_HOST_PTR == 0 {
        // Undefined bytes have a conspicuous value.
        mem.storage = vec![u128::MAX / 255 * 0xcd; size.div_ceil(16)];
        mem.address = mem.storage.as_mut_ptr() as usize;
        mem.host_ptr = 0;
    }
    mem
}

created! {
    fn clCreateBuffer(context: *mut c_void, flags: u64, size: usize, host_ptr: *mut c_void) {
        let mut state = lock();
        let context = context as usize;
        state.context(context)?;
        check_flags(flags, host_ptr)?;
        if size == 0 || size as u64 > MAX_BYTES {
            return Err(CL_INVALID_BUFFER_SIZE);
        }
        let mem = new_mem(context, flags, size, host_ptr);
        if flags & CL_MEM_COPY_HOST_PTR != 0 {
            // SAFETY: the contract of OpenCL: the pointer has `size` bytes.
            unsafe { std::ptr::copy_nonoverlapping(host_ptr.cast::<u8>(), mem.address as *mut u8, size) };
        }
        Ok(state.add(Body::Mem(mem), vec![context]))
    }

    fn clCreateSubBuffer(buffer: *mut c_void, flags: u64, kind: cl_uint, region: *const c_void) {
        let mut state = lock();
        let found = state.mem(buffer as usize)?;
        if found.parent.is_some() || found.image.is_some() {
            return Err(CL_INVALID_MEM_OBJECT);
        }
        if kind != CL_BUFFER_CREATE_TYPE_REGION || region.is_null() || flags & HOST_POINTER != 0 {
            return Err(CL_INVALID_VALUE);
        }
        check_flags(flags, std::ptr::null_mut())?;
        // SAFETY: the contract of OpenCL: a region.
        let region = unsafe { region.cast::<cl_buffer_region>().read() };
        if region.size == 0 {
            return Err(CL_INVALID_BUFFER_SIZE);
        }
        if region.origin.checked_add(region.size).is_none_or(|end| end > found.size) {
            return Err(CL_INVALID_VALUE);
        }
        if !region.origin.is_multiple_of(ALIGNMENT as usize) {
            return Err(CL_MISALIGNED_SUB_BUFFER_OFFSET);
        }
        let inherited = found.flags & (HOST_POINTER | if flags & ACCESS == 0 { ACCESS } else { 0 });
        let mem = Mem {
            context: found.context,
            flags: flags | inherited,
            size: region.size,
            host_ptr: if found.host_ptr == 0 { 0 } else { found.host_ptr + region.origin },
            address: found.address + region.origin,
            parent: Some((buffer as usize, region.origin)),
            storage: vec![],
            image: None,
            mappings: HashMap::new(),
        };
        let context = mem.context;
        Ok(state.add(Body::Mem(mem), vec![context, buffer as usize]))
    }
}

exported! {
    fn clRetainMemObject(mem: *mut c_void) {
        let mut state = lock();
        state.mem(mem as usize)?;
        state.retain(mem as usize);
        Ok(())
    }

    fn clReleaseMemObject(mem: *mut c_void) {
        let mut state = lock();
        state.mem(mem as usize)?;
        state.release(mem as usize);
        Ok(())
    }

    fn clGetMemObjectInfo(mem: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.mem(mem as usize)?;
        let bytes = match param {
            CL_MEM_TYPE => u32_of(found.image.as_ref().map_or(CL_MEM_OBJECT_BUFFER, |image| image.desc.image_type)),
            CL_MEM_FLAGS => u64_of(found.flags),
            CL_MEM_SIZE => sizes_of(&[found.size]),
            CL_MEM_HOST_PTR => sizes_of(&[found.host_ptr]),
            CL_MEM_MAP_COUNT => u32_of(found.mappings.values().map(|mapping| mapping.count).sum()),
            CL_MEM_REFERENCE_COUNT => u32_of(state.references(mem as usize)),
            CL_MEM_CONTEXT => sizes_of(&[found.context]),
            CL_MEM_ASSOCIATED_MEMOBJECT => sizes_of(&[found.parent.map_or(0, |parent| parent.0)]),
            CL_MEM_OFFSET => sizes_of(&[found.parent.map_or(0, |parent| parent.1)]),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }
}

/// The address of a range in a buffer of the queue's context.
pub fn range(
    state: &State,
    queue: *mut c_void,
    buffer: *mut c_void,
    offset: usize,
    size: usize,
) -> Result<usize, c_int> {
    let context = state.queue(queue as usize)?.context;
    let found = state.mem(buffer as usize)?;
    if found.image.is_some() {
        return Err(CL_INVALID_MEM_OBJECT);
    }
    if found.context != context {
        return Err(CL_INVALID_CONTEXT);
    }
    let fits = offset.checked_add(size).is_some_and(|end| end <= found.size);
    if fits { Ok(found.address + offset) } else { Err(CL_INVALID_VALUE) }
}

/// The buffer that a buffer is a part of, or itself, and where it starts in it.
pub fn whole(state: &State, buffer: usize) -> (usize, usize) {
    state.mem(buffer).ok().and_then(|mem| mem.parent).unwrap_or((buffer, 0))
}
