//! What a device has.

/// Bytes of a device's memory.
pub const TOTAL_BYTES: usize = 256 << 20;

/// Multiprocessors of a device.
pub const UNITS: u32 = 4;

/// How many blocks of so many threads run on a multiprocessor at a time.
pub fn blocks_per_unit(threads: u32) -> u32 {
    (2048 / threads.max(1)).min(32)
}
