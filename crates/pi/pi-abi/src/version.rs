//! PI versions: "major.minor" from the host, "major.minor.revision" from the
//! plugin. Compared as numbers: as text, 9 would be newer than 15.

use std::ffi::c_char;
use std::fmt;

use crate::table::{PI_VERSION_MAJOR, PI_VERSION_MINOR};

/// A PI version as the two sides of `piPluginInit` exchange it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PiVersion {
    /// Incompatible versions differ here.
    pub major: u32,
    /// Raised by every change.
    pub minor: u32,
    /// The plugin's own revision; 0 in a host's version.
    pub revision: u32,
}

/// The version that this crate implements.
pub const PI_VERSION: PiVersion = PiVersion { major: PI_VERSION_MAJOR, minor: PI_VERSION_MINOR, revision: 0 };

impl PiVersion {
    /// Parses "major.minor" or "major.minor.revision".
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next()?.parse().ok()?;
        let revision = match parts.next() {
            Some(text) => text.parse().ok()?,
            None => 0,
        };
        parts.next().is_none().then_some(Self { major, minor, revision })
    }

    /// Parses a zero-terminated field of `_pi_plugin`.
    pub fn from_field(field: &[c_char; 20]) -> Option<Self> {
        Self::parse(&field_text(field))
    }
}

impl fmt::Display for PiVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.revision)
    }
}

/// The text of a version field, up to its terminator or its end.
pub fn field_text(field: &[c_char; 20]) -> String {
    let bytes: Vec<u8> = field.iter().map(|&c| c as u8).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A version field that holds `text`, cut to fit and zero-terminated.
pub fn to_field(text: &str) -> [c_char; 20] {
    let mut field = [0; 20];
    for (slot, byte) in field.iter_mut().take(19).zip(text.bytes()) {
        *slot = byte as c_char;
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        let old = PiVersion::parse("9.51.1").unwrap();
        assert!(old < PI_VERSION);
        assert!(PiVersion::parse("15.100").unwrap() > PI_VERSION);
        assert_eq!(PiVersion::parse("15.47"), Some(PI_VERSION));
    }

    #[test]
    fn malformed_versions_are_refused() {
        for text in ["", "15", "15.", "a.b", "15.47.1.2", "15.-1", "99999999999.1"] {
            assert_eq!(PiVersion::parse(text), None, "{text}");
        }
    }

    #[test]
    fn fields_are_cut_and_terminated() {
        let field = to_field("123456789012345678901234");
        assert_eq!(field[19], 0);
        assert_eq!(field_text(&field), "1234567890123456789");
        assert_eq!(field_text(&[b'x' as c_char; 20]).len(), 20);
    }
}
