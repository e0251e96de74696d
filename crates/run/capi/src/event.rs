//! Events.

use std::ffi::c_int;

use tandem_runtime::event::{Event, EventRef};
use tandem_runtime::graph::refuse_recorded;
use tandem_runtime::pi::constants::PiProfilingInfo;

use crate::abi::{EventHandle, QueueHandle};
use crate::call::{acting, forget_exception, producing};
use crate::parameters::{Capacity, Handle, Out, Places};

/// `tandem_event_wait`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_wait(event: Handle<'_, Event>) -> c_int {
    acting(|| {
        let event = event.object()?;
        refuse_recorded(event)?;
        event.wait();
        Ok(())
    })
}

/// `tandem_event_queue`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_queue(event: Handle<'_, Event>, out: Out<'_, QueueHandle>) -> c_int {
    producing(|| out.give_or_null(event.object()?.queue()))
}

/// `tandem_event_wait_list`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_wait_list(
    event: Handle<'_, Event>,
    capacity: Capacity<EventHandle>,
    out: Places<'_, EventHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let events: Vec<_> = event.object()?.wait_list().into_iter().map(EventRef::into_arc).collect();
        out.give(capacity, count, &events)
    })
}

/// `tandem_event_take_error`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_take_error(event: Handle<'_, Event>) -> c_int {
    acting(|| {
        let error = event.object()?.queue().and_then(|queue| queue.take_error());
        forget_exception();
        error.map_or(Ok(()), Err)
    })
}

/// `tandem_event_status`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_status(event: Handle<'_, Event>, out: Out<'_, c_int>) -> c_int {
    producing(|| {
        let event = event.object()?;
        refuse_recorded(event)?;
        out.set(event.status()? as c_int)
    })
}

/// `tandem_event_profiling`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_profiling(event: Handle<'_, Event>, param: u32, nanoseconds: Out<'_, u64>) -> c_int {
    producing(|| {
        let event = event.object()?;
        refuse_recorded(event)?;
        nanoseconds.set(event.profiling(PiProfilingInfo(param))?)
    })
}
