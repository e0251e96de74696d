//! Buffers that are the pixels of an image (SYCL 2020, 4.7.3). The host copy has them in rows; the copies of
//! devices are images of PI, whose layout is the device's own. Each transfer moves a whole image.

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;
use tandem_pi_host as pi;

use crate::base::error::{Error, Result};
use crate::commands::mem::ImagePixels;
use crate::host_image::{Format, Layout};

/// The shape of an image, and its pixel layout in the host copy.
#[derive(Clone, Copy, Debug)]
pub struct ImageShape {
    layout: Layout,
    dimensions: u32,
    kind: PiMemType,
}

impl ImageShape {
    /// An image of `dimensions` dimensions (1 to 3).
    pub fn new(layout: Layout, dimensions: u32) -> Result<Self> {
        if layout.extent.contains(&0) {
            return Err(Error::Invalid(format!("an image of {:?} pixels is empty", layout.extent)));
        }
        Self::kind(dimensions).map(|kind| Self { layout, dimensions, kind })
    }

    /// The shape of an image of a back end, with dense rows and slices in the host copy.
    pub(super) fn of_native(info: &pi::ImageInfo, dimensions: u32) -> Result<Self> {
        let PiImageFormat { image_channel_order: order, image_channel_data_type: channel } = info.format;
        let format = Format::from_number(order.0 << 16 | (channel.0 & 0xffff))
            .ok_or_else(|| Error::Unsupported(format!("SYCL has no images of {order} with channels of {channel}")))?;
        let directions = info.extent.iter().take_while(|extent| **extent != 0).count();
        if directions != dimensions as usize {
            return Err(Error::Invalid(format!("the native image has {directions} dimensions, not {dimensions}")));
        }
        let extent = info.extent.map(|extent| extent.max(1));
        let row = extent[0] * format.size();
        Self::new(Layout::new(format, extent, [row, row * extent[1]])?, dimensions)
    }

    /// The pixel layout of the image in the host copy.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The kind of images of `dimensions` dimensions (1 to 3).
    pub(super) fn kind(dimensions: u32) -> Result<PiMemType> {
        match dimensions {
            1 => Ok(PI_MEM_TYPE_IMAGE1D),
            2 => Ok(PI_MEM_TYPE_IMAGE2D),
            3 => Ok(PI_MEM_TYPE_IMAGE3D),
            _ => Err(Error::Invalid(format!("an image cannot have {dimensions} dimensions"))),
        }
    }

    /// Bytes from the first pixel to the end of the last one in the host copy.
    pub(super) fn host_bytes(&self) -> usize {
        self.layout.bytes()
    }

    /// The format, as PI has it.
    pub(super) fn format(&self) -> PiImageFormat {
        self.layout.format.of_pi()
    }

    /// PI's description of an image with its own memory.
    pub(super) fn description(&self) -> PiImageDesc {
        let [width, height, depth] = self.layout.extent;
        PiImageDesc {
            image_type: self.kind,
            image_width: width,
            image_height: if self.dimensions > 1 { height } else { 0 },
            image_depth: if self.dimensions > 2 { depth } else { 0 },
            image_array_size: 0,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: PiMem::NULL,
        }
    }

    /// All pixels in the layout of the host copy.
    pub(super) fn pixels(&self) -> ImagePixels {
        let ([width, height, depth], [row_pitch, slice_pitch]) = (self.layout.extent, self.layout.pitch);
        ImagePixels {
            region: PiImageRegion { width, height, depth },
            // Images of one dimension have one row, of one slice.
            row_pitch: if self.dimensions > 1 { row_pitch } else { 0 },
            slice_pitch: if self.dimensions > 2 { slice_pitch } else { 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(order: PiImageChannelOrder, channel: PiImageChannelType, extent: [usize; 3]) -> pi::ImageInfo {
        let format = PiImageFormat { image_channel_order: order, image_channel_data_type: channel };
        pi::ImageInfo { format, extent }
    }

    #[test]
    fn native_images_have_dense_rows_in_the_host_copy() {
        let found = info(PI_IMAGE_CHANNEL_ORDER_RGBA, PI_IMAGE_CHANNEL_TYPE_FLOAT, [3, 2, 4]);
        let shape = ImageShape::of_native(&found, 3).expect("a format of SYCL");
        assert_eq!((shape.layout().extent, shape.layout().pitch), ([3, 2, 4], [48, 96]));
        assert_eq!((shape.host_bytes(), shape.description().image_type), (4 * 96, PI_MEM_TYPE_IMAGE3D));
        let row = info(PI_IMAGE_CHANNEL_ORDER_R, PI_IMAGE_CHANNEL_TYPE_UNORM_INT8, [5, 0, 0]);
        let shape = ImageShape::of_native(&row, 1).expect("a format of SYCL");
        assert_eq!((shape.host_bytes(), shape.description().image_height), (5, 0));
    }

    #[test]
    fn native_images_of_other_dimensions_and_formats_are_refused() {
        let plane = info(PI_IMAGE_CHANNEL_ORDER_RGBA, PI_IMAGE_CHANNEL_TYPE_FLOAT, [3, 2, 0]);
        for dimensions in [1, 3] {
            let error = ImageShape::of_native(&plane, dimensions).expect_err("two dimensions");
            assert!(error.to_string().contains(&format!("2 dimensions, not {dimensions}")), "{error}");
        }
        let unknown = info(PiImageChannelOrder(0x10c9), PI_IMAGE_CHANNEL_TYPE_FLOAT, [3, 2, 0]);
        assert!(matches!(ImageShape::of_native(&unknown, 2), Err(Error::Unsupported(_))));
    }
}
