//! The common part of all functions that record a command.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use opencl_sys::*;

use crate::exported::Outcome;
use crate::object::{Recorded, RecordedWork, State};
use crate::parameters;
use crate::waits::Request;

/// `CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR`
pub(super) const SIMULTANEOUS_USE: u64 = 1;
/// `CL_INCOMPATIBLE_COMMAND_QUEUE_KHR`
pub(super) const INCOMPATIBLE_QUEUE: c_int = -1140;
/// `CL_INVALID_SYNC_POINT_WAIT_LIST_KHR`
const INVALID_SYNC_POINT_WAIT_LIST: c_int = -1139;

/// The first and the last parameters of all functions that record.
pub(super) struct Place {
    pub(super) buffer: *mut c_void,
    pub(super) queue: *mut c_void,
    pub(super) properties: *const u64,
    pub(super) count: cl_uint,
    pub(super) list: *const u32,
    pub(super) point: *mut u32,
    pub(super) handle: *mut *mut c_void,
}

/// The command buffer that a command is recorded in: its queue.
pub(super) fn recording(state: &State, place: &Place) -> Result<*mut c_void, c_int> {
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
pub(super) fn record(
    state: &mut State,
    place: &Place,
    request: Request,
    is_barrier: bool,
    work: RecordedWork,
) -> Outcome {
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

pub(super) fn no_request(queue: *mut c_void) -> Request {
    Request::new(queue, CL_COMMAND_COMMAND_BUFFER_KHR, 0)
}

/// Work that does not fail.
pub(super) fn always(body: impl Fn() + Send + Sync + 'static) -> RecordedWork {
    Arc::new(move |_| {
        body();
        CL_COMPLETE
    })
}
