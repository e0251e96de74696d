//! Moves bytes between the copies of a buffer.
//!
//! A transfer is a command on a queue of the runtime's own. It depends on what defines
//! the bytes that it reads and on what uses the bytes that it overwrites, and is entered
//! in the access log, so that the command that it is for depends on it. The record of
//! what is current changes when the transfer has been enqueued, and changes back if the
//! transfer turns out to have failed.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_pi_host as pi;

use super::access_log::Use;
use super::coherency::{Location, Locations};
use super::device_copy::DeviceCopy;
use super::residency::{DeferredStarts, Residency};
use crate::base::error::Result;
use crate::base::object::Object;
use crate::commands::command::Command;
use crate::commands::failures::Failures;
use crate::commands::mem::{Extent, MemCommand};
use crate::scheduler::Dependencies;
use crate::scheduler::queue::Queue;

impl Residency {
    /// Moves those contents of `range` to the copy at `to` that it lacks. Undefined bytes, and
    /// bytes that a failed command was supposed to define, are not moved.
    pub(super) fn bring(&mut self, range: &Range<usize>, to: Location, to_start: &mut DeferredStarts) -> Result<()> {
        self.take_back_failed_transfers(range);
        if self.coherency.is_current(range, to) {
            return Ok(());
        }
        for part in self.log.intact(range) {
            let missing = self.coherency.missing(&part, to).map(|(range, current)| (range, current.clone()));
            let missing: SmallVec<[_; 4]> = missing.collect();
            for (range, current) in missing {
                match self.direct_source(&current, to) {
                    Some(from) => self.transfer_all(range, from, to, to_start)?,
                    None => {
                        self.bring(&range, Location::HOST, to_start)?;
                        self.transfer_all(range, Location::HOST, to, to_start)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Marks copies that a failed transfer was supposed to make current as not current.
    pub(super) fn take_back_failed_transfers(&mut self, range: &Range<usize>) {
        let Self { log, coherency, .. } = self;
        log.take_failed_copies(range, |range, to| coherency.lose(range, to));
    }

    /// The copy to read from: a peer of the destination, or the host copy. `None`
    /// if only devices have the bytes that the destination's cannot read from.
    fn direct_source(&self, current: &Locations, to: Location) -> Option<Location> {
        let Some(target) = self.device_copy(to) else {
            return current.devices().next();
        };
        let is_peer = |from: &Location| self.device_copy(*from).is_some_and(|source| source.has_path_to(target));
        let host = current.contains(Location::HOST).then_some(Location::HOST);
        current.devices().find(is_peer).or(host)
    }

    /// The failure record for bytes of a device copy that cannot be brought to the host.
    pub(super) fn failures_of_missing(&self, range: &Range<usize>) -> Option<Arc<Failures>> {
        let mut missing = self.coherency.missing(range, Location::HOST);
        let copy = missing.find_map(|(_, current)| self.device_copy(current.devices().next()?));
        copy.map(|copy| copy.user().failures().clone())
    }

    /// The copy in a device's own memory; `None` for the host copy.
    fn device_copy(&self, at: Location) -> Option<&DeviceCopy> {
        at.device_index()?;
        self.devices.iter().find(|copy| copy.location() == at)
    }

    /// Enqueues copies of bytes between two copies that have a path, one for each part that something
    /// else defines: if that does not run, the other parts are copied nevertheless.
    fn transfer_all(
        &mut self,
        range: Range<usize>,
        from: Location,
        to: Location,
        to_start: &mut DeferredStarts,
    ) -> Result<()> {
        let mut parts = self.log.parts_by_definition(range, from).into_iter();
        parts.try_for_each(|part| self.transfer(part, from, to, to_start))
    }

    /// Enqueues a copy of bytes between two copies that have a path.
    fn transfer(
        &mut self,
        range: Range<usize>,
        from: Location,
        to: Location,
        to_start: &mut DeferredStarts,
    ) -> Result<()> {
        let usage = Use::Copy { from, to };
        let mut after = Dependencies::default();
        self.log.conflicts(
            &range.clone().into(),
            usage,
            Some(from),
            |_| false,
            |conflict| after.add(conflict.event, conflict.is_needed),
        );
        let (command, queue) = self.transfer_command(&range, from, to)?;
        let dispatched = queue.after(after.lists()).command(command)?;
        // A command that another queue waits for must have been started.
        after.events().filter_map(|dep| dep.source()).for_each(|source| source.device_queue().start_commands());
        queue.device_queue().start_commands();
        to_start.extend(dispatched.deferred);
        if let Some(event) = dispatched.event {
            self.coherency.copy(&range, to);
            self.log.insert(range.into(), usage, event, |_| false);
        }
        Ok(())
    }

    /// The command that copies bytes, and the queue that it is for.
    fn transfer_command(
        &mut self,
        range: &Range<usize>,
        from: Location,
        to: Location,
    ) -> Result<(Command<'static>, Arc<Object<Queue>>)> {
        let host = self.host_address()?;
        let extent = match self.image {
            Some(shape) => Extent::Image(shape.pixels()),
            None => Extent::Linear { src_offset: range.start, dst_offset: range.start, bytes: range.len() },
        };
        let mem = |copy: &DeviceCopy| -> Arc<pi::Mem> { copy.mem().clone() };
        let (command, copy) = match (self.device_copy(from), self.device_copy(to)) {
            (Some(src), Some(dst)) => (MemCommand::Copy { src: mem(src), dst: mem(dst), extent }, dst),
            (Some(src), None) => (MemCommand::Read { mem: mem(src), dst: host, extent }, src),
            (None, Some(dst)) => (MemCommand::Write { mem: mem(dst), src: host, extent }, dst),
            (None, None) => unreachable!("the host copy is not copied to itself"),
        };
        Ok((Command::Mem { command, location: None }, copy.user().transfer_queue()?))
    }
}
