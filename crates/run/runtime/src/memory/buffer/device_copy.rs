//! The copy of a buffer that the devices with one memory use: its memory objects.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiBufferRegion;
use tandem_pi_host as pi;
use tandem_pi_host::PiError;

use super::coherency::Location;
use super::image::ImageShape;
use super::last_user::LastUser;
use crate::base::address::Address;
use crate::base::error::Result;
use crate::base::native_handles::NativeHandles;
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::instrumentation::{MemoryKind, MemoryUse};
use crate::scheduler::queue::Queue;

/// The copy for one context and one device, with the parts of that device.
///
/// A context of several devices has one for each. A memory object is thus only used by
/// commands of one device, and no plugin ever has to move its contents.
#[derive(Debug)]
pub(super) struct DeviceCopy {
    mem: Arc<pi::Mem>,
    /// The memory objects of sub-buffers, as long as the sub-buffers live.
    parts: SmallVec<[(Range<usize>, Arc<pi::Mem>); 1]>,
    /// Where the bytes are; the host copy if the device shares the host's memory.
    location: Location,
    user: LastUser,
    /// Reports the memory of the device to observers as long as it exists.
    _memory: Option<MemoryUse>,
    /// The memory object is also referenced elsewhere, so that it cannot be replaced.
    is_pinned: bool,
}

impl DeviceCopy {
    /// Memory of `size` bytes: at `host`, which then is the host copy, or memory of the
    /// device's own at `location`.
    pub(super) fn new(
        queue: &Arc<Object<Queue>>,
        size: usize,
        host: Option<Address>,
        location: Location,
    ) -> Result<Self> {
        let mem = reclaim::allocate(queue.device(), || allocate(queue.context().pi(), size, host))?;
        let memory = if host.is_some() { None } else { told(queue, MemoryKind::Buffer, &mem, size) };
        Ok(Self::with(mem, queue, location, memory))
    }

    fn with(mem: pi::Mem, queue: &Arc<Object<Queue>>, location: Location, memory: Option<MemoryUse>) -> Self {
        let user = LastUser::new(queue);
        Self { mem: Arc::new(mem), parts: SmallVec::new(), location, user, _memory: memory, is_pinned: false }
    }

    /// An image in the device's own memory at `location`.
    pub(super) fn of_image(queue: &Arc<Object<Queue>>, shape: &ImageShape, location: Location) -> Result<Self> {
        let (format, description) = (shape.format(), shape.description());
        let make = || pi::Mem::image(queue.context().pi(), &format, &description);
        let mem = reclaim::allocate(queue.device(), make)?;
        let memory = told(queue, MemoryKind::Image, &mem, shape.host_bytes());
        Ok(Self::with(mem, queue, location, memory))
    }

    /// A memory object that was made elsewhere, as the copy at `location`.
    pub(super) fn around(mem: pi::Mem, queue: &Arc<Object<Queue>>, location: Location) -> Self {
        Self { is_pinned: true, ..Self::with(mem, queue, location, None) }
    }

    /// The memory object stays as long as the buffer: others refer to it.
    pub(super) fn pin(&mut self) {
        self.is_pinned = true;
    }

    /// Whether the copy takes memory of this device that could be given up.
    pub(super) fn is_reclaimable_from(&self, device: &Device) -> bool {
        !self.is_pinned && self.location.device_index().is_some() && self.user.device().shares_memory_with(device)
    }

    /// Adds the back end's memory of `view`, if commands have used it.
    pub(super) fn add_native(&mut self, view: &Range<usize>, size: usize, found: &mut NativeHandles) -> Result<()> {
        self.pin();
        let part = self.parts.iter().find(|(range, _)| range == view).map(|(_, mem)| mem);
        match part.or((*view == (0..size)).then_some(&self.mem)) {
            Some(mem) => found.add(mem, mem.native_handle(self.user.device().pi())),
            None => Ok(()),
        }
    }

    /// Whether the program has released the context, and there are no other references to the
    /// memory object.
    pub(super) fn is_abandoned(&self) -> bool {
        !self.is_pinned && self.user.is_gone()
    }

    /// Whether commands of this queue use this copy.
    pub(super) fn is_of(&self, queue: &Arc<Object<Queue>>) -> bool {
        self.user.is(queue)
            || (self.user.is_in(queue.context()) && self.user.device().shares_memory_with(queue.device()))
    }

    /// Records a queue that uses the copy.
    pub(super) fn used_by(&mut self, queue: &Arc<Object<Queue>>) {
        if !self.user.is(queue) {
            self.user = LastUser::new(queue);
        }
    }

    /// Where the bytes are.
    pub(super) fn location(&self) -> Location {
        self.location
    }

    /// The memory object of the whole buffer.
    pub(super) fn mem(&self) -> &Arc<pi::Mem> {
        &self.mem
    }

    /// The queue that used the copy last.
    pub(super) fn user(&self) -> &LastUser {
        &self.user
    }

    /// Whether bytes can be copied to the other copy on its device, without the host.
    pub(super) fn has_path_to(&self, other: &Self) -> bool {
        self.user.shares_context_with(&other.user) && other.user.device().can_access_memory_of(self.user.device())
    }

    /// The memory object of a sub-buffer. `host` is the start of the host copy if this
    /// copy is in place.
    pub(super) fn part(&mut self, view: &Range<usize>, host: Option<Address>) -> Result<Arc<pi::Mem>> {
        if let Some((_, mem)) = self.parts.iter().find(|(range, _)| range == view) {
            return Ok(mem.clone());
        }
        let mem = match host {
            Some(host) => allocate(self.user.context(), view.len(), Some(host.offset(view.start)))?,
            None => {
                let region = PiBufferRegion { origin: view.start, size: view.len() };
                self.mem.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, region)?
            }
        };
        let mem = Arc::new(mem);
        self.parts.push((view.clone(), mem.clone()));
        Ok(mem)
    }

    /// Releases the memory object of a sub-buffer. Commands that use it keep it.
    pub(super) fn release_part(&mut self, view: &Range<usize>) {
        self.parts.retain(|(range, _)| range != view);
    }
}

/// Reports the memory that a device has for a memory object to observers.
fn told(queue: &Arc<Object<Queue>>, kind: MemoryKind, mem: &pi::Mem, bytes: usize) -> Option<MemoryUse> {
    MemoryUse::new(queue.context().pi(), kind, mem.raw().as_ptr() as usize, bytes, &**queue.device())
}

/// A memory object, over host memory if that is given.
fn allocate(context: &pi::Context, bytes: usize, host: Option<Address>) -> Result<pi::Mem, PiError> {
    let (flags, ptr) = match host {
        Some(host) => (PI_MEM_FLAGS_ACCESS_RW | PI_MEM_FLAGS_HOST_PTR_USE, host.as_mut_ptr()),
        None => (PI_MEM_FLAGS_ACCESS_RW, std::ptr::null_mut()),
    };
    // SAFETY: the host copy lives as long as the buffer, which waits for the
    // commands that use it before it goes.
    unsafe { pi::Mem::buffer(context, flags, bytes.max(1), ptr) }
}
