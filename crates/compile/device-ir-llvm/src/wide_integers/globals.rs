//! Variables whose initial values hold wide integers: the same bytes without them.

use tandem_ir::{EditableModule, Global, Module, TypeKind, Value, ValueKind};

use super::types::split_type;

/// Gives variables initial values without wide integers.
pub(super) fn split_initializers(module: &EditableModule) {
    for global in module.globals() {
        let split = global.initializer().filter(|value| split_type(module, value.ty()).is_some());
        if let Some(value) = split.and_then(|value| bytes_of(module, value)) {
            replace(module, global, value);
        }
    }
}

fn replace<'m>(module: &'m EditableModule, old: Global<'m>, value: Value<'m>) {
    let align = old.align().max(module.align_of(old.value_type()));
    let new = module.add_global("", value.ty(), old.address_space());
    new.take_place_of(module, old);
    new.set_initializer(module, value);
    new.set_align(module, align);
}

/// A constant with the same bytes, packed; `None` if the value is not a plain constant.
fn bytes_of<'m>(module: &'m Module, value: Value<'m>) -> Option<Value<'m>> {
    let ty = value.ty();
    if split_type(module, ty).is_none() {
        return Some(value);
    }
    match (value.kind(), ty.kind()) {
        (ValueKind::ConstZero | ValueKind::Undef | ValueKind::Poison, _) => {
            Some(module.int(8).array(module.size_of(ty)).zero())
        }
        (ValueKind::ConstInt, _) => Some(integer(module, value.const_u128()?, module.size_of(ty))),
        (ValueKind::ConstAggregate, TypeKind::Array(_, len)) => {
            let elements = (0..len as u32).map(|index| bytes_of(module, value.aggregate_element(index)?));
            let elements = elements.collect::<Option<Vec<_>>>()?;
            // Zero and other elements have different types.
            let is_alike = elements.iter().all(|element| element.ty() == elements[0].ty());
            Some(if is_alike { elements[0].ty().const_array(&elements) } else { structure(module, &elements) })
        }
        (ValueKind::ConstAggregate, TypeKind::Struct) => packed(module, value),
        _ => None,
    }
}

/// The bytes of a structure.
fn packed<'m>(module: &'m Module, value: Value<'m>) -> Option<Value<'m>> {
    let ty = value.ty();
    let (mut parts, mut end) = (Vec::new(), 0);
    for (index, field) in (0..).zip(ty.fields()) {
        let offset = module.offset_of(ty, index);
        parts.extend(padding(module, offset - end));
        parts.push(bytes_of(module, value.aggregate_element(index)?)?);
        end = offset + module.size_of(field);
    }
    parts.extend(padding(module, module.size_of(ty) - end));
    Some(structure(module, &parts))
}

/// The bytes of a wide integer, with those that follow up to the next one of an array.
fn integer(module: &Module, value: u128, size: u64) -> Value<'_> {
    let byte = module.int(8);
    let stored = value.to_le_bytes().into_iter().chain(std::iter::repeat(0)).take(size as usize);
    byte.const_array(&stored.map(|stored| byte.int(stored.into(), false)).collect::<Vec<_>>())
}

/// `bytes` zero bytes as padding.
fn padding(module: &Module, bytes: u64) -> Option<Value<'_>> {
    (bytes > 0).then(|| module.int(8).array(bytes).zero())
}

fn structure<'m>(module: &'m Module, parts: &[Value<'m>]) -> Value<'m> {
    let types: Vec<_> = parts.iter().map(|part| part.ty()).collect();
    module.struct_type(&types, true).const_struct(parts)
}
