//! Constants as the bytes that they are in memory.

use tandem_ir::{Module, TypeKind, Value, ValueKind};

/// The bytes of a constant. On error, a description of the unsupported content, to follow the name of the variable.
pub fn bytes(module: &Module, value: Value<'_>) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; module.size_of(value.ty()) as usize];
    put(module, value, &mut bytes)?;
    Ok(bytes)
}

/// Writes a constant to the start of `to`, which is zero.
fn put(module: &Module, value: Value<'_>, to: &mut [u8]) -> Result<(), String> {
    if matches!(value.kind(), ValueKind::ConstNull | ValueKind::ConstZero | ValueKind::Undef | ValueKind::Poison) {
        return Ok(());
    }
    let ty = value.ty();
    let element = |index: usize| value.aggregate_element(index as u32).expect("the type has this element");
    match ty.kind() {
        TypeKind::Struct => {
            for index in 0..ty.fields().len() {
                put(module, element(index), &mut to[module.offset_of(ty, index as u32) as usize..])?;
            }
        }
        TypeKind::Array(item, len) => put_items(module, module.size_of(item), len, element, to)?,
        TypeKind::Vector(item, len) => put_items(module, module.size_of(item), u64::from(len), element, to)?,
        TypeKind::Int(..=64) | TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => {
            let bits = value.const_u64().or_else(|| value.const_float_bits());
            // An address that was made an integer.
            let bits = bits.ok_or("has an address in its initial value, which is not valid on a device")?;
            let size = (module.size_of(ty) as usize).min(size_of::<u64>());
            to[..size].copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        TypeKind::Pointer(_) => {
            return Err("has an address in its initial value, which is not valid on a device".to_owned());
        }
        _ => return Err(format!("has a {ty} in its initial value")),
    }
    Ok(())
}

fn put_items<'m>(
    module: &'m Module,
    size: u64,
    len: u64,
    element: impl Fn(usize) -> Value<'m>,
    to: &mut [u8],
) -> Result<(), String> {
    for index in 0..len as usize {
        put(module, element(index), &mut to[index * size as usize..])?;
    }
    Ok(())
}
