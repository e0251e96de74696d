//! The arrangement of an image's pixels in memory: in rows, or in tiles.

use tandem_device::{ImageDescription, ImageKind};
use tandem_native_cpu::ImageDescriptor;

/// Where pixels are, relative to the first one. Layers of arrays are the last coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelLayout {
    /// Bytes of a pixel.
    pub pixel_bytes: usize,
    /// Bytes from row to row, or from one row of tiles to the next.
    pub row_pitch: usize,
    /// Bytes from slice to slice.
    pub slice_pitch: usize,
    /// Tiles have `2^tile_shift` pixels in each direction; 0 for rows.
    pub tile_shift: u32,
}

impl PixelLayout {
    /// The layout of an image with separate memory, tiled if it has rows and columns, and its size in bytes. `None` if
    /// it is too large to address.
    pub fn packed(description: &ImageDescription, tile_shift: u32) -> Option<(Self, usize)> {
        let ([width, height, slices], pixel_bytes) = (description.extent(), description.format.bytes());
        let is_tiled = matches!(description.kind, ImageKind::D2 | ImageKind::D2Array | ImageKind::Cube | ImageKind::D3);
        let tile_shift = if is_tiled { tile_shift } else { 0 };
        let tile = 1_usize << tile_shift;
        let row_pitch = width.checked_next_multiple_of(tile)?.checked_mul(tile)?.checked_mul(pixel_bytes)?;
        let slice_pitch = height.div_ceil(tile).checked_mul(row_pitch)?;
        let layout = Self { pixel_bytes, row_pitch, slice_pitch, tile_shift };
        Some((layout, slice_pitch.checked_mul(slices)?))
    }

    /// The layouts of all levels of an image with separate memory, each with the offset of its first pixel, a multiple
    /// of `align`, and the total size in bytes. `None` if it is too large to address.
    pub fn levels(
        description: &ImageDescription,
        tile_shift: u32,
        align: usize,
    ) -> Option<(Vec<(Self, usize)>, usize)> {
        let mut end = 0_usize;
        let mut levels = Vec::new();
        for level in 0..description.levels {
            let start = end.checked_next_multiple_of(align)?;
            let (layout, bytes) = Self::packed(&description.level(level), tile_shift)?;
            levels.push((layout, start));
            end = start.checked_add(bytes)?;
        }
        Some((levels, end))
    }

    /// The layout of rows in memory that the image does not own.
    pub fn rows(pixel_bytes: usize, row_pitch: usize, slice_pitch: usize) -> Self {
        Self { pixel_bytes, row_pitch, slice_pitch, tile_shift: 0 }
    }

    /// Byte offset of a pixel.
    pub fn offset(&self, [x, y, z]: [usize; 3]) -> usize {
        let (shift, mask) = (self.tile_shift, (1 << self.tile_shift) - 1);
        let tile = (y >> shift) * self.row_pitch + (x >> shift) * (self.pixel_bytes << (2 * shift));
        z * self.slice_pitch + tile + (((y & mask) << shift) + (x & mask)) * self.pixel_bytes
    }

    /// How many pixels from this column on follow each other in memory, of at most `most`.
    pub fn run(&self, x: usize, most: usize) -> usize {
        match self.tile_shift {
            0 => most,
            shift => most.min((1 << shift) - (x & ((1 << shift) - 1))),
        }
    }

    /// The descriptor of an image with this layout whose first pixel has this address.
    pub fn descriptor(&self, description: &ImageDescription, pixels: u64) -> ImageDescriptor {
        let (dimensions, arrayed) = match description.kind {
            ImageKind::D1 | ImageKind::D1Buffer => (1, 0),
            ImageKind::D1Array => (1, 1),
            ImageKind::D2 => (2, 0),
            ImageKind::D2Array | ImageKind::Cube => (2, 1),
            ImageKind::D3 => (3, 0),
        };
        ImageDescriptor {
            pixels,
            // The limits of devices are far below.
            extent: description.extent().map(|extent| extent as u32),
            dimensions,
            row_pitch: self.row_pitch as u64,
            slice_pitch: self.slice_pitch as u64,
            channel_order: description.format.order.spirv_number(),
            channel_type: description.format.channel.spirv_number(),
            pixel_bytes: self.pixel_bytes as u32,
            tile_shift: self.tile_shift,
            arrayed,
            ..ImageDescriptor::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_device::{ChannelOrder, ChannelType, PixelFormat};

    use super::*;

    fn description(kind: ImageKind, size: [usize; 3], layers: usize) -> ImageDescription {
        let format = PixelFormat { order: ChannelOrder::Rg, channel: ChannelType::UnsignedInt16 };
        ImageDescription { kind, format, size, layers, levels: 1, buffer: None }
    }

    #[test]
    fn kernels_and_copies_agree_on_the_place_of_each_pixel() {
        for (kind, size, layers) in [
            (ImageKind::D1, [7, 1, 1], 1),
            (ImageKind::D1Array, [7, 1, 1], 3),
            (ImageKind::D2, [7, 5, 1], 1),
            (ImageKind::D2Array, [7, 5, 1], 3),
            (ImageKind::Cube, [7, 7, 1], 6),
            (ImageKind::D3, [7, 5, 3], 1),
        ] {
            for tile_shift in [0, 2] {
                let image = description(kind, size, layers);
                let (layout, bytes) = PixelLayout::packed(&image, tile_shift).unwrap();
                let (descriptor, [width, height, depth]) = (layout.descriptor(&image, 0), image.extent());
                let mut offsets = Vec::new();
                for (x, y, z) in
                    (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z))))
                {
                    let offset = layout.offset([x, y, z]);
                    assert_eq!(descriptor.offset([x as u32, y as u32, z as u32]), offset as u64);
                    assert!(offset + 4 <= bytes, "{kind:?}: {x} {y} {z}");
                    offsets.push(offset);
                }
                offsets.sort_unstable();
                assert!(offsets.windows(2).all(|pair| pair[1] - pair[0] >= 4), "{kind:?}");
            }
        }
    }

    #[test]
    fn levels_follow_each_other() {
        let image = ImageDescription { levels: 3, ..description(ImageKind::D2, [7, 5, 1], 1) };
        let (levels, bytes) = PixelLayout::levels(&image, 0, 128).unwrap();
        let facts: Vec<_> = levels.iter().map(|(layout, start)| (layout.row_pitch, *start)).collect();
        assert_eq!((facts, bytes), (vec![(28, 0), (12, 256), (4, 384)], 388));
        let (levels, bytes) = PixelLayout::levels(&image, 2, 128).unwrap();
        let facts: Vec<_> = levels.iter().map(|(layout, start)| (layout.row_pitch, *start)).collect();
        assert_eq!((facts, bytes), (vec![(128, 0), (64, 256), (64, 384)], 448));
    }

    #[test]
    fn more_than_can_be_addressed_has_no_layout() {
        let size = [usize::MAX / 4, 4, 1];
        assert_eq!(PixelLayout::packed(&description(ImageKind::D2, size, 1), 0), None);
        assert_eq!(PixelLayout::packed(&description(ImageKind::D2, [usize::MAX, 1, 1], 1), 2), None);
    }
}
