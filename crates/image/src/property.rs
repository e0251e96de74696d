//! Property sets: named groups of key/value pairs that travel with a device
//! image and tell the runtime what the image needs and offers. The set names
//! and value types are DPC++'s, so images of either toolchain can be read.
//!
//! [`PropertySetRegistry`] is the model, [`text`] its textual form. The form
//! inside a binary descriptor is in [`crate::wrapper`] and [`crate::reader`].

use indexmap::IndexMap;

use crate::bytes::{Cursor, Truncated};
use crate::descriptor::property as layout;

mod base64;
pub mod text;

/// Names of property sets.
pub mod names {
    /// Specialization constants: triples of `u32` id, offset, size.
    pub const SPEC_CONSTANTS: &str = "SYCL/specialization constants";
    /// Default values of all specialization constants, as one byte array.
    pub const SPEC_CONSTANT_DEFAULTS: &str = "SYCL/specialization constants default values";
    /// Device libraries that the image needs, as a bit mask.
    pub const DEVICELIB_REQ_MASK: &str = "SYCL/devicelib req mask";
    /// Metadata of device library images.
    pub const DEVICELIB_METADATA: &str = "SYCL/devicelib metadata";
    /// Bit mask of eliminated arguments, per kernel.
    pub const KERNEL_PARAM_OPT: &str = "SYCL/kernel param opt";
    /// Metadata that code generation leaves, such as `K@reqd_work_group_size`.
    pub const PROGRAM_METADATA: &str = "SYCL/program metadata";
    /// Everything that has no set of its own, such as `optLevel`.
    pub const MISC: &str = "SYCL/misc properties";
    /// Kernels that use `assert`.
    pub const ASSERT_USED: &str = "SYCL/assert used";
    /// Functions that other images may use.
    pub const EXPORTED_SYMBOLS: &str = "SYCL/exported symbols";
    /// Functions that this image needs from other images.
    pub const IMPORTED_SYMBOLS: &str = "SYCL/imported symbols";
    /// Device globals: `u32` size, `u32` image scope.
    pub const DEVICE_GLOBALS: &str = "SYCL/device globals";
    /// What the image requires of a device: aspects, sizes.
    pub const DEVICE_REQUIREMENTS: &str = "SYCL/device requirements";
    /// Host pipes: `u32` size.
    pub const HOST_PIPES: &str = "SYCL/host pipes";
    /// Sets of virtual functions that the image defines or calls.
    pub const VIRTUAL_FUNCTIONS: &str = "SYCL/virtual functions";
    /// Position of the implicit local memory argument, per kernel.
    pub const IMPLICIT_LOCAL_ARG: &str = "SYCL/implicit local arg";
    /// Names of the kernels.
    pub const KERNEL_NAMES: &str = "SYCL/kernel names";
    /// Kernels registered under a name of the user's choice.
    pub const REGISTERED_KERNELS: &str = "SYCL/registered kernels";
    /// State of a SYCLBIN file.
    pub const SYCLBIN_GLOBAL: &str = "SYCLBIN/global metadata";
    /// Kind of an IR module in a SYCLBIN file.
    pub const SYCLBIN_IR_MODULE: &str = "SYCLBIN/ir module metadata";
    /// Architecture of a native image in a SYCLBIN file.
    pub const SYCLBIN_NATIVE_IMAGE: &str = "SYCLBIN/native device code image metadata";
    /// Closure layout per kernel: [`crate::layout::KernelLayout`].
    pub const TANDEM_KERNEL_LAYOUT: &str = "TANDEM/kernel layout";
    /// Definitions of device globals: [`crate::device_global`].
    pub const TANDEM_DEVICE_GLOBALS: &str = "TANDEM/device globals";
}

/// The type of all values of a set; `None` where they differ, or the set is not known.
fn type_in_set(set: &str) -> Option<u32> {
    Some(match set {
        names::DEVICELIB_REQ_MASK | names::ASSERT_USED | names::EXPORTED_SYMBOLS | names::IMPORTED_SYMBOLS => {
            layout::TYPE_U32
        }
        names::SPEC_CONSTANTS
        | names::SPEC_CONSTANT_DEFAULTS
        | names::KERNEL_PARAM_OPT
        | names::DEVICE_GLOBALS
        | names::HOST_PIPES
        | names::TANDEM_KERNEL_LAYOUT
        | names::TANDEM_DEVICE_GLOBALS => layout::TYPE_BYTES,
        _ => return None,
    })
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
    /// The number of its type.
    fn value_type(&self) -> u32 {
        match self {
            Self::U32(_) => layout::TYPE_U32,
            Self::Bytes(_) => layout::TYPE_BYTES,
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
    sets: IndexMap<String, PropertySet>,
}

impl PropertySetRegistry {
    /// A registry without sets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces one property; the set is made where it is missing.
    pub fn add(&mut self, set: impl Into<String>, key: impl Into<String>, value: impl Into<PropertyValue>) {
        self.set_mut(set).insert(key.into(), value.into());
    }

    /// The set of this name, made where it is missing.
    pub fn set_mut(&mut self, set: impl Into<String>) -> &mut PropertySet {
        self.sets.entry(set.into()).or_default()
    }

    /// The set of this name.
    pub fn set(&self, set: &str) -> Option<&PropertySet> {
        self.sets.get(set)
    }

    /// One property.
    pub fn get(&self, set: &str, key: &str) -> Option<&PropertyValue> {
        self.sets.get(set)?.get(key)
    }

    /// All sets.
    pub fn sets(&self) -> impl Iterator<Item = (&str, &PropertySet)> {
        self.sets.iter().map(|(name, set)| (name.as_str(), set))
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
