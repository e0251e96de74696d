//! Replays.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use super::recording::{INCOMPATIBLE_QUEUE, SIMULTANEOUS_USE, no_request};
use crate::checks::violation;
use crate::config::config;
use crate::engine::next;
use crate::exported::exported;
use crate::object::{RecordedWork, State};
use crate::parameters;
use crate::state::lock;
use crate::waits::{Wait, enqueue};

/// The predecessors of each command, and its work.
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

exported! {
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
}
