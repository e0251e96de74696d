//! The state of a device that is prepared when it is first used, and shared by all contexts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tandem_device::{Error, Result};

use crate::api::{CudaError, CudaResult, EventPool, Pool, PrimaryContext};
use crate::clock::{DeviceClock, Origin};
use crate::host_threads::HostThreads;
use crate::staging::Staging;
use crate::watcher::Watcher;

/// A device that is in use.
pub struct Gpu {
    /// Name of the device.
    pub name: Arc<str>,
    /// The primary context.
    pub primary: Arc<PrimaryContext>,
    /// The device's memory.
    pub memory: Arc<Pool>,
    /// Events without times.
    pub events: Arc<EventPool>,
    /// Events with times.
    pub timed_events: Arc<EventPool>,
    /// Pinned memory for small copies.
    pub staging: Arc<Staging>,
    /// Polls events and streams that no thread waits for.
    pub watcher: Watcher,
    /// Execute commands that no stream can execute.
    pub host_threads: HostThreads,
    clock: DeviceClock,
    is_lost: AtomicBool,
}

impl Gpu {
    /// Prepares a device.
    pub fn prepare(primary: PrimaryContext, name: &Arc<str>, has_pools: bool) -> Result<Arc<Self>> {
        let primary = Arc::new(primary);
        let memory = Pool::new(&primary, has_pools);
        let memory = memory.map_err(|error| unusable(name, error))?;
        Ok(Arc::new(Self {
            name: Arc::clone(name),
            memory: Arc::new(memory),
            events: EventPool::new(&primary, false),
            timed_events: EventPool::new(&primary, true),
            staging: Staging::new(&primary),
            watcher: Watcher::default(),
            host_threads: HostThreads::default(),
            clock: DeviceClock::default(),
            is_lost: AtomicBool::new(false),
            primary,
        }))
    }

    /// Frees resources that are only kept for later use.
    pub fn trim(&self) {
        self.host_threads.end_if_idle();
        self.staging.trim();
        self.events.trim();
        self.timed_events.trim();
    }

    /// The origin of the times of events that are recorded now.
    pub fn clock_origin(&self) -> CudaResult<Arc<Origin>> {
        self.clock.origin(self.memory.stream(), &self.timed_events)
    }

    /// Fails once the device is lost.
    pub fn check_not_lost(&self) -> Result<()> {
        if self.is_lost.load(Ordering::Relaxed) { Err(self.lost()) } else { Ok(()) }
    }

    /// The error of all commands and calls of a lost device.
    pub fn lost(&self) -> Error {
        Error::DeviceLost(self.name.clone())
    }

    /// The error of a driver's call; `what` failed. After an error that ends the context, the
    /// device is lost; the first one says why. After the end of CUDA, nothing is said.
    #[cold]
    pub fn error(&self, what: &str, error: CudaError) -> Error {
        error.unless_ended(|error| self.living_error(what, error))
    }

    fn living_error(&self, what: &str, error: CudaError) -> Error {
        if !error.is_sticky() {
            return match error.is_out_of_resources() {
                true => Error::OutOfResources(format!("{what}: {error}")),
                false => Error::Execution(format!("{what}: {error}")),
            };
        }
        match self.is_lost.swap(true, Ordering::Relaxed) {
            true => self.lost(),
            false => Error::Execution(format!("{what}: {error}; {} is lost", self.name)),
        }
    }

    /// The error of an allocation.
    #[cold]
    pub fn alloc_error(&self, bytes: usize, error: CudaError) -> Error {
        match error.is_out_of_memory() {
            true => Error::OutOfMemory { bytes, device: self.name.clone() },
            false => self.error("an allocation", error),
        }
    }
}

/// The error of a device that cannot be prepared.
pub fn unusable(name: &str, error: CudaError) -> Error {
    error.unless_ended(|error| Error::Environment(format!("{name} cannot be used: {error}")))
}
