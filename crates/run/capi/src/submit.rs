//! Submission of command groups: one call each (design decision D8).

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::Arc;

use tandem_runtime::callbacks::unlocked;
use tandem_runtime::event::EventRef;
use tandem_runtime::graph::{Recorded, recording_for};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{KernelSource, Operation, Submission};
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{caught, producing};
use crate::kernel_slot::slot;
use crate::parameters::{Handle, Out, Struct};
use crate::submission::{Found, Request, SubmissionReader, TaskData};

/// `tandem_submit`
///
/// # Safety
/// Memory that the command uses stays valid until the command is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_submit(
    queue: Handle<'_, Queue>,
    submission: Struct<'_, TandemSubmission>,
    event: Out<'_, EventHandle>,
) -> c_int {
    let mut completed = MaybeUninit::uninit();
    let known = submission.known_part(&mut completed, "the submission");
    // Taken first: it must be given up on every way out.
    let mut task = known.as_ref().ok().and_then(|known| TaskData::take(known));
    let code = caught(|| {
        let known = known?;
        submission.refuse_unknown_part()?;
        let result = match tandem_runtime::is_torn_down() {
            true => Err(Error::after_shutdown()),
            // SAFETY: the caller's duty.
            false => unsafe { submit(queue, known, &mut task, !event.is_null()) },
        };
        // Threads that are left at exit get completed events rather than errors that they would not
        // catch.
        let result = match result {
            Err(Error::TornDown) => Some(EventRef::after_shutdown()),
            result => result?,
        };
        if let Some(result) = result {
            event.set_if_wanted_with(|| Arc::into_raw(result.into_arc()));
        }
        Ok(())
    });
    // Data that no command has taken is released here, where no lock is held.
    unlocked(|| drop(task));
    code
}

/// `tandem_kernel_check`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_check(queue: Handle<'_, Queue>, kernel: Struct<'_, TandemKernelSlot>) -> c_int {
    producing(|| {
        let queue = queue.object()?;
        // SAFETY: the header has it valid during the call.
        queue.kernel(KernelSource::Slot(unsafe { slot(kernel.as_ptr())? })).map(|_| ())
    })
}

/// # Safety
/// As for [`tandem_submit`].
unsafe fn submit(
    queue: Handle<'_, Queue>,
    submission: &TandemSubmission,
    task: &mut Option<TaskData>,
    wants_event: bool,
) -> Result<Option<EventRef>> {
    let queue = queue.shared()?;
    // SAFETY: the caller's duty.
    let reader = unsafe { SubmissionReader::new(submission) };
    let (accesses, deps, location) = (reader.accesses()?, reader.dependencies()?, reader.location());
    let recording = recording_for(&queue, &deps)?;
    let mut found = Found::default();
    let request = reader.request(&queue, &accesses, task, &mut found)?;
    let kept = task.take();
    if let Some(recording) = recording {
        let kept = kept.map(|kept| Arc::new(kept) as _);
        let (operation, graph) = match request {
            Request::Operation(operation) => (operation, None),
            Request::Graph(graph) => (Operation::Empty, Some(graph.steps().clone())),
        };
        let submission = Submission { accesses: &accesses, deps: &deps, location, ..Submission::new(operation) };
        let recorded = Recorded { submission, buffers: reader.buffers()?, kept, graph };
        return recording.record(&queue, recorded).map(Some);
    }
    let operation = match request {
        Request::Operation(operation) => operation,
        // SAFETY: the caller's duty, for all commands of the graph.
        Request::Graph(graph) => return unsafe { graph.submit(&queue, &deps).map(Some) },
    };
    let wants_event = wants_event || kept.is_some();
    // SAFETY: the caller's duty.
    let event =
        unsafe { queue.submit(Submission { operation, accesses: &accesses, deps: &deps, location, wants_event })? };
    if let (Some(kept), Some(event)) = (kept, &event) {
        queue.keep_until_complete(event, kept);
    }
    Ok(event)
}
