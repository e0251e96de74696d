//! Events.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::engine;
use crate::exported::{created, exported};
use crate::object::{Body, Event};
use crate::parameters::{self, sizes_of, u32_of, u64_of};
use crate::state::{lock, now};

/// The callback of an event.
type Notify = Option<unsafe extern "C" fn(*mut c_void, c_int, *mut c_void)>;

created! {
    fn clCreateUserEvent(context: *mut c_void) {
        let mut state = lock();
        let context = context as usize;
        state.context(context)?;
        let times = [now(), 0, 0, 0];
        let event = Event {
            context,
            queue: 0,
            command: CL_COMMAND_USER,
            status: CL_SUBMITTED,
            times,
            has_times: false,
            callbacks: vec![],
        };
        Ok(state.add(Body::Event(event), vec![context]))
    }
}

exported! {
    fn clSetUserEventStatus(event: *mut c_void, status: c_int) {
        let mut state = lock();
        let found = state.event(event as usize)?;
        if found.queue != 0 {
            return Err(CL_INVALID_EVENT);
        }
        if status > CL_COMPLETE {
            return Err(CL_INVALID_VALUE);
        }
        if found.status <= CL_COMPLETE {
            return Err(CL_INVALID_OPERATION);
        }
        state.set_status(event as usize, status);
        Ok(())
    }

    fn clSetEventCallback(event: *mut c_void, at: c_int, function: Notify, data: *mut c_void) {
        let mut state = lock();
        let status = state.event(event as usize)?.status;
        let function = function.filter(|_| (CL_COMPLETE..=CL_SUBMITTED).contains(&at)).ok_or(CL_INVALID_VALUE)?;
        let callback = (at, function, data as usize);
        if status <= at {
            state.call_back(event as usize, status, callback);
        } else {
            state.event_mut(event as usize)?.callbacks.push(callback);
        }
        Ok(())
    }

    fn clRetainEvent(event: *mut c_void) {
        let mut state = lock();
        state.event(event as usize)?;
        state.retain(event as usize);
        Ok(())
    }

    fn clReleaseEvent(event: *mut c_void) {
        let mut state = lock();
        state.event(event as usize)?;
        state.release(event as usize);
        Ok(())
    }

    fn clGetEventInfo(event: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.event(event as usize)?;
        let bytes = match param {
            CL_EVENT_COMMAND_QUEUE => sizes_of(&[found.queue]),
            CL_EVENT_CONTEXT => sizes_of(&[found.context]),
            CL_EVENT_COMMAND_TYPE => u32_of(found.command),
            CL_EVENT_COMMAND_EXECUTION_STATUS => u32_of(found.status as u32),
            CL_EVENT_REFERENCE_COUNT => u32_of(state.references(event as usize)),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clGetEventProfilingInfo(
        event: *mut c_void,
        param: cl_uint,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        let state = lock();
        let found = state.event(event as usize)?;
        let place = match param {
            CL_PROFILING_COMMAND_QUEUED => 0,
            CL_PROFILING_COMMAND_SUBMIT => 1,
            CL_PROFILING_COMMAND_START => 2,
            CL_PROFILING_COMMAND_END => 3,
            _ => return Err(CL_INVALID_VALUE),
        };
        if !found.has_times || found.status != CL_COMPLETE {
            return Err(CL_PROFILING_INFO_NOT_AVAILABLE);
        }
        parameters::answer(&u64_of(found.times[place]), size, value, size_ret)
    }

    fn clWaitForEvents(count: cl_uint, list: *const *mut c_void) {
        let mut state = lock();
        let events =
            parameters::handles(list, count).ok().filter(|events| !events.is_empty()).ok_or(CL_INVALID_VALUE)?;
        let context = state.event(events[0])?.context;
        for event in &events {
            let found = state.event(*event)?;
            let (of, queue) = (found.context, found.queue);
            if of != context {
                return Err(CL_INVALID_CONTEXT);
            }
            state.flush(queue);
        }
        events.iter().for_each(|event| state.begin_use(*event));
        let statuses: Vec<c_int> = events.iter().map(|event| engine::wait_for(&mut state, *event)).collect();
        events.iter().for_each(|event| state.end_use(*event));
        if statuses.iter().any(|status| *status < 0) {
            Err(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        } else {
            Ok(())
        }
    }
}
