//! The host's clock for profiling: the system's monotonic one, so that times compare across drivers
//! and with those that a runtime takes.
//!
//! Event timestamps and [`Device::timers`](crate::Device::timers) use this clock on devices without a clock.

/// Nanoseconds on the monotonic clock; never 0, which means "not taken" in timestamps.
#[inline]
pub fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for the call. Without a clock, which POSIX demands, it stays 0.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    (time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64).max(1)
}
