//! Commands that read, write, copy and fill buffers.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::buffers::{range, whole};
use crate::exported::exported;
use crate::object::{State, Work};
use crate::parameters::{self, triple};
use crate::rectangles::{self, Side, copy_bytes, fill_bytes};
use crate::state::lock;
use crate::waits::{Request, Wait, enqueue};

/// Work that does not fail.
pub fn work(body: impl FnOnce() + Send + 'static) -> Work {
    Box::new(move |_| {
        body();
        CL_COMPLETE
    })
}

/// Refuses transfers of the host that the flags of a buffer exclude.
pub fn check_host_access(state: &State, mem: *mut c_void, excluded: u64) -> Result<(), c_int> {
    let excluded = excluded | CL_MEM_HOST_NO_ACCESS;
    if state.mem(mem as usize)?.flags & excluded != 0 { Err(CL_INVALID_OPERATION) } else { Ok(()) }
}

/// A rectangle of a buffer and one of the host's memory.
struct HostRectangle {
    buffer: (usize, Side),
    host: (usize, Side),
    region: [usize; 3],
}

#[allow(clippy::too_many_arguments, reason = "the parameters of C")]
fn host_rectangle(
    state: &State,
    queue: *mut c_void,
    buffer: *mut c_void,
    origins: (*const usize, *const usize),
    region: *const usize,
    pitches: (usize, usize),
    host_pitches: (usize, usize),
    ptr: *const c_void,
) -> Result<HostRectangle, c_int> {
    range(state, queue, buffer, 0, 0)?;
    let region = triple(region)?;
    let side = Side::new(triple(origins.0)?, region, pitches.0, pitches.1)?;
    let host = Side::new(triple(origins.1)?, region, host_pitches.0, host_pitches.1)?;
    if ptr.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    range(state, queue, buffer, 0, side.end(region))?;
    Ok(HostRectangle { buffer: (state.mem(buffer as usize)?.address, side), host: (ptr as usize, host), region })
}

