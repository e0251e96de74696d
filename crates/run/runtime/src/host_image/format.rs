//! The formats of pixels, and their conversions (OpenCL 3.0, 8.3).

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiImageFormat;

use super::numbers::{float_to_half, half_to_float, linear_of_srgb, srgb_of_linear};

/// The four components of a pixel: the bits of `f32`, `i32` or `u32`, as the
/// format says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixel(pub [u32; 4]);

impl Pixel {
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
    Snorm8,
    Snorm16,
    Unorm8,
    Unorm16,
    /// Three in 16 bits.
    Unorm565,
    /// Three in 16 bits.
    Unorm555,
    /// Three in 32 bits.
    Unorm101010,
    Sint8,
    Sint16,
    Sint32,
    Uint8,
    Uint16,
    Uint32,
    Float16,
    Float32,
}

/// In the order of PI's numbers.
const CHANNELS: [Channel; 15] = [
    Channel::Snorm8,
    Channel::Snorm16,
    Channel::Unorm8,
    Channel::Unorm16,
    Channel::Unorm565,
    Channel::Unorm555,
    Channel::Unorm101010,
    Channel::Sint8,
    Channel::Sint16,
    Channel::Sint32,
    Channel::Uint8,
    Channel::Uint16,
    Channel::Uint32,
    Channel::Float16,
    Channel::Float32,
];

/// Where a component of a pixel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The channel at this place.
    Channel(usize),
    /// There is none: 0.
    Zero,
    /// There is none: 1.
    One,
}

/// The number of channels of an order, and the sources of red, green, blue and alpha. `None` for an order
/// that there is not.
fn sources(order: PiImageChannelOrder) -> Option<(usize, [Source; 4])> {
    use Source::{Channel as C, One, Zero};
    Some(match order {
        PI_IMAGE_CHANNEL_ORDER_R | PI_IMAGE_CHANNEL_ORDER_RX => (1, [C(0), Zero, Zero, One]),
        PI_IMAGE_CHANNEL_ORDER_A => (1, [Zero, Zero, Zero, C(0)]),
        PI_IMAGE_CHANNEL_ORDER_RG | PI_IMAGE_CHANNEL_ORDER_RGX => (2, [C(0), C(1), Zero, One]),
        PI_IMAGE_CHANNEL_ORDER_RA => (2, [C(0), Zero, Zero, C(1)]),
        PI_IMAGE_CHANNEL_ORDER_RGB | PI_IMAGE_CHANNEL_ORDER_RGBX => (3, [C(0), C(1), C(2), One]),
        PI_IMAGE_CHANNEL_ORDER_RGBA | PI_IMAGE_CHANNEL_ORDER_SRGBA => (4, [C(0), C(1), C(2), C(3)]),
        PI_IMAGE_CHANNEL_ORDER_BGRA => (4, [C(2), C(1), C(0), C(3)]),
        PI_IMAGE_CHANNEL_ORDER_ARGB => (4, [C(1), C(2), C(3), C(0)]),
        PI_IMAGE_CHANNEL_ORDER_ABGR => (4, [C(3), C(2), C(1), C(0)]),
        PI_IMAGE_CHANNEL_ORDER_INTENSITY => (1, [C(0); 4]),
        PI_IMAGE_CHANNEL_ORDER_LUMINANCE => (1, [C(0), C(0), C(0), One]),
        _ => return None,
    })
}

/// The format of a pixel: its channels, and how each is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    order: PiImageChannelOrder,
    channel: Channel,
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
    Format { order: PI_IMAGE_CHANNEL_ORDER_BGRA, channel: Channel::Unorm8 },
];

impl Format {
    /// `image_format::r8g8b8a8_unorm`.
    pub const R8G8B8A8_UNORM: Self = Self::new(Channel::Unorm8);
    /// `image_format::r8g8b8a8_uint`.
    pub const R8G8B8A8_UINT: Self = Self::new(Channel::Uint8);
    /// `image_format::r32g32b32a32_sfloat`.
    pub const R32G32B32A32_SFLOAT: Self = Self::new(Channel::Float32);

