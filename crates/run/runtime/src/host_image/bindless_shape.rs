//! The shapes of bindless images.

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::{PiImageDesc, PiMem};
use tandem_pi_host::ImageShape;

use super::Format;
use crate::base::error::{Error, Result};

/// A bindless image: its pixels and its extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindlessShape {
    /// The pixels.
    pub format: Format,
    /// Dimensions without layers: 1 to 3.
    dimensions: u32,
    extent: [usize; 3],
    layers: usize,
    levels: u32,
    row_pitch: usize,
    is_cube: bool,
}

impl BindlessShape {
    /// An image of this many dimensions. Its other extents are ignored. `layers` is 0 unless the image is an array,
    /// `levels` the number of mip levels. `row_pitch` is that of images over USM, 0 elsewhere.
    ///
    /// # Errors
    /// [`Error::Invalid`] for other numbers of dimensions, and for arrays of three-dimensional images.
    pub fn new(
        format: Format,
        dimensions: u32,
        extent: [usize; 3],
        layers: usize,
        levels: u32,
        row_pitch: usize,
    ) -> Result<Self> {
        if !(1..=3).contains(&dimensions) {
            return Err(Error::Invalid(format!("an image cannot have {dimensions} dimensions")));
        }
        if dimensions == 3 && layers != 0 {
            return Err(Error::Invalid("arrays of 3D images are not supported".to_owned()));
        }
        Ok(Self { format, dimensions, extent, layers, levels, row_pitch, is_cube: false })
    }

    /// The cube whose faces are the layers of this array.
    ///
    /// # Errors
    /// [`Error::Invalid`] for what is no array of images of two dimensions.
    pub fn cube(self) -> Result<Self> {
        if self.dimensions != 2 || self.layers == 0 {
            return Err(Error::Invalid("a cube map needs an array of 2D images".to_owned()));
        }
        Ok(Self { is_cube: true, ..self })
    }

    /// The bytes of all pixels, of all levels and layers, without padding.
    pub(crate) fn bytes(&self) -> usize {
        let used = &self.extent[..self.dimensions as usize];
        let pixels = |level: u32| {
            let extents = used.iter().map(|extent| (extent.checked_shr(level).unwrap_or(0)).max(1));
            extents.fold(1, usize::saturating_mul)
        };
        let all = (0..self.levels.max(1)).map(pixels).fold(0, usize::saturating_add);
        all.saturating_mul(self.layers.max(1)).saturating_mul(self.format.size())
    }

    /// The shape as PI has it.
    pub(crate) fn of_pi(&self) -> ImageShape {
        let [width, height, depth] = self.extent;
        let image_type = match (self.dimensions, self.layers) {
            (1, 0) => PI_MEM_TYPE_IMAGE1D,
            (1, _) => PI_MEM_TYPE_IMAGE1D_ARRAY,
            (2, 0) => PI_MEM_TYPE_IMAGE2D,
            (2, _) if self.is_cube => PI_EXT_TANDEM_MEM_TYPE_CUBE,
            (2, _) => PI_MEM_TYPE_IMAGE2D_ARRAY,
            _ => PI_MEM_TYPE_IMAGE3D,
        };
        let desc = PiImageDesc {
            image_type,
            image_width: width,
            image_height: if self.dimensions > 1 { height } else { 0 },
            image_depth: if self.dimensions > 2 { depth } else { 0 },
            image_array_size: self.layers,
            image_row_pitch: self.row_pitch,
            image_slice_pitch: 0,
            num_mip_levels: self.levels,
            num_samples: 0,
            buffer: PiMem::NULL,
        };
        ImageShape { format: self.format.of_pi(), desc }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_all_levels_and_layers() {
        let bytes = |dimensions, layers, levels| {
            BindlessShape::new(Format::R8G8B8A8_UINT, dimensions, [8, 2, 3], layers, levels, 0)
                .map(|shape| shape.bytes())
        };
        assert_eq!(bytes(1, 0, 1).expect("a line"), 8 * 4);
        assert_eq!(bytes(2, 5, 0).expect("layers"), 16 * 5 * 4);
        assert_eq!(bytes(2, 0, 4).expect("a mipmap"), (16 + 4 + 2 + 1) * 4);
        assert_eq!(bytes(3, 0, 1).expect("a volume"), 48 * 4);
    }

    #[test]
    fn extents_that_an_image_does_not_have_do_not_matter() {
        let shape = |dimensions, layers| {
            BindlessShape::new(Format::R8G8B8A8_UINT, dimensions, [5, 6, 7], layers, 1, 0)
                .map(|shape| shape.of_pi().desc)
        };
        let line = shape(1, 0).expect("valid");
        assert_eq!((line.image_type, line.image_width, line.image_height), (PI_MEM_TYPE_IMAGE1D, 5, 0));
        let layers = shape(2, 3).expect("valid");
        assert_eq!(layers.image_type, PI_MEM_TYPE_IMAGE2D_ARRAY);
        assert_eq!((layers.image_height, layers.image_depth, layers.image_array_size), (6, 0, 3));
        assert_eq!(shape(3, 0).expect("valid").image_depth, 7);
        let cube = BindlessShape::new(Format::R8G8B8A8_UINT, 2, [6, 6, 0], 6, 1, 0).and_then(BindlessShape::cube);
        let cube = cube.expect("valid").of_pi().desc;
        assert_eq!((cube.image_type, cube.image_array_size), (PI_EXT_TANDEM_MEM_TYPE_CUBE, 6));
        let line = BindlessShape::new(Format::R8G8B8A8_UINT, 1, [6, 0, 0], 6, 1, 0).expect("valid");
        assert!(line.cube().is_err());
        assert!(shape(3, 2).is_err() && shape(0, 0).is_err() && shape(4, 0).is_err());
    }
}
