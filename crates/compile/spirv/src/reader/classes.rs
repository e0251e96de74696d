//! LLVM's types as SPIR-V classifies operands: scalars or vectors of a class.

use tandem_ir::{Builder, Type, TypeKind, Value};

/// The scalar type that an operand must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Int,
    Float,
    Bool,
    Pointer,
}

/// Lanes of a vector type; none for scalars.
pub(super) fn lanes(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Vector(_, count) => Some(count),
        _ => None,
    }
}

/// Width of an integer type or of a vector's integers; 0 for other types.
pub(super) fn int_bits(ty: Type<'_>) -> u32 {
    match ty.scalar().kind() {
        TypeKind::Int(bits) => bits,
        _ => 0,
    }
}

/// Whether a type is a scalar or vector of this class.
pub(super) fn is_class(ty: Type<'_>, class: Class) -> bool {
    let scalar = ty.scalar();
    match class {
        Class::Int => scalar.is_int(),
        Class::Float => scalar.is_float(),
        Class::Bool => scalar.kind() == TypeKind::Int(1),
        Class::Pointer => ty.is_pointer(),
    }
}

/// A constant in every lane of `ty`; itself where `ty` is a scalar.
pub(super) fn splat_constant<'m>(ty: Type<'m>, scalar: Value<'m>) -> Value<'m> {
    match lanes(ty) {
        Some(count) => Builder::const_vector(&vec![scalar; count as usize]),
        None => scalar,
    }
}
