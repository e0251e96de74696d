//! A device: what it is made of, and the groups of the driver API.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{
    Allocation, BuildRequest, CommandBuffers, Device, DeviceImage, DeviceInfo, DevicePtr, Error, HostPtr, HostTransfer,
    MemoryDomain, PeerCapabilities, Peers, Program, Queue, QueueProperties, Result, Usm, clock, host_memory,
};
use tandem_device_cpu::program::{self, CpuProgram};

use crate::arena::Arena;
use crate::engine::{Engine, Latencies};
use crate::failures::{Failures, Operation};
use crate::info;
use crate::queue::IslandQueue;
use crate::spec::Spec;
use crate::usm::IslandUsm;

/// How far the clock of a device is ahead of the previous one's, and that of the
/// first ahead of the host's: an hour.
const CLOCK_OFFSET_NS: u64 = 3_600_000_000_000;

/// The memory of all devices of a platform.
pub struct PlatformMemory {
    /// By the number of the device.
    pub arenas: Vec<Arc<Arena>>,
    /// Devices can use each other's.
    pub peer: bool,
}

/// A device.
pub struct IslandDevice {
    this: Weak<Self>,
    info: DeviceInfo,
    number: usize,
    memory: Arc<PlatformMemory>,
    usm: IslandUsm,
    failures: Arc<Failures>,
    engine: Engine,
    /// Domains of other devices that kernels may access.
    enabled: Mutex<SmallVec<[MemoryDomain; 4]>>,
}

impl IslandDevice {
    /// The device of this number on its platform. Starts its threads.
    pub fn new(
        name: String,
        spec: &Spec,
        number: usize,
        memory: &Arc<PlatformMemory>,
        failures: &Arc<Failures>,
    ) -> Result<Arc<Self>> {
        let latencies = Latencies::new(spec.latency, spec.jitter, spec.seed.wrapping_add(number as u64));
        let engine =
            Engine::start(latencies).map_err(|error| Error::Environment(format!("no threads for {name}: {error}")))?;
        let arena = Arc::clone(&memory.arenas[number]);
        Ok(Arc::new_cyclic(|this| Self {
            this: this.clone(),
            info: info::describe(name.clone(), spec),
            number,
            memory: Arc::clone(memory),
            usm: IslandUsm::new(arena, spec, Arc::clone(failures), name),
            failures: Arc::clone(failures),
            engine,
            enabled: Mutex::default(),
        }))
    }

    /// The threads that execute and complete commands.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The failures on purpose.
    pub fn failures(&self) -> &Arc<Failures> {
        &self.failures
    }

    /// The device's own memory.
    pub fn arena(&self) -> &Arena {
        &self.memory.arenas[self.number]
    }

    /// The memory of other devices that kernels may access now.
    pub fn enabled_peers(&self) -> SmallVec<[Arc<Arena>; 4]> {
        let enabled = self.enabled.lock();
        let arenas = self.memory.arenas.iter();
        arenas.filter(|arena| enabled.contains(&arena.domain())).cloned().collect()
    }

    /// Where copies of this device find an address: in the engine view if it is
    /// in the memory of this device or of a peer, else in host memory.
    ///
    /// # Errors
    /// When the address is that of a device that is no peer.
    pub fn copy_address(&self, address: DevicePtr) -> Result<*mut u8> {
        for (number, arena) in self.memory.arenas.iter().enumerate() {
            if let Some(engine) = arena.engine_address(address) {
                let reached = number == self.number || self.memory.peer;
                return if reached { Ok(engine) } else { Err(self.out_of_reach(address)) };
            }
        }
        Ok(address.as_host().0)
    }

    #[cold]
    fn out_of_reach(&self, address: DevicePtr) -> Error {
        Error::Execution(format!("{} cannot access {:#x}, memory of another device", self.info.name, address.0))
    }
}

impl Device for IslandDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn memory_domain(&self) -> MemoryDomain {
        self.arena().domain()
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        self.usm.alloc_device(bytes, align)
    }

    fn build(&self, request: &BuildRequest<'_>) -> Result<Arc<dyn Program>> {
        if self.failures.strikes(Operation::Build) {
            return Err(Error::Build { log: format!("{} was asked to fail", self.info.name) });
        }
        CpuProgram::build(request, &self.info)
    }

    fn accepts(&self, image: &DeviceImage<'_>) -> Result<u32> {
        program::accepts(image, &self.info)
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        let this = self.this.upgrade().ok_or(Error::Unsupported("a queue of a dying device"))?;
        Ok(IslandQueue::new(this, properties))
    }

    fn timer(&self) -> u64 {
        clock::now() + (self.number as u64 + 1) * CLOCK_OFFSET_NS
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(&self.usm)
    }

    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        Some(self)
    }

    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }
}

impl HostTransfer for IslandDevice {
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()> {
        let dst = self.copy_address(dst)?;
        // SAFETY: the caller keeps both ranges valid; the engine view is always accessible.
        unsafe { host_memory::copy(src.0, dst, bytes) };
        Ok(())
    }

    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()> {
        let src = self.copy_address(src)?;
        // SAFETY: as for `write`.
        unsafe { host_memory::copy(src, dst.0, bytes) };
        Ok(())
    }
}

impl Peers for IslandDevice {
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities {
        let reached = self.memory.peer && self.memory.arenas.iter().any(|arena| arena.domain() == domain);
        PeerCapabilities { access: reached, atomics: reached }
    }

    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()> {
        let mut domains = self.enabled.lock();
        domains.retain(|known| *known != domain);
        if enabled {
            domains.push(domain);
        }
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.enabled.lock().contains(&domain)
    }
}
