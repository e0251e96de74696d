//! Optional group: copies between host memory and a device's allocations.

use crate::error::Result;
use crate::memory::{DevicePtr, HostPtr};

/// Optional group: copies between host memory and the device's allocations.
///
/// [`MemoryObject`](crate::MemoryObject) calls it for initial contents, with a
/// lock of the object held, and [`Mapping`](crate::Mapping) for mapped ranges, on
/// threads that execute commands. Both methods block until the copy is done, and
/// must not wait for commands of any queue.
pub trait HostTransfer {
    /// Copies `bytes` from host memory to an address of the device's domain.
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()>;

    /// Copies `bytes` from an address of the device's domain to host memory.
    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()>;
}
