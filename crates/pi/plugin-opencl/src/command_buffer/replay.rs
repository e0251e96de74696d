//! Replays on a queue, whose properties need not be those of the recordings.

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use super::capabilities::{ANY_ORDER, PROFILING};
use super::recording::{Recording, of};
use crate::convert::ToCl;
use crate::queue;
use crate::usm::Dependencies;

/// An event that this module holds.
struct Event(PiEvent);

impl Drop for Event {
    fn drop(&mut self) {
        // Errors have no recipient here.
        let _ = self.release();
    }
}

impl Event {
    fn release(&self) -> Result<(), Failure> {
        // SAFETY: the reference is this object's, which goes.
        unsafe { call!(clReleaseEvent(self.0.cl())) }
    }
}

/// A marker after the events, or after all commands of the queue if there are none.
fn mark(queue: PiQueue, count: u32, events: *const PiEvent) -> Result<Event, Failure> {
    let mut made = PiEvent::NULL;
    // SAFETY: a live queue and live events; a place for the event.
    unsafe { call!(clEnqueueMarkerWithWaitList(queue.cl(), count, events.cl(), (&raw mut made).cl()))? };
    Ok(Event(made))
}

/// `piextEnqueueCommandBuffer`
///
/// # Safety
/// `buffer` is null or a live command buffer; memory that the commands use lives until they are complete.
pub unsafe fn enqueue(buffer: PiExtCommandBuffer, queue: PiQueue, dependencies: Dependencies) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    let properties = queue::properties(queue)?;
    let recording = &found.recordings[usize::from(properties & PROFILING != 0)];
    // SAFETY: the caller's duty.
    unsafe {
        if properties & (PROFILING | ANY_ORDER) == recording.properties {
            return replay(recording, queue, dependencies);
        }
        replay_between_markers(recording, queue, dependencies)
    }
}

/// # Safety
/// As for [`enqueue`]; the queue has the properties of the recording.
unsafe fn replay(recording: &Recording, queue: PiQueue, dependencies: Dependencies) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let (extensions, mut queue) = (recording.extensions, queue.cl());
    let (list, event) = (events.cl(), event.cl());
    // SAFETY: the caller's duty; a list of one queue.
    unsafe {
        call_extension!(extensions, clEnqueueCommandBufferKHR(1, &raw mut queue, recording.buffer, count, list, event))
    }
}

/// Replays on the queue of the recording, after a marker in the queue that the replay is meant for; another marker
/// there waits for the replay. Both queues are flushed, since they wait for each other. The event is that of the
/// replay.
///
/// # Safety
/// As for [`enqueue`].
unsafe fn replay_between_markers(
    recording: &Recording,
    queue: PiQueue,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let begin = mark(queue, count, events)?;
    // SAFETY: a live queue.
    unsafe { call!(clFlush(queue.cl()))? };
    let mut replayed = PiEvent::NULL;
    let behind = Dependencies { count: 1, events: &raw const begin.0, event: &raw mut replayed };
    // SAFETY: the caller's duty; the queue is that of the recording.
    unsafe { replay(recording, recording.queue, behind)? };
    let replayed = Event(replayed);
    // SAFETY: a live queue.
    unsafe { call!(clFlush(recording.queue.cl()))? };
    drop(mark(queue, 1, &raw const replayed.0)?);
    if !event.is_null() {
        // SAFETY: the caller's duty.
        unsafe { event.write(replayed.0) };
        std::mem::forget(replayed);
    }
    Ok(())
}
