//! The text form of a [`PropertySetRegistry`], as `sycl-post-link` writes it:
//!
//! ```text
//! [SYCL/devicelib req mask]
//! DeviceLibReqMask=1|7
//! [SYCL/specialization constants]
//! _ZTS5Scale=2|YAAAAAAAAAAAAAAAAAAAAAQAAAA=
//! ```
//!
//! A value is `TYPE|TEXT`: type 1 is a decimal `u32`, type 2 the base64 of
//! [`ByteArray::to_raw`](super::ByteArray::to_raw). Blank lines mean nothing.

use std::fmt::Write as _;

use super::{ByteArray, PropertySet, PropertySetRegistry, PropertyType, PropertyValue, SetName, base64};
use crate::bytes::Truncated;

/// Why a property file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: usize,
    /// The kind of error.
    pub reason: ParseErrorKind,
}

/// The kind of error on a line of a property file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// `[name` without the closing bracket, or an empty name.
    #[error("malformed property set header `{0}`")]
    Header(String),
    /// The set appeared before.
    #[error("property set `{0}` appears twice")]
    DuplicateSet(String),
    /// A property before the first header.
    #[error("property outside of a property set")]
    NoSet,
    /// No `=`, or nothing before it.
    #[error("expected `key=type|value`")]
    Property,
    /// The key appeared in this set before.
    #[error("property `{0}` appears twice in its set")]
    DuplicateKey(String),
    /// The type is neither 1 nor 2.
    #[error("property `{key}` has unknown type `{value_type}`, expected 1 or 2")]
    Type {
        /// Key of the property.
        key: String,
        /// The type's text.
        value_type: String,
    },
    /// The type is not that of the set.
    #[error("property `{key}` has type {found}; properties of `{set}` have type {expected}")]
    TypeInSet {
        /// Key of the property.
        key: String,
        /// The number of its type.
        found: u32,
        /// Name of the set.
        set: String,
        /// The number of the type of its properties.
        expected: u32,
    },
    /// The text of a type-1 value.
    #[error("property `{key}`: `{value}` is not a 32-bit unsigned integer")]
    Integer {
        /// Key of the property.
        key: String,
        /// The value's text.
        value: String,
    },
    /// The text of a type-2 value.
    #[error("property `{0}`: the value is not base64")]
    Base64(String),
    /// The decoded type-2 value is shorter than its length field says.
    #[error("property `{key}`: {source}")]
    ByteArray {
        /// Key of the property.
        key: String,
        /// Where it ends.
        source: Truncated,
    },
}

/// Writes the text form.
pub fn write(registry: &PropertySetRegistry) -> String {
    let mut out = String::new();
    for (name, set) in registry.sets() {
        writeln!(out, "[{name}]").expect("writing to a string cannot fail");
        for (key, value) in set {
            out.push_str(key);
            match value {
                PropertyValue::U32(value) => writeln!(out, "={}|{value}", PropertyType::U32 as u32),
                PropertyValue::Bytes(array) => {
                    writeln!(out, "={}|{}", PropertyType::Bytes as u32, base64::encode(&array.to_raw()))
                }
            }
            .expect("writing to a string cannot fail");
        }
    }
    out
}

/// Parses the text form.
pub fn parse(text: &str) -> Result<PropertySetRegistry, ParseError> {
    let mut registry = PropertySetRegistry::new();
    let mut current = None;
    for (index, line) in text.lines().enumerate() {
        parse_line(line.trim_end(), &mut registry, &mut current)
            .map_err(|reason| ParseError { line: index + 1, reason })?;
    }
    Ok(registry)
}

fn parse_line(
    line: &str,
    registry: &mut PropertySetRegistry,
    current: &mut Option<SetName>,
) -> Result<(), ParseErrorKind> {
    if line.is_empty() {
        return Ok(());
    }
    if let Some(header) = line.strip_prefix('[') {
        let name = header
            .strip_suffix(']')
            .filter(|name| !name.is_empty())
            .ok_or_else(|| ParseErrorKind::Header(line.to_owned()))?;
        let set = SetName::from(name);
        if registry.set(set.clone()).is_some() {
            return Err(ParseErrorKind::DuplicateSet(name.to_owned()));
        }
        registry.set_mut(set.clone());
        *current = Some(set);
        return Ok(());
    }
    let set = current.as_ref().ok_or(ParseErrorKind::NoSet)?;
    parse_property(line, set, registry.set_mut(set.clone()))
}

