//! Access of devices to each other's memory (sycl_ext_oneapi_peer_access).

use tandem_pi_abi::constants::*;

use crate::base::error::{Error, Result};
use crate::devices::device::Device;

impl Device {
    /// Whether kernels of this device can use another one's memory, or what else the
    /// `PI_PEER_*` attribute says of it. A device has every access to its own memory.
    pub fn can_access_peer(&self, peer: &Self, attribute: PiPeerAttr) -> bool {
        self.pi() == peer.pi() || self.pi().peer_attribute(peer.pi(), attribute)
    }

    /// Turns the use of another device's memory by this one on or off.
    ///
    /// # Errors
    /// `Invalid` if this device has no access to that memory.
    pub fn set_peer_access(&self, peer: &Self, enabled: bool) -> Result<()> {
        if self.pi() == peer.pi() {
            return Ok(());
        }
        if !self.can_access_peer(peer, PI_PEER_ACCESS_SUPPORTED) {
            let (name, other) = (self.name(), peer.name());
            return Err(Error::Invalid(format!("{name} has no access to the memory of {other}")));
        }
        Ok(self.pi().set_peer_access(peer.pi(), enabled)?)
    }
}
