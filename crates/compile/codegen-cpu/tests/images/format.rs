//! Formats of pixels, in double precision: OpenCL 3.0, sections 8.3 and 8.4, and the orders of OpenCL C.

/// Image Channel Order of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Order {
    R = 0,
    A = 1,
    Rg = 2,
    Ra = 3,
    Rgb = 4,
    Rgba = 5,
    Bgra = 6,
    Argb = 7,
    Intensity = 8,
    Luminance = 9,
    Rx = 10,
    Rgx = 11,
    Rgbx = 12,
    Depth = 13,
    Srgba = 17,
    Sbgra = 18,
    Abgr = 19,
}

/// Image Channel Data Type of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Type {
    Snorm8 = 0,
    Snorm16 = 1,
    Unorm8 = 2,
    Unorm16 = 3,
    Unorm565 = 4,
    Unorm555 = 5,
    Unorm101010 = 6,
    Signed8 = 7,
    Signed16 = 8,
    Signed32 = 9,
    Unsigned8 = 10,
    Unsigned16 = 11,
    Unsigned32 = 12,
    Half = 13,
    Float = 14,
    Unorm1010102 = 16,
}

use Order::*;
use Type::*;

#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub order: Order,
    pub ty: Type,
}

/// All formats in OpenCL's tables, except for variants of depth.
pub fn all() -> Vec<Format> {
    let normalized = [Snorm8, Snorm16, Unorm8, Unorm16];
    let ints = [Signed8, Signed16, Signed32, Unsigned8, Unsigned16, Unsigned32];
    let floats = [Half, Float];
    let every: Vec<Type> = [&normalized[..], &ints[..], &floats[..]].concat();
    let bytes = [Snorm8, Unorm8, Signed8, Unsigned8];
    let mut formats = Vec::new();
    let mut add = |orders: &[Order], types: &[Type]| {
        formats.extend(orders.iter().flat_map(|order| types.iter().map(|ty| Format { order: *order, ty: *ty })));
    };
    add(&[R, Rx, A, Rg, Rgx, Ra, Rgba], &every);
    add(&[Bgra, Argb, Abgr], &bytes);
    add(&[Intensity, Luminance], &[&normalized[..], &floats[..]].concat());
    add(&[Rgb, Rgbx], &[Unorm565, Unorm555, Unorm101010]);
    add(&[Rgba], &[Unorm1010102]);
    add(&[Srgba, Sbgra], &[Unorm8]);
    add(&[Depth], &[Unorm16, Float]);
    formats
}

impl Format {
    pub fn is_int(self) -> bool {
        matches!(self.ty, Signed8 | Signed16 | Signed32 | Unsigned8 | Unsigned16 | Unsigned32)
    }

    pub fn is_srgb(self) -> bool {
        matches!(self.order, Srgba | Sbgra)
    }

    fn channel_bytes(self) -> usize {
        match self.ty {
            Snorm8 | Unorm8 | Signed8 | Unsigned8 => 1,
            Snorm16 | Unorm16 | Signed16 | Unsigned16 | Half => 2,
            Signed32 | Unsigned32 | Float => 4,
            Unorm565 | Unorm555 | Unorm101010 | Unorm1010102 => 0,
        }
    }

    pub fn pixel_bytes(self) -> usize {
        match self.ty {
            Unorm565 | Unorm555 => 2,
            Unorm101010 | Unorm1010102 => 4,
            _ => self.components().len() * self.channel_bytes(),
        }
    }

