//! Values of specialization constants, and where they go in an image
//! (`docs/internals/boundaries.md`, section 7).

use std::fmt;

use tandem_image::demangle;
use tandem_image::property::PropertySetName;

use super::image::Image;
use super::uses::Uses;
use crate::base::error::{Error, Result};

/// The id of a record that only says how long a value is.
const PADDING: u32 = u32::MAX;

/// The name of a specialization constant as a translation unit knows it: an
/// image calls it `<name>@<unit>` where it is internal to the unit.
#[derive(Clone, Copy, Debug)]
pub struct SpecName<'a> {
    /// The mangled name.
    pub name: &'a str,
    /// The translation unit.
    pub unit: &'a str,
}

impl SpecName<'_> {
    fn internal(&self) -> String {
        format!("{}@{}", self.name, self.unit)
    }
}

/// Values that replace the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpecValues(Vec<SpecValue>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SpecValue {
    name: String,
    internal: String,
    bytes: Vec<u8>,
}

/// An id of an image and its value.
pub(super) type IdValue = (u32, Vec<u8>);

impl SpecValues {
    /// Whether every constant has its default.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a value.
    pub fn set(&mut self, name: SpecName<'_>, bytes: &[u8]) {
        let internal = name.internal();
        self.0.retain(|known| known.internal != internal);
        self.0.push(SpecValue { name: name.name.to_owned(), internal, bytes: bytes.to_vec() });
    }

    /// Takes over values, which replace those that there are.
    pub(crate) fn merge(&mut self, newer: &Self) {
        self.0.retain(|known| newer.0.iter().all(|value| value.internal != known.internal));
        self.0.extend_from_slice(&newer.0);
    }

    /// The value that a constant was set to.
    pub fn get(&self, name: SpecName<'_>) -> Option<&[u8]> {
        let internal = name.internal();
        self.0.iter().find(|known| known.internal == internal).map(|known| known.bytes.as_slice())
    }

    /// The ids that these values set in a part of an image.
    pub(super) fn ids(&self, image: &Image, uses: &Uses) -> Result<Vec<IdValue>> {
        let mut ids = Vec::new();
        for value in &self.0 {
            ids.extend(value.ids(image, uses)?);
        }
        Ok(ids)
    }

    /// The values that tell programs with a part of an image apart, in one order and without padding.
    /// Other images of a program may use any.
    pub(super) fn of_program(&self, image: &Image, uses: &Uses) -> Result<Self> {
        let mut values = Vec::new();
        for value in &self.0 {
            if uses.has_imports || !value.ids(image, uses)?.is_empty() {
                values.push(value.without_padding(image)?);
            }
        }
        values.sort();
        Ok(Self(values))
    }
}

impl fmt::Display for SpecValues {
    /// For messages: `, constant NAME = BYTES` for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |value: &SpecValue| demangle::constant(&value.name);
        self.0.iter().try_for_each(|value| write!(f, ", constant {} = {:02x?}", name(value), value.bytes))
    }
}

impl SpecValue {
    /// The ids that the value sets in a part of an image.
    fn ids(&self, image: &Image, uses: &Uses) -> Result<Vec<IdValue>> {
        let records = self.records(image)?.unwrap_or_default().into_iter();
        let used = records.filter(|[id, ..]| *id != PADDING && uses.has_constant(*id));
        used.map(|[id, offset, size]| Ok((id, self.bytes_at(offset, size)?.to_vec()))).collect()
    }

    /// The value with zeros where the image has no part of the constant: what the host has between
    /// members of a structure is undefined.
    fn without_padding(&self, image: &Image) -> Result<Self> {
        let Some(records) = self.records(image)? else { return Ok(self.clone()) };
        let mut bytes = vec![0; self.bytes.len()];
        for [_, offset, size] in records.into_iter().filter(|[id, ..]| *id != PADDING) {
            let part = self.bytes_at(offset, size)?;
            bytes[offset as usize..][..part.len()].copy_from_slice(part);
        }
        Ok(Self { bytes, ..self.clone() })
    }

    /// Id, offset and size of each part that the constant has in an image that knows it.
    fn records(&self, image: &Image) -> Result<Option<Vec<[u32; 3]>>> {
        Ok(image.spec_constant(&self.internal)?.or(image.spec_constant(&self.name)?))
    }

    fn bytes_at(&self, offset: u32, size: u32) -> Result<&[u8]> {
        let end = (offset as usize).checked_add(size as usize);
        end.and_then(|end| self.bytes.get(offset as usize..end)).ok_or_else(|| {
            Error::Invalid(format!(
                "specialization constant {} has {} bytes on the host, fewer than in the device image",
                demangle::constant(&self.name),
                self.bytes.len()
            ))
        })
    }
}

impl Image {
    /// Id, offset and size of each part of a specialization constant.
    fn spec_constant(&self, symbol: &str) -> Result<Option<Vec<[u32; 3]>>> {
        let Some(bytes) = self.property(PropertySetName::SpecConstants, symbol).and_then(|value| value.as_bytes())
        else {
            return Ok(None);
        };
        let (words, rest) = bytes.as_chunks::<4>();
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let (records, left) = words.as_chunks::<3>();
        if !rest.is_empty() || !left.is_empty() {
            let name = demangle::constant(symbol);
            return Err(self.malformed(format!("the list of specialization constant {name} is truncated")));
        }
        Ok(Some(records.to_vec()))
    }

    /// Whether the image's kernels use any specialization constant.
    pub(crate) fn has_spec_constants(&self) -> bool {
        self.has_properties(PropertySetName::SpecConstants)
    }

    /// Whether the image's kernels use a specialization constant.
    pub(crate) fn has_spec_constant(&self, name: SpecName<'_>) -> bool {
        let known = |symbol: &str| self.property(PropertySetName::SpecConstants, symbol).is_some();
        known(&name.internal()) || known(name.name)
    }
}
