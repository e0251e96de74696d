//! Device globals (`sycl_ext_oneapi_device_global`) as properties of an image,
//! under the name of the variable:
//!
//! ```text
//! SYCL/device globals     u32 size │ u32 image scope          each that the image uses
//! TANDEM/device globals   u32 alignment │ initial value …     those that the image defines too
//! ```
//!
//! All fields are little endian; zeros at the end of an initial value are left
//! out. `docs/internals/boundaries.md`, section 9, says how code gets at the memory.

use crate::bytes::{Cursor, Truncated};
use crate::demangle;
use crate::property::{PropertySetName, PropertySetRegistry, PropertyValue};

/// A device global that an image uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceGlobal {
    /// Size in bytes.
    pub size: u32,
    /// Whether each program has a separate copy of it (`device_image_scope`); otherwise each device has one.
    pub image_scope: bool,
    /// Its definition, if it is defined here.
    pub definition: Option<Definition>,
}

/// The definition of a device global.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// Alignment in bytes.
    pub align: u32,
    /// The initial value, without zeros at its end.
    pub initial: Vec<u8>,
}

/// Why a device global could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceGlobalError {
    /// A property that is no byte array.
    #[error("a property of device global `{0}` is not a byte array")]
    Type(String),
    /// A property ended inside a field.
    #[error("device global `{name}`: {source}")]
    Truncated {
        /// The variable.
        name: String,
        /// Where it ended.
        source: Truncated,
    },
    /// An initial value that is longer than the variable, or an alignment that
    /// is no power of two.
    #[error("the initial value or alignment of device global `{0}` is not valid")]
    Definition(String),
}

impl DeviceGlobal {
    /// Adds the properties of a device global.
    pub fn add_to(&self, properties: &mut PropertySetRegistry, name: &str) {
        let scope = u32::from(self.image_scope);
        properties.add(PropertySetName::DeviceGlobals, name, [self.size.to_le_bytes(), scope.to_le_bytes()].concat());
        if let Some(Definition { align, initial }) = &self.definition {
            let end = initial.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            let value = [align.to_le_bytes().as_slice(), &initial[..end]].concat();
            properties.add(PropertySetName::DeviceGlobalDefinitions, name, value);
        }
    }

    /// The device globals of an image, by name.
    pub fn all(properties: &PropertySetRegistry) -> Result<Vec<(String, Self)>, DeviceGlobalError> {
        let used = properties.set(PropertySetName::DeviceGlobals).into_iter().flatten();
        used.map(|(name, value)| {
            let definition = properties.get(PropertySetName::DeviceGlobalDefinitions, name);
            Ok((name.clone(), Self::decode(name, value, definition)?))
        })
        .collect()
    }

    fn decode(
        name: &str,
        value: &PropertyValue,
        definition: Option<&PropertyValue>,
    ) -> Result<Self, DeviceGlobalError> {
        let bytes = |value: &PropertyValue| match value.as_bytes() {
            Some(bytes) => Ok(bytes.to_vec()),
            None => Err(DeviceGlobalError::Type(name.to_owned())),
        };
        let truncated = |source| DeviceGlobalError::Truncated { name: name.to_owned(), source };
        let value = bytes(value)?;
        let mut cursor = Cursor::new(&value);
        let size = cursor.u32("size").map_err(truncated)?;
        let image_scope = cursor.u32("image scope").map_err(truncated)? != 0;
        let mut global = Self { size, image_scope, definition: None };
        if let Some(definition) = definition {
            let definition = bytes(definition)?;
            let mut cursor = Cursor::new(&definition);
            let align = cursor.u32("alignment").map_err(truncated)?;
            let initial = definition[cursor.offset()..].to_vec();
            if !align.is_power_of_two() || initial.len() > size as usize {
                return Err(DeviceGlobalError::Definition(name.to_owned()));
            }
            global.definition = Some(Definition { align, initial });
        }
        Ok(global)
    }
}

/// The extension of devices that have host pipes.
pub const HOST_PIPES: &str = "cl_intel_program_scope_host_pipe";

/// Whether a variable is the memory of a pipe (`sycl_ext_intel_dataflow_pipes`), by its name: a static member
/// `tandem_pipe` of a class.
pub fn is_pipe(name: &str) -> bool {
    name.contains("11tandem_pipeE")
}

/// The name of a pipe for people: that of its class.
pub fn pipe_name(variable: &str) -> String {
    let name = display_name(variable);
    name.strip_suffix("::tandem_pipe").map(str::to_owned).unwrap_or(name)
}

/// The name of a device global for people. The names of internal ones end with a dot and the unit.
pub fn display_name(name: &str) -> String {
    demangle::symbol(name.split('.').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(global: &DeviceGlobal) -> Result<Vec<(String, DeviceGlobal)>, DeviceGlobalError> {
        let mut properties = PropertySetRegistry::new();
        global.add_to(&mut properties, "x");
        DeviceGlobal::all(&properties)
    }

    #[test]
    fn properties_tell_everything_but_zeros_at_the_end() {
        let definition = |initial| Some(Definition { align: 4, initial });
        let mut global = DeviceGlobal { size: 8, image_scope: true, definition: definition(vec![1, 0, 2]) };
        assert_eq!(round_trip(&global), Ok(vec![("x".to_owned(), global.clone())]));
        global.definition = None;
        assert_eq!(round_trip(&global), Ok(vec![("x".to_owned(), global.clone())]));
        global.definition = definition(vec![7, 0, 0, 0, 0, 0, 0, 0]);
        let found = round_trip(&global).unwrap().remove(0).1;
        assert_eq!(found.definition, definition(vec![7]));
    }

    #[test]
    fn damaged_properties_are_refused() {
        let refused = |set: PropertySetName, value: Vec<u8>| {
            let mut properties = PropertySetRegistry::new();
            let definition = Some(Definition { align: 4, initial: Vec::new() });
            DeviceGlobal { size: 4, image_scope: false, definition }.add_to(&mut properties, "x");
            properties.add(set, "x", value);
            DeviceGlobal::all(&properties).unwrap_err().to_string()
        };
        assert!(refused(PropertySetName::DeviceGlobals, vec![4, 0, 0, 0, 1]).contains("`x`: truncated at byte 4"));
        assert!(refused(PropertySetName::DeviceGlobalDefinitions, vec![4]).contains("truncated at byte 0"));
        assert!(refused(PropertySetName::DeviceGlobalDefinitions, vec![3, 0, 0, 0]).contains("is not valid"));
        assert!(
            refused(PropertySetName::DeviceGlobalDefinitions, [vec![4, 0, 0, 0], vec![1; 5]].concat())
                .contains("not valid")
        );
    }

    #[test]
    fn units_are_no_part_of_names() {
        assert_eq!(display_name("_ZN2ns7counterE"), "ns::counter");
        assert_eq!(display_name("_ZL7counter.93b296f48fa702b3"), "counter");
        assert_eq!(display_name("counter"), "counter");
    }
}
