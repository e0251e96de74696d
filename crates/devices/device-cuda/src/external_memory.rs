//! Imported memory, and images in it.

use std::os::fd::RawFd;
use std::sync::Arc;

use tandem_device::{
    Allocation, DevicePtr, Error, ExternalMemory, ExternalObjects, ExternalSemaphore, Image, ImageDescription, Result,
    SemaphoreKind, UsmKind,
};

use crate::api::{ImportedMemory, ImportedRange};
use crate::device::CudaDevice;
use crate::external_semaphore::CudaSemaphore;
use crate::image::CudaImage;

/// Memory of another program.
struct CudaExternalMemory {
    device: Arc<CudaDevice>,
    memory: Arc<ImportedMemory>,
    bytes: usize,
}

impl ExternalObjects for CudaDevice {
    fn import_memory(&self, descriptor: RawFd, bytes: usize) -> Result<Arc<dyn ExternalMemory>> {
        // An import takes the descriptor over, so nothing may fail after it.
        let device = self.shared().ok_or(Error::Unsupported("imports on a device that is being released"))?;
        let gpu = self.usable()?;
        let memory = ImportedMemory::new(&gpu.primary, descriptor, bytes);
        let memory = memory.map_err(|error| gpu.error(&format!("the import of descriptor {descriptor}"), error))?;
        Ok(Arc::new(CudaExternalMemory { device, memory: Arc::new(memory), bytes }))
    }

    fn import_semaphore(&self, descriptor: RawFd, kind: SemaphoreKind) -> Result<Arc<dyn ExternalSemaphore>> {
        Ok(Arc::new(CudaSemaphore::import(self.usable()?, descriptor, kind)?))
    }
}

impl CudaExternalMemory {
    /// Checks that a range lies in the memory.
    fn check(&self, offset: usize, bytes: usize) -> Result<()> {
        match offset.checked_add(bytes).is_some_and(|end| end <= self.bytes) {
            true => Ok(()),
            false => Err(Error::Execution(format!(
                "{bytes} bytes at {offset} exceed the imported memory of {} bytes",
                self.bytes
            ))),
        }
    }
}

impl ExternalMemory for CudaExternalMemory {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn image(self: Arc<Self>, description: &ImageDescription) -> Result<Arc<dyn Image>> {
        self.check(0, description.packed_bytes().unwrap_or(usize::MAX))?;
        Ok(CudaImage::imported(&self.device, description, &self.memory)?)
    }

    fn map(self: Arc<Self>, offset: usize, bytes: usize) -> Result<DevicePtr> {
        self.check(offset, bytes)?;
        let range = ImportedRange::new(&self.memory, offset, bytes);
        let gpu = self.device.usable()?;
        let range = range.map_err(|error| gpu.error("a mapping of imported memory", error))?;
        let allocation = Allocation::new(range.address(), bytes, Box::new(range));
        Ok(self.device.usm_heap.adopt(UsmKind::Device, allocation))
    }
}
