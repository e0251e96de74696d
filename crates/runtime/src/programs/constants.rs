//! Values of specialization constants, and where they go in an image
//! (`docs/internals/boundaries.md`, section 7).

use tandem_image::property::PropertySetName;

use super::image::Image;
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
#[derive(Clone, Debug, Default)]
pub struct SpecValues(Vec<SpecValue>);

#[derive(Clone, Debug)]
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

    /// The ids that these values set in an image.
    pub(super) fn ids(&self, image: &Image) -> Result<Vec<IdValue>> {
        let mut ids = Vec::new();
        for value in &self.0 {
            let Some(records) = image.spec_constant(&value.internal)?.or(image.spec_constant(&value.name)?) else {
                continue;
            };
            for [id, offset, size] in records.into_iter().filter(|[id, ..]| *id != PADDING) {
                let end = (offset as usize).checked_add(size as usize);
                let bytes = end.and_then(|end| value.bytes.get(offset as usize..end)).ok_or_else(|| {
                    Error::Invalid(format!(
                        "specialization constant {} has {} bytes on the host, fewer than in the device image",
                        value.name,
                        value.bytes.len()
                    ))
                })?;
                ids.push((id, bytes.to_vec()));
            }
        }
        Ok(ids)
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
            let name = tandem_image::demangle::symbol(symbol);
            return Err(self.malformed(format!("the list of specialization constant {name} is cut off")));
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
