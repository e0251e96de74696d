//! A device in one context, and its parts.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::{Device, DeviceInfo, DevicePtr, Error, Result};

use crate::arena::Arena;
use crate::engine::Engine;
use crate::failures::Failures;
use crate::hardware::{Hardware, UNITS};
use crate::info;
use crate::spec::Spec;
use crate::usm::IslandUsm;

/// A device, or a part of one, in a context. The devices that the driver finds are in no context, but can be used all
/// the same.
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

/// The state that a device and its parts share in one context.
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

    /// The same device in a new context, where it is not lost.
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

    /// Its description.
    pub fn described(&self) -> &DeviceInfo {
        &self.info
    }

    /// Another handle of this device, unless its last owner is gone.
    pub fn this(&self) -> Option<Arc<Self>> {
        self.this.upgrade()
    }

    /// Numbers of its compute units.
    pub fn units(&self) -> &[usize] {
        &self.units
    }

    /// The part of the device that all contexts share.
    pub fn hardware(&self) -> &Arc<Hardware> {
        &self.hardware
    }

    /// The threads that execute and complete commands, of a device that has queues.
    pub fn engine(&self) -> &Engine {
        self.engine.get().expect("the first queue starts the threads")
    }

    /// Starts its threads, unless they run.
    pub fn start(&self) -> Result<()> {
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

    /// The USM of its context on this device.
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
