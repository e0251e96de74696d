//! The formats of pixels, and their conversions (OpenCL 3.0, 8.3).

/// The four components of a pixel: the bits of `f32`, `i32` or `u32`, as the
/// format says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixel(pub [u32; 4]);

impl Pixel {
    /// What is around an image: transparent black.
    pub(super) const BORDER: Self = Self([0; 4]);

    /// A pixel of a format with floating-point components.
    pub fn from_floats(values: [f32; 4]) -> Self {
        Self(values.map(f32::to_bits))
    }

    /// The components of a pixel whose format has floating-point ones.
    pub fn floats(self) -> [f32; 4] {
        self.0.map(f32::from_bits)
    }
}

/// How a channel is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Unorm8,
    Unorm16,
    Sint8,
    Sint16,
    Sint32,
    Uint8,
    Uint16,
    Uint32,
    Float16,
    Float32,
}

/// `sycl::image_format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    channel: Channel,
    /// Blue comes first.
    reversed: bool,
}

/// In the order of `sycl::image_format`.
const FORMATS: [Format; 11] = [
    Format::new(Channel::Unorm8),
    Format::new(Channel::Unorm16),
    Format::new(Channel::Sint8),
    Format::new(Channel::Sint16),
    Format::new(Channel::Sint32),
    Format::new(Channel::Uint8),
    Format::new(Channel::Uint16),
    Format::new(Channel::Uint32),
    Format::new(Channel::Float16),
    Format::new(Channel::Float32),
    Format { channel: Channel::Unorm8, reversed: true },
];

impl Format {
    /// `image_format::r8g8b8a8_unorm`.
    pub const R8G8B8A8_UNORM: Self = Self::new(Channel::Unorm8);
    /// `image_format::r8g8b8a8_uint`.
    pub const R8G8B8A8_UINT: Self = Self::new(Channel::Uint8);
    /// `image_format::r32g32b32a32_sfloat`.
    pub const R32G32B32A32_SFLOAT: Self = Self::new(Channel::Float32);

    const fn new(channel: Channel) -> Self {
        Self { channel, reversed: false }
    }

    /// The format with a number of `sycl::image_format`.
    pub fn from_number(number: u32) -> Option<Self> {
        FORMATS.get(number as usize).copied()
    }

    fn channel_size(self) -> usize {
        match self.channel {
            Channel::Unorm8 | Channel::Sint8 | Channel::Uint8 => 1,
            Channel::Unorm16 | Channel::Sint16 | Channel::Uint16 | Channel::Float16 => 2,
            Channel::Sint32 | Channel::Uint32 | Channel::Float32 => 4,
        }
    }

    /// Bytes of a pixel.
    pub fn size(self) -> usize {
        4 * self.channel_size()
    }

    /// Whether the components are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self.channel, Channel::Unorm8 | Channel::Unorm16 | Channel::Float16 | Channel::Float32)
    }

    /// Where a component of a pixel is.
    fn place(self, component: usize) -> usize {
        let swapped = self.reversed && component != 1 && component != 3;
        if swapped { 2 - component } else { component }
    }

    /// The pixel that some bytes hold.
    pub(super) fn decode(self, bytes: &[u8]) -> Pixel {
        let size = self.channel_size();
        let mut pixel = Pixel([0; 4]);
        for (component, value) in pixel.0.iter_mut().enumerate() {
            let mut word = [0; 4];
            word[..size].copy_from_slice(&bytes[self.place(component) * size..][..size]);
            *value = self.decode_channel(u32::from_le_bytes(word));
        }
        pixel
    }

    fn decode_channel(self, bits: u32) -> u32 {
        match self.channel {
            Channel::Unorm8 => (bits as f32 / 255.0).to_bits(),
            Channel::Unorm16 => (bits as f32 / 65535.0).to_bits(),
            Channel::Sint8 => i32::from(bits as i8) as u32,
            Channel::Sint16 => i32::from(bits as i16) as u32,
            Channel::Float16 => half_to_float(bits as u16).to_bits(),
            Channel::Sint32 | Channel::Uint8 | Channel::Uint16 | Channel::Uint32 | Channel::Float32 => bits,
        }
    }

    /// Writes a pixel; components saturate.
    pub(super) fn encode(self, pixel: Pixel, bytes: &mut [u8]) {
        let size = self.channel_size();
        for (component, value) in pixel.0.into_iter().enumerate() {
            let word = self.encode_channel(value).to_le_bytes();
            bytes[self.place(component) * size..][..size].copy_from_slice(&word[..size]);
        }
    }

    fn encode_channel(self, bits: u32) -> u32 {
        // A cast of what is not a number gives zero.
        let normalized = |most: f32| (f32::from_bits(bits).clamp(0.0, 1.0) * most).round_ties_even() as u32;
        match self.channel {
            Channel::Unorm8 => normalized(255.0),
            Channel::Unorm16 => normalized(65535.0),
            Channel::Sint8 => (bits as i32).clamp(i8::MIN.into(), i8::MAX.into()) as u32,
            Channel::Sint16 => (bits as i32).clamp(i16::MIN.into(), i16::MAX.into()) as u32,
            Channel::Uint8 => bits.min(u8::MAX.into()),
            Channel::Uint16 => bits.min(u16::MAX.into()),
            Channel::Float16 => float_to_half(f32::from_bits(bits)).into(),
            Channel::Sint32 | Channel::Uint32 | Channel::Float32 => bits,
        }
    }
}

