//! Objects around those with native handles. The devices count who uses an object, so it
//! makes no difference whether a handle is owned.

use std::sync::Arc;

use tandem_device::{
    Allocation, DevicePtr, Error, Event, MemoryObject, NativeHandle, NativeObjects, Queue, QueueProperties, Result,
};

use crate::device::IslandDevice;
use crate::event::IslandEvent;
use crate::queue::IslandQueue;

impl NativeObjects for IslandDevice {
    fn queue(&self, handle: NativeHandle, _owned: bool, _properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        let queue = IslandQueue::find(handle).filter(|queue| queue.is_of(self));
        Ok(Arc::new(queue.ok_or_else(|| self.unknown("queue", handle))?))
    }

    fn event(&self, handle: NativeHandle, _owned: bool) -> Result<Event> {
        Ok(IslandEvent::find(handle).ok_or_else(|| self.unknown("event", handle))?.into())
    }

    fn memory(&self, handle: NativeHandle, _owned: bool) -> Result<Arc<MemoryObject>> {
        let address = DevicePtr(handle.0 as u64);
        let bytes = self.usm_in_context().bytes_at(address).or_else(|| self.arena().bytes_at(address));
        let bytes = bytes.ok_or_else(|| self.unknown("memory", handle))?;
        let allocation = Allocation::new(address, bytes, Box::new(())).with_native_handle(handle);
        Ok(MemoryObject::around(self, allocation))
    }

    fn part_of_memory(&self, NativeHandle(address): NativeHandle, offset: usize) -> Option<NativeHandle> {
        Some(NativeHandle(address + offset))
    }
}

impl IslandDevice {
    fn unknown(&self, what: &str, handle: NativeHandle) -> Error {
        use tandem_device::Device;
        Error::Environment(format!("{} has no {what} with the native handle {:#x}", self.info().name, handle.0))
    }
}
