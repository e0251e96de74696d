//! The clock of a device, mapped to the host's: all profiling times have one time base, whichever
//! device took them.

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::PiError;

use crate::base::clock::{self, Span};

/// How long a reading counts: clocks drift apart by some ten microseconds a second.
const LIFETIME_NS: u64 = 1_000_000_000;
/// Readings of which the quickest counts: a thread may lose its processor between the two clocks.
const TRIES: usize = 4;

/// How far the host's clock is ahead of a device's.
#[derive(Debug, Default)]
pub(super) struct DeviceClock(Mutex<Option<Reading>>);

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug)]
struct Reading {
    device: u64,
    host: u64,
}

impl DeviceClock {
    /// When a command ran that is complete, by the host's clock.
    pub(super) fn span_of(&self, device: &pi::Device, event: &pi::Event) -> Result<Span, PiError> {
        let start = event.profiling(PI_PROFILING_INFO_COMMAND_START)?;
        let end = event.profiling(PI_PROFILING_INFO_COMMAND_END)?;
        let reading = self.reading(device);
        Ok(Span { start: reading.to_host(start), end: reading.to_host(end) })
    }

    fn reading(&self, device: &pi::Device) -> Reading {
        let mut last = self.0.lock();
        match *last {
            Some(reading) if clock::now() < reading.host + LIFETIME_NS => reading,
            _ => *last.insert(Reading::take(device)),
        }
    }
}

impl Reading {
    /// Reads both clocks. If the plugin does not tell the device's, it is taken for the host's.
    fn take(device: &pi::Device) -> Self {
        let readings = (0..TRIES).filter_map(|_| Self::timed(device).ok());
        let quickest = readings.min_by_key(|(took, _)| *took).map(|(_, reading)| reading);
        quickest.unwrap_or_else(|| {
            let now = clock::now();
            Self { device: now, host: now }
        })
    }

    /// A reading, and how long it took.
    fn timed(device: &pi::Device) -> Result<(u64, Self), PiError> {
        let before = clock::now();
        let (device, host) = device.timers()?;
        let after = clock::now();
        // The plugin's clock of the host may be another one than the runtime's.
        let is_same = (before..=after).contains(&host);
        Ok((after - before, Self { device, host: if is_same { host } else { before.midpoint(after) } }))
    }

    /// A time of the device's clock by the host's.
    fn to_host(self, time: u64) -> u64 {
        time.wrapping_sub(self.device).wrapping_add(self.host)
    }
}
