//! Streams and events.

use std::ffi::c_uint;

use crate::checks::violation;
use crate::codes::{INVALID_HANDLE, NOT_READY, SUCCESS};
use crate::engine::{enqueue, synchronize};
use crate::exported::exported;
use crate::operation::Operation;
use crate::parameters::Out;
use crate::state::{CHANGED, Event, Stream, enter};

/// `CU_EVENT_DISABLE_TIMING`
const DISABLE_TIMING: c_uint = 2;

exported! {
    fn cuStreamCreate(stream: Out<'_, usize>, _flags: c_uint) {
        let (mut state, device) = enter("cuStreamCreate")?;
        let handle = state.new_handle();
        let operations = std::collections::VecDeque::new();
        state.streams.insert(handle, Stream { device, operations, is_busy: false, is_destroyed: false, capture: None });
        stream.set(handle)
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
        let record = state.event("cuStreamWaitEvent", event).record;
        enqueue(state, handle, Operation::Wait { record });
        Ok(SUCCESS)
    }

    fn cuEventCreate(event: Out<'_, usize>, flags: c_uint) {
        let (mut state, device) = enter("cuEventCreate")?;
        let handle = state.new_handle();
        let is_timed = flags & DISABLE_TIMING == 0;
        state.events.insert(handle, Event { device, is_timed, record: 0, nanoseconds: 0 });
        event.set(handle)
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
        let record = state.new_handle() as u64;
        let event = state.event("cuEventRecord", handle);
        if event.device != device {
            violation("cuEventRecord: event and stream are of two devices");
        }
        event.record = record;
        state.coming_records.insert(record);
        enqueue(state, stream, Operation::Record { event: handle, record });
        Ok(SUCCESS)
    }

    fn cuEventQuery(event: usize) {
        let (mut state, _) = enter("cuEventQuery")?;
        let record = state.event("cuEventQuery", event).record;
        if state.has_passed(record) { Ok(SUCCESS) } else { Err(NOT_READY) }
    }

    fn cuEventSynchronize(handle: usize) {
        let (mut state, device) = enter("cuEventSynchronize")?;
        let record = state.event("cuEventSynchronize", handle).record;
        loop {
            if let Some(code) = state.contexts[device as usize].failed {
                return Err(code);
            }
            if state.has_passed(record) {
                return Ok(SUCCESS);
            }
            CHANGED.wait(&mut state);
        }
    }

    fn cuEventElapsedTime(milliseconds: Out<'_, f32>, start: usize, end: usize) {
        let (mut state, _) = enter("cuEventElapsedTime")?;
        let mut time = |event| {
            let &mut Event { is_timed, record, nanoseconds, .. } = state.event("cuEventElapsedTime", event);
            if !is_timed || record == 0 {
                return Err(INVALID_HANDLE);
            }
            if state.has_passed(record) { Ok(nanoseconds) } else { Err(NOT_READY) }
        };
        let (start, end) = (time(start)?, time(end)?);
        milliseconds.set(((end as f64 - start as f64) / 1e6) as f32)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::c_int;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::devices::{cuCtxSetCurrent, cuDevicePrimaryCtxRetain};
    use crate::state::state;

    fn made(make: impl FnOnce(Out<'_, usize>) -> c_int) -> usize {
        let mut handle = 0;
        assert_eq!(make(Out::from(&mut handle)), SUCCESS);
        handle
    }

    #[test]
    fn a_wait_is_for_the_record_before_it() {
        let context = made(|context| cuDevicePrimaryCtxRetain(context, 0));
        assert_eq!(cuCtxSetCurrent(context), SUCCESS);
        let [slow, fast, waiting] = [(); 3].map(|()| made(|stream| cuStreamCreate(stream, 0)));
        let event = made(|event| cuEventCreate(event, DISABLE_TIMING));
        // The slow stream waits until this record has completed.
        let gate = 1;
        state().lock().coming_records.insert(gate);
        enqueue(state().lock(), slow, Operation::Wait { record: gate });
        assert_eq!(cuEventRecord(event, slow), SUCCESS);
        assert_eq!(cuStreamWaitEvent(waiting, event, 0), SUCCESS);
        // The event is used again.
        assert_eq!(cuEventRecord(event, fast), SUCCESS);
        assert_eq!(cuEventSynchronize(event), SUCCESS);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(cuStreamQuery(waiting), NOT_READY);
        // The end of the event does not release the stream either.
        assert_eq!(cuEventDestroy_v2(event), SUCCESS);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(cuStreamQuery(waiting), NOT_READY);
        state().lock().coming_records.remove(&gate);
        CHANGED.notify_all();
        assert_eq!(cuStreamSynchronize(waiting), SUCCESS);
    }
}
