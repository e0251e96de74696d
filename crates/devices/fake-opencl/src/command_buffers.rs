//! Command buffers, by `cl_khr_command_buffer` 0.9.5 with simultaneous use. The functions are found by name only.
//!
//! A replay is one command of its queue. What it consists of runs in the order of recording, or, for queues that are
//! out of order, in any order that the sync points allow.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use opencl_sys::*;

use crate::buffers::{range, whole};
use crate::checks::violation;
use crate::config::{Graphs, config};
use crate::effects::{self, Launched};
use crate::engine::next;
use crate::exported::{Outcome, created, exported};
use crate::launches::{Items, Shape, items_of, with_arguments};
use crate::object::{Body, CommandBuffer, Recorded, RecordedWork, State};
use crate::parameters::{self, triple};
use crate::rectangles::{self, Side, copy_bytes, fill_bytes};
use crate::state::lock;
use crate::svm::check_svm_memory;
use crate::transfers::fill_pattern;
use crate::waits::{Request, Wait, enqueue};

const INVALID_SYNC_POINT_WAIT_LIST: c_int = -1139;
const INCOMPATIBLE_QUEUE: c_int = -1140;
/// `CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR`
const SIMULTANEOUS_USE: u64 = 1;

/// The first and the last parameters of all functions that record.
struct Place {
    buffer: *mut c_void,
    queue: *mut c_void,
    properties: *const u64,
    count: cl_uint,
    list: *const u32,
    point: *mut u32,
    handle: *mut *mut c_void,
}

/// The command buffer that a command is recorded in: its queue.
fn recording(state: &State, place: &Place) -> Result<*mut c_void, c_int> {
    let found = state.command_buffer(place.buffer as usize)?;
    if found.is_final {
        return Err(CL_INVALID_OPERATION);
    }
    if !place.queue.is_null() {
        return Err(CL_INVALID_COMMAND_QUEUE);
    }
    if !place.properties.is_null() || !place.handle.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    Ok(found.queue as *mut c_void)
}

/// Records a command that uses some objects and addresses.
fn record(state: &mut State, place: &Place, request: Request, is_barrier: bool, work: RecordedWork) -> Outcome {
    let list = parameters::list(place.list, place.count as usize).map_err(|_| INVALID_SYNC_POINT_WAIT_LIST)?;
    let found = state.command_buffer_mut(place.buffer as usize)?;
    let count = found.commands.len();
    // Sync points start at 100, so that they are not mistaken for indices.
    let waits = list.iter().map(|point| (*point as usize).checked_sub(100).filter(|index| *index < count));
    let mut waits = waits.collect::<Option<Vec<usize>>>().ok_or(INVALID_SYNC_POINT_WAIT_LIST)?;
    waits.extend(found.last_barrier);
    if is_barrier {
        if list.is_empty() {
            waits.extend(0..count);
        }
        found.last_barrier = Some(count);
    }
    let Request { holds, addresses, .. } = request;
    found.commands.push(Recorded { waits, holds, addresses, work });
    parameters::write(place.point, 100 + count as u32);
    Ok(())
}

fn no_request(queue: *mut c_void) -> Request {
    Request::new(queue, CL_COMMAND_COMMAND_BUFFER_KHR, 0)
}

/// Work that does not fail.
fn always(body: impl Fn() + Send + Sync + 'static) -> RecordedWork {
    Arc::new(move |_| {
        body();
        CL_COMPLETE
    })
}

/// What each command comes after, and its work.
type Steps = Vec<(Vec<usize>, RecordedWork)>;

/// Runs commands; the status of the replay.
fn run(state: &mut State, mut steps: Vec<Option<(Vec<usize>, RecordedWork)>>, is_ordered: bool) -> c_int {
    let mut random = config().seed.wrapping_mul(2).wrapping_add(1);
    for _ in 0..steps.len() {
        let is_ready = |index: &usize| {
            steps[*index].as_ref().is_some_and(|(waits, _)| waits.iter().all(|before| steps[*before].is_none()))
        };
        let ready: Vec<usize> = (0..steps.len()).filter(is_ready).collect();
        let chosen = if is_ordered { 0 } else { next(&mut random) as usize % ready.len() };
        let Some((_, work)) = steps[ready[chosen]].take() else { return CL_OUT_OF_RESOURCES };
        let status = work(state);
        if status < 0 {
            return status;
        }
    }
    CL_COMPLETE
}

