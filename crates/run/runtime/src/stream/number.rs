//! Numbers as C++'s output streams show them.

/// Kinds of records (`tandem_stream_kind`).
pub const TEXT: u8 = 1;
const SIGNED: u8 = 2;
const UNSIGNED: u8 = 3;
const FLOAT: u8 = 4;

const HEX: u8 = 1;
const OCT: u8 = 2;
const FIXED: u8 = 4;
const SCIENTIFIC: u8 = 8;
const HEXFLOAT: u8 = FIXED | SCIENTIFIC;
const SHOWBASE: u8 = 16;
const SHOWPOS: u8 = 32;
/// Digits beyond these are zeros for every double.
const MAX_PRECISION: usize = 1100;

/// How to show a number (`tandem_stream_flags`).
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub flags: u8,
    pub precision: usize,
}

impl Format {
    /// The text of a value of `size` bytes, extended to eight.
    pub fn show(self, kind: u8, value: [u8; 8], size: usize) -> String {
        match kind {
            SIGNED | UNSIGNED => self.integer(kind == SIGNED, u64::from_le_bytes(value), size),
            FLOAT => self.float(f64::from_le_bytes(value)),
            _ => format!("{:#x}", u64::from_le_bytes(value)),
        }
    }

    fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn integer(self, signed: bool, value: u64, size: usize) -> String {
        // In other bases than ten, the bits of the type count.
        let bits = if size < 8 { value & ((1 << (8 * size)) - 1) } else { value };
        let base = self.has(SHOWBASE) && bits != 0;
        match () {
            () if self.has(HEX) => format!("{}{bits:x}", if base { "0x" } else { "" }),
            () if self.has(OCT) => format!("{}{bits:o}", if base { "0" } else { "" }),
            () if !signed => value.to_string(),
            () => format!("{}{}", self.plus(value.cast_signed() < 0), value.cast_signed()),
        }
    }

    fn plus(self, negative: bool) -> &'static str {
        if self.has(SHOWPOS) && !negative { "+" } else { "" }
    }

    fn float(self, value: f64) -> String {
        let magnitude = value.abs();
        let precision = self.precision.min(MAX_PRECISION);
        let digits = match self.flags & HEXFLOAT {
            _ if value.is_nan() => "nan".to_owned(),
            _ if value.is_infinite() => "inf".to_owned(),
            HEXFLOAT => hexadecimal(magnitude),
            FIXED => format!("{magnitude:.precision$}"),
            SCIENTIFIC => scientific(magnitude, precision).0,
            _ => general(magnitude, precision.max(1)),
        };
        let negative = value.is_sign_negative();
        format!("{}{digits}", if negative { "-" } else { self.plus(negative) })
    }
}

/// C's `%e`, and the exponent.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    (format!("{digits}e{sign}{:02}", exponent.abs()), exponent)
}

/// C's `%g`.
fn general(value: f64, precision: usize) -> String {
    let (text, exponent) = scientific(value, precision - 1);
    match usize::try_from(precision as i64 - 1 - i64::from(exponent)) {
        Ok(decimals) if exponent >= -4 => without_zeros(&format!("{value:.decimals$}")).to_owned(),
        _ => {
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
            format!("{}e{exponent}", without_zeros(digits))
        }
    }
}

/// Drops trailing zeros after a decimal point, as `%g` does.
fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// C's `%a`.
fn hexadecimal(value: f64) -> String {
    const MANTISSA_BITS: u32 = 52;
    let bits = value.to_bits();
    let (mantissa, exponent) = (bits & ((1 << MANTISSA_BITS) - 1), (bits >> MANTISSA_BITS) as i32 & 0x7ff);
    let (lead, exponent) = match (exponent, mantissa) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, exponent - 1023),
    };
    let digits = format!("{mantissa:013x}");
    let digits = digits.trim_end_matches('0');
    format!("0x{lead}{}{digits}p{exponent:+}", if digits.is_empty() { "" } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(flags: u8, precision: usize, value: f64) -> String {
        Format { flags, precision }.show(FLOAT, value.to_le_bytes(), 8)
    }

    #[test]
    fn floats() {
        assert_eq!(float(0, 6, 1.0), "1");
        assert_eq!(float(0, 6, 0.1), "0.1");
        assert_eq!(float(0, 6, 1e6), "1e+06");
        assert_eq!(float(0, 6, 999_999.5), "1e+06");
        assert_eq!(float(0, 6, 123_456.0), "123456");
        assert_eq!(float(0, 3, 1.0 / 3.0), "0.333");
        assert_eq!(float(0, 6, 0.000_012_345), "1.2345e-05");
        assert_eq!(float(0, 0, 0.0), "0");
        assert_eq!(float(FIXED, 2, 2.71549), "2.72");
        assert_eq!(float(SCIENTIFIC, 3, -1234.5), "-1.234e+03");
        assert_eq!(float(HEXFLOAT, 6, 1.5), "0x1.8p+0");
        assert_eq!(float(HEXFLOAT, 6, 5e-324), "0x0.0000000000001p-1022");
        assert_eq!(float(SHOWPOS, 6, f64::INFINITY), "+inf");
        assert_eq!(float(0, usize::MAX, 0.5), "0.5");
    }

    #[test]
    fn integers() {
        let show = |flags, kind, value: i64, size| Format { flags, precision: 6 }.show(kind, value.to_le_bytes(), size);
        assert_eq!(show(0, SIGNED, i64::MIN, 8), "-9223372036854775808");
        assert_eq!(show(HEX, SIGNED, -1, 2), "ffff");
        assert_eq!(show(OCT | SHOWBASE, UNSIGNED, 8, 4), "010");
        assert_eq!(show(HEX | SHOWBASE, UNSIGNED, 0, 4), "0");
        assert_eq!(show(SHOWPOS, UNSIGNED, 3, 4), "3");
        assert_eq!(show(0, 5, 0xabc, 8), "0xabc");
    }
}
