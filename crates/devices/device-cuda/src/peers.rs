//! The memory of other devices.

use tandem_device::{Device, Error, MemoryDomain, PeerCapabilities, Peers, Result};

use crate::api::Cuda;
use crate::device::CudaDevice;
use crate::hardware::{Hardware, domain_of};

impl CudaDevice {
    /// The device whose memory a domain is, if it is another one of the platform.
    fn peer(&self, domain: MemoryDomain) -> Option<crate::api::Device> {
        let cuda = Cuda::open().ok().flatten()?;
        let number = (0..cuda.devices().ok()?).find(|number| domain_of(*number) == domain)?;
        cuda.device(number).ok().filter(|peer| peer.raw() != self.hardware().device().raw())
    }

    /// Whether copies of this device reach the memory of a domain; from then on, they do.
    pub fn reaches(&self, domain: MemoryDomain) -> Result<bool> {
        let mut peers = self.peer_domains.lock();
        if peers.reached.contains(&domain) {
            return Ok(true);
        }
        if !self.capabilities(domain).access {
            return Ok(false);
        }
        let Some(peer) = self.peer(domain) else { return Ok(false) };
        let failed = |error: &dyn std::fmt::Display| {
            Error::Environment(format!("{} cannot access the memory of a peer: {error}", self.info().name))
        };
        let theirs = Hardware::of(peer).map_err(|error| failed(&error))?.gpu()?;
        let own = self.gpu()?;
        own.primary.enable_peer(&theirs.primary).map_err(|error| failed(&error))?;
        theirs.memory.allow(&own.primary).map_err(|error| failed(&error))?;
        peers.reached.push(domain);
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
        let mut peers = self.peer_domains.lock();
        peers.enabled.retain(|known| *known != domain);
        if enabled {
            peers.enabled.push(domain);
        }
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.peer_domains.lock().enabled.contains(&domain)
    }
}
