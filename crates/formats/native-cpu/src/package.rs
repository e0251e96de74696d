//! Binaries of programs and compiled units that are more than one object: what
//! else the driver needs to make them again.
//!
//! All fields are little endian, nothing is aligned:
//!
//! ```text
//! package   ┌ magic "TNDP" ┬ u16 version ┬ u16 zero ┬ u32 parts ┬ part … ┐
//! part      ┌ u8 kind (0 object, 1 unit)
//!           │ string options                (string: u32 length, UTF-8)
//!           │ u32 constants ┬ constant: u32 id, u32 size, bytes
//!           └ u32 size, code                                            ┘
//! ```

use tandem_image::bytes::{Cursor, Truncated};

const MAGIC: &[u8; 4] = b"TNDP";
const VERSION: u16 = 1;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A native object.
    Object,
    /// A unit that was compiled and not linked. Its code is SPIR-V: code that
    /// compilers keep between their steps is not safe to read from anywhere.
    Unit,
}

/// One part of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind of part.
    pub kind: PartKind,
    /// Options that a unit was compiled with.
    pub options: String,
    /// Specialization constants that have values, and these, little endian.
    pub constants: Vec<(u32, Vec<u8>)>,
    /// The object, or the SPIR-V of the unit.
    pub code: Vec<u8>,
}

/// Why a package could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The package ended inside a field.
    #[error("package of objects: {0}")]
    Truncated(#[from] Truncated),
    /// The package was written by a newer version.
    #[error("package of objects: version {found} is not supported, this build reads version {VERSION}")]
    Version {
        /// The version that the package claims.
        found: u16,
    },
    /// A field holds a value that has no meaning.
    #[error("package of objects: bad {field} at byte {offset}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Byte offset just after the field.
        offset: usize,
    },
}

impl Part {
    /// A native object by itself.
    pub fn object(code: Vec<u8>) -> Self {
        Self { kind: PartKind::Object, options: String::new(), constants: Vec::new(), code }
    }
}

/// Whether bytes begin as a package.
pub fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Encodes a package.
pub fn encode(parts: &[Part]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    put_len(&mut out, parts.len());
    for part in parts {
        out.push(part.kind as u8);
        put_bytes(&mut out, part.options.as_bytes());
        put_len(&mut out, part.constants.len());
        for (id, value) in &part.constants {
            out.extend_from_slice(&id.to_le_bytes());
            put_bytes(&mut out, value);
        }
        put_bytes(&mut out, &part.code);
    }
    out
}

/// Decodes a package.
///
/// # Errors
/// Bytes that are no package, or a damaged one.
pub fn decode(bytes: &[u8]) -> Result<Vec<Part>, PackageError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.bytes(MAGIC.len(), "magic")? != MAGIC {
        return Err(bad(&cursor, "magic"));
    }
    let found = cursor.u16("version")?;
    if found != VERSION {
        return Err(PackageError::Version { found });
    }
    cursor.u16("reserved")?;
    // Counts are not trusted for an allocation.
    let mut parts = Vec::new();
    for _ in 0..cursor.u32("number of parts")? {
        parts.push(decode_part(&mut cursor)?);
    }
    if parts.is_empty() || cursor.left() > 0 {
        return Err(bad(&cursor, "number of parts"));
    }
    Ok(parts)
}

fn decode_part(cursor: &mut Cursor<'_>) -> Result<Part, PackageError> {
    let kind = match cursor.u8("kind of a part")? {
        0 => PartKind::Object,
        1 => PartKind::Unit,
        _ => return Err(bad(cursor, "kind of a part")),
    };
    let options = take_bytes(cursor, "options")?;
    let options = String::from_utf8(options).map_err(|_| bad(cursor, "options"))?;
    let mut constants = Vec::new();
    for _ in 0..cursor.u32("number of constants")? {
        let id = cursor.u32("specialization constant")?;
        constants.push((id, take_bytes(cursor, "value of a specialization constant")?));
    }
    Ok(Part { kind, options, constants, code: take_bytes(cursor, "code")? })
}

fn take_bytes(cursor: &mut Cursor<'_>, field: &'static str) -> Result<Vec<u8>, PackageError> {
    let len = cursor.u32(field)? as usize;
    Ok(cursor.bytes(len, field)?.to_vec())
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_len(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn put_len(out: &mut Vec<u8>, len: usize) {
    let len = u32::try_from(len).expect("device code is far smaller than 4 GiB");
    out.extend_from_slice(&len.to_le_bytes());
}

fn bad(cursor: &Cursor<'_>, field: &'static str) -> PackageError {
    PackageError::Field { field, offset: cursor.offset() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Part> {
        let unit = Part {
            kind: PartKind::Unit,
            options: "-O0 -g".into(),
            constants: vec![(7, vec![1, 2, 3, 4]), (8, vec![5])],
            code: vec![3, 2, 35, 7],
        };
        vec![Part::object(b"\x7fELF".to_vec()), unit]
    }

    #[test]
    fn round_trip() {
        let bytes = encode(&sample());
        assert!(is_package(&bytes) && !is_package(b"\x7fELF"));
        assert_eq!(decode(&bytes), Ok(sample()));
    }

    #[test]
    fn every_cut_and_every_addition_is_an_error() {
        let bytes = encode(&sample());
        for cut in 0..bytes.len() {
            assert!(decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        assert!(decode(&[bytes.as_slice(), b"x"].concat()).is_err());
        assert!(decode(&encode(&[])).is_err());
    }

    #[test]
    fn no_flipped_byte_panics() {
        let bytes = encode(&sample());
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                let _ = decode(&damaged);
            }
        }
    }
}
