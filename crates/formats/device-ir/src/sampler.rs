//! Samplers as words of 64 bits: the host's form in a kernel's closure (`docs/internals/boundaries.md`, section 4), and
//! the form that Tandem's devices take.

/// How a sampler treats coordinates out of range: SPIR-V's Sampler Addressing Mode, with its
/// numbers. The meaning is that of OpenCL C, section 8.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Addressing {
    /// The program promises that there are none; they are clamped to the edge.
    None = 0,
    /// The pixel at the edge.
    ClampToEdge = 1,
    /// The border: zeros, and alpha 1 where pixels have no alpha.
    Clamp = 2,
    /// The image is repeated. Coordinates are normalized.
    Repeat = 3,
    /// The image is repeated, every other time mirrored. Coordinates are normalized.
    RepeatMirrored = 4,
}

/// Bits of a sampler word that hold the addressing mode.
pub const SAMPLER_ADDRESSING: u64 = 7;
/// The bit of a sampler word that says that coordinates are normalized: from 0 to 1.
pub const SAMPLER_NORMALIZED: u64 = 1 << 3;
/// The bit of a sampler word that says that pixels are weighted by their distance.
pub const SAMPLER_LINEAR: u64 = 1 << 4;

/// The bit of a sampler word that says that levels of mipmaps are weighted by their distance.
pub const SAMPLER_LINEAR_LEVELS: u64 = 1 << 5;

/// The bit of a sampler word that says that faces of cubes have neighbours.
pub const SAMPLER_SEAMLESS: u64 = 1 << 6;

/// Handles of images are multiples of it, and handles of samplers are less. The handle of an image with its sampler is
/// the sum of both.
pub const HANDLE_ALIGN: u64 = 128;

/// The word of a sampler that takes the nearest level of mipmaps.
pub const fn sampler_word(addressing: Addressing, normalized: bool, linear: bool) -> u64 {
    let normalized = if normalized { SAMPLER_NORMALIZED } else { 0 };
    addressing as u64 | normalized | if linear { SAMPLER_LINEAR } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampler_words_hold_their_parts() {
        assert_eq!(sampler_word(Addressing::None, false, false), 0);
        assert_eq!(sampler_word(Addressing::RepeatMirrored, true, false), 0b0_1100);
        assert_eq!(sampler_word(Addressing::ClampToEdge, false, true), 0b1_0001);
    }
}
