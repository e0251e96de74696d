//! The clock for everything that the runtime times itself.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Nanoseconds on a monotonic clock that starts at the Unix epoch.
pub(crate) fn now() -> u64 {
    static START: OnceLock<(Instant, u64)> = OnceLock::new();
    let (start, epoch) = START.get_or_init(|| {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        (Instant::now(), epoch.map_or(0, |time| time.as_nanos() as u64))
    });
    epoch + start.elapsed().as_nanos() as u64
}
