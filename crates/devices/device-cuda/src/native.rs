//! Objects around CUDA's own: `CUstream`, `CUevent`, `CUdeviceptr`. Objects that this driver made are found by their
//! handles.

use std::sync::Arc;

use tandem_device::{
    Allocation, DevicePtr, Error, Event, MemoryObject, NativeHandle, NativeObjects, Queue, QueueProperties, Result,
};

use crate::api::Stream;
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::event::{CudaEvent, EVENTS};
use crate::in_flight::Failures;
use crate::position::StreamPosition;
use crate::queue::{CudaQueue, QUEUES};
use crate::sys;

/// Handles from here on are addresses of CUDA's; below are its default streams.
const FIRST_ADDRESS: usize = 4096;
/// `CU_STREAM_PER_THREAD`, the last of CUDA's default streams.
const LAST_DEFAULT_STREAM: usize = 2;

fn is_address(handle: NativeHandle) -> bool {
    handle.0 >= FIRST_ADDRESS && handle.0.is_multiple_of(align_of::<usize>())
}

impl CudaDevice {
    fn unknown(&self, what: &str, handle: NativeHandle) -> Error {
        let name = &self.hardware().info().name;
        Error::Environment(format!("{name} has no {what} with the native handle {:#x}", handle.0))
    }
}

impl NativeObjects for CudaDevice {
    fn queue(&self, handle: NativeHandle, owned: bool, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        if let Some(queue) = QUEUES.find(handle)
            && queue.device.hardware().is_same(self.hardware())
        {
            return Ok(Arc::new(CudaQueue::of(queue)));
        }
        if handle.0 > LAST_DEFAULT_STREAM && !is_address(handle) {
            return Err(self.unknown("queue", handle));
        }
        let gpu = self.usable()?;
        let stream = Stream::around(&gpu.primary, sys::Stream(handle.0), owned);
        // A stream is in order, whatever the queue may be.
        let this = self.shared().ok_or_else(|| gpu.lost())?;
        Ok(Arc::new(CudaQueue::over(this, Arc::clone(gpu), properties, vec![stream])))
    }

    fn event(&self, handle: NativeHandle, owned: bool) -> Result<Event> {
        if let Some(event) = EVENTS.find(handle) {
            return Ok(event.into());
        }
        if !is_address(handle) {
            return Err(self.unknown("event", handle));
        }
        let gpu = self.usable()?;
        let none = Stream::around(&gpu.primary, sys::Stream::default(), false);
        let stream = CommandStream::new(gpu, none, &Arc::new(Failures::default()));
        let end = gpu.events.around(sys::Event(handle.0), owned);
        let event = CudaEvent::new(gpu);
        event.enqueued(StreamPosition { stream, number: 0, end: end.into(), start: None });
        Ok(event.into())
    }

    fn memory(&self, handle: NativeHandle, owned: bool) -> Result<Arc<MemoryObject>> {
        let (gpu, address) = (self.usable()?, DevicePtr(handle.0 as u64));
        let usm_bytes = self.usm_bytes_at(address);
        let bytes = usm_bytes.or_else(|| gpu.memory.bytes_at(address)).ok_or_else(|| self.unknown("memory", handle))?;
        // Memory of the heap is freed as USM.
        let owned = owned && usm_bytes.is_none();
        let keeper: Box<dyn std::any::Any + Send + Sync> =
            if owned { Box::new(gpu.memory.adopt(address)) } else { Box::new(()) };
        let allocation = Allocation::new(address, bytes, keeper).with_native_handle(handle);
        Ok(MemoryObject::around(self, allocation))
    }

    fn part_of_memory(&self, NativeHandle(address): NativeHandle, offset: usize) -> Option<NativeHandle> {
        Some(NativeHandle(address + offset))
    }
}
