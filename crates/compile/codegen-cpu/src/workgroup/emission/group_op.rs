//! Work-group operations: loops over the context array of the operand. A loop runs
//! once per work-group, before the region that follows. For the other level, see
//! [sub-group operations](super::sub_group_op).

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Inst, IntPredicate, Value};

use super::group_builder::GroupBuilder;
use super::loops::Shape;
use super::sub_group_op;
use tandem_codegen::sync::{BuildCombine, Combine, GroupOp};

/// Emits `op`, whose call is `inst`, at the end of `entry`. Uniform results are added to `values`, others are stored in
/// their context array. Returns the block in which control continues.
pub fn emit<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    op: GroupOp,
    inst: Inst<'m>,
    entry: Block<'m>,
    values: &mut FxHashMap<Value<'m>, Value<'m>>,
) -> Block<'m> {
    if let Shape::SubGroup(sub_group) = group.shape {
        sub_group_op::emit(group, sub_group, op, inst, &Builder::at_end(group.module, entry), values);
        return entry;
    }
    let operands = inst.args();
    let result = inst.value();
    match op {
        GroupOp::Broadcast => {
            let builder = Builder::at_end(group.module, entry);
            let zero = group.module.int(64).zero();
            let index = group.load_element(&builder, operands[1], zero);
            values.insert(result, group.load_element(&builder, operands[0], index));
            entry
        }
        GroupOp::Reduce(combine) => {
            let (total, after) = fold(group, combine, operands[0], entry, |_, _, _, _, _| {});
            values.insert(result, total);
            after
        }
        GroupOp::InclusiveScan(combine) => scan(group, combine, operands[0], result, entry, |_, with| with),
        GroupOp::ExclusiveScan(combine) => scan(group, combine, operands[0], result, entry, |without, _| without),
        GroupOp::Shuffle | GroupOp::Move(_) => unreachable!("only sub-groups have these"),
    }
}

fn scan<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    combine: Combine,
    operand: Value<'m>,
    result: Value<'m>,
    entry: Block<'m>,
    choose: impl Fn(Value<'m>, Value<'m>) -> Value<'m>,
) -> Block<'m> {
    let (_, after) = fold(group, combine, operand, entry, |group, builder, index, without, with| {
        group.store_element(builder, result, index, choose(without, with));
    });
    after
}

/// Combines the operands of all work-items in order; `each` receives the combination without and with each work-item's
/// operand.
fn fold<'a, 'm>(
    group: &mut GroupBuilder<'a, 'm>,
    combine: Combine,
    operand: Value<'m>,
    entry: Block<'m>,
    each: impl Fn(&mut GroupBuilder<'a, 'm>, &Builder<'m>, Value<'m>, Value<'m>, Value<'m>),
) -> (Value<'m>, Block<'m>) {
    let function = group.prologue.function;
    let (header, after) = (function.append_block(group.module, "fold"), function.append_block(group.module, "folded"));
    Builder::at_end(group.module, entry).br(header);
    let long = group.module.int(64);
    let builder = Builder::at_end(group.module, header);
    let index = builder.phi(long, "item");
    let without = builder.phi(operand.ty(), "sum");
    let own = group.load_element(&builder, operand, index.value());
    let with = combine.build(&builder, without.value(), own);
    each(group, &builder, index.value(), without.value(), with);
    let next = builder.add(index.value(), long.int(1, false));
    let more = builder.icmp(IntPredicate::LLVMIntULT, next, group.items());
    builder.cond_br(more, header, after);
    index.add_incoming(group.module, &[(long.zero(), entry), (next, header)]);
    without.add_incoming(group.module, &[(combine.identity(operand.ty()), entry), (with, header)]);
    (with, after)
}
