//! Operations of some work-items of a sub-group: of user-constructed groups, whose members need not run
//! the same code as others.

use tandem_device_ir::{GroupOperation, ImportedFunction};
use tandem_ir::{Builder, EditableModule, Function, Inst, IntPredicate, Type, TypeKind, Value};

use super::{Combine, GroupOp, build_members};
use crate::error::{Error, Result};
use crate::names::original_name;
use crate::query::Query;

/// Lowers a call in a kernel, if it is such an operation.
///
/// # Errors
/// Operands that are not the constants that they have to be, and values that cannot be combined so.
pub fn lower<'m>(
    module: &'m EditableModule,
    kernel: Function<'m>,
    inst: Inst<'m>,
    function: ImportedFunction,
) -> Result<()> {
    let builder = Builder::before(module, inst);
    let args = inst.args();
    let long = |value| extended(&builder, value, module.int(64));
    let (op, others) = match function {
        ImportedFunction::MembersCombine => {
            let op = combination(kernel, inst, &args[2..], args[0].ty())?;
            (op, vec![long(args[1])])
        }
        ImportedFunction::MembersShuffle => {
            let from = lane_or_own(module, &builder, long(args[1]));
            (GroupOp::Shuffle, vec![from, long(args[2])])
        }
        ImportedFunction::MatrixFill
        | ImportedFunction::MatrixLoad
        | ImportedFunction::MatrixStore
        | ImportedFunction::MatrixMultiplyAdd
        | ImportedFunction::AsyncCopy
        | ImportedFunction::AsyncCommit
        | ImportedFunction::AsyncWait => return Ok(()),
    };
    let operate = |value| {
        let operands: Vec<_> = [value].into_iter().chain(others.iter().copied()).collect();
        build_members(module, &builder, op, &operands)
    };
    let result = match args[0].ty().kind() {
        TypeKind::Vector(_, len) => (0..len).fold(args[0].ty().poison(), |whole, index| {
            let index = module.int(32).int(index.into(), false);
            let element = operate(builder.extract_element(args[0], index));
            builder.insert_element(whole, element, index)
        }),
        _ => operate(args[0]),
    };
    inst.value().replace_all_uses_with(module, result);
    inst.erase(module);
    Ok(())
}

/// `numbers`: how values of a type are combined, and over whom.
fn combination<'m>(kernel: Function<'m>, inst: Inst<'m>, numbers: &[Value<'m>], ty: Type<'m>) -> Result<GroupOp> {
    let refuse = |what: &str| {
        Error::in_kernel(&original_name(kernel), format!("an operation of members of a sub-group {what}")).at(inst)
    };
    let combine = numbers[0].const_u64().and_then(Combine::from_number);
    let combine = combine.ok_or_else(|| refuse("does not say how it combines values"))?;
    let element = ty.scalar();
    let fits = match element.kind() {
        TypeKind::Int(_) => !combine.is_of_floats(),
        _ => element.is_float() && combine.is_of_floats(),
    };
    if !fits {
        return Err(refuse("combines values of a different type"));
    }
    match numbers[1].const_u64().and_then(GroupOperation::from_number) {
        Some(GroupOperation::Reduce) => Ok(GroupOp::Reduce(combine)),
        Some(GroupOperation::InclusiveScan) => Ok(GroupOp::InclusiveScan(combine)),
        Some(GroupOperation::ExclusiveScan) => Ok(GroupOp::ExclusiveScan(combine)),
        Some(GroupOperation::ClusteredReduce) | None => Err(refuse("does not say whose values it combines")),
    }
}

/// The number of a work-item as `i32`; the caller's own where the sub-group has none of this number.
fn lane_or_own<'m>(module: &'m EditableModule, builder: &Builder<'m>, lane: Value<'m>) -> Value<'m> {
    let exists = builder.icmp(IntPredicate::LLVMIntULT, lane, Query::SubGroupSize.build(builder));
    let lane = builder.select(exists, lane, Query::SubGroupLocalId.build(builder));
    builder.trunc(lane, module.int(32))
}

/// An unsigned number as an `i64`.
fn extended<'m>(builder: &Builder<'m>, value: Value<'m>, long: Type<'m>) -> Value<'m> {
    if value.ty() == long { value } else { builder.zext(value, long) }
}
