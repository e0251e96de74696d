//! The part of a device that all contexts share.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{MemoryDomain, Timers, clock};

use crate::arena::Arena;
use crate::failures::Failures;
use crate::spec::Spec;

/// Compute units of a device.
pub const UNITS: usize = 4;

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

/// A device, independent of contexts.
pub struct Hardware {
    /// Its number on the platform.
    pub number: usize,
    /// Its memory, and that of the other devices.
    pub memory: Arc<PlatformMemory>,
    /// The failures on purpose of the platform.
    pub failures: Arc<Failures>,
    /// Its compute units. A thread that runs a kernel on one holds its lock.
    pub units: [Mutex<()>; UNITS],
    /// Domains of other devices that kernels may access.
    pub enabled: Mutex<SmallVec<[MemoryDomain; 4]>>,
    /// The mean time from the end of a command to its completion.
    pub latency: Duration,
    /// Latencies differ.
    pub jitter: bool,
    /// The seed of the latencies.
    pub seed: u64,
}

impl Hardware {
    /// The device of this number.
    pub fn new(number: usize, spec: &Spec, memory: &Arc<PlatformMemory>, failures: &Arc<Failures>) -> Arc<Self> {
        Arc::new(Self {
            number,
            memory: Arc::clone(memory),
            failures: Arc::clone(failures),
            units: Default::default(),
            enabled: Mutex::default(),
            latency: spec.latency,
            jitter: spec.jitter,
            seed: spec.seed.wrapping_add(number as u64),
        })
    }

    /// The time on the device and on the host.
    pub fn timers(&self) -> Timers {
        let host = clock::now();
        Timers { device: host + (self.number as u64 + 1) * CLOCK_OFFSET_NS, host }
    }

    /// The device's own memory.
    pub fn arena(&self) -> &Arc<Arena> {
        &self.memory.arenas[self.number]
    }

    /// The memory of other devices that kernels may access now.
    pub fn enabled_peers(&self) -> SmallVec<[Arc<Arena>; 4]> {
        let enabled = self.enabled.lock();
        let arenas = self.memory.arenas.iter();
        arenas.filter(|arena| enabled.contains(&arena.domain())).cloned().collect()
    }
}
