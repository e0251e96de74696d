//! The clock of everything that the runtime times: the system's monotonic one, as in Tandem's plugins.

/// Nanoseconds on the monotonic clock.
pub(crate) fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for the call. Without a clock, which POSIX demands, it stays 0.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// A time from a start to an end, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

impl Span {
    /// No longer than a moment.
    pub(crate) fn at(time: u64) -> Self {
        Self { start: time, end: time }
    }

    /// As long, but starting no earlier.
    pub(crate) fn not_before(self, earliest: u64) -> Self {
        let start = self.start.max(earliest);
        Self { start, end: start.saturating_add(self.end.saturating_sub(self.start)) }
    }
}