    /// The component for each channel in memory, from 0 for red to 3 for alpha.
    fn components(self) -> &'static [usize] {
        match self.order {
            R | Rx | Depth | Intensity | Luminance => &[0],
            A => &[3],
            Rg | Rgx => &[0, 1],
            Ra => &[0, 3],
            Rgb | Rgbx => &[0, 1, 2],
            Rgba | Srgba => &[0, 1, 2, 3],
            Bgra | Sbgra => &[2, 1, 0, 3],
            Argb => &[3, 0, 1, 2],
            Abgr => &[3, 2, 1, 0],
        }
    }

    /// The border.
    pub fn border(self) -> [f64; 4] {
        let is_opaque = matches!(self.order, R | Rg | Rgb | Luminance | Depth);
        [0.0, 0.0, 0.0, if is_opaque { 1.0 } else { 0.0 }]
    }

    /// Bits of packed channels, from the lowest bit: (component, bits).
    fn packed(self) -> &'static [(usize, u32)] {
        match self.ty {
            Unorm565 => &[(2, 5), (1, 6), (0, 5)],
            Unorm555 => &[(2, 5), (1, 5), (0, 5)],
            Unorm101010 => &[(2, 10), (1, 10), (0, 10)],
            Unorm1010102 => &[(3, 2), (2, 10), (1, 10), (0, 10)],
            _ => &[],
        }
    }

    /// Red, green, blue and alpha of a pixel.
    pub fn decode(self, bytes: &[u8]) -> [f64; 4] {
        let has_alpha = matches!(self.order, A | Ra | Rgba | Bgra | Argb | Abgr | Srgba | Sbgra);
        let mut texel = [0.0, 0.0, 0.0, if has_alpha { 0.0 } else { 1.0 }];
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let mut shift = 0;
        for (component, bits) in self.packed() {
            let most = (1_u32 << bits) - 1;
            texel[*component] = f64::from(word(bytes) >> shift & most) / f64::from(most);
            shift += bits;
        }
        if self.packed().is_empty() {
            for (component, channel) in self.components().iter().zip(bytes.chunks(self.channel_bytes())) {
                texel[*component] = self.decode_channel(word(channel));
            }
        }
        if self.is_srgb() {
            for value in &mut texel[..3] {
                *value = if *value <= 0.04045 { *value / 12.92 } else { ((*value + 0.055) / 1.055).powf(2.4) };
            }
        }
        match self.order {
            Intensity => [texel[0]; 4],
            Luminance => [texel[0], texel[0], texel[0], 1.0],
            _ => texel,
        }
    }

    fn decode_channel(self, bits: u32) -> f64 {
        match self.ty {
            Snorm8 => (f64::from(bits as i8) / 127.0).max(-1.0),
            Snorm16 => (f64::from(bits as i16) / 32767.0).max(-1.0),
            Unorm8 => f64::from(bits) / 255.0,
            Unorm16 => f64::from(bits) / 65535.0,
            Signed8 => f64::from(bits as i8),
            Signed16 => f64::from(bits as i16),
            Signed32 => f64::from(bits as i32),
            Unsigned8 | Unsigned16 | Unsigned32 => f64::from(bits),
            Half => half(bits),
            Float => f64::from(f32::from_bits(bits)),
            _ => unreachable!("packed"),
        }
    }

    /// The bytes of a texel whose components are of type `float`.
    pub fn encode_floats(self, mut texel: [f32; 4]) -> Vec<u8> {
        if self.is_srgb() {
            for value in &mut texel[..3] {
                let linear = f64::from(value.clamp(0.0, 1.0));
                let linear = if linear.is_nan() { 0.0 } else { linear };
                let encoded = if linear < 0.0031308 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
                *value = encoded as f32;
            }
        }
        let steps = |value: f32, least: f32, most: f32| (value * most).clamp(least, most).round_ties_even();
        if !self.packed().is_empty() {
            let mut word = 0_u32;
            let mut shift = 0;
            for (component, bits) in self.packed() {
                let most = ((1_u32 << bits) - 1) as f32;
                word |= (steps(texel[*component], 0.0, most) as u32) << shift;
                shift += bits;
            }
            return word.to_le_bytes()[..self.pixel_bytes()].to_vec();
        }
        let channel = |component: &usize| {
            let value = texel[*component];
            match self.ty {
                Snorm8 => (steps(value, -128.0, 127.0) as i8).to_le_bytes().to_vec(),
                Snorm16 => (steps(value, -32768.0, 32767.0) as i16).to_le_bytes().to_vec(),
                Unorm8 => (steps(value, 0.0, 255.0) as u8).to_le_bytes().to_vec(),
                Unorm16 => (steps(value, 0.0, 65535.0) as u16).to_le_bytes().to_vec(),
                Half => nearest_half(value).to_le_bytes().to_vec(),
                Float => value.to_le_bytes().to_vec(),
                _ => unreachable!("integers or packed"),
            }
        };
        self.components().iter().flat_map(channel).collect()
    }

    /// The bytes of a texel whose components are integers: signed or unsigned, as the format is.
    pub fn encode_ints(self, texel: [i32; 4]) -> Vec<u8> {
        let channel = |component: &usize| {
            let (value, unsigned) = (texel[*component], texel[*component] as u32);
            match self.ty {
                Signed8 => (value.clamp(-128, 127) as i8).to_le_bytes().to_vec(),
                Signed16 => (value.clamp(-32768, 32767) as i16).to_le_bytes().to_vec(),
                Unsigned8 => (unsigned.min(255) as u8).to_le_bytes().to_vec(),
                Unsigned16 => (unsigned.min(65535) as u16).to_le_bytes().to_vec(),
                _ => value.to_le_bytes().to_vec(),
            }
        };
        self.components().iter().flat_map(channel).collect()
    }
}

/// The value of a half.
pub fn half(bits: u32) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (bits >> 10 & 0x1f, f64::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        0x1f if fraction == 0.0 => sign * f64::INFINITY,
        0x1f => f64::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f64.powi(exponent as i32 - 15),
    }
}

/// The half that is nearest, of two the even one, found among all.
fn nearest_half(value: f32) -> u16 {
    if value.is_nan() {
        return 0x7e00;
    }
    let magnitude = f64::from(value.abs());
    let sign = (value.to_bits() >> 16) as u16 & 0x8000;
    // Halves grow with their bits: the first that is not below.
    let (mut above, mut end) = (0_u32, 0x7c00_u32);
    while above < end {
        let middle = (above + end) / 2;
        if half(middle) < magnitude { above = middle + 1 } else { end = middle }
    }
    let at = |bits: u32| if bits == 0x7c00 { 65536.0 } else { half(bits) };
    let nearest = match above {
        0 => 0,
        _ => {
            let (low, high) = (magnitude - at(above - 1), at(above) - magnitude);
            if low < high || low == high && above % 2 == 1 { above - 1 } else { above }
        }
    };
    sign | nearest as u16
}
