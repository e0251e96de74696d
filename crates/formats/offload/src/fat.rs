//! Fat objects: the device part of a translation unit is stored inside its host object, in a separate section that the
//! final link drops (`SHF_EXCLUDE`).
//!
//! The section holds one or more parts, each aligned to 8 bytes and padded
//! with zeros; `ld -r` and the like may concatenate several. All fields are
//! little endian:
//!
//! ```text
//!  0          8            10         12         16             24
//! ┌──────────┬────────────┬──────────┬──────────┬──────────────┬─────────────┐
//! │ magic    │ u16 version│ u16 kind │ u32 crc  │ u64 size     │ u32 target  │
//! │"\x7fTANDEM"            │ 1 bitcode│          │ of the part  │ u32 unit    │
//! ├──────────┴────────────┴──────────┴──────────┴──────────────┴─────────────┤
//! │ 32: target name, unit name, contents                                     │
//! └──────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! `size` counts the whole part without padding, `target` and `unit` are the lengths of the two names, and `crc` is the
//! CRC-32 of all bytes after that field.

use object::read::elf::FileHeader as _;
use object::read::{File, Object, ObjectSection};
use object::{LittleEndian, elf};

use crate::section;
pub use crate::section::EmbedError;
use tandem_image::bytes::{Cursor, Truncated};

/// Name of the section.
pub const SECTION: &str = ".tandem.device";

/// Name of the section that marks an object as the result of a device link: its
/// images are all that a program has, and later links take them over.
const LINKED_SECTION: &str = ".tandem.linked";

/// The target that device parts name: the architecture of device IR, whatever devices it is compiled for later.
pub const DEVICE_IR: &str = "spir64";

const MAGIC: &[u8; 8] = b"\x7fTANDEM\0";
const VERSION: u16 = 1;
const KIND_BITCODE: u16 = 1;
const HEADER_SIZE: usize = 32;
/// The checksum covers the bytes after its own field.
const CHECKED_FROM: usize = 16;
const ALIGN: usize = 8;

/// The device part of one translation unit: LLVM bitcode that is ready to be
/// linked with the device parts of other units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicePart {
    /// The form of the code: [`DEVICE_IR`], or in bundles their name for it.
    pub target: String,
    /// The unit's id (`__SYCL_TU_ID`).
    pub unit: String,
    /// The bitcode.
    pub bitcode: Vec<u8>,
}

/// Why the device parts of an object could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FatError {
    /// The file is no readable object file.
    #[error("{0}")]
    Object(#[from] object::read::Error),
    /// The section ended inside a field.
    #[error("section {SECTION}: {0}")]
    Truncated(#[from] Truncated),
    /// Bytes that should be a part do not begin with its magic.
    #[error("section {SECTION}: no device part at byte {offset}")]
    Magic {
        /// Offset in the section.
        offset: usize,
    },
    /// The part was written by a newer toolchain.
    #[error(
        "section {SECTION}: device part at byte {offset} has version {found} and kind {kind}, this build reads version {VERSION} and kind {KIND_BITCODE}"
    )]
    Version {
        /// Offset in the section.
        offset: usize,
        /// Its version.
        found: u16,
        /// Its kind.
        kind: u16,
    },
    /// The part's bytes changed since it was written.
    #[error("section {SECTION}: device part at byte {offset} is damaged (checksum mismatch)")]
    Checksum {
        /// Offset in the section.
        offset: usize,
    },
    /// Sizes that contradict each other, or names that are not UTF-8.
    #[error("section {SECTION}: device part at byte {offset} has a malformed header")]
    Header {
        /// Offset in the section.
        offset: usize,
    },
}

/// Returns `object` with `parts` in a separate section.
pub fn embed(object: &[u8], parts: &[DevicePart]) -> Result<Vec<u8>, EmbedError> {
    section::append(object, SECTION, &encode(parts), ALIGN as u64)
}

/// Returns `object`, marked as the result of a device link.
pub fn mark_linked(object: &[u8]) -> Result<Vec<u8>, EmbedError> {
    section::append(object, LINKED_SECTION, &VERSION.to_le_bytes(), 1)
}

/// Whether a relocatable object is marked as the result of a device link.
pub fn is_linked(bytes: &[u8]) -> Result<bool, FatError> {
    Ok(File::parse(bytes)?.section_by_name(LINKED_SECTION).is_some())
}

