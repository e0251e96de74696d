//! A graph as submissions, one for each of its nodes, to a queue of the runtime's own.

use std::sync::Arc;

use super::executable::Step;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::scheduler::deferred::Deps;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::Queue;
use crate::submission::{Operation, Submission};

/// Runs steps as one command of a queue. What fails is an asynchronous error of that queue.
///
/// # Safety
/// As for [`Object::<Queue>::submit`], for all steps.
pub(super) unsafe fn submit(queue: &Arc<Object<Queue>>, steps: &[Step], deps: &[EventRef]) -> Result<EventRef> {
    let runner = queue.transfer_queue()?;
    // On an in-order queue, the graph comes after what is there.
    let begin = match queue.is_in_order() {
        true => Some(marker(queue, deps)?),
        false => None,
    };
    let roots = begin.as_ref().map_or(deps, std::slice::from_ref);
    let mut events: Vec<EventRef> = Vec::with_capacity(steps.len());
    let mut is_end = vec![true; steps.len()];
    for step in steps {
        let after: Deps = step.after.iter().map(|&before| events[before].clone()).collect();
        step.after.iter().for_each(|&before| is_end[before] = false);
        let submission = Submission {
            operation: step.group.work.as_operation(),
            accesses: &step.group.accesses(),
            deps: if after.is_empty() { roots } else { &after },
        };
        // SAFETY: the caller's duty is the same.
        let event = unsafe { runner.submit(submission, true)? };
        events.push(event.ok_or_else(no_event)?);
    }
    let ends: Deps = events.into_iter().zip(is_end).filter(|(_, is_end)| *is_end).map(|(event, _)| event).collect();
    marker(queue, if ends.is_empty() { roots } else { &ends })
}

/// An event of a queue behind others.
fn marker(queue: &Arc<Object<Queue>>, deps: &[EventRef]) -> Result<EventRef> {
    let submission = Submission { operation: Operation::Empty, accesses: &[], deps };
    // SAFETY: an empty command uses no memory.
    unsafe { queue.submit(submission, true)? }.ok_or_else(no_event)
}

fn no_event() -> Error {
    Error::Internal("a command of a graph has no event".to_owned())
}
