//! The arrays of CUDA that hold the formats of pixels.

use tandem_device::{ChannelType, PixelFormat};

use crate::sys;

/// The values that textures read from a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureReads {
    /// Floating-point numbers.
    Floats,
    /// Integers, which have no weighted mean.
    Integers,
    /// Meaningless values: code unpacks the pixels.
    Nothing,
}

/// How an array holds a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayFormat {
    /// The type of a channel, a `CUarray_format`.
    pub format: sys::ArrayFormat,
    /// Channels of a pixel: 1, 2 or 4.
    pub channels: u32,
    /// The values that its textures read.
    pub reads: TextureReads,
}

impl ArrayFormat {
    /// The array that holds a format of OpenCL. Packed pixels are numbers there.
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
    use tandem_device::OPENCL_FORMATS;

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
        for &format in OPENCL_FORMATS.iter() {
            let array = ArrayFormat::of(format);
            assert!([1, 2, 4].contains(&array.channels), "{format:?}");
            assert_eq!(channel_bytes(array.format) * array.channels as usize, format.bytes(), "{format:?}");
        }
    }
}
