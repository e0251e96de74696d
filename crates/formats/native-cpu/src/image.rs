//! The 8 bytes of an image or sampler argument, as the CPU's machine code interprets them.
//!
//! An image argument is the address of an [`ImageDescriptor`]. A sampler argument is a
//! [`sampler_word`](tandem_device_ir::sampler::sampler_word). Handles of bindless images
//! (`SPV_INTEL_bindless_images`) are the same.

use std::mem::{offset_of, size_of};

/// Bytes from the descriptor of a level of a mipmap to that of the next one.
pub const LEVEL_STRIDE: usize = 128;

/// An image as code of the CPU reads and writes it.
///
/// Extents count pixels, pitches count bytes; that of rows is less than 2^32. The memory at `pixels`
/// holds every pixel that the extents allow. The descriptor and the pixels live as long as the image,
/// and the descriptor does not change: threads share it.
///
/// The pixel `(x, y)` of a slice or layer is at `y * row_pitch + x * pixel_bytes`, if
/// `tile_shift` is 0. Otherwise the slice consists of tiles of `2^tile_shift` pixels in each
/// direction, each in one piece ([`offset`](Self::offset)).
///
/// A mipmap is the descriptor of its first level, which the other levels follow at distances of
/// [`LEVEL_STRIDE`]. Each of those is an image with one level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct ImageDescriptor {
    /// Address of the first pixel.
    pub pixels: u64,
    /// Pixels for each coordinate, x first. The number of layers of an array follows the last coordinate. All other
    /// elements are 1.
    pub extent: [u32; 3],
    /// Coordinates of a pixel without its layer: 1, 2 or 3.
    pub dimensions: u32,
    /// Bytes from a row to the next, or from a row of tiles to the next. Layers of arrays with
    /// one dimension are rows.
    pub row_pitch: u64,
    /// Bytes from a slice to the next. Layers of arrays with two dimensions are slices.
    pub slice_pitch: u64,
    /// SPIR-V's number of the order of channels (Image Channel Order).
    pub channel_order: u32,
    /// SPIR-V's number of the type of channels (Image Channel Data Type).
    pub channel_type: u32,
    /// Bytes of a pixel.
    pub pixel_bytes: u32,
    /// The binary logarithm of the pixels of a tile in each direction; 0 for rows without tiles.
    pub tile_shift: u32,
    /// 1 if the last coordinate is a layer, else 0.
    pub arrayed: u32,
    /// Levels of a mipmap; 0 or 1 for other images.
    pub levels: u16,
    /// The maximum number of reads of a mipmap along the longer one of two gradients; 0 counts as 1.
    pub anisotropy: u16,
    /// The least level of detail at which a mipmap is sampled.
    pub least_level: f32,
    /// The greatest level of detail at which a mipmap is sampled.
    pub most_level: f32,
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
    assert!(size_of::<ImageDescriptor>() == 80 && size_of::<ImageDescriptor>() <= LEVEL_STRIDE);
};

impl ImageDescriptor {
    /// Bytes from the first pixel to the pixel at these coordinates, which are within the extents. The layer follows
    /// the last coordinate; all other elements are 0.
    pub fn offset(&self, [x, y, z]: [u32; 3]) -> u64 {
        let (x, y, z) = (u64::from(x), u64::from(y), u64::from(z));
        let (bytes, shift) = (u64::from(self.pixel_bytes), self.tile_shift);
        let mask = (1 << shift) - 1;
        let tile = (y >> shift) * self.row_pitch + (x >> shift) * (bytes << (2 * shift));
        z * self.slice_pitch + tile + (((y & mask) << shift) + (x & mask)) * bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_tiles_hold_each_pixel_once() {
        let rows = ImageDescriptor {
            extent: [8, 8, 2],
            dimensions: 2,
            row_pitch: 32,
            slice_pitch: 256,
            pixel_bytes: 4,
            arrayed: 1,
            ..ImageDescriptor::default()
        };
        assert_eq!(rows.offset([3, 2, 1]), 256 + 64 + 12);
        // Tiles of 4 x 4 pixels: a row of tiles is 2 tiles of 64 bytes.
        let tiles = ImageDescriptor { row_pitch: 128, tile_shift: 2, ..rows };
        assert_eq!(tiles.offset([5, 6, 0]), 128 + 64 + (2 * 4 + 1) * 4);
        for image in [rows, tiles] {
            let pixels = (0..128).map(|index| image.offset([index % 8, index / 8 % 8, index / 64]));
            let mut offsets: Vec<u64> = pixels.collect();
            offsets.sort_unstable();
            assert!(offsets.iter().copied().eq((0..128).map(|index| 4 * index)));
        }
    }
}
