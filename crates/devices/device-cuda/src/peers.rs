//! The memory of other devices.

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{Device, Error, MemoryDomain, PeerCapabilities, Peers, Result};

use crate::api::Cuda;
use crate::device::CudaDevice;
use crate::hardware::{Hardware, domain_of};

/// Domains of other devices.
#[derive(Default)]
pub struct EnabledPeers(Mutex<Domains>);

#[derive(Default)]
struct Domains {
    /// Whose memory the device reaches, from the first use on.
    reached: SmallVec<[MemoryDomain; 4]>,
    /// Whose memory kernels may use.
    enabled: SmallVec<[MemoryDomain; 4]>,
}

impl CudaDevice {
    /// The device whose memory a domain is, if it is another one of the platform.
    fn peer(&self, domain: MemoryDomain) -> Option<crate::api::Device> {
        let cuda = Cuda::open().ok().flatten()?;
        let number = (0..cuda.devices().ok()?).find(|number| domain_of(*number) == domain)?;
        cuda.device(number).ok().filter(|peer| peer.raw() != self.hardware().device().raw())
    }

    /// Whether copies of this device reach the memory of a domain; from then on, they do.
    pub fn reaches(&self, domain: MemoryDomain) -> Result<bool> {
        let mut domains = self.enabled_peers.0.lock();
        if domains.reached.contains(&domain) {
            return Ok(true);
        }
        if !self.capabilities(domain).access {
            return Ok(false);
        }
        let Some(peer) = self.peer(domain) else { return Ok(false) };
        let failed = |error: &dyn std::fmt::Display| {
            Error::Environment(format!("{} does not get access to the memory of a peer: {error}", self.info().name))
        };
        let theirs = Hardware::of(peer).map_err(|error| failed(&error))?.gpu()?;
        let own = self.gpu()?;
        own.primary.enable_peer(&theirs.primary).map_err(|error| failed(&error))?;
        theirs.memory.allow(&own.primary).map_err(|error| failed(&error))?;
        domains.reached.push(domain);
        Ok(true)
    }
}

impl Peers for CudaDevice {
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities {
        let Some(peer) = self.peer(domain) else { return PeerCapabilities::default() };
        let (access, atomics) = self.hardware().device().peer_access(&peer);
        PeerCapabilities { access, atomics }
    }

    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()> {
        if enabled {
            self.reaches(domain)?;
        }
        let mut domains = self.enabled_peers.0.lock();
        domains.enabled.retain(|known| *known != domain);
        if enabled {
            domains.enabled.push(domain);
        }
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.enabled_peers.0.lock().enabled.contains(&domain)
    }
}
