//! The summands that address arithmetic adds to an address.

use tandem_ir::{Inst, Module, TypeKind, Value};

/// A summand of address arithmetic.
pub enum Part<'m> {
    /// A constant number of bytes.
    Constant(i64),
    /// The given number of bytes, multiplied by an index.
    Index(Value<'m>, i64),
}

/// The summands of a `getelementptr`; `None` for types whose layout is not constant.
pub fn parts<'m>(module: &'m Module, gep: Inst<'m>) -> Option<Vec<Part<'m>>> {
    let operands = gep.operands();
    let mut ty = gep.value().gep_source_type()?;
    let mut parts = Vec::new();
    for (depth, index) in operands[1..].iter().copied().enumerate() {
        if depth > 0 {
            match ty.kind() {
                TypeKind::Struct => {
                    let field = u32::try_from(index.const_u64()?).ok()?;
                    parts.push(Part::Constant(i64::try_from(module.offset_of(ty, field)).ok()?));
                    ty = *ty.fields().get(field as usize)?;
                    continue;
                }
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => ty = element,
                _ => return None,
            }
        }
        let size = i64::try_from(module.size_of(ty)).ok()?;
        parts.push(match index.const_i64() {
            Some(index) => Part::Constant(index.checked_mul(size)?),
            None => Part::Index(index, size),
        });
    }
    Some(parts)
}
