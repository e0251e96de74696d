//! A buffer's copies and their users.
//!
//! A command group is processed in four steps, with the buffer locked: the bytes that it needs are
//! brought to where it runs (`bring_to_device`, `bring_to_host`), its dependencies are determined
//! (`dependencies`), it is enqueued, and only then does the buffer record it (`commit`). A failure
//! on the way leaves no trace except the transfers that were actually enqueued.

use std::ops::Range;
use std::sync::{Arc, Weak};

use smallvec::SmallVec;
use tandem_pi_host as pi;

use super::access_log::{AccessLog, Completion, Use};
use super::byte_ranges::{Bytes, Ranges, subtract};
use super::coherency::{Coherency, Location, Locations};
use super::device_copy::DeviceCopy;
use super::image::ImageShape;
use super::storage::{HostAllocator, Storage, copy_bytes};
use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::base::native_handles::NativeHandles;
use crate::base::object::Object;
use crate::commands::args::AccessMode;
use crate::devices::device::Device;
use crate::devices::reclaim::{self, Reclaimable};
use crate::programs::context::Context;
use crate::scheduler::event::{EventRef, Outcome};
use crate::scheduler::queue::Queue;
use crate::scheduler::{Deferred, Dependencies};

/// Commands that must be started once no lock is held.
pub(crate) type DeferredStarts = SmallVec<[Arc<Deferred>; 2]>;

/// The original contents of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The user's memory.
    pub(super) host_ptr: Option<Address>,
    /// Whether the user's memory may be written.
    pub(super) writable: bool,
    /// Whether the user's memory must be the host copy.
    pub(super) use_host_ptr: bool,
}

/// The copies of a buffer and who uses them.
#[derive(Debug)]
pub(crate) struct Residency {
    size: usize,
    source: Source,
    /// The image whose pixels the bytes are, if there is one: the copies of devices are images.
    pub(super) image: Option<ImageShape>,
    /// The users of the bytes.
    pub(super) log: AccessLog<EventRef>,
    /// The copies that hold the current bytes.
    pub(super) coherency: Coherency,
    pub(super) devices: SmallVec<[DeviceCopy; 1]>,
    host: Option<Storage>,
    /// The allocator of the host copy, if it replaces Rust's.
    allocator: Option<Arc<HostAllocator>>,
    /// The only context that may use the buffer, if there is such a one.
    bound_to: Option<Arc<Object<Context>>>,
    /// Whether anything was written since the buffer was made.
    pub(super) is_written: bool,
    /// Whether the user's memory will be written at the end anyway.
    pub(super) returns_to_source: bool,
    /// The buffer, which is asked to release memory once it has some on a device.
    keeper: Weak<dyn Reclaimable>,
    is_registered: bool,
}

impl Residency {
    pub(super) fn new(size: usize, source: Source, keeper: Weak<dyn Reclaimable>) -> Self {
        let initial = match source.host_ptr {
            Some(_) => Locations::only(Location::HOST),
            None => Locations::default(),
        };
        Self {
            size,
            source,
            image: None,
            log: AccessLog::default(),
            coherency: Coherency::new(size, initial),
            devices: SmallVec::new(),
            host: None,
            allocator: None,
            bound_to: None,
            is_written: false,
            returns_to_source: source.host_ptr.is_some() && source.writable,
            keeper,
            is_registered: false,
        }
    }

    /// The residency of a buffer whose only copy is a memory object of a back end, at the location
    /// `at`.
    pub(super) fn around(
        mem: pi::Mem,
        size: usize,
        queue: &Arc<Object<Queue>>,
        available: Option<&EventRef>,
        at: Location,
        keeper: Weak<dyn Reclaimable>,
    ) -> Self {
        let mut residency = Self::new(size, Source { host_ptr: None, writable: false, use_host_ptr: false }, keeper);
        residency.coherency.write(&(0..size), at);
        residency.devices.push(DeviceCopy::around(mem, queue, at));
        if let Some(event) = available {
            residency.log.insert((0..size).into(), Use::Write, event.clone(), |_| false);
        }
        residency
    }

    /// Adds the memory of `view` on each device that has used it, or the address of the
    /// host copy where that is what the device uses.
    pub(super) fn native_memory(
        &mut self,
        view: &Range<usize>,
        is_wanted: impl Fn(&Device) -> Result<()>,
        found: &mut NativeHandles,
    ) -> Result<()> {
        let mut refused = None;
        let mut has_any = false;
        for copy in &mut self.devices {
            if let Err(error) = is_wanted(copy.user().device()) {
                refused = Some(error);
                continue;
            }
            has_any = true;
            add_native(copy, self.host.as_ref(), view, self.size, found)?;
        }
        match refused {
            Some(error) if !has_any => Err(error),
            _ => Ok(()),
        }
    }

