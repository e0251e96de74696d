//! Times of events, by the host's clock.
//!
//! CUDA has only the time between two events, in milliseconds with 24 bits. So times are counted from
//! an event whose time on the host is known, the origin. It is replaced before the differences get
//! coarse and the clocks drift apart.
//!
//! A few more events bound the origin's time on the host: each lies between the times at which the
//! host began to record it and saw it complete.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use tandem_device::clock;

use crate::api::{CudaResult, Event, EventPool, Stream};

/// Differences of up to a second are exact to a sixteenth of a microsecond, and the clocks drift by
/// some ten microseconds.
const LIFETIME_NS: i64 = 1_000_000_000;

/// Events that bound the host's time of the origin.
const TRIES: usize = 8;

/// The clock of a device.
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
    /// The origin of the times of events that are recorded now. A new origin is an event of the pool in the stream,
    /// which is waited for.
    pub fn origin(&self, stream: &Stream, events: &Arc<EventPool>) -> CudaResult<Arc<Origin>> {
        let mut origin = self.origin.lock();
        if let Some(origin) = &*origin
            && now() - origin.host_ns.load(Ordering::Relaxed) < LIFETIME_NS
        {
            return Ok(Arc::clone(origin));
        }
        let _current = stream.context().enter()?;
        stream.synchronize()?;
        let mut earliest = now();
        let event = events.record(stream)?;
        event.synchronize()?;
        let mut latest = now();
        for _ in 0..TRIES {
            let before = now();
            let later = events.record(stream)?;
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

/// Times of the commands in a stream: their order is known, and the clocks differ by some
/// microseconds.
#[derive(Default)]
pub struct StreamTimes {
    /// Number of the last command whose end time is known.
    last: u64,
    /// That time.
    last_end: u64,
}

impl StreamTimes {
    /// Start and end of a command, moved so that it began after its submission and after the end of
    /// the one before it.
    pub fn in_order(&mut self, number: u64, submit: u64, [start, end]: [u64; 2]) -> (u64, u64) {
        let is_later = number > self.last;
        let earliest = if is_later { submit.max(self.last_end) } else { submit };
        let delay = earliest.saturating_sub(start);
        let end = (end + delay).min(clock::now());
        let start = (start + delay).min(end);
        if is_later {
            (self.last, self.last_end) = (number, end);
        }
        (start, end)
    }
}

fn now() -> i64 {
    clock::now() as i64
}
