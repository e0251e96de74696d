//! Property sets: named groups of key/value pairs that accompany a device image and describe to the runtime what the
//! image needs and offers. The set names and value types are DPC++'s, so images of either toolchain can be read.
//!
//! [`PropertySetRegistry`] is the model, [`text`] its textual form. The form
//! inside a binary descriptor is in `wrapper` of `tandem-offload` and [`crate::reader`].

use indexmap::IndexMap;

pub use tandem_device_ir::{ASPECTS, DEVICE_LIBRARY_MASK, KernelProperty, PropertySetName, PropertyType};

use crate::bytes::{Cursor, Truncated};

mod base64;
pub mod text;

/// The name of a property set: one that Tandem knows, or another as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetName {
    /// A set that Tandem knows.
    Known(PropertySetName),
    /// Any other.
    Other(String),
}

impl SetName {
    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(name) => name.name(),
            Self::Other(name) => name,
        }
    }

    /// The type of all values of the set; `None` where they differ, or the set is not known.
    fn value_type(&self) -> Option<PropertyType> {
        match self {
            Self::Known(name) => name.value_type(),
            Self::Other(_) => None,
        }
    }
}

impl From<PropertySetName> for SetName {
    fn from(name: PropertySetName) -> Self {
        Self::Known(name)
    }
}

impl From<&str> for SetName {
    fn from(name: &str) -> Self {
        PropertySetName::from_name(name).map_or_else(|| Self::Other(name.to_owned()), Self::Known)
    }
}

impl std::fmt::Display for SetName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// A 32-bit unsigned integer (type 1).
    U32(u32),
    /// A byte array (type 2).
    Bytes(ByteArray),
}

impl PropertyValue {
    /// Its type.
    fn value_type(&self) -> PropertyType {
        match self {
            Self::U32(_) => PropertyType::U32,
            Self::Bytes(_) => PropertyType::Bytes,
        }
    }

    /// The integer, if it is one.
    pub fn as_u32(&self) -> Option<u32> {
        match self {
            Self::U32(value) => Some(*value),
            Self::Bytes(_) => None,
        }
    }

    /// The contents of the byte array, if it is one.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::U32(_) => None,
            Self::Bytes(array) => Some(array.bytes()),
        }
    }
}

impl From<u32> for PropertyValue {
    fn from(value: u32) -> Self {
        Self::U32(value)
    }
}

impl From<Vec<u8>> for PropertyValue {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(ByteArray::new(bytes))
    }
}

impl From<ByteArray> for PropertyValue {
    fn from(array: ByteArray) -> Self {
        Self::Bytes(array)
    }
}

/// A byte array whose length is counted in bits, since bit masks need not fill
/// their last byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteArray {
    bits: u64,
    bytes: Vec<u8>,
}

impl ByteArray {
    /// An array of whole bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bits: bytes.len() as u64 * 8, bytes }
    }

    /// A bit mask, least significant bit of the first byte first.
    pub fn from_bits(mask: &[bool]) -> Self {
        let mut bytes = vec![0; mask.len().div_ceil(8)];
        for (i, _) in mask.iter().enumerate().filter(|(_, on)| **on) {
            bytes[i / 8] |= 1 << (i % 8);
        }
        Self { bits: mask.len() as u64, bytes }
    }

    /// The contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The length in bits.
    pub fn bit_len(&self) -> u64 {
        self.bits
    }

    /// The form in descriptors and, base64-encoded, in text: the length in
    /// bits as 8 bytes, then the contents.
    pub fn to_raw(&self) -> Vec<u8> {
        [&self.bits.to_le_bytes(), self.bytes.as_slice()].concat()
    }

    /// Reads the form that [`ByteArray::to_raw`] writes.
    pub fn from_raw(raw: &[u8]) -> Result<Self, Truncated> {
        let mut cursor = Cursor::new(raw);
        let bits = cursor.u64("length of a byte array in bits")?;
        let len = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
        let bytes = cursor.bytes(len, "byte array")?.to_vec();
        Ok(Self { bits, bytes })
    }
}

/// One property set: keys and values in order of insertion.
pub type PropertySet = IndexMap<String, PropertyValue>;

/// The property sets of one device image, in order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertySetRegistry {
    sets: IndexMap<SetName, PropertySet>,
}

impl PropertySetRegistry {
    /// A registry without sets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces one property; the set is made if it is missing.
    pub fn add(&mut self, set: impl Into<SetName>, key: impl Into<String>, value: impl Into<PropertyValue>) {
        self.set_mut(set).insert(key.into(), value.into());
    }

    /// The set of this name, made if it is missing.
    pub fn set_mut(&mut self, set: impl Into<SetName>) -> &mut PropertySet {
        self.sets.entry(set.into()).or_default()
    }

    /// The set of this name.
    pub fn set(&self, set: impl Into<SetName>) -> Option<&PropertySet> {
        self.sets.get(&set.into())
    }

    /// One property.
    pub fn get(&self, set: impl Into<SetName>, key: &str) -> Option<&PropertyValue> {
        self.set(set)?.get(key)
    }

    /// All sets.
    pub fn sets(&self) -> impl Iterator<Item = (&SetName, &PropertySet)> {
        self.sets.iter()
    }

    /// Whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_masks_keep_their_length() {
        let mask = ByteArray::from_bits(&[true, false, true]);
        assert_eq!((mask.bit_len(), mask.bytes()), (3, [0b101].as_slice()));
        assert_eq!(ByteArray::from_raw(&mask.to_raw()), Ok(mask));
    }

    #[test]
    fn raw_arrays_are_bounded() {
        let raw = ByteArray::new(vec![1, 2, 3]).to_raw();
        for cut in 0..raw.len() {
            assert!(ByteArray::from_raw(&raw[..cut]).is_err());
        }
        assert!(ByteArray::from_raw(&[0xff; 16]).is_err());
    }
}
