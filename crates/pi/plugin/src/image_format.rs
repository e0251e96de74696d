//! Pixel formats: PI's numbers for them, and colors as pixels.

use tandem_device::{ChannelOrder, ChannelType, PixelFormat};
use tandem_pi_abi::*;

/// The format of this description; `None` for orders and types that no device has.
pub fn from_pi(format: &PiImageFormat) -> Option<PixelFormat> {
    let order = match format.image_channel_order {
        PI_IMAGE_CHANNEL_ORDER_R => ChannelOrder::R,
        PI_IMAGE_CHANNEL_ORDER_A => ChannelOrder::A,
        PI_IMAGE_CHANNEL_ORDER_RG => ChannelOrder::Rg,
        PI_IMAGE_CHANNEL_ORDER_RA => ChannelOrder::Ra,
        PI_IMAGE_CHANNEL_ORDER_RGB => ChannelOrder::Rgb,
        PI_IMAGE_CHANNEL_ORDER_RGBA => ChannelOrder::Rgba,
        PI_IMAGE_CHANNEL_ORDER_RX => ChannelOrder::Rx,
        PI_IMAGE_CHANNEL_ORDER_RGX => ChannelOrder::Rgx,
        PI_IMAGE_CHANNEL_ORDER_RGBX => ChannelOrder::Rgbx,
        PI_IMAGE_CHANNEL_ORDER_BGRA => ChannelOrder::Bgra,
        PI_IMAGE_CHANNEL_ORDER_ARGB => ChannelOrder::Argb,
        PI_IMAGE_CHANNEL_ORDER_ABGR => ChannelOrder::Abgr,
        PI_IMAGE_CHANNEL_ORDER_SRGBA => ChannelOrder::Srgba,
        PI_IMAGE_CHANNEL_ORDER_INTENSITY => ChannelOrder::Intensity,
        PI_IMAGE_CHANNEL_ORDER_LUMINANCE => ChannelOrder::Luminance,
        _ => return None,
    };
    let channel = match format.image_channel_data_type {
        PI_IMAGE_CHANNEL_TYPE_SNORM_INT8 => ChannelType::SnormInt8,
        PI_IMAGE_CHANNEL_TYPE_SNORM_INT16 => ChannelType::SnormInt16,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT8 => ChannelType::UnormInt8,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT16 => ChannelType::UnormInt16,
        PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565 => ChannelType::UnormShort565,
        PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555 => ChannelType::UnormShort555,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT_101010 => ChannelType::UnormInt101010,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT8 => ChannelType::SignedInt8,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT16 => ChannelType::SignedInt16,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT32 => ChannelType::SignedInt32,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8 => ChannelType::UnsignedInt8,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16 => ChannelType::UnsignedInt16,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32 => ChannelType::UnsignedInt32,
        PI_IMAGE_CHANNEL_TYPE_HALF_FLOAT => ChannelType::HalfFloat,
        PI_IMAGE_CHANNEL_TYPE_FLOAT => ChannelType::Float,
        _ => return None,
    };
    Some(PixelFormat { order, channel })
}

/// The indices, among red, green, blue and alpha, of the channels in memory.
fn components(order: ChannelOrder) -> &'static [usize] {
    match order {
        ChannelOrder::R | ChannelOrder::Rx | ChannelOrder::Intensity | ChannelOrder::Luminance => &[0],
        ChannelOrder::A => &[3],
        ChannelOrder::Rg | ChannelOrder::Rgx => &[0, 1],
        ChannelOrder::Ra => &[0, 3],
        ChannelOrder::Rgb | ChannelOrder::Rgbx => &[0, 1, 2],
        ChannelOrder::Rgba | ChannelOrder::Srgba => &[0, 1, 2, 3],
        ChannelOrder::Bgra => &[2, 1, 0, 3],
        ChannelOrder::Argb => &[3, 0, 1, 2],
        ChannelOrder::Abgr => &[3, 2, 1, 0],
    }
}

