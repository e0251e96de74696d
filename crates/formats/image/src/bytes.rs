//! A bounds-checked little-endian cursor, shared by every binary format. Each read names the field it wants, so that a truncated input
//! is reported as "truncated at byte N: FIELD needs …".

/// The input ended inside a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("truncated at byte {offset}: {field} needs {needed} bytes, {left} are left")]
pub struct Truncated {
    /// Byte offset of the field.
    pub offset: usize,
    /// What was being read.
    pub field: &'static str,
    /// Bytes that the field needs.
    pub needed: usize,
    /// Bytes that the input still has.
    pub left: usize,
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

    /// The next bytes. What is too short stays unread.
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
}
