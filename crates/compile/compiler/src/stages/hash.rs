//! The hash in names that the driver generates.

use std::fmt;

/// The 64-bit FNV-1a hash, with a separator between fields. Unlike the
/// standard library's, it stays the same from build to build.
pub struct Fnv1a(u64);

impl fmt::Display for Fnv1a {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Adds a field.
    pub fn write(&mut self, field: &[u8]) {
        for byte in field.iter().chain(&[0]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
