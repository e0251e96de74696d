//! Command buffers: how they are created, finalized and released.

use std::ffi::c_void;

use opencl_sys::*;

use super::recording::{INCOMPATIBLE_QUEUE, SIMULTANEOUS_USE};
use crate::config::{Graphs, config};
use crate::exported::{created, exported};
use crate::object::{Body, CommandBuffer};
use crate::parameters;
use crate::state::lock;

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
}
