//! The arrays of CUDA that hold the formats of pixels.

use std::sync::LazyLock;

use tandem_device::{ChannelOrder, ChannelType, OPENCL_FORMATS, PixelFormat};

use crate::sys;

/// The formats of images. Not among them are those with padding, since the border of a texture has the alpha of
/// any other pixel once code has put the channels in order, and sRGB, which the image library does not convert.
pub static FORMATS: LazyLock<Vec<PixelFormat>> = LazyLock::new(|| {
    let without = [ChannelOrder::Rx, ChannelOrder::Rgx, ChannelOrder::Rgbx, ChannelOrder::Srgba];
    OPENCL_FORMATS.iter().copied().filter(|format| !without.contains(&format.order)).collect()
});

/// What textures read of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureReads {
    /// Floating-point numbers.
    Floats,
    /// Integers, which have no weighted mean.
    Integers,
    /// Nothing that means anything: code takes pixels apart.
    Nothing,
}

/// How an array holds a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayFormat {
    /// What a channel is: a `CUarray_format`.
    pub format: sys::ArrayFormat,
    /// Channels of a pixel: 1, 2 or 4.
    pub channels: u32,
    /// What textures of it read.
    pub reads: TextureReads,
}

impl ArrayFormat {
    /// The array that holds one of the [`FORMATS`]. Packed pixels are numbers there.
    pub fn of(pixel: PixelFormat) -> Self {
        use TextureReads::{Floats, Integers, Nothing};
        let (format, reads) = match pixel.channel {
            ChannelType::SnormInt8 => (sys::CU_AD_FORMAT_SIGNED_INT8, Floats),
            ChannelType::SnormInt16 => (sys::CU_AD_FORMAT_SIGNED_INT16, Floats),
            ChannelType::UnormInt8 => (sys::CU_AD_FORMAT_UNSIGNED_INT8, Floats),
            ChannelType::UnormInt16 => (sys::CU_AD_FORMAT_UNSIGNED_INT16, Floats),
            ChannelType::UnormShort565 | ChannelType::UnormShort555 => (sys::CU_AD_FORMAT_UNSIGNED_INT16, Nothing),
            ChannelType::UnormInt101010 => (sys::CU_AD_FORMAT_UNSIGNED_INT32, Nothing),
            ChannelType::SignedInt8 => (sys::CU_AD_FORMAT_SIGNED_INT8, Integers),
            ChannelType::SignedInt16 => (sys::CU_AD_FORMAT_SIGNED_INT16, Integers),
            ChannelType::SignedInt32 => (sys::CU_AD_FORMAT_SIGNED_INT32, Integers),
            ChannelType::UnsignedInt8 => (sys::CU_AD_FORMAT_UNSIGNED_INT8, Integers),
            ChannelType::UnsignedInt16 => (sys::CU_AD_FORMAT_UNSIGNED_INT16, Integers),
            ChannelType::UnsignedInt32 => (sys::CU_AD_FORMAT_UNSIGNED_INT32, Integers),
            ChannelType::HalfFloat => (sys::CU_AD_FORMAT_HALF, Floats),
            ChannelType::Float => (sys::CU_AD_FORMAT_FLOAT, Floats),
        };
        let channels = if reads == Nothing { 1 } else { pixel.order.channels() as u32 };
        Self { format, channels, reads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel_bytes(format: sys::ArrayFormat) -> usize {
        match format {
            sys::CU_AD_FORMAT_UNSIGNED_INT8 | sys::CU_AD_FORMAT_SIGNED_INT8 => 1,
            sys::CU_AD_FORMAT_UNSIGNED_INT16 | sys::CU_AD_FORMAT_SIGNED_INT16 | sys::CU_AD_FORMAT_HALF => 2,
            _ => 4,
        }
    }

    #[test]
    fn each_format_fits_its_array() {
        for &format in FORMATS.iter() {
            let array = ArrayFormat::of(format);
            assert!([1, 2, 4].contains(&array.channels), "{format:?}");
            assert_eq!(channel_bytes(array.format) * array.channels as usize, format.bytes(), "{format:?}");
        }
    }
}
