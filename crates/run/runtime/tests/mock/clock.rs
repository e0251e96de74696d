//! The clocks of the mock. Each device's clock is ahead of the host's by a different amount, and
//! the host's is not the runtime's.

use std::sync::LazyLock;
use std::time::Instant;

use super::engine::Id;

/// How far the clock of each device is ahead of the one of the device before.
const AHEAD_NS: u64 = 1_000_000_000_000;

/// Nanoseconds of the host's clock.
pub fn host_time() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    1 + START.elapsed().as_nanos() as u64
}

/// Nanoseconds of a device's clock.
pub fn device_time(device: Id) -> u64 {
    if has_timers(device) { host_time() + device as u64 * AHEAD_NS } else { host_time() }
}

/// Whether the plugin tells the clock of a device.
pub fn has_timers(device: Id) -> bool {
    device != super::entries::THIRD_GPU
}
