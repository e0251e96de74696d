//! The operand types of LLVM's instructions: violating these rules when building one is undefined behaviour. The
//! verifier checks everything else.

use crate::base::enumerations::Opcode;
use crate::values::handles::Value;
use crate::values::types::{Type, TypeKind};
use crate::values::value::ValueKind;

/// Lanes of a vector; `None` for scalars.
fn lanes(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Vector(_, lanes) => Some(lanes),
        _ => None,
    }
}

/// Bits of an integer or floating-point scalar.
fn scalar_bits(ty: Type<'_>) -> Option<u32> {
    Some(match ty.kind() {
        TypeKind::Int(bits) => bits,
        TypeKind::Half | TypeKind::BFloat => 16,
        TypeKind::Float => 32,
        TypeKind::Double => 64,
        TypeKind::X86Fp80 => 80,
        TypeKind::Fp128 => 128,
        _ => return None,
    })
}

/// Bits of an integer, a floating-point value or a vector of them.
fn bits(ty: Type<'_>) -> Option<u64> {
    Some(u64::from(scalar_bits(ty.scalar())?) * u64::from(lanes(ty).unwrap_or(1)))
}

/// Whether a cast takes `from` to `to`.
pub(crate) fn casts(opcode: Opcode, from: Type<'_>, to: Type<'_>) -> bool {
    use Opcode::*;
    if from.context() != to.context() {
        return false;
    }
    if opcode == LLVMBitCast {
        return match (from.address_space(), to.address_space()) {
            (Some(from_space), Some(to_space)) => from_space == to_space && lanes(from) == lanes(to),
            (None, None) => from == to || bits(from).is_some() && bits(from) == bits(to),
            _ => false,
        };
    }
    let (source, target) = (from.scalar(), to.scalar());
    let grows = || scalar_bits(source) < scalar_bits(target);
    let shrinks = || scalar_bits(source) > scalar_bits(target);
    lanes(from) == lanes(to)
        && match opcode {
            LLVMTrunc => source.is_int() && target.is_int() && shrinks(),
            LLVMZExt | LLVMSExt => source.is_int() && target.is_int() && grows(),
            LLVMFPTrunc => source.is_float() && target.is_float() && shrinks(),
            LLVMFPExt => source.is_float() && target.is_float() && grows(),
            LLVMFPToUI | LLVMFPToSI => source.is_float() && target.is_int(),
            LLVMUIToFP | LLVMSIToFP => source.is_int() && target.is_float(),
            LLVMPtrToInt => source.is_pointer() && target.is_int(),
            LLVMIntToPtr => source.is_int() && target.is_pointer(),
            LLVMAddrSpaceCast => source.is_pointer() && target.is_pointer() && source != target,
            _ => false,
        }
}

/// Whether a binary operator takes two values of this type.
pub(crate) fn takes(opcode: Opcode, ty: Type<'_>) -> bool {
    use Opcode::*;
    match opcode {
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
        | LLVMAnd | LLVMOr | LLVMXor => ty.scalar().is_int(),
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => ty.scalar().is_float(),
        _ => false,
    }
}

/// Whether a condition chooses between values of this type.
pub(crate) fn selects(condition: Type<'_>, ty: Type<'_>) -> bool {
    condition.scalar().kind() == TypeKind::Int(1)
        && match lanes(condition) {
            None => ty.is_first_class(),
            condition => condition == lanes(ty),
        }
}

/// Whether address arithmetic on elements of type `source` takes these indices.
pub(crate) fn indexes(source: Type<'_>, base: Type<'_>, indices: &[Value<'_>]) -> bool {
    let vectors = std::iter::once(base).chain(indices.iter().map(|index| index.ty())).filter_map(lanes);
    let mut known = None;
    let agree = vectors.into_iter().all(|lanes| *known.get_or_insert(lanes) == lanes);
    if !agree || !base.scalar().is_pointer() || !source.is_sized() || indices.is_empty() {
        return false;
    }
    if !indices.iter().all(|index| index.ty().scalar().is_int()) {
        return false;
    }
    let mut ty = source;
    for index in &indices[1..] {
        ty = match ty.kind() {
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => element,
            TypeKind::Struct => {
                let index = if index.ty().is_int() { Some(*index) } else { index.aggregate_element(0) };
                let field = index.filter(|index| index.ty().kind() == TypeKind::Int(32)).and_then(Value::const_u64);
                let fields = ty.fields();
                match field.and_then(|field| fields.get(usize::try_from(field).ok()?)) {
                    Some(field) => *field,
                    None => return false,
                }
            }
            _ => return false,
        };
    }
    true
}

/// Whether a function of this type takes these arguments.
pub(crate) fn calls(ty: Type<'_>, args: &[Value<'_>]) -> bool {
    if ty.kind() != TypeKind::Function {
        return false;
    }
    let params = ty.params();
    let count_fits = if ty.is_var_arg() { args.len() >= params.len() } else { args.len() == params.len() };
    count_fits && params.iter().zip(args).all(|(param, arg)| *param == arg.ty())
}

/// Type of an element of a structure or array.
pub(crate) fn element(aggregate: Type<'_>, index: u32) -> Option<Type<'_>> {
    match aggregate.kind() {
        TypeKind::Struct => aggregate.fields().get(index as usize).copied(),
        TypeKind::Array(element, len) => (u64::from(index) < len).then_some(element),
        _ => None,
    }
}

/// Whether `mask` is a constant that chooses among the elements of two vectors of type `ty`.
pub(crate) fn shuffles(ty: Type<'_>, mask: Value<'_>) -> bool {
    let (TypeKind::Vector(_, count), TypeKind::Vector(index, len)) = (ty.kind(), mask.ty().kind()) else {
        return false;
    };
    let chooses = |lane: u32| match mask.aggregate_element(lane) {
        Some(lane) => match lane.kind() {
            ValueKind::ConstInt => lane.const_u64().is_some_and(|lane| lane < 2 * u64::from(count)),
            kind => matches!(kind, ValueKind::Undef | ValueKind::Poison),
        },
        None => false,
    };
    index.kind() == TypeKind::Int(32) && index.context() == ty.context() && (0..len).all(chooses)
}

/// Whether an alignment is valid: a power of two that LLVM's C API can express.
pub(crate) fn is_alignment(bytes: u32) -> bool {
    bytes.is_power_of_two()
}