fn half_to_float(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, mantissa) = (u32::from(bits >> 10) & 0x1f, u32::from(bits) & 0x3ff);
    let magnitude = match exponent {
        0 => (mantissa as f32 * 2f32.powi(-24)).to_bits(),
        0x1f => 0x7f80_0000 | mantissa << 13,
        _ => (exponent + 127 - 15) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// To the nearest half, ties to even; too large a number becomes infinite.
fn float_to_half(value: f32) -> u16 {
    let sign = (value.to_bits() >> 16) as u16 & 0x8000;
    let magnitude = value.abs();
    let bits = if magnitude.is_nan() {
        0x7e00
    } else if magnitude < 2f32.powi(-14) {
        (magnitude * 2f32.powi(24)).round_ties_even() as u16
    } else {
        let bits = magnitude.to_bits();
        let odd = bits >> 13 & 1;
        let rounded = (bits.saturating_add(0xfff + odd) >> 13) as i64 - (112 << 10);
        rounded.min(0x7c00) as u16
    };
    sign | bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives() {
        for bits in 0..=u16::MAX {
            let value = half_to_float(bits);
            match value.is_nan() {
                true => assert!(half_to_float(float_to_half(value)).is_nan()),
                false => assert_eq!(float_to_half(value), bits),
            }
        }
        assert_eq!(float_to_half(65519.0), 0x7bff);
        assert_eq!(float_to_half(65520.0), 0x7c00);
        assert_eq!(float_to_half(1.0 + 2f32.powi(-11)), 0x3c00);
        assert_eq!(float_to_half(1.0 + 3.0 * 2f32.powi(-11)), 0x3c02);
        assert_eq!(float_to_half(f32::MAX), 0x7c00);
        assert_eq!(half_to_float(0xc000), -2.0);
    }

    #[test]
    fn components_are_converted_and_saturate() {
        let round_trip = |number: u32, pixel: Pixel| {
            let format = Format::from_number(number).unwrap();
            let mut bytes = vec![0; format.size()];
            format.encode(pixel, &mut bytes);
            (format.decode(&bytes), bytes)
        };
        let floats = Pixel::from_floats([0.0, 1.0, 2.0, -1.0]);
        assert_eq!(round_trip(0, floats).0.floats(), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(round_trip(1, floats).0.floats(), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(round_trip(9, floats).0, floats);
        let ints = Pixel([1, -2i32 as u32, 40_000, -40_000i32 as u32]);
        assert_eq!(round_trip(2, ints).0, Pixel([1, -2i32 as u32, 127, -128i32 as u32]));
        assert_eq!(round_trip(3, ints).0, Pixel([1, -2i32 as u32, 32_767, -32_768i32 as u32]));
        assert_eq!(round_trip(4, ints).0, ints);
        assert_eq!(round_trip(6, Pixel([1, 2, 70_000, 4])).0, Pixel([1, 2, 65_535, 4]));
        let (pixel, bytes) = round_trip(10, Pixel::from_floats([1.0, 0.4, 0.0, 1.0]));
        assert_eq!(bytes, [0, 102, 255, 255]);
        assert_eq!(pixel.floats(), [1.0, 0.4, 0.0, 1.0]);
        assert_eq!(Format::from_number(11), None);
    }
}
