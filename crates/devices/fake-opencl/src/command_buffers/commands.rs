//! The functions that record a command.

use std::ffi::c_void;
use std::sync::Arc;

use opencl_sys::*;

use super::recording::{Place, always, no_request, record, recording};
use crate::buffers::{range, whole};
use crate::effects::{self, Launched};
use crate::exported::exported;
use crate::launches::{Items, Shape, items_of, with_arguments};
use crate::object::{RecordedWork, State};
use crate::parameters::triple;
use crate::rectangles::{self, Side, copy_bytes, fill_bytes};
use crate::state::lock;
use crate::svm::check_svm_memory;
use crate::transfers::fill_pattern;

exported! {
    fn clCommandBarrierWithWaitListKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        record(&mut state, &place, no_request(queue), true, always(|| ()))
    }

    fn clCommandNDRangeKernelKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        kernel: *mut c_void,
        dimensions: cl_uint,
        offset: *const usize,
        global: *const usize,
        local: *const usize,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let found = state.kernel(kernel as usize)?;
        if found.context != state.queue(queue as usize)?.context {
            return Err(CL_INVALID_CONTEXT);
        }
        let items: Items = items_of(&Shape { dimensions, offset, global, local })?;
        let request = with_arguments(&state, found, no_request(queue).holding(kernel as usize))?;
        let launched = Launched::of(found);
        let work: RecordedWork = Arc::new(move |state: &mut State| effects::run(state, &launched, items.clone()));
        record(&mut state, &place, request, false, work)
    }

    fn clCommandCopyBufferKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        from: *mut c_void,
        to: *mut c_void,
        from_offset: usize,
        to_offset: usize,
        size: usize,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let source = range(&state, queue, from, from_offset, size)?;
        let target = range(&state, queue, to, to_offset, size)?;
        if size == 0 {
            return Err(CL_INVALID_VALUE);
        }
        let (a, b) = (whole(&state, from as usize), whole(&state, to as usize));
        if a.0 == b.0 && source < target + size && target < source + size {
            return Err(CL_MEM_COPY_OVERLAP);
        }
        let request = no_request(queue).holding(from as usize).holding(to as usize);
        record(&mut state, &place, request, false, always(move || copy_bytes(source, target, size)))
    }

    fn clCommandCopyBufferRectKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
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
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let region = triple(region)?;
        let source = Side::new(triple(from_origin)?, region, from_row_pitch, from_slice_pitch)?;
        let target = Side::new(triple(to_origin)?, region, to_row_pitch, to_slice_pitch)?;
        let source = (range(&state, queue, from, 0, source.end(region))?, source);
        let target = (range(&state, queue, to, 0, target.end(region))?, target);
        let request = no_request(queue).holding(from as usize).holding(to as usize);
        record(&mut state, &place, request, false, always(move || rectangles::copy(source, target, region)))
    }

    fn clCommandFillBufferKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        target: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let to = range(&state, queue, target, offset, size)?;
        let pattern = fill_pattern(pattern, pattern_size)?;
        if size == 0 || !size.is_multiple_of(pattern_size) || !offset.is_multiple_of(pattern_size) {
            return Err(CL_INVALID_VALUE);
        }
        let request = no_request(queue).holding(target as usize);
        record(&mut state, &place, request, false, always(move || fill_bytes(to, &pattern, size)))
    }

    fn clCommandSVMMemcpyKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        to: *mut c_void,
        from: *const c_void,
        size: usize,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let (to, from) = (to as usize, from as usize);
        check_svm_memory(&state, queue, to, size)?;
        check_svm_memory(&state, queue, from, size)?;
        if from < to + size && to < from + size {
            return Err(CL_MEM_COPY_OVERLAP);
        }
        let request = no_request(queue).using(to).using(from);
        record(&mut state, &place, request, false, always(move || copy_bytes(from, to, size)))
    }

    fn clCommandSVMMemFillKHR(
        buffer: *mut c_void,
        queue: *mut c_void,
        properties: *const u64,
        to: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        count: cl_uint,
        list: *const u32,
        point: *mut u32,
        handle: *mut *mut c_void,
    ) {
        let place = Place { buffer, queue, properties, count, list, point, handle };
        let mut state = lock();
        let queue = recording(&state, &place)?;
        let (to, pattern) = (to as usize, fill_pattern(pattern, pattern_size)?);
        check_svm_memory(&state, queue, to, size)?;
        if size == 0 || !size.is_multiple_of(pattern.len()) || !to.is_multiple_of(pattern.len()) {
            return Err(CL_INVALID_VALUE);
        }
        let request = no_request(queue).using(to);
        record(&mut state, &place, request, false, always(move || fill_bytes(to, &pattern, size)))
    }
}
