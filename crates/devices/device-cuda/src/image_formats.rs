//! The formats of images: those of OpenCL's tables, their numbers in descriptors, and the arrays that
//! hold them.

use std::sync::LazyLock;

use tandem_device::{ChannelOrder, ChannelType, PixelFormat};

use crate::sys;

/// Orders that exist with every type but the packed ones.
const ANY_TYPE: [ChannelOrder; 5] =
    [ChannelOrder::R, ChannelOrder::A, ChannelOrder::Rg, ChannelOrder::Ra, ChannelOrder::Rgba];
/// Types that are not packed.
const TYPES: [ChannelType; 12] = [
    ChannelType::SnormInt8,
    ChannelType::SnormInt16,
    ChannelType::UnormInt8,
    ChannelType::UnormInt16,
    ChannelType::SignedInt8,
    ChannelType::SignedInt16,
    ChannelType::SignedInt32,
    ChannelType::UnsignedInt8,
    ChannelType::UnsignedInt16,
    ChannelType::UnsignedInt32,
    ChannelType::HalfFloat,
    ChannelType::Float,
];
/// Orders of four bytes.
const OF_BYTES: [ChannelOrder; 3] = [ChannelOrder::Bgra, ChannelOrder::Argb, ChannelOrder::Abgr];
const BYTES: [ChannelType; 4] =
    [ChannelType::SnormInt8, ChannelType::UnormInt8, ChannelType::SignedInt8, ChannelType::UnsignedInt8];
/// Orders of one channel that several are read from.
const SPREAD: [ChannelOrder; 2] = [ChannelOrder::Intensity, ChannelOrder::Luminance];
/// Types that are read as floating-point numbers.
const FLOATS: [ChannelType; 6] = [
    ChannelType::SnormInt8,
    ChannelType::SnormInt16,
    ChannelType::UnormInt8,
    ChannelType::UnormInt16,
    ChannelType::HalfFloat,
    ChannelType::Float,
];
/// Three channels in one number.
const PACKED: [ChannelType; 3] = [ChannelType::UnormShort565, ChannelType::UnormShort555, ChannelType::UnormInt101010];

/// Every pair of an order and a type that OpenCL allows (OpenCL API, section 5.3.1.1), but for
/// sRGB. The same for all shapes and uses.
pub static FORMATS: LazyLock<Vec<PixelFormat>> = LazyLock::new(|| {
    let pairs: [(&[ChannelOrder], &[ChannelType]); 4] =
        [(&ANY_TYPE, &TYPES), (&OF_BYTES, &BYTES), (&SPREAD, &FLOATS), (&[ChannelOrder::Rgb], &PACKED)];
    let all = |(orders, types): (&'static [ChannelOrder], &'static [ChannelType])| {
        orders.iter().flat_map(|&order| types.iter().map(move |&channel| PixelFormat { order, channel }))
    };
    pairs.into_iter().flat_map(all).collect()
});

/// SPIR-V's Image Channel Order.
pub fn order_number(order: ChannelOrder) -> u32 {
    match order {
        ChannelOrder::R => 0,
        ChannelOrder::A => 1,
        ChannelOrder::Rg => 2,
        ChannelOrder::Ra => 3,
        ChannelOrder::Rgb => 4,
        ChannelOrder::Rgba => 5,
        ChannelOrder::Bgra => 6,
        ChannelOrder::Argb => 7,
        ChannelOrder::Intensity => 8,
        ChannelOrder::Luminance => 9,
        ChannelOrder::Srgba => 17,
        ChannelOrder::Abgr => 19,
    }
}

/// SPIR-V's Image Channel Data Type.
pub fn type_number(channel: ChannelType) -> u32 {
    match channel {
        ChannelType::SnormInt8 => 0,
        ChannelType::SnormInt16 => 1,
        ChannelType::UnormInt8 => 2,
        ChannelType::UnormInt16 => 3,
        ChannelType::UnormShort565 => 4,
        ChannelType::UnormShort555 => 5,
        ChannelType::UnormInt101010 => 6,
        ChannelType::SignedInt8 => 7,
        ChannelType::SignedInt16 => 8,
        ChannelType::SignedInt32 => 9,
        ChannelType::UnsignedInt8 => 10,
        ChannelType::UnsignedInt16 => 11,
        ChannelType::UnsignedInt32 => 12,
        ChannelType::HalfFloat => 13,
        ChannelType::Float => 14,
    }
}

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
    /// The array that holds a format of [`FORMATS`]. Packed pixels are numbers there.
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
    fn each_format_is_there_once_and_fits_its_array() {
        let formats = &*FORMATS;
        assert_eq!(formats.len(), 5 * 12 + 3 * 4 + 2 * 6 + 3);
        for (index, &format) in formats.iter().enumerate() {
            assert!(!formats[..index].contains(&format), "{format:?}");
            let array = ArrayFormat::of(format);
            assert!([1, 2, 4].contains(&array.channels), "{format:?}");
            assert_eq!(channel_bytes(array.format) * array.channels as usize, format.bytes(), "{format:?}");
        }
    }
}
