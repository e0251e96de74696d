//! Where the current bytes of a buffer are, and how they are moved.
//!
//! Every context that uses a buffer has a memory object for it, made at the first use.
//! On devices that share the host's memory this object *is* the host copy, and nothing
//! is moved. Otherwise bytes go from the device that wrote them to the host copy, and
//! from there to the device that needs them. The commands that move them are entered in
//! the buffer's access log like any other.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_pi::constants::*;
use tandem_pi::host as pi;
use tandem_pi::types::PiBufferRegion;

use super::access_log::AccessLog;
use super::storage::{HostAllocator, Storage, copy_bytes};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::event::EventRef;
use crate::object::Object;
use crate::queue::Queue;
use crate::scheduler::Deferred;
use crate::scheduler::command::{Command, Extent};
use crate::scheduler::deferred::Deps;
use crate::submission::{AccessMode, Address};

/// Commands that must be started once no lock is held.
pub(crate) type DeferredStarts = SmallVec<[Arc<Deferred>; 2]>;

/// What a buffer was made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The user's memory.
    pub(super) host_ptr: Option<Address>,
    /// Whether the user's memory may be written.
    pub(super) writable: bool,
    /// Whether the user's memory must be the host copy.
    pub(super) use_host_ptr: bool,
}

/// The memory of a buffer and who uses it.
#[derive(Debug)]
pub(crate) struct Residency {
    size: usize,
    source: Source,
    /// Who uses the bytes.
    pub(crate) log: AccessLog<EventRef>,
    copies: SmallVec<[DeviceCopy; 1]>,
    host: Option<Storage>,
    /// What allocates the host copy, instead of Rust's allocator.
    allocator: Option<Arc<HostAllocator>>,
    /// The only context that may use the buffer, if there is such a one.
    bound_to: Option<Arc<Object<Context>>>,
    /// Whether the host copy, and with it every copy in place, is current.
    host_is_current: bool,
    /// Whether there is anything to preserve: given by the user, or written.
    is_defined: bool,
    /// Whether anything was written since the buffer was made.
    pub(super) is_written: bool,
    /// Whether the user's memory will be written at the end anyway.
    pub(super) returns_to_source: bool,
}

/// The memory object of one context.
#[derive(Debug)]
struct DeviceCopy {
    mem: Arc<pi::Mem>,
    parts: SmallVec<[(Range<usize>, Arc<pi::Mem>); 1]>,
    /// Whether it is the host copy.
    in_place: bool,
    /// Whether it is current; for copies in place the host's flag counts.
    is_current: bool,
    /// The queue that used it last; it keeps the context.
    queue: Arc<Object<Queue>>,
}

impl Residency {
    pub(super) fn new(size: usize, source: Source) -> Self {
        Self {
            size,
            source,
            log: AccessLog::default(),
            copies: SmallVec::new(),
            host: None,
            allocator: None,
            bound_to: None,
            host_is_current: true,
            is_defined: source.host_ptr.is_some(),
            is_written: false,
            returns_to_source: source.host_ptr.is_some() && source.writable,
        }
    }

    pub(super) fn set_allocator(&mut self, allocator: HostAllocator) {
        self.allocator = Some(Arc::new(allocator));
    }

    pub(super) fn bind_context(&mut self, context: &Arc<Object<Context>>) {
        self.bound_to = Some(context.clone());
    }

    /// Where the host copy is; made now if there is none yet.
    pub(super) fn host_address(&mut self) -> Result<Address> {
        if let Some(storage) = &self.host {
            return Ok(storage.address());
        }
        let source = self.source;
        let storage = match source.host_ptr {
            Some(ptr) if source.writable && (source.use_host_ptr || self.returns_to_source) => Storage::of_user(ptr),
            Some(ptr) => {
                let storage = Storage::allocate(self.size, self.allocator.as_ref())?;
                // SAFETY: the user keeps `ptr` valid and alone for the buffer's
                // lifetime; the storage is new.
                unsafe { copy_bytes(storage.address(), ptr, self.size) };
                storage
            }
            None => Storage::allocate(self.size, self.allocator.as_ref())?,
        };
        Ok(self.host.insert(storage).address())
    }

    /// Prepares an access by the host.
    pub(crate) fn bring_to_host(
        &mut self,
        mode: AccessMode,
        range: &Range<usize>,
        to_start: &mut DeferredStarts,
    ) -> Result<Address> {
        if self.must_keep(mode, range) {
            self.update_host(to_start)?;
        }
        if mode.writes() {
            self.set_written(None);
        }
        self.host_address()
    }

    /// Prepares an access by a device. `view` is the (sub-)buffer that the
    /// memory object shows, `range` what of it is accessed.
    pub(crate) fn bring_to_device(
        &mut self,
        queue: &Arc<Object<Queue>>,
        view: &Range<usize>,
        mode: AccessMode,
        range: &Range<usize>,
        to_start: &mut DeferredStarts,
    ) -> Result<Arc<pi::Mem>> {
        let index = self.copy_of(queue)?;
        if self.must_keep(mode, range) {
            self.update_copy(index, to_start)?;
        }
        if mode.writes() {
            self.set_written(Some(index));
        }
        self.mem_of(index, view)
    }