    const fn new(channel: Channel) -> Self {
        Self { order: PI_IMAGE_CHANNEL_ORDER_RGBA, channel }
    }

    /// The format with a number of `sycl::image_format`, or with PI's number of the channel order in the upper
    /// 16 bits and that of the channel type in the lower ones.
    pub fn from_number(number: u32) -> Option<Self> {
        if let Some(format) = FORMATS.get(number as usize) {
            return Some(*format);
        }
        let order = PiImageChannelOrder(number >> 16);
        let index = (number & 0xffff).checked_sub(PI_IMAGE_CHANNEL_TYPE_SNORM_INT8.0)?;
        let format = Self { order, channel: *CHANNELS.get(index as usize)? };
        let (count, _) = sources(order)?;
        // Channels in one word are three; sRGB is of bytes.
        let fits = (!format.is_packed() || count == 3)
            && (order != PI_IMAGE_CHANNEL_ORDER_SRGBA || format.channel == Channel::Unorm8);
        fits.then_some(format)
    }

    /// The number of the format by PI's numbers, as [`from_number`](Self::from_number) takes it.
    pub fn number(self) -> u32 {
        let PiImageFormat { image_channel_order, image_channel_data_type } = self.of_pi();
        image_channel_order.0 << 16 | image_channel_data_type.0
    }

    /// The format as PI has it.
    pub(crate) fn of_pi(self) -> PiImageFormat {
        let index = CHANNELS.iter().position(|channel| *channel == self.channel).unwrap_or_default();
        let image_channel_data_type = PiImageChannelType(PI_IMAGE_CHANNEL_TYPE_SNORM_INT8.0 + index as u32);
        PiImageFormat { image_channel_order: self.order, image_channel_data_type }
    }

    fn is_packed(self) -> bool {
        matches!(self.channel, Channel::Unorm565 | Channel::Unorm555 | Channel::Unorm101010)
    }

    fn sources(self) -> (usize, [Source; 4]) {
        sources(self.order).unwrap_or((4, [Source::Zero; 4]))
    }

    fn channel_size(self) -> usize {
        match self.channel {
            Channel::Snorm8 | Channel::Unorm8 | Channel::Sint8 | Channel::Uint8 => 1,
            Channel::Snorm16 | Channel::Unorm16 | Channel::Sint16 | Channel::Uint16 | Channel::Float16 => 2,
            Channel::Unorm565 | Channel::Unorm555 => 2,
            Channel::Sint32 | Channel::Uint32 | Channel::Float32 | Channel::Unorm101010 => 4,
        }
    }

    /// Bytes of a pixel.
    pub fn size(self) -> usize {
        if self.is_packed() { self.channel_size() } else { self.sources().0 * self.channel_size() }
    }

    /// Whether the components are floating-point numbers.
    pub fn is_float(self) -> bool {
        !matches!(
            self.channel,
            Channel::Sint8 | Channel::Sint16 | Channel::Sint32 | Channel::Uint8 | Channel::Uint16 | Channel::Uint32
        )
    }

    /// The border color: transparent black, or opaque black for pixels without alpha.
    pub(super) fn border(self) -> Pixel {
        let is_opaque = self.sources().1[3] == Source::One
            && !matches!(
                self.order,
                PI_IMAGE_CHANNEL_ORDER_RX | PI_IMAGE_CHANNEL_ORDER_RGX | PI_IMAGE_CHANNEL_ORDER_RGBX
            );
        Pixel([0, 0, 0, if is_opaque { self.one() } else { 0 }])
    }

    /// The component of a channel that is not there.
    fn one(self) -> u32 {
        if self.is_float() { 1f32.to_bits() } else { 1 }
    }

