//! Times of events, by the host's clock.
//!
//! CUDA tells how long after another one an event was, in milliseconds with 24 bits. So there is an
//! event of which the host's time is known, which is taken anew before the differences get coarse.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::clock;

use crate::api::{CudaResult, Event};
use crate::gpu::Gpu;

/// Differences of up to 4 seconds are exact to a quarter of a microsecond.
const LIFETIME_NS: u64 = 4_000_000_000;

/// How often it is looked how late an event is. The one that was seen soonest counts.
const TRIES: usize = 4;

/// When events of a device were.
#[derive(Default)]
pub struct DeviceClock {
    origin: Mutex<Option<Arc<Origin>>>,
}

/// An event and when it was, in nanoseconds of the host's clock.
pub struct Origin {
    event: Event,
    host_ns: u64,
}

impl DeviceClock {
    /// What the times of events that are recorded now are counted from.
    pub fn origin(&self, gpu: &Gpu) -> CudaResult<Arc<Origin>> {
        let mut origin = self.origin.lock();
        if let Some(origin) = &*origin
            && clock::now() - origin.host_ns < LIFETIME_NS
        {
            return Ok(Arc::clone(origin));
        }
        let _current = gpu.primary.enter()?;
        let stream = gpu.memory.stream();
        stream.synchronize()?;
        let mut best: Option<(u64, Origin)> = None;
        for _ in 0..TRIES {
            let before = clock::now();
            let event = gpu.timed_marks.record(stream)?;
            event.synchronize()?;
            let width = clock::now() - before;
            if best.as_ref().is_none_or(|(least, _)| width < *least) {
                best = Some((width, Origin { event, host_ns: before + width / 2 }));
            }
        }
        let (_, taken) = best.expect("there is a try");
        Ok(Arc::clone(origin.insert(Arc::new(taken))))
    }
}

impl Origin {
    /// When an event was that is complete.
    pub fn time_of(&self, event: &Event) -> CudaResult<u64> {
        Ok(self.host_ns.saturating_add_signed(event.since(&self.event)?))
    }
}
