//! Little-endian fields, read with bounds checks and written: shared by every binary format. Each
//! read names the field that it wants, so that a truncated input is reported as
//! "truncated at byte N: FIELD needs …".

use std::ops::RangeInclusive;

/// The input ended inside a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("truncated at byte {offset}: {field} needs {needed} bytes, {left} are left")]
pub struct Truncated {
    /// Byte offset of the field.
    pub offset: usize,
    /// The name of the field.
    pub field: &'static str,
    /// Bytes that the field needs.
    pub needed: usize,
    /// Bytes that the input still has.
    pub left: usize,
}

/// Why bytes of a format with a magic and a version could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The bytes ended inside a field.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// The bytes are of another format.
    #[error("does not begin with the magic {magic:?}")]
    Magic {
        /// The magic of the format.
        magic: &'static str,
    },
    /// The bytes were written by a newer toolchain.
    #[error("version {found} is not supported, this build reads version {known}")]
    Version {
        /// The version that the bytes claim.
        found: u16,
        /// The newest version that is known.
        known: u16,
    },
    /// A field holds a value that has no meaning.
    #[error("bad {field} at byte {offset}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// Byte offset just after the field, in the bytes or in its record.
        offset: usize,
    },
}

/// Reads little-endian fields in sequence.
#[derive(Debug)]
pub struct Cursor<'a> {
    data: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    /// At the first byte.
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, offset: 0 }
    }

    /// Bytes that were read.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.data.len() - self.offset
    }

    /// The next bytes. If there are too few, none are consumed.
    pub fn bytes(&mut self, needed: usize, field: &'static str) -> Result<&'a [u8], Truncated> {
        let left = self.left();
        if needed > left {
            return Err(Truncated { offset: self.offset, field, needed, left });
        }
        let bytes = &self.data[self.offset..self.offset + needed];
        self.offset += needed;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], Truncated> {
        let bytes = self.bytes(N, field)?;
        Ok(std::array::from_fn(|i| bytes[i]))
    }

    /// The next byte.
    pub fn u8(&mut self, field: &'static str) -> Result<u8, Truncated> {
        Ok(self.array::<1>(field)?[0])
    }

    /// The next number of 16 bits.
    pub fn u16(&mut self, field: &'static str) -> Result<u16, Truncated> {
        Ok(u16::from_le_bytes(self.array(field)?))
    }

    /// The next number of 32 bits.
    pub fn u32(&mut self, field: &'static str) -> Result<u32, Truncated> {
        Ok(u32::from_le_bytes(self.array(field)?))
    }

    /// The next number of 64 bits.
    pub fn u64(&mut self, field: &'static str) -> Result<u64, Truncated> {
        Ok(u64::from_le_bytes(self.array(field)?))
    }

    /// The next three numbers of 32 bits.
    pub fn sizes(&mut self, field: &'static str) -> Result<[u32; 3], Truncated> {
        Ok([self.u32(field)?, self.u32(field)?, self.u32(field)?])
    }

    /// The next bytes, preceded by their length as a number of 32 bits.
    pub fn block(&mut self, field: &'static str) -> Result<&'a [u8], Truncated> {
        let length = self.u32(field)? as usize;
        self.bytes(length, field)
    }

    /// A block of UTF-8.
    pub fn string(&mut self, field: &'static str) -> Result<String, Malformed> {
        let bytes = self.block(field)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.bad(field))
    }

    /// The magic and a version, which is the result.
    pub fn header(&mut self, magic: &'static str, versions: RangeInclusive<u16>) -> Result<u16, Malformed> {
        if self.bytes(magic.len(), "magic")? != magic.as_bytes() {
            return Err(Malformed::Magic { magic });
        }
        let found = self.u16("version")?;
        if !versions.contains(&found) {
            return Err(Malformed::Version { found, known: *versions.end() });
        }
        self.u16("reserved")?;
        Ok(found)
    }

    /// The error for the field that was read last.
    pub fn bad(&self, field: &'static str) -> Malformed {
        Malformed::Field { field, offset: self.offset }
    }
}

/// Writes little-endian fields in sequence, as [`Cursor`] reads them.
#[derive(Debug, Default)]
pub struct Writer {
    out: Vec<u8>,
}

impl Writer {
    /// With the header that [`Cursor::header`] reads.
    pub fn with_header(magic: &str, version: u16) -> Self {
        let mut writer = Self { out: magic.as_bytes().to_vec() };
        writer.bytes(&version.to_le_bytes());
        writer.bytes(&[0, 0]);
        writer
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// A byte.
    pub fn u8(&mut self, value: u8) {
        self.out.push(value);
    }

    /// Numbers of 32 bits.
    pub fn u32s<const N: usize>(&mut self, values: [u32; N]) {
        values.into_iter().for_each(|value| self.bytes(&value.to_le_bytes()));
    }

    /// A number of 64 bits.
    pub fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// The number of what follows.
    ///
    /// # Panics
    /// If it has more than 32 bits.
    pub fn count(&mut self, count: usize) {
        self.u32s([u32::try_from(count).expect("device code is far smaller than 4 GiB")]);
    }

    /// How many bytes follow, and the bytes.
    pub fn block(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes(bytes);
    }

    /// The written bytes.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}
