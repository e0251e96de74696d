//! Memory and semaphores of other programs, imported from file descriptors.

use std::os::fd::RawFd;
use std::sync::Arc;

use tandem_device::{DevicePtr, SemaphoreKind, SemaphoreOperation};

use super::{CudaResult, PrimaryContext, Stream};
use crate::sys;

/// Imported memory.
pub struct ImportedMemory {
    pub(super) context: Arc<PrimaryContext>,
    pub(super) raw: sys::ExternalMemory,
}

impl ImportedMemory {
    /// Imports memory of `bytes` bytes. The descriptor belongs to CUDA if this succeeds.
    pub fn new(context: &Arc<PrimaryContext>, descriptor: RawFd, bytes: usize) -> CudaResult<Self> {
        let (cuda, mut raw) = (context.cuda(), sys::ExternalMemory::default());
        let description = sys::ExternalMemoryHandleDesc {
            kind: sys::CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD,
            handle: sys::ExternalHandle { descriptor, ..Default::default() },
            size: bytes as u64,
            ..Default::default()
        };
        let _current = context.enter()?;
        // SAFETY: a complete description, and a place for the result.
        cuda.check(unsafe { (cuda.functions().cuImportExternalMemory)(&raw mut raw, &raw const description) })?;
        Ok(Self { context: Arc::clone(context), raw })
    }
}

impl Drop for ImportedMemory {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own import. Arrays and ranges of it keep it.
            unsafe { (self.context.cuda().functions().cuDestroyExternalMemory)(self.raw) };
        }
    }
}

/// A range of imported memory in the address space of the device.
pub struct ImportedRange {
    memory: Arc<ImportedMemory>,
    address: sys::Address,
}

impl ImportedRange {
    /// Maps a range.
    pub fn new(memory: &Arc<ImportedMemory>, offset: usize, bytes: usize) -> CudaResult<Self> {
        let (context, mut address) = (&memory.context, 0);
        let description =
            sys::ExternalMemoryBufferDesc { offset: offset as u64, size: bytes as u64, ..Default::default() };
        let map = context.cuda().functions().cuExternalMemoryGetMappedBuffer;
        let _current = context.enter()?;
        // SAFETY: a live import, a complete description, and a place for the address.
        context.cuda().check(unsafe { map(&raw mut address, memory.raw, &raw const description) })?;
        Ok(Self { memory: Arc::clone(memory), address })
    }

    /// Its first byte.
    pub fn address(&self) -> DevicePtr {
        DevicePtr(self.address)
    }
}

impl Drop for ImportedRange {
    fn drop(&mut self) {
        if let Ok(_current) = self.memory.context.enter() {
            // SAFETY: its own mapping, which no command uses any more.
            unsafe { (self.memory.context.cuda().functions().cuMemFree)(self.address) };
        }
    }
}

/// An imported semaphore.
pub struct ImportedSemaphore {
    context: Arc<PrimaryContext>,
    raw: sys::ExternalSemaphore,
}

impl ImportedSemaphore {
    /// Imports a semaphore. The descriptor belongs to CUDA if this succeeds.
    pub fn new(context: &Arc<PrimaryContext>, descriptor: RawFd, kind: SemaphoreKind) -> CudaResult<Self> {
        let (cuda, mut raw) = (context.cuda(), sys::ExternalSemaphore::default());
        let kind = match kind {
            SemaphoreKind::Binary => sys::CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD,
            SemaphoreKind::Timeline => sys::CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD,
        };
        let description = sys::ExternalSemaphoreHandleDesc {
            kind,
            handle: sys::ExternalHandle { descriptor, ..Default::default() },
            ..Default::default()
        };
        let _current = context.enter()?;
        // SAFETY: a complete description, and a place for the result.
        cuda.check(unsafe { (cuda.functions().cuImportExternalSemaphore)(&raw mut raw, &raw const description) })?;
        Ok(Self { context: Arc::clone(context), raw })
    }
}

impl Drop for ImportedSemaphore {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own import, which no command uses any more.
            unsafe { (self.context.cuda().functions().cuDestroyExternalSemaphore)(self.raw) };
        }
    }
}

impl Stream {
    /// Waits for a semaphore or signals it, in the order of the stream. The context is current.
    pub fn use_semaphore(
        &self,
        semaphore: &ImportedSemaphore,
        operation: SemaphoreOperation,
        value: u64,
    ) -> CudaResult<()> {
        let (cuda, raw) = (self.context().cuda(), semaphore.raw);
        let call = match operation {
            SemaphoreOperation::Wait => cuda.functions().cuWaitExternalSemaphoresAsync,
            SemaphoreOperation::Signal => cuda.functions().cuSignalExternalSemaphoresAsync,
        };
        let params = sys::ExternalSemaphoreParams { value, ..Default::default() };
        // SAFETY: one live semaphore with its parameters, which the call reads.
        cuda.check(unsafe { call(&raw const raw, &raw const params, 1, self.raw()) })
    }
}
