//! A bounds-checked little-endian cursor, shared by every binary format of
//! this crate. Each read names the field it wants, so that a truncated input
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
pub(crate) struct Cursor<'a> {
    data: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { data, offset: 0 }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn left(&self) -> usize {
        self.data.len() - self.offset
    }

    pub(crate) fn bytes(&mut self, needed: usize, field: &'static str) -> Result<&'a [u8], Truncated> {
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

    pub(crate) fn u8(&mut self, field: &'static str) -> Result<u8, Truncated> {
        Ok(self.array::<1>(field)?[0])
    }

    pub(crate) fn u16(&mut self, field: &'static str) -> Result<u16, Truncated> {
        Ok(u16::from_le_bytes(self.array(field)?))
    }

    pub(crate) fn u32(&mut self, field: &'static str) -> Result<u32, Truncated> {
        Ok(u32::from_le_bytes(self.array(field)?))
    }

    pub(crate) fn u64(&mut self, field: &'static str) -> Result<u64, Truncated> {
        Ok(u64::from_le_bytes(self.array(field)?))
    }
}
