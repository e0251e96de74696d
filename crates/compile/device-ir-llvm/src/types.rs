//! LLVM's types in the terms of the contract.

use tandem_device_ir::{Scalar, ValueType};
use tandem_ir::{Type, TypeKind};

/// A type, as far as signatures distinguish types.
pub fn value_type(ty: Type<'_>) -> ValueType {
    match ty.kind() {
        TypeKind::Vector(element, lanes) => ValueType { scalar: scalar(element.kind()), lanes: Some(lanes) },
        kind => ValueType::scalar(scalar(kind)),
    }
}

fn scalar(kind: TypeKind<'_>) -> Scalar {
    match kind {
        TypeKind::Void => Scalar::Void,
        TypeKind::Int(bits) => Scalar::Int(bits),
        TypeKind::Half => Scalar::Half,
        TypeKind::BFloat => Scalar::BFloat,
        TypeKind::Float => Scalar::Float,
        TypeKind::Double => Scalar::Double,
        TypeKind::Pointer(space) => Scalar::Pointer(space),
        // LLVM's target-defined types are images and the like.
        TypeKind::Other => Scalar::Opaque,
        TypeKind::X86Fp80
        | TypeKind::Fp128
        | TypeKind::Array(..)
        | TypeKind::Vector(..)
        | TypeKind::Struct
        | TypeKind::Function => Scalar::Other,
    }
}
