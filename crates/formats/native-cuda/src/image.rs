//! The 8 bytes of an image or sampler argument, as the machine code of GPUs interprets them.
//!
//! An image argument is the address of an [`ImageDescriptor`] in global memory. A sampler argument
//! is a [`sampler_word`](tandem_device_ir::sampler::sampler_word). Handles of bindless images
//! (`SPV_INTEL_bindless_images`) are the same.
//!
//! The pixels of an image are in a CUDA array, which code reads and writes through a surface object, or in memory, in
//! rows. A texture object combines an array with a sampler, so an array has one for each sampler that it is used with.
//! The driver makes it before the first launch with both. If there is none, code samples pixels itself, which is
//! slower: this applies to images in memory, samplers that code defines, and formats that textures do not have.

use std::mem::{offset_of, size_of};

/// Sampler words that there may be: [`SAMPLER_BITS`] bits.
pub const SAMPLER_WORDS: usize = 1 << SAMPLER_BITS;
/// Bits of a sampler word that may be set.
pub const SAMPLER_BITS: u32 = 5;

/// An image as code of GPUs reads and writes it.
///
/// Extents count pixels, pitches count bytes; that of rows is less than 2^32. The descriptor lives as long as the
/// image. Only its textures change, each once, from 0 to an object that lives as long as the image. Either value is
/// right for a kernel that reads it meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct ImageDescriptor {
    /// Address of the first pixel of an image in memory; 0 for an array.
    pub pixels: u64,
    /// Pixels for each coordinate, x first. For an array of images, the number of layers follows the last coordinate.
    /// All other elements are 1.
    pub extent: [u32; 3],
    /// Coordinates of a pixel without its layer: 1, 2 or 3.
    pub dimensions: u32,
    /// Bytes from a row to the next, in memory.
    pub row_pitch: u64,
    /// Bytes from a slice to the next, in memory.
    pub slice_pitch: u64,
    /// SPIR-V's number of the order of channels (Image Channel Order). Arrays have the channels in
    /// the order of memory.
    pub channel_order: u32,
    /// SPIR-V's number of the type of channels (Image Channel Data Type).
    pub channel_type: u32,
    /// Bytes of a pixel.
    pub pixel_bytes: u32,
    /// 0: pixels in memory are in rows.
    pub tile_shift: u32,
    /// 1 if the last coordinate is a layer, else 0.
    pub arrayed: u32,
    /// Zeros.
    pub reserved: [u32; 3],
    /// The surface object of the array; 0 for an image in memory.
    pub surface: u64,
    /// Zero.
    pub reserved2: u64,
    /// The texture object for each sampler word, or 0. Textures of integers read integers, those of
    /// other types read `float`.
    pub textures: [u64; SAMPLER_WORDS],
}

// The code generator's image library reads the structure at these offsets.
const _: () = {
    assert!(offset_of!(ImageDescriptor, pixels) == 0);
    assert!(offset_of!(ImageDescriptor, extent) == 8);
    assert!(offset_of!(ImageDescriptor, dimensions) == 20);
    assert!(offset_of!(ImageDescriptor, row_pitch) == 24);
    assert!(offset_of!(ImageDescriptor, slice_pitch) == 32);
    assert!(offset_of!(ImageDescriptor, channel_order) == 40);
    assert!(offset_of!(ImageDescriptor, channel_type) == 44);
    assert!(offset_of!(ImageDescriptor, pixel_bytes) == 48);
    assert!(offset_of!(ImageDescriptor, tile_shift) == 52);
    assert!(offset_of!(ImageDescriptor, arrayed) == 56);
    assert!(offset_of!(ImageDescriptor, surface) == 72);
    assert!(offset_of!(ImageDescriptor, textures) == 88);
    assert!(size_of::<ImageDescriptor>() == 352);
};

impl ImageDescriptor {
    /// Its bytes, as they are in the memory of a GPU.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size_of::<Self>());
        let words = |bytes: &mut Vec<u8>, words: &[u32]| {
            words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        };
        let longs = |bytes: &mut Vec<u8>, longs: &[u64]| {
            longs.iter().for_each(|long| bytes.extend_from_slice(&long.to_le_bytes()));
        };
        longs(&mut bytes, &[self.pixels]);
        words(&mut bytes, &self.extent);
        words(&mut bytes, &[self.dimensions]);
        longs(&mut bytes, &[self.row_pitch, self.slice_pitch]);
        words(&mut bytes, &[self.channel_order, self.channel_type, self.pixel_bytes, self.tile_shift, self.arrayed]);
        words(&mut bytes, &self.reserved);
        longs(&mut bytes, &[self.surface, self.reserved2]);
        longs(&mut bytes, &self.textures);
        bytes.resize(size_of::<Self>(), 0);
        bytes
    }

    /// Where the texture for a sampler word is in the descriptor, in bytes.
    ///
    /// # Panics
    /// If it is no sampler word.
    pub fn texture_offset(word: u64) -> usize {
        assert!(word < SAMPLER_WORDS as u64, "{word:#x} is no sampler word");
        offset_of!(Self, textures) + word as usize * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use tandem_device_ir::sampler::{Addressing, sampler_word};

    use super::*;

    #[test]
    fn there_is_a_texture_for_each_sampler_word() {
        assert!(sampler_word(Addressing::RepeatMirrored, true, true) < SAMPLER_WORDS as u64);
    }

    #[test]
    fn bytes_are_at_the_offsets_of_the_structure() {
        let mut textures = [0; SAMPLER_WORDS];
        textures[17] = 0x1234_5678_9abc_def0;
        let descriptor = ImageDescriptor {
            pixels: 1 << 40,
            extent: [2, 3, 4],
            row_pitch: 5,
            arrayed: 1,
            surface: 7 << 50,
            textures,
            ..ImageDescriptor::default()
        };
        let bytes = descriptor.to_bytes();
        let long = |at: usize| u64::from_le_bytes(bytes[at..][..8].try_into().expect("8 bytes"));
        assert_eq!(bytes.len(), size_of::<ImageDescriptor>());
        assert_eq!(long(offset_of!(ImageDescriptor, pixels)), 1 << 40);
        assert_eq!(long(offset_of!(ImageDescriptor, extent)), 2 | 3 << 32);
        assert_eq!(long(offset_of!(ImageDescriptor, row_pitch)), 5);
        assert_eq!(bytes[offset_of!(ImageDescriptor, arrayed)], 1);
        assert_eq!(long(offset_of!(ImageDescriptor, surface)), 7 << 50);
        assert_eq!(long(ImageDescriptor::texture_offset(17)), 0x1234_5678_9abc_def0);
    }
}
