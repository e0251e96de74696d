//! Objects around native handles.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::event::Event;
use crate::memory_object::MemoryObject;
use crate::native_handle::NativeHandle;
use crate::program::{Kernel, Program};
use crate::queue::{Queue, QueueProperties};

/// Optional group: objects of this API around those of the back end, for one device of a context. A driver that
/// implements it also returns the handles of its own objects (`native_handle` of devices, contexts, queues, events,
/// allocations, programs and kernels), as far as there are any.
///
/// Called by interoperation only. The caller has a handle of a live object of the kind asked for. If it is `owned`, the
/// new object releases it at its end; otherwise it outlives the new object. Methods that a driver does not override
/// report that they are unsupported.
pub trait NativeObjects {
    /// A queue.
    fn queue(&self, _handle: NativeHandle, _owned: bool, _properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        Err(Error::Unsupported("a queue around a native handle"))
    }

    /// An event.
    fn event(&self, _handle: NativeHandle, _owned: bool) -> Result<Event> {
        Err(Error::Unsupported("an event around a native handle"))
    }

    /// A memory object ([`MemoryObject::around`]).
    fn memory(&self, _handle: NativeHandle, _owned: bool) -> Result<Arc<MemoryObject>> {
        Err(Error::Unsupported("a buffer around a native handle"))
    }

    /// The handle of the part of a memory object that begins at byte `offset`, for back ends whose handles of memory
    /// are addresses.
    fn part_of_memory(&self, _memory: NativeHandle, _offset: usize) -> Option<NativeHandle> {
        None
    }

    /// A program that is built.
    fn program(&self, _handle: NativeHandle, _owned: bool) -> Result<Arc<dyn Program>> {
        Err(Error::Unsupported("a program around a native handle"))
    }

    /// A kernel of a program of this driver.
    fn kernel(&self, _program: &Arc<dyn Program>, _handle: NativeHandle, _owned: bool) -> Result<Arc<dyn Kernel>> {
        Err(Error::Unsupported("a kernel around a native handle"))
    }
}
