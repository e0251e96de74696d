//! A graph as submissions, one for each of its nodes, to a queue of the runtime's own.

use std::sync::Arc;

use super::group::Step;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::scheduler::Events;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::Queue;
use crate::submission::{Operation, Submission};

/// Runs steps as one command of a queue. Failures are asynchronous errors of that queue.
///
/// # Safety
/// As for [`Object::<Queue>::submit`], for all steps.
pub(super) unsafe fn submit(queue: &Arc<Object<Queue>>, steps: &[Step], deps: &[EventRef]) -> Result<EventRef> {
    let runner = queue.runner()?;
    // The graph runs after everything that the queue's order puts before it.
    let roots = &[marker(queue, deps)?];
    queue.report_dependents_of(&roots[0]);
    let mut events: Vec<EventRef> = Vec::with_capacity(steps.len());
    // SAFETY: the caller's duty is the same.
    let submitted = unsafe { submit_steps(&runner, steps, roots, &mut events) };
    let result = submitted.and_then(|()| {
        let ends = ends_of(steps, &events);
        let end = marker(queue, if ends.is_empty() { roots } else { &ends })?;
        end.set_first(&roots[0]);
        Ok(end)
    });
    if result.is_err() {
        // Steps that are already running end before the failure is reported.
        events.iter().for_each(|event| event.wait());
    }
    result
}

/// The events of the steps without successors.
fn ends_of(steps: &[Step], events: &[EventRef]) -> Events {
    let mut is_end = vec![true; steps.len()];
    steps.iter().flat_map(|step| &step.after).for_each(|&before| is_end[before] = false);
    events.iter().zip(is_end).filter(|(_, is_end)| *is_end).map(|(event, _)| event.clone()).collect()
}

/// Submits steps to a queue, each after its predecessors, or after `roots` if it has none.
///
/// # Safety
/// As for [`submit`].
unsafe fn submit_steps(
    runner: &Arc<Object<Queue>>,
    steps: &[Step],
    roots: &[EventRef],
    events: &mut Vec<EventRef>,
) -> Result<()> {
    for step in steps {
        let after: Events = step.after.iter().map(|&before| events[before].clone()).collect();
        let submission = Submission {
            accesses: &step.group.accesses(),
            deps: if after.is_empty() { roots } else { &after },
            location: step.group.location,
            ..Submission::new(step.group.work.as_operation())
        };
        // SAFETY: the caller's duty is the same.
        let event = unsafe { runner.submit(submission)? };
        events.push(event.ok_or_else(no_event)?);
    }
    Ok(())
}

/// An event of a queue after others.
fn marker(queue: &Arc<Object<Queue>>, deps: &[EventRef]) -> Result<EventRef> {
    let submission = Submission { deps, ..Submission::new(Operation::Empty) };
    // SAFETY: an empty command uses no memory.
    unsafe { queue.submit(submission)? }.ok_or_else(no_event)
}

fn no_event() -> Error {
    Error::Internal("a command of a graph has no event".to_owned())
}
