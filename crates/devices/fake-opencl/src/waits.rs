//! Commands on their way into a queue, and waiting for events.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::engine;
use crate::exported::Outcome;
use crate::object::*;
use crate::parameters;
use crate::state::{Locked, now};

/// The last parameters of all commands: the events to wait for, and the place for their own.
pub struct Wait {
    pub count: cl_uint,
    pub list: *const *mut c_void,
    pub event: *mut *mut c_void,
}

/// The properties of a command, apart from its work.
pub struct Request {
    pub queue: usize,
    /// `CL_COMMAND_…`
    pub kind: u32,
    pub is_blocking: bool,
    pub order: Order,
    pub holds: Vec<usize>,
    /// Addresses that it reads or writes; those that are in allocations keep these from being freed.
    pub addresses: Vec<usize>,
}

impl Request {
    /// A command in the usual order.
    pub fn new(queue: *mut c_void, kind: u32, is_blocking: cl_bool) -> Self {
        let is_blocking = is_blocking != 0;
        Self { queue: queue as usize, kind, is_blocking, order: Order::Usual, holds: vec![], addresses: vec![] }
    }

    /// It uses an object.
    pub fn holding(mut self, handle: usize) -> Self {
        self.holds.push(handle);
        self
    }

    /// It uses memory at an address.
    pub fn using(mut self, address: usize) -> Self {
        self.addresses.push(address);
        self
    }
}

/// The events of a wait list, which are of the queue's context.
fn waited(state: &State, queue: usize, wait: &Wait) -> Result<Vec<usize>, c_int> {
    let context = state.queue(queue)?.context;
    let events = parameters::handles(wait.list, wait.count).map_err(|_| CL_INVALID_EVENT_WAIT_LIST)?;
    for event in &events {
        if state.event(*event).map_err(|_| CL_INVALID_EVENT_WAIT_LIST)?.context != context {
            return Err(CL_INVALID_CONTEXT);
        }
    }
    Ok(events)
}

/// Adds a command to its queue, and waits for it if it is a blocking one.
pub fn enqueue(mut state: Locked, request: Request, wait: &Wait, work: Work) -> Outcome {
    let Request { queue, kind, is_blocking, order, holds, addresses } = request;
    let waits = waited(&state, queue, wait)?;
    let (context, properties) = (state.queue(queue)?.context, state.queue(queue)?.properties);
    let has_times = properties & CL_QUEUE_PROFILING_ENABLE != 0;
    let times = [now(), 0, 0, 0];
    let body = Event { context, queue, command: kind, status: CL_QUEUED, times, has_times, callbacks: vec![] };
    let event = state.add(Body::Event(body), vec![context, queue]);
    state.begin_use(event);
    for held in waits.iter().chain(&holds) {
        state.begin_use(*held);
    }
    let allocations = addresses.iter().filter_map(|address| state.allocation(*address)).map(|(start, _)| start);
    let allocations = allocations.collect();
    let target = state.queue_mut(queue)?;
    let number = target.count;
    target.count += 1;
    target.commands.push_back(Command { number, event, waits, holds, allocations, order, work });
    if is_blocking || State::flushes_itself() {
        state.flush(queue);
    }
    let status = if is_blocking { engine::wait_for(&mut state, event) } else { 0 };
    // Failed commands return no event.
    if wait.event.is_null() || status < 0 {
        state.release(event);
    } else {
        parameters::write(wait.event, event as *mut c_void);
    }
    if status < 0 { Err(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) } else { Ok(()) }
}
