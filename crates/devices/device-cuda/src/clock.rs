//! Times of events, by the host's clock.
//!
//! CUDA tells how long after another one an event was, in milliseconds with 24 bits. So there is an
//! event of which the host's time is known, which is taken anew before the differences get coarse
//! and the clocks drift apart.
//!
//! The host's time is narrowed down by a few events: each was after the host began to record it,
//! and before the host had seen it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use tandem_device::clock;

use crate::api::{CudaResult, Event};
use crate::gpu::Gpu;

/// Differences of up to a second are exact to a sixteenth of a microsecond, and the clocks drift by
/// some ten microseconds.
const LIFETIME_NS: i64 = 1_000_000_000;

/// Events that narrow down the host's time of the first one.
const TRIES: usize = 8;

/// When events of a device were.
#[derive(Default)]
pub struct DeviceClock {
    origin: Mutex<Option<Arc<Origin>>>,
}

/// An event and when it was, in nanoseconds of the host's clock.
pub struct Origin {
    event: Event,
    host_ns: AtomicI64,
}

impl DeviceClock {
    /// What the times of events that are recorded now are counted from.
    pub fn origin(&self, gpu: &Gpu) -> CudaResult<Arc<Origin>> {
        let mut origin = self.origin.lock();
        if let Some(origin) = &*origin
            && now() - origin.host_ns.load(Ordering::Relaxed) < LIFETIME_NS
        {
            return Ok(Arc::clone(origin));
        }
        let _current = gpu.primary.enter()?;
        let stream = gpu.memory.stream();
        stream.synchronize()?;
        let mut earliest = now();
        let event = gpu.timed_marks.record(stream)?;
        event.synchronize()?;
        let mut latest = now();
        for _ in 0..TRIES {
            let before = now();
            let later = gpu.timed_marks.record(stream)?;
            later.synchronize()?;
            let (after, since) = (now(), later.since(&event)?);
            earliest = earliest.max(before - since);
            latest = latest.min(after - since);
        }
        let host_ns = AtomicI64::new(earliest.midpoint(latest));
        Ok(Arc::clone(origin.insert(Arc::new(Origin { event, host_ns }))))
    }
}

impl Origin {
    /// When an event was that is complete, in nanoseconds.
    pub fn time_of(&self, event: &Event) -> CudaResult<u64> {
        Ok((self.host_ns.load(Ordering::Relaxed) + event.since(&self.event)?).max(0) as u64)
    }

    /// When an event was that is complete and cannot have been before a time of the host. If it
    /// seems so, all times of the origin were too early.
    pub fn time_not_before(&self, event: &Event, host_ns: u64) -> CudaResult<u64> {
        let since = event.since(&self.event)?;
        self.host_ns.fetch_max(host_ns as i64 - since, Ordering::Relaxed);
        self.time_of(event)
    }
}

fn now() -> i64 {
    clock::now() as i64
}
