//! Types that hold wide integers.

use tandem_ir::{Inst, Module, Opcode, Type, TypeKind};

/// The bits of the widest integers that are split.
pub const MAX_INTEGER_BITS: u32 = 128;

/// The bits of the widest integer that the module computes with, 0 if there is none. Operations that only move bits, as
/// those of bit-fields do, do not count.
pub fn widest_arithmetic(module: &Module) -> u32 {
    use Opcode::*;
    let bits = |ty: Type<'_>| if let TypeKind::Int(bits) = ty.kind() { bits } else { 0 };
    let insts = module.functions().into_iter().flat_map(|function| function.insts());
    let computes = |inst: &Inst<'_>| {
        matches!(inst.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem)
    };
    insts.filter(computes).map(|inst| bits(inst.ty())).max().unwrap_or(0)
}

/// The width of an integer type that is split.
pub(super) fn wide_bits(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Int(bits) if (65..=MAX_INTEGER_BITS).contains(&bits) => Some(bits),
        _ => None,
    }
}

/// The type of the values that replace those of type `ty`: each wide integer becomes a structure of two halves, and
/// each vector of them an array; `None` if it holds none.
pub(super) fn split_type<'m>(module: &'m Module, ty: Type<'m>) -> Option<Type<'m>> {
    match ty.kind() {
        TypeKind::Int(_) => wide_bits(ty).map(|_| module.struct_type(&[module.int(64); 2], false)),
        TypeKind::Array(element, len) => Some(split_type(module, element)?.array(len)),
        TypeKind::Vector(element, len) => Some(split_type(module, element)?.array(len.into())),
        TypeKind::Struct => {
            let fields = split_types(module, &ty.fields())?;
            Some(module.struct_type(&fields, ty.is_packed()))
        }
        TypeKind::Function => {
            let mut types = ty.params();
            types.push(ty.return_type());
            let mut types = split_types(module, &types)?;
            let result = types.pop()?;
            Some(result.function(&types, ty.is_var_arg()))
        }
        _ => None,
    }
}

/// Several types; `None` if none of them holds wide integers.
fn split_types<'m>(module: &'m Module, types: &[Type<'m>]) -> Option<Vec<Type<'m>>> {
    let split: Vec<_> = types.iter().map(|ty| split_type(module, *ty)).collect();
    let any = split.iter().any(Option::is_some);
    any.then(|| split.into_iter().zip(types).map(|(split, ty)| split.unwrap_or(*ty)).collect())
}
