//! The properties of a device.

/// Bytes of a device's memory.
pub const TOTAL_BYTES: usize = 256 << 20;

/// The alignment in bytes of the first pixel of a texture in memory.
pub const TEXTURE_ALIGN: u64 = 512;
/// The alignment in bytes of its pitch.
pub const PITCH_ALIGN: u64 = 32;

/// The limits of textures and surfaces, by the number of the device's attribute; `None` for other attributes.
/// Those of GPUs since compute capability 6.
pub fn pixel_limit(attribute: i32) -> Option<i32> {
    Some(match attribute {
        // 1D, width of 2D.
        21 | 22 | 56 => 131_072,
        // Height of 2D.
        23 | 57 => 65536,
        // 3D.
        24..=26 | 58..=60 => 16384,
        // Layers.
        29 | 43 | 62 | 65 => 2048,
        // Textures in memory: alignments, width, height, pitch in bytes.
        14 => TEXTURE_ALIGN as i32,
        51 => PITCH_ALIGN as i32,
        70 => 131_072,
        71 => 65000,
        72 => 2_097_120,
        // Surfaces of 1D, what layers have.
        27 | 28 | 42 | 55 | 61 | 63 | 64 => 32768,
        _ => return None,
    })
}

/// Multiprocessors of a device.
pub const UNITS: u32 = 4;

/// How many blocks of `threads` threads run on a multiprocessor at a time.
pub fn blocks_per_unit(threads: u32) -> u32 {
    (2048 / threads.max(1)).min(32)
}
