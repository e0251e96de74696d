//! The formats of OpenCL's tables, and SPIR-V's numbers of their parts.

use std::sync::LazyLock;

use crate::images::{ChannelOrder, ChannelType, PixelFormat};

/// Orders that exist with every type but the packed ones.
const ANY_TYPE: [ChannelOrder; 7] = [
    ChannelOrder::R,
    ChannelOrder::Rx,
    ChannelOrder::A,
    ChannelOrder::Rg,
    ChannelOrder::Rgx,
    ChannelOrder::Ra,
    ChannelOrder::Rgba,
];
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
/// Orders of three channels in one number.
const THREE: [ChannelOrder; 2] = [ChannelOrder::Rgb, ChannelOrder::Rgbx];
/// Three channels in one number.
const PACKED: [ChannelType; 3] = [ChannelType::UnormShort565, ChannelType::UnormShort555, ChannelType::UnormInt101010];

/// Every pair of an order and a type that OpenCL allows (OpenCL API, section 5.3.1.1) of the orders that
/// there are.
pub static OPENCL_FORMATS: LazyLock<Vec<PixelFormat>> = LazyLock::new(|| {
    let pairs: [(&[ChannelOrder], &[ChannelType]); 5] = [
        (&ANY_TYPE, &TYPES),
        (&OF_BYTES, &BYTES),
        (&SPREAD, &FLOATS),
        (&THREE, &PACKED),
        (&[ChannelOrder::Srgba], &[ChannelType::UnormInt8]),
    ];
    let all = |(orders, types): (&'static [ChannelOrder], &'static [ChannelType])| {
        orders.iter().flat_map(|&order| types.iter().map(move |&channel| PixelFormat { order, channel }))
    };
    pairs.into_iter().flat_map(all).collect()
});

impl ChannelOrder {
    /// SPIR-V's Image Channel Order.
    pub fn spirv_number(self) -> u32 {
        match self {
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
            ChannelOrder::Rx => 10,
            ChannelOrder::Rgx => 11,
            ChannelOrder::Rgbx => 12,
            ChannelOrder::Srgba => 17,
            ChannelOrder::Abgr => 19,
        }
    }
}

impl ChannelType {
    /// SPIR-V's Image Channel Data Type.
    pub fn spirv_number(self) -> u32 {
        match self {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_there_once() {
        let formats = &*OPENCL_FORMATS;
        assert_eq!(formats.len(), 7 * 12 + 3 * 4 + 2 * 6 + 2 * 3 + 1);
        for (index, format) in formats.iter().enumerate() {
            assert!(!formats[..index].contains(format), "{format:?}");
            assert!((1..=16).contains(&format.bytes()), "{format:?}");
        }
    }
}