fn parse_property(line: &str, name: &SetName, set: &mut PropertySet) -> Result<(), ParseErrorKind> {
    // Base64 padding also uses `=`, keys never do: split at the first one.
    let (key, typed) = line.split_once('=').ok_or(ParseErrorKind::Property)?;
    let (value_type, text) = typed.split_once('|').ok_or(ParseErrorKind::Property)?;
    if key.is_empty() {
        return Err(ParseErrorKind::Property);
    }
    let value = parse_value(key, value_type, text)?;
    let found = value.value_type();
    if let Some(expected) = name.value_type().filter(|&expected| expected != found) {
        let (found, expected) = (found as u32, expected as u32);
        return Err(ParseErrorKind::TypeInSet { key: key.to_owned(), found, set: name.to_string(), expected });
    }
    if set.insert(key.to_owned(), value).is_some() {
        return Err(ParseErrorKind::DuplicateKey(key.to_owned()));
    }
    Ok(())
}

fn parse_value(key: &str, value_type: &str, text: &str) -> Result<PropertyValue, ParseErrorKind> {
    let owned = || key.to_owned();
    let unknown = || ParseErrorKind::Type { key: owned(), value_type: value_type.to_owned() };
    let ty = value_type.parse().ok().and_then(PropertyType::from_number).ok_or_else(unknown)?;
    match ty {
        PropertyType::U32 => text
            .parse()
            .map(PropertyValue::U32)
            .map_err(|_| ParseErrorKind::Integer { key: owned(), value: text.to_owned() }),
        PropertyType::Bytes => {
            let raw = base64::decode(text).ok_or_else(|| ParseErrorKind::Base64(owned()))?;
            ByteArray::from_raw(&raw)
                .map(PropertyValue::Bytes)
                .map_err(|source| ParseErrorKind::ByteArray { key: owned(), source })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::PropertySetName;

    fn sample() -> PropertySetRegistry {
        let mut registry = PropertySetRegistry::new();
        registry.add(PropertySetName::DeviceLibraryMask, "DeviceLibReqMask", 7);
        registry.add(
            PropertySetName::KernelParamOpt,
            "_ZTS3Foo",
            ByteArray::from_bits(&[false, true, false, true, true]),
        );
        registry.add(PropertySetName::KernelLayout, "_ZTS3Foo", vec![1, 2, 3, 4]);
        registry.set_mut(PropertySetName::ImportedSymbols);
        registry
    }

    #[test]
    fn round_trip() {
        assert_eq!(parse(&write(&sample())), Ok(sample()));
        assert_eq!(
            write(&sample()).lines().take(2).collect::<Vec<_>>(),
            ["[SYCL/devicelib req mask]", "DeviceLibReqMask=1|7"]
        );
    }

    #[test]
    fn carriage_returns_and_blank_lines_are_ignored() {
        let text = write(&sample()).replace('\n', "\r\n\r\n");
        assert_eq!(parse(&text), Ok(sample()));
    }

    #[track_caller]
    fn check_error(text: &str, message: &str) {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn errors_name_the_line() {
        check_error("[a\n", "line 1: malformed property set header `[a`");
        check_error("\nx=1|2", "line 2: property outside of a property set");
        check_error("[a]\n[a]", "line 2: property set `a` appears twice");
        check_error("[a]\nx", "line 2: expected `key=type|value`");
        check_error("[a]\nx=1", "line 2: expected `key=type|value`");
        check_error("[a]\nx=1|1\nx=1|1", "line 3: property `x` appears twice in its set");
        check_error("[a]\nx=3|1", "line 2: property `x` has unknown type `3`, expected 1 or 2");
        check_error(
            "[SYCL/exported symbols]\nf=2|AAAAAAAAAAA=",
            "line 2: property `f` has type 2; properties of `SYCL/exported symbols` have type 1",
        );
        check_error(
            "[TANDEM/kernel layout]\nf=1|1",
            "line 2: property `f` has type 1; properties of `TANDEM/kernel layout` have type 2",
        );
        check_error("[a]\nx=1|4294967296", "line 2: property `x`: `4294967296` is not a 32-bit unsigned integer");
        check_error("[a]\nx=2|?", "line 2: property `x`: the value is not base64");
        check_error(
            "[a]\nx=2|CAAA",
            "line 2: property `x`: truncated at byte 0: length of a byte array in bits needs 8 \
             bytes, 3 are left",
        );
    }

    #[test]
    fn no_damage_panics() {
        let text = write(&sample());
        for at in 0..text.len() {
            let _ = parse(&text[..at]);
            for other in *b"[]=|\n\0z" {
                let mut damaged = text.clone().into_bytes();
                damaged[at] = other;
                let _ = parse(std::str::from_utf8(&damaged).unwrap());
            }
        }
    }
}
