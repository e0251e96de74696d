//! Numbers in the text form: decimal where a decimal number says it all, else hexadecimal with a
//! binary exponent.

use crate::decode::{Number, NumberType};

/// An IEEE format: width of fraction and exponent in bits, decimal digits that distinguish all its numbers.
#[derive(Clone, Copy)]
struct Format {
    fraction: u32,
    exponent: u32,
    digits: usize,
}

const HALF: Format = Format { fraction: 10, exponent: 5, digits: 5 };
const SINGLE: Format = Format { fraction: 23, exponent: 8, digits: 9 };
const DOUBLE: Format = Format { fraction: 52, exponent: 11, digits: 17 };

/// A literal as its type says.
pub(super) fn number(number: &Number) -> String {
    let low = number.words.first().copied().unwrap_or_default();
    let all = u64::from(number.words.get(1).copied().unwrap_or_default()) << 32 | u64::from(low);
    match (number.ty, number.words.len()) {
        // The value of a narrow integer is extended to its word.
        (NumberType::Int { is_signed: true, .. }, 1) => (low as i32).to_string(),
        (NumberType::Int { is_signed: true, .. }, 2) => (all as i64).to_string(),
        (NumberType::Int { is_signed: false, .. }, 1 | 2) => all.to_string(),
        (NumberType::Float { bits: 16 }, _) => hexadecimal(u64::from(low & 0xffff), HALF),
        (NumberType::Float { bits: 32 }, _) => single(low),
        (NumberType::Float { bits: 64 }, _) => double(all),
        (NumberType::Int { .. } | NumberType::Float { .. }, _) => {
            number.words.iter().map(|word| format!("!{word}")).collect::<Vec<_>>().join(" ")
        }
    }
}

/// A 32-bit floating-point number, decimal if it is zero or normal.
pub(super) fn single(bits: u32) -> String {
    let value = f32::from_bits(bits);
    match value == 0.0 || value.is_normal() {
        true => decimal(value.into(), SINGLE.digits),
        false => hexadecimal(bits.into(), SINGLE),
    }
}

/// A 64-bit floating-point number, decimal if it is zero or normal.
fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    match value == 0.0 || value.is_normal() {
        true => decimal(value, DOUBLE.digits),
        false => hexadecimal(bits, DOUBLE),
    }
}

/// A decimal number with at most `digits` digits, without trailing zeros.
fn decimal(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..digits as i32).contains(&exponent) {
        let places = (digits as i32 - 1 - exponent) as usize;
        return without_zeros(&format!("{value:.places$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
}

fn without_zeros(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

/// `1.8p+1` in hexadecimal. Infinities and NaNs continue the exponents of numbers.
fn hexadecimal(bits: u64, format: Format) -> String {
    let sign = if bits >> (format.fraction + format.exponent) & 1 != 0 { "-" } else { "" };
    let mut fraction = bits & ((1 << format.fraction) - 1);
    let biased = (bits >> format.fraction & ((1 << format.exponent) - 1)) as i32;
    let bias = (1 << (format.exponent - 1)) - 1;
    if biased == 0 && fraction == 0 {
        return format!("{sign}0x0p+0");
    }
    let mut exponent = biased - bias;
    if biased == 0 {
        // The first bit that is set becomes the one before the point.
        let shift = fraction.leading_zeros() - (63 - format.fraction);
        fraction = fraction << shift & ((1 << format.fraction) - 1);
        exponent += 1 - shift as i32;
    }
    let nibbles = format.fraction.div_ceil(4);
    let digits = format!("{:0width$x}", fraction << (nibbles * 4 - format.fraction), width = nibbles as usize);
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x1{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers() {
        let expected: [(f64, &str); 11] = [
            (0.0, "0"),
            (-0.0, "-0"),
            (0.5, "0.5"),
            (-1.5, "-1.5"),
            (0.1, "0.10000000000000001"),
            (1e300, "1.0000000000000001e+300"),
            (1e-5, "1.0000000000000001e-05"),
            (0.0001, "0.0001"),
            (100.0, "100"),
            (1e16, "10000000000000000"),
            (1e17, "1e+17"),
        ];
        for (value, text) in expected {
            assert_eq!(double(value.to_bits()), text);
        }
        assert_eq!(single(f32::to_bits(0.1)), "0.100000001");
        assert_eq!(single(f32::to_bits(123_456_789.0)), "123456792");
        assert_eq!(single(f32::to_bits(1e9)), "1e+09");
        assert_eq!(single(f32::to_bits(999_999_999.0)), "1e+09");
        assert_eq!(single(f32::to_bits(f32::MIN_POSITIVE)), "1.17549435e-38");
    }

    #[test]
    fn what_is_not_normal_is_hexadecimal() {
        assert_eq!(single(f32::INFINITY.to_bits()), "0x1p+128");
        assert_eq!(single(0xffc0_0000), "-0x1.8p+128");
        assert_eq!(single(1), "0x1p-149");
        assert_eq!(single(0x0040_0001), "0x1.000004p-127");
        assert_eq!(double(1), "0x1p-1074");
        assert_eq!(double(f64::NEG_INFINITY.to_bits()), "-0x1p+1024");
    }

    #[test]
    fn halves_are_hexadecimal() {
        let half = |bits| number(&Number { ty: NumberType::Float { bits: 16 }, words: vec![bits] });
        let expected = [(0, "0x0p+0"), (0x8000, "-0x0p+0"), (0x3c00, "0x1p+0"), (0x4200, "0x1.8p+1")];
        for (bits, text) in expected {
            assert_eq!(half(bits), text);
        }
        assert_eq!((half(1), half(0xfc00)), ("0x1p-24".into(), "-0x1p+16".into()));
    }

    #[test]
    fn integers() {
        let int = |bits, is_signed, words: &[u32]| {
            number(&Number { ty: NumberType::Int { bits, is_signed }, words: words.to_vec() })
        };
        assert_eq!(int(8, true, &[0xffff_fffb]), "-5");
        assert_eq!(int(8, false, &[200]), "200");
        assert_eq!(int(64, true, &[0xffff_fffb, 0xffff_ffff]), "-5");
        assert_eq!(int(64, false, &[0xffff_ffff, 0xffff_ffff]), "18446744073709551615");
        assert_eq!(int(128, false, &[1, 2, 3, 4]), "!1 !2 !3 !4");
    }
}
