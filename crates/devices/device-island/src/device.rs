//! A device in one context: what it is made of, and the groups of the driver API.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::{
    Allocation, BuiltInKernels, CommandBuffers, CompileRequest, Device, DeviceCode, DeviceInfo, DevicePtr, Error,
    HostPtr, HostTransfer, LinkRequest, MemoryDomain, NativeHandle, NativeObjects, Object, Partitioning,
    PeerCapabilities, Peers, Program, Queue, QueueProperties, Result, Timers, Usm, clock,
};
use tandem_device_cpu::object::CpuObject;
use tandem_device_cpu::program::{self, CpuProgram};
use tandem_device_usm::host_memory;

use crate::arena::Arena;
use crate::engine::Engine;
use crate::failures::{Failures, Operation};
use crate::hardware::{Hardware, UNITS};
use crate::info;
use crate::queue::IslandQueue;
use crate::spec::Spec;
use crate::usm::IslandUsm;

/// How far the clock of a device is ahead of the previous one's, and that of the
/// first ahead of the host's: an hour.
const CLOCK_OFFSET_NS: u64 = 3_600_000_000_000;

/// A device, or a part of one, in a context. What the driver finds is in none; it can be
/// used all the same.
pub struct IslandDevice {
    this: Weak<Self>,
    info: DeviceInfo,
    hardware: Arc<Hardware>,
    /// Numbers of its compute units.
    units: Vec<usize>,
    state: Arc<State>,
    /// Its threads, from the first queue on.
    engine: OnceLock<Engine>,
    starting: Mutex<()>,
}

/// What a device and its parts share in one context.
struct State {
    usm: IslandUsm,
    is_lost: AtomicBool,
}

impl IslandDevice {
    /// All of a device, in no context.
    pub fn new(name: Arc<str>, spec: &Spec, hardware: Arc<Hardware>) -> Arc<Self> {
        let usm = IslandUsm::new(&hardware, spec, name.clone());
        let state = Arc::new(State { usm, is_lost: AtomicBool::new(false) });
        Self::with(info::describe(name, spec), hardware, (0..UNITS).collect(), state)
    }

