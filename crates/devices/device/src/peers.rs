//! Optional group: the memory of other devices.

use crate::error::Result;
use crate::memory::MemoryDomain;

/// The access of a device to the memory of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeerCapabilities {
    /// Copies can read and write it, and kernels once access is enabled.
    pub access: bool,
    /// Atomics of kernels work on it.
    pub atomics: bool,
}

/// Optional group: the memory of other devices of the platform. Devices of one
/// memory domain need none of this.
pub trait Peers {
    /// This device's access to memory of that domain. Does not allocate.
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities;

    /// Lets kernels that start from now on use memory of that domain, or no
    /// longer. Called only for domains with [`PeerCapabilities::access`].
    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()>;

    /// Whether kernels may use memory of that domain now. Called for each launch
    /// that uses a memory object of another domain; does not allocate.
    fn is_enabled(&self, domain: MemoryDomain) -> bool;
}
