//! A graph as one command buffer of PI.

use std::sync::Arc;

use smallvec::SmallVec;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiExtSyncPoint;
use tandem_pi_host as pi;

use super::group::{CommandGroup, GroupAccess, Step};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::Queue;
use crate::submission::{Access, AccessMode, Operation, Submission, unsubmitted_command};

/// The command buffer, and what its replays need.
pub(super) struct NativeGraph {
    buffer: Arc<pi::CommandBuffer>,
    /// By step: the sync points that are complete when it is.
    points: Vec<SmallVec<[PiExtSyncPoint; 2]>>,
    /// The accesses of all steps together: the used bytes of each buffer, and the modes.
    accesses: Vec<GroupAccess>,
}

impl NativeGraph {
    /// Records steps for the device of a queue. `None` if PI's command buffers cannot hold them.
    pub(super) fn record(queue: &Arc<Object<Queue>>, steps: &[Step]) -> Result<Option<Self>> {
        let supported = queue.device().pi().info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT);
        if !supported.is_ok_and(|supported| supported != PI_FALSE)
            || steps.iter().any(|step| step.group.work.needs_host())
        {
            return Ok(None);
        }
        let buffer = pi::CommandBuffer::new(queue.context().pi(), queue.device().pi())?;
        let mut points: Vec<SmallVec<[PiExtSyncPoint; 2]>> = Vec::with_capacity(steps.len());
        for step in steps {
            let mut after: SmallVec<[PiExtSyncPoint; 2]> = SmallVec::new();
            for point in step.after.iter().flat_map(|&before| points[before].iter().copied()) {
                if !after.contains(&point) {
                    after.push(point);
                }
            }
            let operation = step.group.work.as_operation();
            if operation.does_nothing() {
                points.push(after);
                continue;
            }
            let command = unsubmitted_command(queue, operation, &step.group.accesses())?;
            if !command.is_recordable() {
                return Ok(None);
            }
            // SAFETY: whoever added the command to the graph has promised it, for each run.
            match unsafe { command.record(queue.device(), buffer.after(&after)) } {
                Ok(point) => points.push(SmallVec::from_slice(&[point])),
                // The device has command buffers, but not with this command.
                Err(Error::Pi(cause)) if cause.code == PI_ERROR_UNSUPPORTED_FEATURE => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        buffer.finalize()?;
        Ok(Some(Self { buffer: Arc::new(buffer), points, accesses: merged_accesses(steps) }))
    }

    /// Replays the commands on a queue.
    ///
    /// # Safety
    /// As for [`Object::<Queue>::submit`], for all commands.
    pub(super) unsafe fn submit(&self, queue: &Arc<Object<Queue>>, deps: &[EventRef]) -> Result<EventRef> {
        let accesses: SmallVec<[Access<'_>; 4]> = self.accesses.iter().map(GroupAccess::as_access).collect();
        let replay = Submission::new(Operation::Replay(self.buffer.clone()));
        let submission = Submission { accesses: &accesses, deps, ..replay };
        // SAFETY: the caller's duty is the same.
        let event = unsafe { queue.submit(submission)? };
        event.ok_or_else(|| Error::Internal("the replay of a command buffer has no event".to_owned()))
    }

    /// Gives the launch of a step the contents of a group. Fails if the plugin cannot do that.
    /// No replay is running.
    pub(super) fn update(&self, queue: &Arc<Object<Queue>>, step: usize, group: &CommandGroup) -> Result<()> {
        let command = unsubmitted_command(queue, group.work.as_operation(), &group.accesses())?;
        match &self.points[step][..] {
            // SAFETY: as for recording; the caller has waited.
            [point] if command.is_recordable() => unsafe { command.update(queue.device(), &self.buffer, *point) },
            _ => Err(Error::Invalid("the step does not belong to the command buffer".to_owned())),
        }
    }

    /// The accessors changed with an update.
    pub(super) fn set_accesses(&mut self, steps: &[Step]) {
        self.accesses = merged_accesses(steps);
    }
}

/// For each buffer, an access that covers those of all steps.
fn merged_accesses(steps: &[Step]) -> Vec<GroupAccess> {
    let mut merged: Vec<GroupAccess> = Vec::new();
    for group in steps.iter().map(|step| &step.group) {
        let (operation, accesses) = (group.work.as_operation(), group.accesses());
        for (index, access) in group.accesses.iter().enumerate() {
            let mut access = access.clone();
            if operation.overwrites(index, &accesses) {
                access.mode.0 |= AccessMode::NO_INIT;
            }
            match merged.iter_mut().find(|known| Arc::ptr_eq(&known.buffer, &access.buffer)) {
                Some(known) => merge(known, &access),
                None => merged.push(access),
            }
        }
    }
    merged
}

/// Extends an access by another one of the same buffer. The contents are needed unless the first
/// access discards exactly the bytes that the others use.
fn merge(known: &mut GroupAccess, other: &GroupAccess) {
    let is_inside = known.offset <= other.offset && other.offset + other.size <= known.offset + known.size;
    let discards = known.mode.discards() && is_inside;
    let end = (known.offset + known.size).max(other.offset + other.size);
    known.offset = known.offset.min(other.offset);
    known.size = end - known.offset;
    let used = (known.mode.0 | other.mode.0) & AccessMode::READ_WRITE.0;
    known.mode = AccessMode(if discards { used | AccessMode::NO_INIT } else { used });
}
