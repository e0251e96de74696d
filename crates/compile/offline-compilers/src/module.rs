//! Restrictions of these compilers on a module.

use tandem_device_target::{DeviceCode, Failure};
use tandem_image::demangle;
use tandem_image::property::{PropertySetName, PropertyValue};

/// Refuses modules that read specialization constants: OpenCL has no way to set their values in a binary.
///
/// # Errors
/// An error with the name of a constant.
pub fn check(code: &DeviceCode<'_>) -> Result<(), Failure> {
    let constants = code.properties.set(PropertySetName::SpecConstants).into_iter().flatten();
    match constants.into_iter().find(|(_, value)| is_read(value)) {
        Some((name, _)) => {
            let name = demangle::constant(name);
            Err(format!("the value of the specialization constant `{name}` could not be set when the program runs")
                .into())
        }
        None => Ok(()),
    }
}

/// Whether code reads a constant: whether one of its `{u32 id, u32 offset, u32 size}` is a scalar.
fn is_read(value: &PropertyValue) -> bool {
    const ENTRY: usize = 12;
    const REST: [u8; 4] = [0xff; 4];
    value.as_bytes().is_some_and(|bytes| bytes.chunks_exact(ENTRY).any(|entry| entry[..4] != REST))
}

#[cfg(test)]
mod tests {
    use super::is_read;
    use tandem_image::property::{ByteArray, PropertyValue};

    #[test]
    fn constants_without_scalars_are_not_read() {
        let value = |ids: &[u32]| {
            let entries = ids.iter().flat_map(|id| [*id, 0, 4]).flat_map(u32::to_le_bytes);
            PropertyValue::Bytes(ByteArray::new(entries.collect()))
        };
        assert!(is_read(&value(&[7])) && is_read(&value(&[7, u32::MAX])));
        assert!(!is_read(&value(&[u32::MAX])) && !is_read(&value(&[])));
    }
}