/// A color as a pixel, in the first bytes. As for OpenCL's `clEnqueueFillImage`, it has four 32-bit numbers: signed
/// or unsigned integers for integer formats, otherwise floating-point numbers. Numbers out of range become the
/// nearest number that the channel holds (OpenCL C, 8.3).
pub fn pixel(format: PixelFormat, color: [u32; 4]) -> [u8; 16] {
    let mut pixel = [0; 16];
    if let Some(packed) = packed(format.channel, color.map(f32::from_bits)) {
        pixel[..4].copy_from_slice(&packed.to_le_bytes());
        return pixel;
    }
    let channel_bytes = format.bytes() / format.order.channels();
    for (place, &component) in pixel.chunks_exact_mut(channel_bytes).zip(components(format.order)) {
        let mut word = color[component];
        if format.order == ChannelOrder::Srgba && component < 3 {
            word = gamma(f32::from_bits(word)).to_bits();
        }
        place.copy_from_slice(&channel(format.channel, word).to_le_bytes()[..channel_bytes]);
    }
    pixel
}

/// A channel, in the low bits.
fn channel(channel: ChannelType, word: u32) -> u32 {
    let (signed, real) = (word.cast_signed(), f32::from_bits(word));
    // A conversion of floating-point numbers to integers saturates; NaN becomes 0.
    let scaled = |scale: f32| (real * scale).round_ties_even();
    match channel {
        ChannelType::SnormInt8 => (scaled(127.0) as i8).cast_unsigned().into(),
        ChannelType::SnormInt16 => (scaled(32767.0) as i16).cast_unsigned().into(),
        ChannelType::UnormInt8 => (scaled(255.0) as u8).into(),
        ChannelType::UnormInt16 => (scaled(65535.0) as u16).into(),
        ChannelType::SignedInt8 => signed.clamp(i8::MIN.into(), i8::MAX.into()).cast_unsigned(),
        ChannelType::SignedInt16 => signed.clamp(i16::MIN.into(), i16::MAX.into()).cast_unsigned(),
        ChannelType::UnsignedInt8 => word.min(u8::MAX.into()),
        ChannelType::UnsignedInt16 => word.min(u16::MAX.into()),
        ChannelType::HalfFloat => half(real).into(),
        ChannelType::SignedInt32 | ChannelType::UnsignedInt32 | ChannelType::Float => word,
        ChannelType::UnormShort565 | ChannelType::UnormShort555 | ChannelType::UnormInt101010 => 0,
    }
}

/// Red, green and blue in one number, for a packed type.
fn packed(channel: ChannelType, [red, green, blue, _]: [f32; 4]) -> Option<u32> {
    let bits = match channel {
        ChannelType::UnormShort565 => [5, 6, 5],
        ChannelType::UnormShort555 => [5, 5, 5],
        ChannelType::UnormInt101010 => [10, 10, 10],
        _ => return None,
    };
    let add = |word: u32, (real, bits): (f32, u32)| {
        let most = (1_u32 << bits) - 1;
        let number = (real * most as f32).round_ties_even() as u32;
        word << bits | number.min(most)
    };
    Some([red, green, blue].into_iter().zip(bits).fold(0, add))
}

/// Converts a linear color to sRGB (OpenCL C, 8.3.1.1).
fn gamma(linear: f32) -> f32 {
    match linear {
        linear if linear.is_nan() || linear < 0.0 => 0.0,
        linear if linear > 1.0 => 1.0,
        linear if linear < 0.003_130_8 => 12.92 * linear,
        linear => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    }
}