    /// Adds the memory of `view` that commands of a queue use, or the address of the host copy.
    pub(super) fn native_memory_on(
        &mut self,
        queue: &Arc<Object<Queue>>,
        view: &Range<usize>,
        found: &mut NativeHandles,
    ) -> Result<()> {
        let copy = self.devices.iter_mut().find(|copy| copy.is_of(queue));
        let copy =
            copy.ok_or_else(|| Error::Invalid("the buffer is not used on the device of the queue".to_owned()))?;
        add_native(copy, self.host.as_ref(), view, self.size, found)
    }

    pub(super) fn set_allocator(&mut self, allocator: HostAllocator) {
        self.allocator = Some(Arc::new(allocator));
    }

    pub(super) fn set_image(&mut self, shape: ImageShape) {
        self.image = Some(shape);
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
            Some(ptr) if self.works_in_source() => Storage::of_user(ptr),
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

    /// Whether the memory that the buffer was made from becomes the host copy.
    fn works_in_source(&self) -> bool {
        let Source { host_ptr, writable, use_host_ptr } = self.source;
        host_ptr.is_some() && writable && (use_host_ptr || self.returns_to_source)
    }

    /// Prepares an access by the host: what it needs of `range` will be in the host copy.
    pub(crate) fn bring_to_host(
        &mut self,
        mode: AccessMode,
        range: &Range<usize>,
        to_start: &mut DeferredStarts,
    ) -> Result<Address> {
        if !mode.discards() {
            self.bring(range, Location::HOST, to_start)?;
        }
        self.host_address()
    }

    /// Prepares an access by a command of `queue`: what it needs of `range` will be where
    /// its device looks for it. Returns the memory object of `view`, the (sub-)buffer
    /// that the access goes through, and the place of its bytes.
    pub(crate) fn bring_to_device(
        &mut self,
        queue: &Arc<Object<Queue>>,
        view: &Range<usize>,
        mode: AccessMode,
        range: &Range<usize>,
        to_start: &mut DeferredStarts,
    ) -> Result<(Arc<pi::Mem>, Location)> {
        let index = self.copy_of(queue)?;
        let at = self.devices[index].location();
        if !mode.discards() {
            self.bring(range, at, to_start)?;
        }
        if *view == (0..self.size) {
            return Ok((self.devices[index].mem().clone(), at));
        }
        let host = if at == Location::HOST { Some(self.host_address()?) } else { None };
        Ok((self.devices[index].part(view, host)?, at))
    }

    /// Adds the events that an access has to wait for. `is_later` says whether the access is
    /// ordered after an event anyway.
    pub(crate) fn dependencies(
        &self,
        bytes: &Bytes,
        mode: AccessMode,
        at: Location,
        is_later: impl Fn(&EventRef) -> bool,
        after: &mut Dependencies,
    ) {
        let contents = (!mode.discards()).then_some(at);
        self.log.conflicts(bytes, usage(mode, at), contents, is_later, |conflict| {
            after.add(conflict.event, conflict.is_needed)
        });
    }

    /// Records an access by a command that has been enqueued. `is_later` says whether the command
    /// is known to complete after that of another event.
    pub(crate) fn commit(
        &mut self,
        bytes: &Bytes,
        mode: AccessMode,
        at: Location,
        event: &EventRef,
        is_later: impl Fn(&EventRef) -> bool,
    ) {
        if mode.writes() {
            self.is_written = true;
            self.coherency.write(&bytes.used, at);
        }
        self.log.insert(bytes.clone(), usage(mode, at), event.clone(), is_later);
    }

    /// Whether the host copy is memory of the program that may be written.
    pub(super) fn is_in_program_memory(&self) -> bool {
        match &self.host {
            Some(host) => host.is_of_user(),
            None => self.works_in_source(),
        }
    }

    /// Makes all accesses wait for `locked`: until then, the program may use its memory. If
    /// commands use that memory in place, it becomes the only current copy. Bytes that a failed
    /// command was supposed to define stay undefined.
    pub(super) fn take_from_program(&mut self, locked: &EventRef) {
        let is_in_place = self.is_in_program_memory();
        for range in self.log.intact(&(0..self.size)) {
            if is_in_place {
                self.coherency.write(&range, Location::HOST);
            }
            self.log.insert(range.into(), Use::Write, locked.clone(), |_| false);
        }
    }

    /// If commands use the program's memory in place, brings it every range that no failed command
    /// was supposed to define.
    pub(super) fn bring_to_program(&mut self, to_start: &mut DeferredStarts) -> Result<()> {
        if self.is_in_program_memory() {
            for range in self.log.intact(&(0..self.size)) {
                self.bring_to_host(AccessMode::READ, &range, to_start)?;
            }
        }
        Ok(())
    }

    /// The events of the commands and host tasks that use the buffer; not those of host accesses.
    pub(super) fn commands(&self) -> impl Iterator<Item = &EventRef> {
        self.log.events().filter(|event| event.source().is_some())
    }

    /// The host copy and its [intact](Self::intact_on_host) parts, if nothing has to be brought
    /// there.
    pub(super) fn at_home(&mut self, range: &Range<usize>) -> Option<(Address, Ranges)> {
        let address = self.host.as_ref()?.address();
        let intact = self.intact_on_host(range);
        self.coherency.is_current(range, Location::HOST).then_some((address, intact))
    }

    /// The parts of `range` that the host copy holds, once all commands have ended. Bytes that a
    /// failed command was supposed to define, or to bring here, are missing.
    pub(super) fn intact_on_host(&mut self, range: &Range<usize>) -> Ranges {
        self.take_back_failed_transfers(range);
        let mut intact = self.log.intact(range);
        for (missing, _) in self.coherency.missing(range, Location::HOST) {
            subtract(&mut intact, &missing);
        }
        intact
    }

    /// Keeps the memory object that commands of this queue use: a command buffer refers to it.
    pub(crate) fn pin(&mut self, queue: &Arc<Object<Queue>>) {
        self.devices.iter_mut().filter(|copy| copy.is_of(queue)).for_each(DeviceCopy::pin);
    }

    /// Releases copies on a device whose bytes are all current elsewhere, if nothing uses the
    /// buffer. True if there were some.
    pub(super) fn reclaim(&mut self, device: &Device) -> bool {
        self.release(|copy| copy.is_reclaimable_from(device))
    }

    /// Releases copies for which `is_wanted` is true, if all of their bytes are also current
    /// elsewhere and the buffer is not in use. True if there were some.
    fn release(&mut self, is_wanted: impl Fn(&DeviceCopy) -> bool) -> bool {
        if self.log.events().any(|event| event.outcome() == Outcome::Running) {
            return false;
        }
        let everything = 0..self.size;
        self.take_back_failed_transfers(&everything);
        let before = self.devices.len();
        let Self { devices, coherency, .. } = self;
        devices.retain(|copy| {
            let at = copy.location();
            let has_memory = at != Location::HOST;
            if !is_wanted(copy) || (has_memory && coherency.depends_on(at)) {
                return true;
            }
            if has_memory {
                coherency.lose(&everything, at);
            }
            false
        });
        devices.len() < before
    }

    /// Releases copies in contexts that the program has released, as far as no bytes are only
    /// there. Complete commands are forgotten: their events keep queues.
    fn release_abandoned(&mut self) {
        self.log.prune();
        self.release(DeviceCopy::is_abandoned);
    }

    /// Releases what only a sub-buffer needs.
    pub(super) fn release_view(&mut self, view: &Range<usize>) {
        self.devices.iter_mut().for_each(|copy| copy.release_part(view));
    }

    /// The index of the copy that commands of a queue use, made where it is missing.
    fn copy_of(&mut self, queue: &Arc<Object<Queue>>) -> Result<usize> {
        if self.bound_to.as_ref().is_some_and(|context| !Arc::ptr_eq(context, queue.context())) {
            return Err(Error::Invalid("a buffer with `context_bound` is used in a different context".to_owned()));
        }
        if let Some(index) = self.devices.iter().position(|copy| copy.is_of(queue)) {
            self.devices[index].used_by(queue);
            return Ok(index);
        }
        self.release_abandoned();
        let copy = if self.image.is_none() && queue.device().shares_host_memory() {
            let host = self.host_address()?;
            DeviceCopy::new(queue, self.size, Some(host), Location::HOST)?
        } else {
            let location = self.unused_location();
            let copy = match &self.image {
                Some(shape) => DeviceCopy::of_image(queue, shape, location)?,
                None => DeviceCopy::new(queue, self.size, None, location)?,
            };
            if !std::mem::replace(&mut self.is_registered, true) {
                reclaim::register(self.keeper.clone());
            }
            copy
        };
        self.devices.push(copy);
        Ok(self.devices.len() - 1)
    }

    fn unused_location(&self) -> Location {
        let is_unused = |at: &Location| self.devices.iter().all(|copy| copy.location() != *at);
        (0..).map(Location::device).find(is_unused).expect("there are more locations than copies")
    }
}

/// Adds the native memory of `view` in a copy of a buffer of `size` bytes.
fn add_native(
    copy: &mut DeviceCopy,
    host: Option<&Storage>,
    view: &Range<usize>,
    size: usize,
    found: &mut NativeHandles,
) -> Result<()> {
    match (copy.location(), host) {
        (Location::HOST, Some(host)) => found.add_address(host.address().offset(view.start).get()),
        _ => copy.add_native(view, size, found)?,
    }
    Ok(())
}

/// How an access of this mode uses the bytes at a location.
fn usage(mode: AccessMode, at: Location) -> Use {
    if mode.writes() { Use::Write } else { Use::Read(at) }
}
