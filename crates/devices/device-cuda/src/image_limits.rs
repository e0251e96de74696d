//! The limits of images: what both textures and surfaces of a device can have.

use tandem_device::ImageLimits;

use crate::api::PixelRows;
use crate::image_sampling::MAX_ANISOTROPY;
use crate::sys::DeviceAttribute::{self, *};

/// The limits of rows in memory that textures read.
#[derive(Clone, Copy, Debug)]
pub struct RowLimits {
    address_align: u64,
    pitch_align: usize,
    max_extent: [usize; 2],
    max_pitch: usize,
}

impl RowLimits {
    /// The limits by the attributes of a device.
    pub fn of(attribute: impl Fn(DeviceAttribute) -> usize) -> Self {
        Self {
            address_align: attribute(TextureAlignment).max(1) as u64,
            pitch_align: attribute(TexturePitchAlignment).max(1),
            max_extent: [attribute(MaxTexture2DLinearWidth), attribute(MaxTexture2DLinearHeight)],
            max_pitch: attribute(MaxTexture2DLinearPitch),
        }
    }

    /// Whether there can be a texture of such rows.
    pub fn allow(&self, rows: &PixelRows) -> bool {
        rows.address.0.is_multiple_of(self.address_align)
            && rows.row_pitch.is_multiple_of(self.pitch_align)
            && rows.row_pitch <= self.max_pitch
            && rows.extent.iter().zip(self.max_extent).all(|(extent, most)| *extent <= most)
    }
}

/// Pixels of an image in a buffer, which is ordinary memory.
const MAX_BUFFER_PIXELS: usize = 1 << 27;

/// The limits by the attributes of a device. Without textures or surfaces, there are no images.
pub fn limits(attribute: impl Fn(DeviceAttribute) -> usize) -> ImageLimits {
    let least = |attributes: &[DeviceAttribute]| attributes.iter().map(|&of| attribute(of)).min().unwrap_or(0);
    // The limits of OpenCL do not distinguish the shapes.
    let width = least(&[
        MaxTexture1DWidth,
        MaxTexture2DWidth,
        MaxTexture1DLayeredWidth,
        MaxTexture2DLayeredWidth,
        MaxSurface1DWidth,
        MaxSurface2DWidth,
        MaxSurface1DLayeredWidth,
        MaxSurface2DLayeredWidth,
    ]);
    let height = least(&[MaxTexture2DHeight, MaxTexture2DLayeredHeight, MaxSurface2DHeight, MaxSurface2DLayeredHeight]);
    let max_3d = [
        least(&[MaxTexture3DWidth, MaxSurface3DWidth]),
        least(&[MaxTexture3DHeight, MaxSurface3DHeight]),
        least(&[MaxTexture3DDepth, MaxSurface3DDepth]),
    ];
    let layers = least(&[
        MaxTexture1DLayeredLayers,
        MaxTexture2DLayeredLayers,
        MaxSurface1DLayeredLayers,
        MaxSurface2DLayeredLayers,
    ]);
    if [width, height, layers].contains(&0) || max_3d.contains(&0) {
        return ImageLimits::default();
    }
    ImageLimits {
        supported: true,
        bindless: true,
        // Images are words, of which a launch can pass many.
        max_read_args: 128,
        max_write_args: 64,
        max_read_write_args: 64,
        max_2d: [width, height],
        max_3d,
        max_buffer_pixels: MAX_BUFFER_PIXELS,
        max_array_layers: layers,
        max_samplers: 16,
        mipmaps: true,
        max_anisotropy: MAX_ANISOTROPY,
        cubes: true,
    }
}

#[cfg(test)]
mod tests {
    use tandem_device::DevicePtr;

    use super::*;

    #[test]
    fn the_smallest_limit_counts() {
        let limits = limits(|attribute| match attribute {
            MaxSurface1DWidth => 100,
            MaxTexture2DLayeredHeight => 90,
            MaxSurface3DDepth => 80,
            MaxSurface2DLayeredLayers => 70,
            _ => 1000,
        });
        assert_eq!((limits.max_2d, limits.max_3d, limits.max_array_layers), ([100, 90], [1000, 1000, 80], 70));
        assert!(limits.supported);
    }

    #[test]
    fn textures_of_rows_are_aligned_and_not_too_large() {
        let limits = RowLimits::of(|attribute| match attribute {
            TextureAlignment => 512,
            TexturePitchAlignment => 32,
            _ => 1000,
        });
        let rows = PixelRows { address: DevicePtr(1024), format: 1, channels: 4, extent: [240, 1000], row_pitch: 960 };
        assert!(limits.allow(&rows));
        assert!(!limits.allow(&PixelRows { address: DevicePtr(1040), ..rows }));
        assert!(!limits.allow(&PixelRows { row_pitch: 968, ..rows }));
        assert!(!limits.allow(&PixelRows { row_pitch: 1024, ..rows }));
        assert!(!limits.allow(&PixelRows { extent: [240, 1001], ..rows }));
    }

    #[test]
    fn devices_without_surfaces_have_no_images() {
        let none = limits(|attribute| if attribute == MaxSurface2DWidth { 0 } else { 1000 });
        assert_eq!(none, ImageLimits::default());
    }
}
