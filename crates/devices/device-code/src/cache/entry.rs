//! The format of an entry. All numbers are little endian.
//!
//! ```text
//! +------+-----+----------+---------+----------+-------+
//! | code | key | code len | key len | checksum | magic |
//! | …    | …   | 8        | 8       | 16       | 8     |
//! +------+-----+----------+---------+----------+-------+
//! ```
//!
//! The checksum covers everything in front of it. The code comes first, so that
//! it can be used where it was read to.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use super::hash::hash128;
use super::key::Key;

/// Extension of entries.
pub(super) const EXTENSION: &str = "bin";

const MAGIC: &[u8; 8] = b"TNDMCCH2";
/// Bytes of the footer: the lengths and the fields after them.
const FOOTER: usize = 40;

/// Why a file is no entry. For the program that looks for it, it is a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Shorter than an entry can be, or the end is not that of an entry.
    #[error("it has no end mark")]
    NoEntry,
    /// The lengths in the file are not its own.
    #[error("the lengths in its header do not add up to its {0} bytes")]
    Length(u64),
    /// Something was changed.
    #[error("its checksum is wrong")]
    Checksum,
    /// The key belongs to another name.
    #[error("its key does not match its file name")]
    Name,
    /// The key is another one with the same hash.
    #[error("it is for another program")]
    OtherKey,
}

/// The bytes of an entry.
pub(super) fn encode(key: &Key, code: &[u8]) -> Vec<u8> {
    let key = key.as_bytes();
    let mut bytes = Vec::with_capacity(code.len() + key.len() + FOOTER);
    bytes.extend_from_slice(code);
    bytes.extend_from_slice(key);
    bytes.extend_from_slice(&(code.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&(key.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(&bytes));
    bytes.extend_from_slice(MAGIC);
    bytes
}

fn checksum(bytes: &[u8]) -> [u8; 16] {
    let [low, high] = hash128(bytes);
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Lengths of code and key, from the last bytes of an entry of `len` bytes.
fn lengths(footer: &[u8], len: u64) -> Result<(u64, u64), Damage> {
    let (code, rest) = footer.split_first_chunk::<8>().ok_or(Damage::NoEntry)?;
    let (key, rest) = rest.split_first_chunk::<8>().ok_or(Damage::NoEntry)?;
    if !rest.ends_with(MAGIC) {
        return Err(Damage::NoEntry);
    }
    let (code, key) = (u64::from_le_bytes(*code), u64::from_le_bytes(*key));
    let is_whole = code.checked_add(key).and_then(|sum| sum.checked_add(FOOTER as u64)) == Some(len);
    if is_whole { Ok((code, key)) } else { Err(Damage::Length(len)) }
}

/// Checks an entry. Returns where the code ends and where the key ends.
fn check(bytes: &[u8]) -> Result<(usize, usize), Damage> {
    let key_end = bytes.len().checked_sub(FOOTER).ok_or(Damage::NoEntry)?;
    let (code_len, _) = lengths(&bytes[key_end..], bytes.len() as u64)?;
    let (covered, rest) = bytes.split_at(key_end + 16);
    if rest[..16] != checksum(covered) {
        return Err(Damage::Checksum);
    }
    // Within the file, since the lengths were checked.
    Ok((code_len as usize, key_end))
}

/// The code of an entry, if it is intact and has this key.
pub(super) fn decode(mut bytes: Vec<u8>, key: &Key) -> Result<Vec<u8>, Damage> {
    let (code_end, key_end) = check(&bytes)?;
    if bytes[code_end..key_end] != *key.as_bytes() {
        return Err(Damage::OtherKey);
    }
    bytes.truncate(code_end);
    Ok(bytes)
}

/// The key of an intact entry.
pub(super) fn verify(bytes: &[u8]) -> Result<Key, Damage> {
    let (code_end, key_end) = check(bytes)?;
    Ok(Key::from_bytes(bytes[code_end..key_end].to_vec()))
}

/// Reads the key of an entry, but neither the code nor the checksum.
pub(super) fn read_key(file: &mut File) -> io::Result<Result<Key, Damage>> {
    let len = file.seek(SeekFrom::End(0))?;
    let Some(key_end) = len.checked_sub(FOOTER as u64) else { return Ok(Err(Damage::NoEntry)) };
    let mut footer = [0; FOOTER];
    file.seek(SeekFrom::Start(key_end))?;
    file.read_exact(&mut footer)?;
    let (code_len, key_len) = match lengths(&footer, len) {
        Ok(lengths) => lengths,
        Err(damage) => return Ok(Err(damage)),
    };
    let mut key = Vec::new();
    file.seek(SeekFrom::Start(code_len))?;
    file.take(key_len).read_to_end(&mut key)?;
    Ok(Ok(Key::from_bytes(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::from_bytes(text.as_bytes().to_vec())
    }

    #[test]
    fn round_trip() {
        for code in [&b"code"[..], b""] {
            let bytes = encode(&key("key"), code);
            assert_eq!(decode(bytes.clone(), &key("key")).as_deref(), Ok(code));
            assert_eq!(verify(&bytes), Ok(key("key")));
            assert_eq!(decode(bytes, &key("kez")), Err(Damage::OtherKey));
        }
    }

    /// An entry of some length without a pattern.
    fn sample() -> Vec<u8> {
        let code: Vec<u8> = (0..500u32).map(|i| (i * i / 7) as u8).collect();
        encode(&key("device cpu, options -g"), &code)
    }

    #[test]
    fn an_entry_cut_at_any_length_is_a_miss() {
        let bytes = sample();
        for len in 0..bytes.len() {
            assert!(verify(&bytes[..len]).is_err(), "{len} bytes");
            assert!(verify(&bytes[bytes.len() - len..]).is_err(), "the last {len} bytes");
        }
        for more in [1, 8, FOOTER, bytes.len()] {
            assert!(verify(&[&bytes[..], &bytes[..more]].concat()).is_err(), "{more} bytes more");
        }
    }

    #[test]
    fn any_changed_byte_is_a_miss() {
        let bytes = sample();
        for at in 0..bytes.len() {
            for change in (0..8).map(|bit| 1 << bit).chain([0xff]) {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                assert!(verify(&damaged).is_err(), "byte {at} changed by {change:#x}");
            }
        }
    }

    #[test]
    fn lengths_that_lie_are_a_miss() {
        let bytes = sample();
        let footer = bytes.len() - FOOTER;
        for (code_len, key_len) in [(u64::MAX, u64::MAX), (u64::MAX, 2), (0, 0), (bytes.len() as u64, 0), (1 << 63, 0)]
        {
            let mut damaged = bytes.clone();
            damaged[footer..footer + 8].copy_from_slice(&code_len.to_le_bytes());
            damaged[footer + 8..footer + 16].copy_from_slice(&key_len.to_le_bytes());
            assert_eq!(verify(&damaged), Err(Damage::Length(bytes.len() as u64)));
        }
    }
}
