//! The widths of integers and the lengths of vectors that SPIR-V has.

use tandem_ir::{Type, TypeKind};

/// The integer width that holds `bits` bits; `None` above 64.
pub(super) fn legal_width(bits: u32) -> Option<u32> {
    [8, 16, 32, 64].into_iter().find(|width| bits <= *width)
}

/// Bits of an integer type's elements; 0 for other types.
pub(super) fn int_bits(ty: Type<'_>) -> u32 {
    match ty.scalar().kind() {
        TypeKind::Int(bits) => bits,
        _ => 0,
    }
}

/// The low `bits` bits set.
pub(super) fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Whether SPIR-V has vectors of this element type and length.
pub(super) fn is_vector(element: Type<'_>, len: u32) -> bool {
    let scalar = match element.kind() {
        TypeKind::Int(bits) => bits <= 64,
        TypeKind::Half | TypeKind::Float | TypeKind::Double => true,
        _ => false,
    };
    scalar && matches!(len, 2 | 3 | 4 | 8 | 16)
}