created! {
    fn clCreateCommandBufferKHR(count: cl_uint, queues: *const *mut c_void, list: *const u64) {
        let mut state = lock();
        let queues = parameters::handles(queues, count)?;
        let [queue] = queues[..] else { return Err(CL_INVALID_VALUE) };
        let found = state.queue(queue)?;
        let (context, properties) = (found.context, found.properties);
        let required = if config().graphs == Graphs::Profiled { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let is_ordered = properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0;
        if properties & required != required || !is_ordered && config().graphs == Graphs::InOrder {
            return Err(INCOMPATIBLE_QUEUE);
        }
        let mut flags = 0;
        for (name, value) in parameters::pairs_of_u64(list) {
            match name {
                CL_COMMAND_BUFFER_FLAGS_KHR if value & !SIMULTANEOUS_USE == 0 => flags = value,
                _ => return Err(CL_INVALID_VALUE),
            }
        }
        if flags & SIMULTANEOUS_USE != 0 && config().graphs == Graphs::SingleUse {
            return Err(CL_INVALID_PROPERTY);
        }
        let (commands, last_barrier) = (vec![], None);
        let made = CommandBuffer { queue, flags, is_final: false, pending: 0, commands, last_barrier };
        Ok(state.add(Body::CommandBuffer(made), vec![context, queue]))
    }
}

exported! {
    fn clFinalizeCommandBufferKHR(buffer: *mut c_void) {
        let mut state = lock();
        if state.command_buffer(buffer as usize)?.is_final {
            return Err(CL_INVALID_OPERATION);
        }
        state.command_buffer_mut(buffer as usize)?.is_final = true;
        Ok(())
    }

    fn clReleaseCommandBufferKHR(buffer: *mut c_void) {
        let mut state = lock();
        state.command_buffer(buffer as usize)?;
        state.release(buffer as usize);
        Ok(())
    }

    fn clEnqueueCommandBufferKHR(
        queue_count: cl_uint,
        queues: *const *mut c_void,
        buffer: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let mut state = lock();
        let handle = buffer as usize;
        let queues = parameters::handles(queues, queue_count)?;
        let found = state.command_buffer(handle)?;
        if !found.is_final || found.pending > 0 && found.flags & SIMULTANEOUS_USE == 0 {
            return Err(CL_INVALID_OPERATION);
        }
        let queue = match queues[..] {
            [] => found.queue,
            [queue] => queue,
            _ => return Err(CL_INVALID_VALUE),
        };
        let of = |queue| state.queue(queue).map(|queue| (queue.context, queue.device, queue.properties));
        let (own, (context, device, properties)) = (of(found.queue)?, of(queue)?);
        if own != (context, device, properties) {
            return Err(INCOMPATIBLE_QUEUE);
        }
        let mut request = no_request(queue as *mut c_void).holding(handle);
        for command in &found.commands {
            for held in &command.holds {
                if !state.objects.get(held).is_some_and(crate::object::Object::is_alive) {
                    violation("a command buffer is enqueued whose objects are gone");
                }
                request = request.holding(*held);
            }
            request = command.addresses.iter().fold(request, |request, address| request.using(*address));
        }
        let steps: Steps = found.commands.iter().map(|each| (each.waits.clone(), each.work.clone())).collect();
        let is_ordered = properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0;
        state.command_buffer_mut(handle)?.pending += 1;
        let body = move |state: &mut State| {
            let status = run(state, steps.into_iter().map(Some).collect(), is_ordered);
            state.command_buffer_mut(handle).map_or_else(|code| code, |buffer| {
                buffer.pending -= 1;
                status
            })
        };
        enqueue(state, request, &Wait { count, list, event }, Box::new(body))
    }

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