/// The nearest number of 16 bits, an even one of two.
fn half(real: f32) -> u16 {
    let bits = real.to_bits();
    let (sign, magnitude) = ((bits >> 16) as u16 & 0x8000, bits & 0x7fff_ffff);
    let rounded = match magnitude {
        // NaN stays NaN, with its first bits.
        0x7f80_0001.. => 0x7e00 | (magnitude >> 13 & 0x3ff),
        // From halfway between the largest number and the next on.
        0x477f_f000.. => 0x7c00,
        // The exponent has another bias; a carry out of the fraction goes into it.
        0x3880_0000.. => (magnitude - 0x3800_0000 + 0xfff + (magnitude >> 13 & 1)) >> 13,
        // Denormals count 2^-24: the sum rounds to a multiple of that.
        _ => (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5_f32.to_bits(),
    };
    sign | rounded as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(order: ChannelOrder, channel: ChannelType, color: [u32; 4]) -> Vec<u8> {
        let format = PixelFormat { order, channel };
        let pixel = pixel(format, color);
        assert!(pixel[format.bytes()..].iter().all(|&byte| byte == 0));
        pixel[..format.bytes()].to_vec()
    }

    #[test]
    fn colors_become_pixels_in_the_order_of_memory() {
        let color = [1.0, 0.5, -2.0, f32::NAN].map(f32::to_bits);
        use {ChannelOrder as Order, ChannelType as Type};
        assert_eq!(of(Order::Rgba, Type::UnormInt8, color), [255, 128, 0, 0]);
        assert_eq!(of(Order::Bgra, Type::UnormInt8, color), [0, 128, 255, 0]);
        assert_eq!(of(Order::Argb, Type::SnormInt8, color), [0, 127, 64, 0x80]);
        assert_eq!(of(Order::Abgr, Type::UnormInt8, color), [0, 0, 128, 255]);
        assert_eq!(of(Order::Rg, Type::UnormInt16, color), [255, 255, 0, 0x80]);
        assert_eq!(of(Order::Rgb, Type::UnormShort565, color), (0xf800_u16 | 32 << 5).to_le_bytes());
        assert_eq!(of(Order::Rgb, Type::UnormShort555, color), (31_u16 << 10 | 16 << 5).to_le_bytes());
        assert_eq!(of(Order::Rgb, Type::UnormInt101010, color), (1023_u32 << 20 | 512 << 10).to_le_bytes());
        assert_eq!(of(Order::Srgba, Type::UnormInt8, color), [255, 188, 0, 0]);
        let integers = [300, (-300_i32).cast_unsigned(), 7, 9];
        assert_eq!(of(Order::Rgba, Type::SignedInt8, integers), [127, 0x80, 7, 9]);
        assert_eq!(of(Order::Ra, Type::UnsignedInt8, integers), [255, 9]);
        assert_eq!(of(Order::A, Type::SignedInt32, integers), 9_i32.to_le_bytes());
    }

    #[test]
    fn halves_are_the_nearest_numbers() {
        for (real, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
            (f32::INFINITY, 0x7c00),
            (5.960_464_5e-8, 1),
            (2.980_232_2e-8, 0),
            (6.103_515_6e-5, 0x0400),
            (6.097_555e-5, 0x03ff),
            (1.000_488_3, 0x3c00),
            (1.001_464_8, 0x3c02),
        ] {
            assert_eq!(half(real), bits, "{real}");
        }
        assert_eq!(half(f32::NAN) & 0x7e00, 0x7e00);
    }

    #[test]
    fn unknown_numbers_are_no_format() {
        let format =
            |order, channel| from_pi(&PiImageFormat { image_channel_order: order, image_channel_data_type: channel });
        assert!(format(PI_IMAGE_CHANNEL_ORDER_RGBA, PI_IMAGE_CHANNEL_TYPE_FLOAT).is_some());
        assert!(format(PiImageChannelOrder(0x10BD), PI_IMAGE_CHANNEL_TYPE_FLOAT).is_none());
        assert!(format(PI_IMAGE_CHANNEL_ORDER_R, PiImageChannelType(0)).is_none());
    }
}
