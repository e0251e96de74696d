//! Host accessors: the host uses a buffer's bytes, commands stay away.

use std::ffi::c_void;
use std::sync::Arc;

use super::coherency::Location;
use super::undo::Undo;
use super::{Buffer, Bytes, DeferredStarts};
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::commands::args::AccessMode;
use crate::scheduler::Dependencies;
use crate::scheduler::event::notify_all;
use crate::scheduler::event::{EventRef, State};

/// A host access that has begun. It ends with [`HostAccess::end`], or when it is
/// dropped.
#[derive(Debug)]
pub struct HostAccess {
    event: EventRef,
    ptr: usize,
}

impl Kind for HostAccess {
    const TAG: u64 = 0x686f_7374_6163_6331;
}

impl HostAccess {
    /// As [`HostAccess::begin_part`], for all bytes of the buffer.
    pub fn begin(buffer: &Buffer, mode: AccessMode) -> Result<Arc<Object<Self>>> {
        Self::begin_part(buffer, mode, 0, buffer.size())
    }

    /// Blocks until the host may use `size` bytes at `offset` of a buffer in this mode. Commands do
    /// not use the others, either, meanwhile. Fails if a command that was to define what the host is
    /// about to read has failed.
    pub fn begin_part(buffer: &Buffer, mode: AccessMode, offset: usize, size: usize) -> Result<Arc<Object<Self>>> {
        let bytes = buffer.bytes(offset, size)?;
        if buffer.core().is_recorded() {
            let reason = "a host accessor of a buffer while commands on it are being recorded to a graph";
            return Err(Error::Invalid(reason.to_owned()));
        }
        let mut to_start = DeferredStarts::new();
        let mut after = Dependencies::default();
        let entry = buffer.enter()?;
        let access = Self::register(buffer, &bytes, mode, &mut to_start, &mut after);
        drop(entry);
        to_start.into_iter().for_each(|deferred| deferred.start());
        // If registering failed, what was moved is of no interest.
        let (access, undo) = access?;
        after.events().for_each(|dep| dep.wait());
        if mode.reads()
            && let Some(error) = after.needed.iter().find_map(|dep| dep.error())
        {
            let error = Arc::new(Error::dependency(&error));
            let dependents = access.event.set_failed(error.clone(), None);
            if let Some(undo) = undo {
                buffer.core().residency().lock().take_back(&access.event, *undo);
            }
            notify_all(dependents);
            return Err((*error).clone());
        }
        Ok(Object::new(access))
    }

    fn register(
        buffer: &Buffer,
        bytes: &Bytes,
        mode: AccessMode,
        to_start: &mut DeferredStarts,
        after: &mut Dependencies,
    ) -> Result<(Self, Option<Box<Undo>>)> {
        let mut residency = buffer.core().residency().lock();
        let host = residency.bring_to_host(mode, &bytes.used, to_start)?;
        residency.dependencies(bytes, mode, Location::HOST, |_| false, after);
        let undo = residency.undo_of(bytes, mode, Location::HOST);
        let event = EventRef::pending_on_host();
        residency.commit(bytes, mode, Location::HOST, &event, |old| after.contains(old));
        Ok((Self { event, ptr: host.offset(buffer.view().start).get() }, undo))
    }

    /// Where the bytes of the buffer are.
    pub fn ptr(&self) -> *mut c_void {
        self.ptr as *mut c_void
    }

    /// Unblocks commands that wait for this access. Ending an access twice is allowed.
    pub fn end(&self) {
        if self.event.state() == State::Pending {
            notify_all(self.event.set_complete(None));
        }
    }
}

impl Drop for HostAccess {
    fn drop(&mut self) {
        self.end();
    }
}
