//! Replaying on any queue: each command is submitted separately, and waits for the events of its predecessors.

use smallvec::SmallVec;

use crate::command::{Command, Work};
use crate::error::Result;
use crate::event::{Event, HostEvent, settle};
use crate::queue::Queue;
use crate::recording::Recording;

/// Submits all commands of a recording, and what completes the event if one is wanted.
pub(super) fn submit_all(
    recording: &Recording,
    queue: &dyn Queue,
    wait: &[Event],
    event: Option<&mut Option<Event>>,
) -> Result<()> {
    let properties = queue.properties();
    if recording.commands().is_empty() {
        return join(queue, wait, properties.out_of_order, event);
    }
    let is_leaf = recording.is_leaf();
    let begin = if properties.profiling && event.is_some() { begin(queue, wait)? } else { None };
    let mut events: Vec<Option<Event>> = Vec::with_capacity(is_leaf.len());
    for (recorded, is_leaf) in recording.commands().iter().zip(&is_leaf) {
        // A command needs no event if it has no successors and the caller wants no event.
        let wants_event = !is_leaf || event.is_some();
        let mut own = None;
        let after: SmallVec<[Event; 4]> =
            recorded.after.iter().filter_map(|point| events[point.index()].clone()).collect();
        let after = if recorded.after.is_empty() { wait } else { &after };
        submit(queue, recorded.work.clone(), after, wants_event.then_some(&mut own))?;
        events.push(own);
    }
    let Some(place) = event else { return Ok(()) };
    let leaves: SmallVec<[Event; 4]> =
        events.into_iter().zip(is_leaf).filter(|(_, is_leaf)| *is_leaf).filter_map(|(event, _)| event).collect();
    let end = joined(queue, &leaves)?;
    *place = match (begin, end) {
        (Some(begin), Some(end)) => Some(spanning(&begin, &end)),
        (_, end) => end,
    };
    Ok(())
}

/// Submits a recorded command. A fence without a wait list would wait for everything submitted to the queue before, but
/// a recorded one without predecessors waits for nothing.
fn submit(queue: &dyn Queue, work: Option<Work>, wait: &[Event], event: Option<&mut Option<Event>>) -> Result<()> {
    match work {
        Some(work) => queue.submit(Command::Work(work), wait, event),
        None => join(queue, wait, queue.properties().out_of_order, event),
    }
}

/// Completes an event when those of `wait` are complete, and in an in-order queue all before.
fn join(queue: &dyn Queue, wait: &[Event], out_of_order: bool, event: Option<&mut Option<Event>>) -> Result<()> {
    match event {
        Some(place) if wait.is_empty() && out_of_order => *place = Some(Event::completed()),
        Some(place) => queue.submit(Command::Marker, wait, Some(place))?,
        None => {}
    }
    Ok(())
}

fn joined(queue: &dyn Queue, events: &[Event]) -> Result<Option<Event>> {
    let mut end = None;
    join(queue, events, queue.properties().out_of_order, Some(&mut end))?;
    Ok(end)
}

/// An event whose end is the earliest start of the commands that wait for `wait`.
fn begin(queue: &dyn Queue, wait: &[Event]) -> Result<Option<Event>> {
    let mut event = None;
    queue.submit(Command::Marker, wait, Some(&mut event))?;
    Ok(event)
}

/// An event that is complete when `end` is, with times from `begin` to `end`.
fn spanning(begin: &Event, end: &Event) -> Event {
    let whole = HostEvent::user();
    whole.set_submit_time(begin.timestamps().submit);
    let (result, begin, times) = (whole.clone(), begin.clone(), end.clone());
    settle([end], move |outcome| {
        result.set_start_time(begin.timestamps().end);
        result.set_end_time(times.timestamps().end);
        result.complete(outcome);
    });
    whole.into()
}