exported! {
    fn clEnqueueReadBuffer(
        queue: *mut c_void,
        buffer: *mut c_void,
        blocking: cl_bool,
        offset: usize,
        size: usize,
        ptr: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let from = range(&state, queue, buffer, offset, size)?;
        check_host_access(&state, buffer, CL_MEM_HOST_WRITE_ONLY)?;
        if ptr.is_null() || size == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let to = ptr as usize;
        let request = Request::new(queue, CL_COMMAND_READ_BUFFER, blocking).holding(buffer as usize).using(to);
        enqueue(state, request, &Wait { count, list, event }, work(move || copy_bytes(from, to, size)))
    }

    fn clEnqueueWriteBuffer(
        queue: *mut c_void,
        buffer: *mut c_void,
        blocking: cl_bool,
        offset: usize,
        size: usize,
        ptr: *const c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let to = range(&state, queue, buffer, offset, size)?;
        check_host_access(&state, buffer, CL_MEM_HOST_READ_ONLY)?;
        if ptr.is_null() || size == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let from = ptr as usize;
        let request = Request::new(queue, CL_COMMAND_WRITE_BUFFER, blocking).holding(buffer as usize).using(from);
        enqueue(state, request, &Wait { count, list, event }, work(move || copy_bytes(from, to, size)))
    }

    fn clEnqueueReadBufferRect(
        queue: *mut c_void,
        buffer: *mut c_void,
        blocking: cl_bool,
        origin: *const usize,
        host_origin: *const usize,
        region: *const usize,
        row_pitch: usize,
        slice_pitch: usize,
        host_row_pitch: usize,
        host_slice_pitch: usize,
        ptr: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let (origins, host_pitches) = ((origin, host_origin), (host_row_pitch, host_slice_pitch));
        let found =
            host_rectangle(&state, queue, buffer, origins, region, (row_pitch, slice_pitch), host_pitches, ptr)?;
        check_host_access(&state, buffer, CL_MEM_HOST_WRITE_ONLY)?;
        let request =
            Request::new(queue, CL_COMMAND_READ_BUFFER_RECT, blocking).holding(buffer as usize).using(ptr as usize);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            work(move || rectangles::copy(found.buffer, found.host, found.region)),
        )
    }

    fn clEnqueueWriteBufferRect(
        queue: *mut c_void,
        buffer: *mut c_void,
        blocking: cl_bool,
        origin: *const usize,
        host_origin: *const usize,
        region: *const usize,
        row_pitch: usize,
        slice_pitch: usize,
        host_row_pitch: usize,
        host_slice_pitch: usize,
        ptr: *const c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let (origins, host_pitches) = ((origin, host_origin), (host_row_pitch, host_slice_pitch));
        let found =
            host_rectangle(&state, queue, buffer, origins, region, (row_pitch, slice_pitch), host_pitches, ptr)?;
        check_host_access(&state, buffer, CL_MEM_HOST_READ_ONLY)?;
        let request =
            Request::new(queue, CL_COMMAND_WRITE_BUFFER_RECT, blocking).holding(buffer as usize).using(ptr as usize);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            work(move || rectangles::copy(found.host, found.buffer, found.region)),
        )
    }

    fn clEnqueueCopyBuffer(
        queue: *mut c_void,
        from: *mut c_void,
        to: *mut c_void,
        from_offset: usize,
        to_offset: usize,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let source = range(&state, queue, from, from_offset, size)?;
        let target = range(&state, queue, to, to_offset, size)?;
        if size == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let (a, b) = (whole(&state, from as usize), whole(&state, to as usize));
        let (start_a, start_b) = (a.1 + from_offset, b.1 + to_offset);
        if a.0 == b.0 && start_a < start_b + size && start_b < start_a + size {
            return Err(CL_MEM_COPY_OVERLAP);
        }
        let request = Request::new(queue, CL_COMMAND_COPY_BUFFER, 0).holding(from as usize).holding(to as usize);
        enqueue(state, request, &Wait { count, list, event }, work(move || copy_bytes(source, target, size)))
    }

    fn clEnqueueCopyBufferRect(
        queue: *mut c_void,
        from: *mut c_void,
        to: *mut c_void,
        from_origin: *const usize,
        to_origin: *const usize,
        region: *const usize,
        from_row_pitch: usize,
        from_slice_pitch: usize,
        to_row_pitch: usize,
        to_slice_pitch: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        range(&state, queue, from, 0, 0)?;
        range(&state, queue, to, 0, 0)?;
        let region = triple(region)?;
        let source = Side::new(triple(from_origin)?, region, from_row_pitch, from_slice_pitch)?;
        let target = Side::new(triple(to_origin)?, region, to_row_pitch, to_slice_pitch)?;
        let source = (range(&state, queue, from, 0, source.end(region))?, source);
        let target = (range(&state, queue, to, 0, target.end(region))?, target);
        let request = Request::new(queue, CL_COMMAND_COPY_BUFFER_RECT, 0).holding(from as usize).holding(to as usize);
        enqueue(state, request, &Wait { count, list, event }, work(move || rectangles::copy(source, target, region)))
    }

    fn clEnqueueFillBuffer(
        queue: *mut c_void,
        buffer: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let to = range(&state, queue, buffer, offset, size)?;
        let pattern = fill_pattern(pattern, pattern_size)?;
        if size == 0 || !size.is_multiple_of(pattern_size) || !offset.is_multiple_of(pattern_size) {
            return Err(CL_INVALID_VALUE);
        }
        let request = Request::new(queue, CL_COMMAND_FILL_BUFFER, 0).holding(buffer as usize);
        enqueue(state, request, &Wait { count, list, event }, work(move || fill_bytes(to, &pattern, size)))
    }
}

/// The bytes of a pattern, whose size is a power of two up to 128.
pub fn fill_pattern(pattern: *const c_void, size: usize) -> Result<Vec<u8>, c_int> {
    if !size.is_power_of_two() || size > 128 {
        return Err(CL_INVALID_VALUE);
    }
    parameters::bytes(pattern, size)
}
