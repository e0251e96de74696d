//! Numbers that channels hold and processors do not have: halves, and colors in sRGB.

/// A color of an sRGB texel in linear light.
pub(super) fn linear_of_srgb(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// A color in linear light as an sRGB texel has it.
pub(super) fn srgb_of_linear(value: f32) -> f32 {
    match value {
        value if value.is_nan() => 0.0,
        value if value > 1.0 => 1.0,
        value if value < 0.003_130_8 => 12.92 * value.max(0.0),
        value => 1.055 * value.powf(1.0 / 2.4) - 0.055,
    }
}

/// The number with these half-precision bits.
pub(super) fn half_to_float(bits: u16) -> f32 {
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
pub(super) fn float_to_half(value: f32) -> u16 {
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
}
