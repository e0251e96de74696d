//! The format of an entry. All numbers are little endian.
//!
//! ```text
//! +--------+---------+----------+---------------+-------+--------+
//! | magic  | key len | code len | checksum      | key   | code   |
//! | 8      | 8       | 8        | 16            | …     | …      |
//! +--------+---------+----------+---------------+-------+--------+
//! ```
//!
//! The checksum covers key and code. The file ends with the code.

use super::hash::hash128;

/// Extension of entries.
pub(super) const EXTENSION: &str = "bin";
/// Extension of files that are being written.
pub(super) const TEMPORARY_EXTENSION: &str = "tmp";

const MAGIC: &[u8; 8] = b"TNDMCCH1";
const HEADER: usize = 40;

pub(super) fn encode(key: &[u8], code: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + key.len() + code.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(key.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&(code.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&[0; 16]);
    bytes.extend_from_slice(key);
    bytes.extend_from_slice(code);
    let checksum = checksum(&bytes[HEADER..]);
    bytes[24..HEADER].copy_from_slice(&checksum);
    bytes
}

fn checksum(payload: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(hash128(payload)) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The code of an entry, if it is intact and has this key.
pub(super) fn decode(mut bytes: Vec<u8>, key: &[u8]) -> Option<Vec<u8>> {
    let (header, payload) = bytes.split_at_checked(HEADER)?;
    let length = |at: usize| -> Option<usize> {
        let field = header.get(at..at + 8)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(field)).ok()
    };
    let (key_len, code_len) = (length(8)?, length(16)?);
    let is_whole = payload.len() == key_len.checked_add(code_len)?;
    let is_intact =
        header.starts_with(MAGIC) && is_whole && header[24..] == checksum(payload) && payload[..key_len] == *key;
    if !is_intact {
        return None;
    }
    bytes.drain(..HEADER + key_len);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        let bytes = encode(b"key", b"code");
        assert_eq!(decode(bytes.clone(), b"key").as_deref(), Some(&b"code"[..]));
        assert_eq!(decode(bytes, b"kez"), None);
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_a_miss() {
        let bytes = encode(b"key", b"some code");
        for len in 0..bytes.len() {
            assert_eq!(decode(bytes[..len].to_vec(), b"key"), None);
        }
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(damaged, b"key"), None, "bit {bit}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(decode(longer, b"key"), None);
    }
}
