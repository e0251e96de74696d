//! Mapped ranges of buffers. The program sees a copy, which is written back when it is unmapped, unless the buffer
//! is in the program's own memory.

use std::ffi::c_void;

use opencl_sys::*;

use crate::buffers::range;
use crate::exported::{created, exported};
use crate::object::Mapping;
use crate::rectangles::copy_bytes;
use crate::state::lock;
use crate::transfers::{check_host_access, work};
use crate::waits::{Request, Wait, enqueue};

created! {
    fn clEnqueueMapBuffer(
        queue: *mut c_void,
        buffer: *mut c_void,
        blocking: cl_bool,
        flags: u64,
        offset: usize,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let mut state = lock();
        let from = range(&state, queue, buffer, offset, size)?;
        let all = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
        let invalidates = flags & CL_MAP_WRITE_INVALIDATE_REGION != 0;
        if size == 0 || flags & !all != 0 || invalidates && flags != CL_MAP_WRITE_INVALIDATE_REGION {
            return Err(CL_INVALID_VALUE);
        }
        check_host_access(
            &state,
            buffer,
            if flags & CL_MAP_READ != 0 { CL_MEM_HOST_WRITE_ONLY } else { CL_MEM_HOST_READ_ONLY },
        )?;
        let mem = state.mem_mut(buffer as usize)?;
        let is_direct = mem.flags & CL_MEM_USE_HOST_PTR != 0;
        let mut copy = vec![0_u128; if is_direct { 0 } else { size.div_ceil(16) }];
        let address = if is_direct { from } else { copy.as_mut_ptr() as usize };
        let mapping = mem.mappings.entry(address).or_insert(Mapping { flags: 0, offset, size: 0, count: 0, copy });
        mapping.flags |= flags;
        mapping.size = mapping.size.max(size);
        mapping.count += 1;
        let request = Request::new(queue, CL_COMMAND_MAP_BUFFER, blocking).holding(buffer as usize);
        let body = work(move || {
            if address != from {
                copy_bytes(from, address, size)
            }
        });
        let made = enqueue(state, request, &Wait { count, list, event }, body);
        if let Err(code) = made {
            if let Ok(mem) = lock().mem_mut(buffer as usize) {
                mem.mappings.remove(&address);
            }
            return Err(code);
        }
        Ok(address)
    }
}

exported! {
    fn clEnqueueUnmapMemObject(
        queue: *mut c_void,
        buffer: *mut c_void,
        mapped: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        range(&state, queue, buffer, 0, 0)?;
        let mapped = mapped as usize;
        if state.mem(buffer as usize)?.mappings.get(&mapped).is_none_or(|mapping| mapping.count == 0) {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, CL_COMMAND_UNMAP_MEM_OBJECT, 0).holding(buffer as usize);
        let handle = buffer as usize;
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            Box::new(move |state| {
                let Ok(mem) = state.mem_mut(handle) else { return CL_INVALID_MEM_OBJECT };
                let Some(mapping) = mem.mappings.get_mut(&mapped) else { return CL_INVALID_VALUE };
                if !mapping.copy.is_empty() && mapping.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) != 0 {
                    copy_bytes(mapped, mem.address + mapping.offset, mapping.size);
                }
                mapping.count -= 1;
                if mapping.count == 0 {
                    mem.mappings.remove(&mapped);
                }
                CL_COMPLETE
            }),
        )
    }
}
