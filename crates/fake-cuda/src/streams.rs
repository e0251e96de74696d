//! Streams and events.

use std::ffi::c_uint;

use crate::checks::violation;
use crate::devices::store;
use crate::engine::{Operation, enqueue, synchronize};
use crate::exported;
use crate::state::{CHANGED, Event, Stream, enter};
use crate::{INVALID_HANDLE, NOT_READY, SUCCESS};

/// `CU_EVENT_DISABLE_TIMING`
const DISABLE_TIMING: c_uint = 2;

exported! {
    fn cuStreamCreate(stream: *mut usize, _flags: c_uint) {
        let (mut state, device) = enter("cuStreamCreate")?;
        let handle = state.new_handle();
        let operations = std::collections::VecDeque::new();
        state.streams.insert(handle, Stream { device, operations, is_busy: false, is_destroyed: false, capture: None });
        // SAFETY: the caller's duty.
        Ok(unsafe { store(stream, handle) })
    }

    fn cuStreamDestroy_v2(handle: usize) {
        let (mut state, device) = enter("cuStreamDestroy")?;
        let stream = state.stream("cuStreamDestroy", handle, device);
        stream.is_destroyed = true;
        if stream.operations.is_empty() && !stream.is_busy {
            state.streams.remove(&handle);
        }
        Ok(SUCCESS)
    }

    fn cuStreamSynchronize(handle: usize) {
        let (mut state, device) = enter("cuStreamSynchronize")?;
        state.stream("cuStreamSynchronize", handle, device);
        synchronize(state, handle, device).map_or(Ok(SUCCESS), Err)
    }

    fn cuStreamQuery(handle: usize) {
        let (mut state, device) = enter("cuStreamQuery")?;
        let stream = state.stream("cuStreamQuery", handle, device);
        if stream.operations.is_empty() && !stream.is_busy { Ok(SUCCESS) } else { Err(NOT_READY) }
    }

    fn cuStreamWaitEvent(handle: usize, event: usize, _flags: c_uint) {
        let (mut state, device) = enter("cuStreamWaitEvent")?;
        state.stream("cuStreamWaitEvent", handle, device);
        let number = state.event("cuStreamWaitEvent", event).recorded;
        enqueue(state, handle, Operation::Wait { event, number });
        Ok(SUCCESS)
    }

    fn cuEventCreate(event: *mut usize, flags: c_uint) {
        let (mut state, device) = enter("cuEventCreate")?;
        let handle = state.new_handle();
        let is_timed = flags & DISABLE_TIMING == 0;
        state.events.insert(handle, Event { device, is_timed, recorded: 0, passed: 0, nanoseconds: 0 });
        // SAFETY: the caller's duty.
        Ok(unsafe { store(event, handle) })
    }

    fn cuEventDestroy_v2(event: usize) {
        let (mut state, _) = enter("cuEventDestroy")?;
        state.event("cuEventDestroy", event);
        state.events.remove(&event);
        CHANGED.notify_all();
        Ok(SUCCESS)
    }

    fn cuEventRecord(handle: usize, stream: usize) {
        let (mut state, device) = enter("cuEventRecord")?;
        state.stream("cuEventRecord", stream, device);
        let event = state.event("cuEventRecord", handle);
        if event.device != device {
            violation("cuEventRecord: event and stream are of two devices");
        }
        event.recorded += 1;
        let number = event.recorded;
        enqueue(state, stream, Operation::Record { event: handle, number });
        Ok(SUCCESS)
    }

    fn cuEventQuery(event: usize) {
        let (mut state, _) = enter("cuEventQuery")?;
        let event = state.event("cuEventQuery", event);
        if event.passed >= event.recorded { Ok(SUCCESS) } else { Err(NOT_READY) }
    }

    fn cuEventSynchronize(handle: usize) {
        let (mut state, device) = enter("cuEventSynchronize")?;
        let number = state.event("cuEventSynchronize", handle).recorded;
        loop {
            if let Some(code) = state.contexts[device as usize].failed {
                return Err(code);
            }
            if state.event("cuEventSynchronize", handle).passed >= number {
                return Ok(SUCCESS);
            }
            CHANGED.wait(&mut state);
        }
    }

    fn cuEventElapsedTime(milliseconds: *mut f32, start: usize, end: usize) {
        let (mut state, _) = enter("cuEventElapsedTime")?;
        let mut time = |event| {
            let event = state.event("cuEventElapsedTime", event);
            if !event.is_timed || event.recorded == 0 {
                return Err(INVALID_HANDLE);
            }
            if event.passed < event.recorded { Err(NOT_READY) } else { Ok(event.nanoseconds) }
        };
        let (start, end) = (time(start)?, time(end)?);
        // SAFETY: the caller's duty.
        Ok(unsafe { store(milliseconds, ((end as f64 - start as f64) / 1e6) as f32) })
    }
}