    /// Whether the access needs what is in the buffer now.
    fn must_keep(&self, mode: AccessMode, range: &Range<usize>) -> bool {
        self.is_defined && !(mode.discards() && *range == (0..self.size))
    }

    /// Makes one copy the only current one: a device's, or the host's.
    fn set_written(&mut self, writer: Option<usize>) {
        let on_host = writer.is_none_or(|index| self.copies[index].in_place);
        for (index, copy) in self.copies.iter_mut().enumerate() {
            copy.is_current = Some(index) == writer;
        }
        self.host_is_current = on_host;
        self.is_defined = true;
        self.is_written = true;
    }

    /// The index of the copy of the queue's context, made where it is missing.
    fn copy_of(&mut self, queue: &Arc<Object<Queue>>) -> Result<usize> {
        if self.bound_to.as_ref().is_some_and(|context| !Arc::ptr_eq(context, queue.context())) {
            return Err(Error::Invalid("a buffer with `context_bound` is used in another context".to_owned()));
        }
        let known = self.copies.iter().position(|copy| Arc::ptr_eq(copy.queue.context(), queue.context()));
        if let Some(index) = known {
            if !Arc::ptr_eq(&self.copies[index].queue, queue) {
                self.copies[index].queue = queue.clone();
            }
            return Ok(index);
        }
        let in_place = queue.context().shares_host_memory();
        let host = if in_place { Some(self.host_address()?) } else { None };
        self.copies.push(DeviceCopy {
            mem: Arc::new(allocate(queue.context(), self.size, host)?),
            parts: SmallVec::new(),
            in_place,
            is_current: false,
            queue: queue.clone(),
        });
        Ok(self.copies.len() - 1)
    }

    /// The memory object of a part of a copy.
    fn mem_of(&mut self, index: usize, view: &Range<usize>) -> Result<Arc<pi::Mem>> {
        let copy = &self.copies[index];
        if *view == (0..self.size) {
            return Ok(copy.mem.clone());
        }
        if let Some((_, mem)) = copy.parts.iter().find(|(range, _)| range == view) {
            return Ok(mem.clone());
        }
        let mem = if copy.in_place {
            let start = self.host_address()?.offset(view.start);
            allocate(self.copies[index].queue.context(), view.len(), Some(start))?
        } else {
            let region = PiBufferRegion { origin: view.start, size: view.len() };
            copy.mem.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, region)?
        };
        let mem = Arc::new(mem);
        self.copies[index].parts.push((view.clone(), mem.clone()));
        Ok(mem)
    }

    /// Makes the host copy current.
    fn update_host(&mut self, to_start: &mut DeferredStarts) -> Result<()> {
        if self.host_is_current {
            return Ok(());
        }
        let dst = self.host_address()?;
        let current = self.copies.iter().find(|copy| copy.is_current);
        if let Some(copy) = current {
            let queue = copy.queue.clone();
            let command = Command::Read { mem: copy.mem.clone(), dst, extent: self.everything() };
            self.transfer(&queue, command, to_start)?;
        }
        self.host_is_current = true;
        Ok(())
    }

    /// Makes the copy of a context current.
    fn update_copy(&mut self, index: usize, to_start: &mut DeferredStarts) -> Result<()> {
        let copy = &self.copies[index];
        if copy.in_place || !copy.is_current {
            self.update_host(to_start)?;
        }
        let copy = &self.copies[index];
        if copy.in_place || copy.is_current {
            return Ok(());
        }
        let (queue, mem) = (copy.queue.clone(), copy.mem.clone());
        let src = self.host_address()?;
        let command = Command::Write { mem, src, extent: self.everything() };
        self.transfer(&queue, command, to_start)?;
        self.copies[index].is_current = true;
        Ok(())
    }

    fn everything(&self) -> Extent {
        Extent::Linear { src_offset: 0, dst_offset: 0, bytes: self.size }
    }

    /// Submits a copy of the whole buffer behind everything that uses it.
    fn transfer(
        &mut self,
        queue: &Arc<Object<Queue>>,
        command: Command<'static>,
        to_start: &mut DeferredStarts,
    ) -> Result<()> {
        let mut deps = Deps::new();
        self.log.conflicts(&(0..self.size), true, |event| deps.push(event.clone()));
        let dispatched = queue.dispatch(command, &deps, true)?;
        to_start.extend(dispatched.deferred);
        if let Some(event) = dispatched.event {
            self.log.insert(0..self.size, true, event, |_| true);
        }
        Ok(())
    }
}

/// A memory object, over host memory if that is given.
fn allocate(context: &Context, bytes: usize, host: Option<Address>) -> Result<pi::Mem> {
    let (flags, ptr) = match host {
        Some(host) => (PI_MEM_FLAGS_ACCESS_RW | PI_MEM_FLAGS_HOST_PTR_USE, host.as_mut_ptr()),
        None => (PI_MEM_FLAGS_ACCESS_RW, std::ptr::null_mut()),
    };
    // SAFETY: the host copy lives as long as the buffer, which waits for the
    // commands that use it before it goes.
    Ok(unsafe { pi::Mem::buffer(context.pi(), flags, bytes.max(1), ptr)? })
}
