//! A binary bundle, packed by zstd (`-compress`):
//!
//! ```text
//! ┌────────┬─────────────┬────────────┬───────────────┬───────────────────┬──────────┬───────┐
//! │ "CCOB" │ u16 version │ u16 method │ u32 file size │ u32 unpacked size │ u64 hash │ data  │
//! │        │ 2           │ 1 zstd     │ from version 2│                   │          │       │
//! └────────┴─────────────┴────────────┴───────────────┴───────────────────┴──────────┴───────┘
//! ```
//!
//! The hash is the first half of the unpacked bundle's MD5.

use std::io::Read as _;

use md5::{Digest as _, Md5};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use tandem_image::bytes::{Cursor, Truncated};

const MAGIC: &[u8] = b"CCOB";
const VERSION: u16 = 2;
const METHOD_ZSTD: u16 = 1;
const HEADER_SIZE: usize = 24;

/// Why a compressed bundle could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompressedError {
    /// The file ends inside a field.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// Written by a newer tool, or packed by something else than zstd.
    #[error(
        "compressed bundle of version {version} with method {method}: this build reads versions 1 and 2 with zstd (1)"
    )]
    Unsupported {
        /// Its version.
        version: u16,
        /// Its method.
        method: u16,
    },
    /// The bundle does not fit the header's fields.
    #[error("a bundle of {0} bytes is too large to be compressed (4 GiB at most)")]
    TooLarge(usize),
    /// The file is longer or shorter than its header says.
    #[error("compressed bundle has {found} bytes, but its header says {expected}")]
    FileSize {
        /// The size of the file.
        found: usize,
        /// The size in the header.
        expected: u32,
    },
    /// The data is not zstd's.
    #[error("compressed bundle: {0}")]
    Frame(#[from] FrameDecoderError),
    /// The data cannot be unpacked.
    #[error("compressed bundle: {0}")]
    Data(#[from] std::io::Error),
    /// The data has changed.
    #[error("compressed bundle: the unpacked bundle is damaged (hash mismatch)")]
    Hash,
}

/// Whether a file is a compressed bundle.
pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Packs a bundle, at zstd's fastest level.
pub fn pack(bundle: &[u8]) -> Result<Vec<u8>, CompressedError> {
    let data = compress_to_vec(bundle, CompressionLevel::Fastest);
    let size = |size: usize| u32::try_from(size).map_err(|_| CompressedError::TooLarge(bundle.len()));
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&METHOD_ZSTD.to_le_bytes());
    out.extend_from_slice(&size(HEADER_SIZE + data.len())?.to_le_bytes());
    out.extend_from_slice(&size(bundle.len())?.to_le_bytes());
    out.extend_from_slice(&hash(bundle).to_le_bytes());
    out.extend_from_slice(&data);
    Ok(out)
}

/// Unpacks a bundle.
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, CompressedError> {
    let mut cursor = Cursor::new(bytes);
    cursor.bytes(MAGIC.len(), "magic")?;
    let version = cursor.u16("version")?;
    let method = cursor.u16("method")?;
    if !(1..=VERSION).contains(&version) || method != METHOD_ZSTD {
        return Err(CompressedError::Unsupported { version, method });
    }
    if version == VERSION {
        let expected = cursor.u32("file size")?;
        if expected as usize != bytes.len() {
            return Err(CompressedError::FileSize { found: bytes.len(), expected });
        }
    }
    let size = cursor.u32("unpacked size")?;
    let expected_hash = cursor.u64("hash")?;
    let data = cursor.bytes(cursor.left(), "data")?;
    // The header's size is not trusted with an allocation.
    let mut bundle = Vec::new();
    StreamingDecoder::new(data)?.take(u64::from(size) + 1).read_to_end(&mut bundle)?;
    if bundle.len() != size as usize || hash(&bundle) != expected_hash {
        return Err(CompressedError::Hash);
    }
    Ok(bundle)
}

fn hash(bundle: &[u8]) -> u64 {
    let digest = Md5::digest(bundle);
    u64::from_le_bytes(std::array::from_fn(|i| digest[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_and_flips_are_errors() {
        let packed = pack(b"a bundle, a bundle, a bundle").unwrap();
        assert_eq!(unpack(&packed).unwrap(), b"a bundle, a bundle, a bundle");
        for at in MAGIC.len()..packed.len() {
            assert!(unpack(&packed[..at]).is_err(), "cut at {at}");
            let mut damaged = packed.clone();
            damaged[at] ^= 4;
            let result = unpack(&damaged);
            assert!(result.is_err() || result.unwrap() == b"a bundle, a bundle, a bundle", "flip at {at}");
        }
    }
}
