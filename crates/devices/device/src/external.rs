//! Optional group: memory and semaphores that another program or interface, such as Vulkan, has made on
//! the same device and exports as file descriptors.

use std::any::Any;
use std::fmt;
use std::os::fd::RawFd;
use std::sync::Arc;

use crate::error::Result;
use crate::images::{Image, ImageDescription};
use crate::memory::DevicePtr;

/// Optional group: imports.
///
/// A descriptor belongs to the driver after a successful import, and to the caller after a failed one.
pub trait ExternalObjects {
    /// Imports memory of `bytes` bytes.
    ///
    /// # Errors
    /// [`Error::Execution`](crate::Error::Execution) for a descriptor that the device cannot import.
    fn import_memory(&self, descriptor: RawFd, bytes: usize) -> Result<Arc<dyn ExternalMemory>>;

    /// Imports a semaphore.
    ///
    /// # Errors
    /// As for [`import_memory`](Self::import_memory).
    fn import_semaphore(&self, descriptor: RawFd, kind: SemaphoreKind) -> Result<Arc<dyn ExternalSemaphore>>;
}

/// Imported memory. Dropping the last handle releases it; images and mappings of it hold one.
pub trait ExternalMemory: Send + Sync {
    /// Its size in bytes.
    fn bytes(&self) -> usize;

    /// The image at its start, which the exporter has described in the same way.
    ///
    /// # Errors
    /// The device's own: the memory is too small, or the device cannot have such an image in it.
    fn image(self: Arc<Self>, description: &ImageDescription) -> Result<Arc<dyn Image>>;

    /// Maps a range of it as USM of the device ([`UsmKind::Device`](crate::UsmKind::Device)), which
    /// [`Usm::free`](crate::Usm::free) unmaps.
    ///
    /// # Errors
    /// The device's own: the range does not lie in the memory, or cannot be mapped.
    fn map(self: Arc<Self>, offset: usize, bytes: usize) -> Result<DevicePtr>;
}

/// How a semaphore counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreKind {
    /// It is signaled or not. A wait resets it.
    Binary,
    /// It has a value, which only grows.
    Timeline,
}

/// An imported semaphore. Dropping the last handle releases it; commands hold one.
pub trait ExternalSemaphore: Send + Sync + Any {
    /// How it counts.
    fn kind(&self) -> SemaphoreKind;

    /// The driver's own type, for its executor.
    fn as_any(&self) -> &dyn Any;
}

impl fmt::Debug for dyn ExternalSemaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} semaphore", self.kind())
    }
}

/// A command for a semaphore of the queue's device.
#[derive(Clone, Debug)]
pub struct SemaphoreCommand {
    /// The semaphore.
    pub semaphore: Arc<dyn ExternalSemaphore>,
    /// The operation.
    pub operation: SemaphoreOperation,
    /// The value that a [`SemaphoreKind::Timeline`] semaphore gets or reaches; 0 for others.
    pub value: u64,
}

/// An operation on a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreOperation {
    /// Completes when the semaphore is signaled, or has reached the value.
    Wait,
    /// Signals the semaphore, or sets its value.
    Signal,
}