    /// The pixel that some bytes hold.
    pub(super) fn decode(self, bytes: &[u8]) -> Pixel {
        let mut pixel = Pixel([0; 4]);
        for (component, source) in self.sources().1.into_iter().enumerate() {
            let value = match source {
                Source::Zero => 0,
                Source::One => self.one(),
                Source::Channel(place) => self.decode_channel(place, self.channel_bits(bytes, place)),
            };
            let is_color = self.order == PI_IMAGE_CHANNEL_ORDER_SRGBA && component < 3;
            pixel.0[component] = if is_color { linear_of_srgb(f32::from_bits(value)).to_bits() } else { value };
        }
        pixel
    }

    /// The bits of the channel at a place of a pixel.
    fn channel_bits(self, bytes: &[u8], place: usize) -> u32 {
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        };
        let size = self.channel_size();
        match self.packed_field(place) {
            Some((shift, most)) => word(&bytes[..size]) >> shift & most,
            None => word(&bytes[place * size..][..size]),
        }
    }

    /// The position of a channel in the packed word, and the channel's largest value.
    fn packed_field(self, place: usize) -> Option<(u32, u32)> {
        let fields: [(u32, u32); 3] = match self.channel {
            Channel::Unorm565 => [(11, 31), (5, 63), (0, 31)],
            Channel::Unorm555 => [(10, 31), (5, 31), (0, 31)],
            Channel::Unorm101010 => [(20, 1023), (10, 1023), (0, 1023)],
            _ => return None,
        };
        fields.get(place).copied()
    }

    /// The largest number of a normalized channel, by its place.
    fn most(self, place: usize) -> f32 {
        match self.channel {
            Channel::Snorm8 => 127.0,
            Channel::Snorm16 => 32767.0,
            Channel::Unorm8 => 255.0,
            Channel::Unorm16 => 65535.0,
            _ => self.packed_field(place).map_or(1.0, |(_, most)| most as f32),
        }
    }

    fn decode_channel(self, place: usize, bits: u32) -> u32 {
        match self.channel {
            Channel::Snorm8 => (f32::from(bits as i8) / self.most(place)).max(-1.0).to_bits(),
            Channel::Snorm16 => (f32::from(bits as i16) / self.most(place)).max(-1.0).to_bits(),
            Channel::Unorm8 | Channel::Unorm16 | Channel::Unorm565 | Channel::Unorm555 | Channel::Unorm101010 => {
                (bits as f32 / self.most(place)).to_bits()
            }
            Channel::Sint8 => i32::from(bits as i8) as u32,
            Channel::Sint16 => i32::from(bits as i16) as u32,
            Channel::Float16 => half_to_float(bits as u16).to_bits(),
            Channel::Sint32 | Channel::Uint8 | Channel::Uint16 | Channel::Uint32 | Channel::Float32 => bits,
        }
    }

    /// Writes a pixel; components saturate.
    pub(super) fn encode(self, pixel: Pixel, bytes: &mut [u8]) {
        let (count, sources) = self.sources();
        let size = self.channel_size();
        let mut packed = 0;
        for place in 0..count {
            let component = sources.iter().position(|source| *source == Source::Channel(place)).unwrap_or(0);
            let is_color = self.order == PI_IMAGE_CHANNEL_ORDER_SRGBA && component < 3;
            let value = pixel.0[component];
            let value = if is_color { srgb_of_linear(f32::from_bits(value)).to_bits() } else { value };
            let bits = self.encode_channel(place, value);
            match self.packed_field(place) {
                Some((shift, _)) => packed |= bits << shift,
                None => bytes[place * size..][..size].copy_from_slice(&bits.to_le_bytes()[..size]),
            }
        }
        if self.is_packed() {
            bytes[..size].copy_from_slice(&packed.to_le_bytes()[..size]);
        }
    }

    fn encode_channel(self, place: usize, bits: u32) -> u32 {
        // A cast of what is not a number gives zero.
        let normalized = |least: f32| {
            let value = f32::from_bits(bits).clamp(least, 1.0) * self.most(place);
            value.round_ties_even() as i32 as u32
        };
        match self.channel {
            Channel::Snorm8 | Channel::Snorm16 => normalized(-1.0),
            Channel::Unorm8 | Channel::Unorm16 | Channel::Unorm565 | Channel::Unorm555 | Channel::Unorm101010 => {
                normalized(0.0)
            }
            Channel::Sint8 => (bits as i32).clamp(i8::MIN.into(), i8::MAX.into()) as u32,
            Channel::Sint16 => (bits as i32).clamp(i16::MIN.into(), i16::MAX.into()) as u32,
            Channel::Uint8 => bits.min(u8::MAX.into()),
            Channel::Uint16 => bits.min(u16::MAX.into()),
            Channel::Float16 => float_to_half(f32::from_bits(bits)).into(),
            Channel::Sint32 | Channel::Uint32 | Channel::Float32 => bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn format(order: PiImageChannelOrder, channel: PiImageChannelType) -> Option<Format> {
        Format::from_number(order.0 << 16 | channel.0)
    }

    #[test]
    fn channels_that_are_missing_read_as_zero_or_one() {
        let round_trip = |order, channel| {
            let format = format(order, channel).expect("a format");
            let mut bytes = vec![0; format.size()];
            format.encode(Pixel::from_floats([0.25, 0.5, 0.75, 0.125]), &mut bytes);
            (format.size(), format.decode(&bytes).floats(), format.border().floats())
        };
        let (none, opaque) = ([0.0; 4], [0.0, 0.0, 0.0, 1.0]);
        let float = PI_IMAGE_CHANNEL_TYPE_FLOAT;
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_R, float), (4, [0.25, 0.0, 0.0, 1.0], opaque));
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_A, float), (4, [0.0, 0.0, 0.0, 0.125], none));
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_RA, float), (8, [0.25, 0.0, 0.0, 0.125], none));
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_RGX, float), (8, [0.25, 0.5, 0.0, 1.0], none));
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_ARGB, float).1, [0.25, 0.5, 0.75, 0.125]);
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_INTENSITY, float), (4, [0.25; 4], none));
        assert_eq!(round_trip(PI_IMAGE_CHANNEL_ORDER_LUMINANCE, float), (4, [0.25, 0.25, 0.25, 1.0], opaque));
        let packed = round_trip(PI_IMAGE_CHANNEL_ORDER_RGB, PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565);
        assert_eq!(packed, (2, [8.0 / 31.0, 32.0 / 63.0, 23.0 / 31.0, 1.0], opaque));
        assert_eq!(format(PI_IMAGE_CHANNEL_ORDER_RGBA, PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565), None);
        assert_eq!(format(PI_IMAGE_CHANNEL_ORDER_SRGBA, PI_IMAGE_CHANNEL_TYPE_FLOAT), None);
    }

    #[test]
    fn signed_and_srgb_channels() {
        let snorm = format(PI_IMAGE_CHANNEL_ORDER_R, PI_IMAGE_CHANNEL_TYPE_SNORM_INT8).expect("a format");
        assert_eq!(snorm.decode(&[0x80]).floats()[0], -1.0);
        assert_eq!(snorm.decode(&[0x7f]).floats()[0], 1.0);
        let srgb = format(PI_IMAGE_CHANNEL_ORDER_SRGBA, PI_IMAGE_CHANNEL_TYPE_UNORM_INT8).expect("a format");
        for value in 0..=255 {
            let mut bytes = [0; 4];
            srgb.encode(srgb.decode(&[value, value, 0, value]), &mut bytes);
            assert_eq!(bytes, [value, value, 0, value]);
        }
        assert!((srgb.decode(&[188, 0, 0, 255]).floats()[0] - 0.5029).abs() < 1e-4);
    }
}
