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

/// Textures that an image may have: one for each addressing mode, kind of coordinates and filter.
pub const TEXTURES: usize = 1 << TEXTURE_BITS;
/// Bits of a sampler word that choose a texture. The others are about levels and cube maps.
const TEXTURE_BITS: u32 = 5;
/// Bytes from the descriptor of a level of a mipmap to the next.
pub const LEVEL_STRIDE: usize = 640;

/// The number of the texture for a sampler word.
pub fn texture_index(word: u64) -> usize {
    (word % TEXTURES as u64) as usize
}

/// An image as code of GPUs reads and writes it.
///
/// Extents count pixels, pitches count bytes; that of rows is less than 2^32. The descriptor lives
/// as long as the image. Only its textures change, each once, from 0 to an object that lives as long
/// as the image. Whatever of the two a kernel reads is right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Levels of a mipmap, whose descriptors follow each other at distances of [`LEVEL_STRIDE`] bytes;
    /// 0 or 1 for other images.
    pub levels: u16,
    /// The most samples along a gradient.
    pub anisotropy: u16,
    /// The least level of detail.
    pub least_level: f32,
    /// The greatest level of detail.
    pub most_level: f32,
    /// Zero.
    pub reserved: u64,
    /// The surface of the array; none for an image in memory.
    pub surface: PixelObject,
    /// The texture of all levels of a mipmap with the sampler that the descriptor was made for, if any.
    pub mipmap: PixelObject,
    /// The texture for each sampler word, if any. Textures of integers read integers, those of other types read
    /// `float`.
    pub textures: [PixelObject; TEXTURES],
}

/// A surface or texture, with the properties of the pixels that code needs for it: one load has all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct PixelObject {
    /// The object; 0 for none.
    pub object: u64,
    /// As [`ImageDescriptor::channel_order`].
    pub channel_order: u32,
    /// As [`ImageDescriptor::channel_type`].
    pub channel_type: u32,
}

impl PixelObject {
    /// Its bytes, as they are in the memory of a GPU.
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.object.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.channel_order.to_le_bytes());
        bytes[12..].copy_from_slice(&self.channel_type.to_le_bytes());
        bytes
    }
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
    assert!(offset_of!(ImageDescriptor, levels) == 60);
    assert!(offset_of!(ImageDescriptor, anisotropy) == 62);
    assert!(offset_of!(ImageDescriptor, least_level) == 64);
    assert!(offset_of!(ImageDescriptor, most_level) == 68);
    assert!(offset_of!(ImageDescriptor, surface) == 80);
    assert!(offset_of!(ImageDescriptor, mipmap) == 96);
    assert!(offset_of!(ImageDescriptor, textures) == 112);
    assert!(size_of::<ImageDescriptor>() == 624 && size_of::<ImageDescriptor>() <= LEVEL_STRIDE);
    assert!(offset_of!(PixelObject, channel_order) == 8 && size_of::<PixelObject>() == 16);
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
        bytes.extend_from_slice(&self.levels.to_le_bytes());
        bytes.extend_from_slice(&self.anisotropy.to_le_bytes());
        words(&mut bytes, &[self.least_level.to_bits(), self.most_level.to_bits()]);
        longs(&mut bytes, &[self.reserved]);
        for object in [self.surface, self.mipmap].iter().chain(&self.textures) {
            bytes.extend_from_slice(&object.to_bytes());
        }
        bytes.resize(size_of::<Self>(), 0);
        bytes
    }

    /// The offset in bytes of the texture for a sampler word, of which the bits that choose
    /// a texture count.
    pub fn texture_offset(word: u64) -> usize {
        offset_of!(Self, textures) + texture_index(word) * size_of::<PixelObject>()
    }

    /// The offset in bytes of the texture of all levels.
    pub const MIPMAP_OFFSET: usize = offset_of!(Self, mipmap);
}

#[cfg(test)]
mod tests {
    use tandem_device_ir::sampler::{Addressing, SAMPLER_LINEAR_LEVELS, SAMPLER_SEAMLESS, sampler_word};

    use super::*;

    #[test]
    fn there_is_a_texture_for_each_filter_and_addressing_mode() {
        let word = sampler_word(Addressing::RepeatMirrored, true, true);
        assert_eq!(texture_index(word), word as usize);
        assert_eq!(texture_index(word | SAMPLER_LINEAR_LEVELS | SAMPLER_SEAMLESS), word as usize);
    }

    #[test]
    fn bytes_are_at_the_offsets_of_the_structure() {
        let mut textures = [PixelObject::default(); TEXTURES];
        textures[17] = PixelObject { object: 0x1234_5678_9abc_def0, channel_order: 5, channel_type: 2 };
        let descriptor = ImageDescriptor {
            pixels: 1 << 40,
            extent: [2, 3, 4],
            row_pitch: 5,
            arrayed: 1,
            levels: 3,
            most_level: 1.0,
            surface: PixelObject { object: 7 << 50, ..PixelObject::default() },
            textures,
            ..ImageDescriptor::default()
        };
        let bytes = descriptor.to_bytes();
        let long = |at: usize| u64::from_le_bytes(bytes[at..][..8].try_into().expect("8 bytes"));
        assert_eq!(bytes.len(), size_of::<ImageDescriptor>());
        assert_eq!(long(offset_of!(ImageDescriptor, pixels)), 1 << 40);
        assert_eq!(long(offset_of!(ImageDescriptor, extent)), 2 | 3 << 32);
        assert_eq!(long(offset_of!(ImageDescriptor, row_pitch)), 5);
        assert_eq!(long(offset_of!(ImageDescriptor, arrayed)), 1 | 3 << 32);
        assert_eq!(long(offset_of!(ImageDescriptor, least_level)), u64::from(1.0_f32.to_bits()) << 32);
        assert_eq!(long(offset_of!(ImageDescriptor, surface)), 7 << 50);
        assert_eq!(long(ImageDescriptor::texture_offset(17)), 0x1234_5678_9abc_def0);
        assert_eq!(long(ImageDescriptor::texture_offset(17) + 8), 5 | 2 << 32);
    }
}
