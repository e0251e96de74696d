//! The profiling clock: monotonic nanoseconds, one origin for the whole process.
//!
//! Event timestamps and [`Device::timer`](crate::Device::timer) of devices that
//! have no clock of their own come from here, so that they compare.

use std::sync::OnceLock;
use std::time::Instant;

/// Origin of the clock. Timestamps start one second in, so that 0 can mean
/// "not taken".
static ORIGIN: OnceLock<Instant> = OnceLock::new();

const OFFSET_NS: u64 = 1_000_000_000;

/// Nanoseconds since the origin; never 0.
pub fn now() -> u64 {
    let elapsed = ORIGIN.get_or_init(Instant::now).elapsed();
    OFFSET_NS + elapsed.as_nanos() as u64
}