    fn with(info: DeviceInfo, hardware: Arc<Hardware>, units: Vec<usize>, state: Arc<State>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: this.clone(),
            info,
            hardware,
            units,
            state,
            engine: OnceLock::new(),
            starting: Mutex::default(),
        })
    }

    /// The same device in a context of its own, where it is not lost.
    pub fn in_new_context(&self) -> Arc<Self> {
        let state = Arc::new(State { usm: self.state.usm.empty(), is_lost: AtomicBool::new(false) });
        Self::with(self.info.clone(), Arc::clone(&self.hardware), self.units.clone(), state)
    }

    /// Some of the compute units, in the same context.
    pub fn part(&self, units: Vec<usize>) -> Arc<Self> {
        let info = DeviceInfo { compute_units: units.len() as u32, ..self.info.clone() };
        Self::with(info, Arc::clone(&self.hardware), units, Arc::clone(&self.state))
    }

    /// Whether all of its compute units are those of another, in whatever context.
    pub fn is_within(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.hardware, &other.hardware) && self.units.iter().all(|unit| other.units.contains(unit))
    }

    /// Numbers of its compute units.
    pub fn units(&self) -> &[usize] {
        &self.units
    }

    /// What the device is in all contexts.
    pub fn hardware(&self) -> &Arc<Hardware> {
        &self.hardware
    }

    /// The threads that execute and complete commands, of a device that has queues.
    pub fn engine(&self) -> &Engine {
        self.engine.get().expect("the first queue starts the threads")
    }

    fn start(&self) -> Result<()> {
        let _starting = self.starting.lock();
        if self.engine.get().is_none() {
            let engine = Engine::start(&self.hardware, &self.units);
            let engine =
                engine.map_err(|error| Error::Environment(format!("no threads for {}: {error}", self.info.name)))?;
            // Nobody else starts it.
            let _ = self.engine.set(engine);
        }
        Ok(())
    }

    /// The failures on purpose.
    pub fn failures(&self) -> &Arc<Failures> {
        &self.hardware.failures
    }

    /// The device's own memory.
    pub fn arena(&self) -> &Arena {
        self.hardware.arena()
    }

    /// What its context has of USM on it.
    pub fn usm_in_context(&self) -> &IslandUsm {
        &self.state.usm
    }

    /// From now on, the device is lost for its context.
    pub fn lose(&self) {
        self.state.is_lost.store(true, Ordering::Relaxed);
    }

    /// Fails with the same error as long as the context lives, once the device is lost.
    pub fn check_not_lost(&self) -> Result<()> {
        match self.state.is_lost.load(Ordering::Relaxed) {
            true => Err(Error::DeviceLost(self.info.name.clone())),
            false => Ok(()),
        }
    }

    /// Where copies of this device find an address: in the engine view if it is
    /// in the memory of this device or of a peer, else in host memory.
    ///
    /// # Errors
    /// When the address is that of a device that is no peer.
    pub fn copy_address(&self, address: DevicePtr) -> Result<*mut u8> {
        let memory = &self.hardware.memory;
        for (number, arena) in memory.arenas.iter().enumerate() {
            if let Some(engine) = arena.engine_address(address) {
                let reached = number == self.hardware.number || memory.peer;
                return if reached { Ok(engine) } else { Err(self.out_of_reach(address)) };
            }
        }
        Ok(address.as_host().0)
    }

    /// Fails where a build is to fail.
    fn check_build(&self) -> Result<()> {
        self.check_not_lost()?;
        if self.failures().strikes(Operation::Build) {
            return Err(Error::Build { log: format!("{} was asked to fail", self.info.name) });
        }
        Ok(())
    }

    #[cold]
    fn out_of_reach(&self, address: DevicePtr) -> Error {
        Error::Execution(format!("{} cannot access {:#x}, memory of another device", self.info.name, address.0))
    }
}

/// Has an island device be lost for its context, as if it had failed by itself. Does nothing to
/// a device of another driver.
pub fn lose_device(device: &dyn Device) {
    if let Some(island) = (device as &dyn Any).downcast_ref::<IslandDevice>() {
        island.lose();
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
        self.check_not_lost()?;
        self.state.usm.alloc_device(bytes, align)
    }

    fn trim(&self) -> bool {
        self.state.usm.trim()
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        self.check_build()?;
        CpuObject::compile(request)
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        self.check_build()?;
        CpuProgram::link(request, &self.info)
    }

    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        self.check_build()?;
        CpuProgram::build(request, &self.info)
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        program::accepts(image, &self.info)
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        self.check_not_lost()?;
        self.start()?;
        let this = self.this.upgrade().ok_or(Error::Unsupported("a queue of a dying device"))?;
        Ok(Arc::new(IslandQueue::new(this, properties)))
    }

    fn timers(&self) -> Timers {
        let host = clock::now();
        Timers { device: host + (self.hardware.number as u64 + 1) * CLOCK_OFFSET_NS, host }
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(self)
    }

    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        Some(self)
    }

    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        Some(self)
    }

    fn built_in_kernels(&self) -> Option<&dyn BuiltInKernels> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }

    fn partitioning(&self) -> Option<&dyn Partitioning> {
        (self.units.len() > 1).then_some(self)
    }

    fn native(&self) -> Option<&dyn NativeObjects> {
        Some(self)
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        // A part has none.
        (self.units.len() == UNITS).then_some(NativeHandle(Arc::as_ptr(&self.hardware) as usize))
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
        let memory = &self.hardware.memory;
        let reached = memory.peer && memory.arenas.iter().any(|arena| arena.domain() == domain);
        PeerCapabilities { access: reached, atomics: reached }
    }

    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()> {
        let mut domains = self.hardware.enabled.lock();
        domains.retain(|known| *known != domain);
        if enabled {
            domains.push(domain);
        }
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.hardware.enabled.lock().contains(&domain)
    }
}