/// Whether `bytes` begin as a relocatable ELF object. The first 64 bytes of a file are sufficient; a shorter file
/// counts as an object, so that its damage is reported and not overlooked.
pub fn is_relocatable_object(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&elf::ELFMAG) {
        return false;
    }
    let header = elf::FileHeader64::<LittleEndian>::parse(bytes);
    header.map_or(true, |header| header.e_type(LittleEndian) == elf::ET_REL)
}

/// The device parts of a relocatable object; empty for a host-only object.
pub fn parts_in_object(bytes: &[u8]) -> Result<Vec<DevicePart>, FatError> {
    let object = File::parse(bytes)?;
    match object.section_by_name(SECTION) {
        Some(section) => decode(section.data()?),
        None => Ok(Vec::new()),
    }
}

/// Encodes parts as the section's contents.
pub fn encode(parts: &[DevicePart]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in parts {
        let start = out.len();
        let names = part.target.len() + part.unit.len();
        let size = HEADER_SIZE + names + part.bitcode.len();
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&KIND_BITCODE.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&(size as u64).to_le_bytes());
        for name in [&part.target, &part.unit] {
            let len = u32::try_from(name.len()).expect("names are far smaller than 4 GiB");
            out.extend_from_slice(&len.to_le_bytes());
        }
        out.extend_from_slice(part.target.as_bytes());
        out.extend_from_slice(part.unit.as_bytes());
        out.extend_from_slice(&part.bitcode);
        let crc = crc32fast::hash(&out[start + CHECKED_FROM..]);
        out[start + 12..start + CHECKED_FROM].copy_from_slice(&crc.to_le_bytes());
        out.resize(out.len().next_multiple_of(ALIGN), 0);
    }
    out
}

/// Decodes the section's contents.
pub fn decode(section: &[u8]) -> Result<Vec<DevicePart>, FatError> {
    let mut parts = Vec::new();
    let mut offset = 0;
    while offset < section.len() {
        let (part, size) = decode_part(&section[offset..], offset)?;
        parts.push(part);
        let padded = size.next_multiple_of(ALIGN);
        offset = offset.saturating_add(padded).min(section.len());
    }
    Ok(parts)
}

/// Decodes the part at the front of `bytes`, and returns its size with it.
fn decode_part(bytes: &[u8], offset: usize) -> Result<(DevicePart, usize), FatError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.bytes(MAGIC.len(), "magic")? != MAGIC {
        return Err(FatError::Magic { offset });
    }
    let found = cursor.u16("version")?;
    let kind = cursor.u16("kind")?;
    if (found, kind) != (VERSION, KIND_BITCODE) {
        return Err(FatError::Version { offset, found, kind });
    }
    let crc = cursor.u32("checksum")?;
    let size = usize::try_from(cursor.u64("size")?).unwrap_or(usize::MAX);
    let malformed = || FatError::Header { offset };
    let rest = size.checked_sub(HEADER_SIZE).ok_or_else(malformed)?;
    let target_len = cursor.u32("target length")? as usize;
    let unit_len = cursor.u32("unit length")? as usize;
    let body = cursor.bytes(rest, "device part")?;
    if crc32fast::hash(&bytes[CHECKED_FROM..size]) != crc {
        return Err(FatError::Checksum { offset });
    }
    let (target, body) = body.split_at_checked(target_len).ok_or_else(malformed)?;
    let (unit, bitcode) = body.split_at_checked(unit_len).ok_or_else(malformed)?;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| malformed());
    let part = DevicePart { target: text(target)?, unit: text(unit)?, bitcode: bitcode.to_vec() };
    Ok((part, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<DevicePart> {
        let part = |unit: &str, bitcode: &[u8]| DevicePart {
            target: "spir64".into(),
            unit: unit.into(),
            bitcode: bitcode.to_vec(),
        };
        vec![part("u1", b"BC\xc0\xdeabc"), part("", b"")]
    }

    #[test]
    fn round_trip() {
        assert_eq!(decode(&encode(&sample())).unwrap(), sample());
        let twice = [encode(&sample()), encode(&sample()[..1])].concat();
        assert_eq!(decode(&twice).unwrap().len(), 3);
        assert_eq!(decode(&[]).unwrap(), []);
    }

    #[test]
    fn cuts_are_errors() {
        let whole = encode(&sample()[..1]);
        for cut in 1..40 {
            assert!(decode(&whole[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn every_flipped_byte_is_noticed() {
        let whole = encode(&sample()[..1]);
        let size = HEADER_SIZE + "spir64".len() + "u1".len() + 7;
        for at in 0..size {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            assert!(decode(&damaged).is_err(), "flip at {at}");
        }
    }
}
