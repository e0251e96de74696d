//! Limits of all devices.

/// Compute units of a device.
pub const UNITS: u32 = 4;
/// Largest allocation.
pub const MAX_BYTES: u64 = 1 << 30;
/// Items of a work-group.
pub const MAX_GROUP: usize = 256;
/// Alignment of sub-buffers in bytes.
pub const ALIGNMENT: u32 = 128;
