//! Builtin variables: ids and sizes, in terms of [queries](Query).

use tandem_device_ir::Variable;
use tandem_ir::{Builder, EditableModule, IntPredicate, Module, Type, Value};

use super::call::Call;
use crate::query::Query;

/// The value of a builtin variable, or of one of its dimensions.
pub fn lower<'m>(call: &Call<'m>, variable: Variable) -> Value<'m> {
    let builder = &call.builder;
    let query = |query: Query| query.build(builder);
    let item = |compute: fn(&Call<'m>, u8) -> Value<'m>, outside| by_dimension(call, |dim| compute(call, dim), outside);
    match variable {
        Variable::GlobalInvocationId => item(global_id, 0),
        Variable::LocalInvocationId => item(|call, dim| Query::LocalId(dim).build(&call.builder), 0),
        Variable::WorkgroupId => item(|call, dim| Query::GroupId(dim).build(&call.builder), 0),
        Variable::GlobalOffset => item(|call, dim| Query::GlobalOffset(dim).build(&call.builder), 0),
        Variable::GlobalSize => item(|call, dim| Query::GlobalSize(dim).build(&call.builder), 1),
        Variable::NumWorkgroups => item(|call, dim| Query::NumGroups(dim).build(&call.builder), 1),
        Variable::WorkgroupSize => item(|call, dim| Query::Extent(dim).build(&call.builder), 1),
        Variable::EnqueuedWorkgroupSize => item(|call, dim| Query::LocalSize(dim).build(&call.builder), 1),
        Variable::WorkDim => query(Query::WorkDim),
        Variable::LocalInvocationIndex => linear_local_id(builder, [0, 1, 2].map(|dim| query(Query::LocalId(dim)))),
        Variable::GlobalLinearId => linear_global_id(call),
        Variable::SubgroupId => query(Query::SubGroupId),
        Variable::NumSubgroups => query(Query::NumSubGroups),
        Variable::NumEnqueuedSubgroups => query(Query::NumEnqueuedSubGroups),
        Variable::SubgroupSize => query(Query::SubGroupSize),
        Variable::SubgroupMaxSize => query(Query::SubGroupMaxSize),
        Variable::SubgroupLocalInvocationId => query(Query::SubGroupLocalId),
        Variable::SubgroupEqMask
        | Variable::SubgroupGeMask
        | Variable::SubgroupGtMask
        | Variable::SubgroupLeMask
        | Variable::SubgroupLtMask => mask(call, variable),
    }
}

/// Number of a work-item in its group, from its local id.
pub fn linear_local_id<'m>(builder: &Builder<'m>, id: [Value<'m>; 3]) -> Value<'m> {
    let [width, height] = [0, 1].map(|dim| Query::Extent(dim).build(builder));
    let plane = add(builder, mul(builder, id[2], height), id[1]);
    add(builder, mul(builder, plane, width), id[0])
}

fn global_id<'m>(call: &Call<'m>, dim: u8) -> Value<'m> {
    let offset = Query::GlobalOffset(dim).build(&call.builder);
    position(call, dim, |first| add(&call.builder, first, offset))
}

fn linear_global_id<'m>(call: &Call<'m>) -> Value<'m> {
    let builder = &call.builder;
    let id = [0, 1, 2].map(|dim| position(call, dim, |first| first));
    let [width, height] = [0, 1].map(|dim| Query::GlobalSize(dim).build(builder));
    let plane = add(builder, mul(builder, id[2], height), id[1]);
    add(builder, mul(builder, plane, width), id[0])
}

/// The local id plus a value that is the same for the group: the position of its first work-item, after `shift`.
fn position<'m>(call: &Call<'m>, dim: u8, shift: impl Fn(Value<'m>) -> Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let group = Query::GroupId(dim).build(builder);
    let first = mul(builder, group, Query::LocalSize(dim).build(builder));
    add(builder, shift(first), Query::LocalId(dim).build(builder))
}

/// The dimension that the call's argument selects; `outside` beyond the third.
fn by_dimension<'m>(call: &Call<'m>, of: impl Fn(u8) -> Value<'m>, outside: u64) -> Value<'m> {
    let builder = &call.builder;
    let outside = call.module.int(64).int(outside, false);
    let Some(dim) = call.args.first() else {
        return of(0);
    };
    match dim.const_u64() {
        Some(dim @ 0..3) => of(dim as u8),
        Some(_) => outside,
        None => (0..3).fold(outside, |otherwise, candidate| {
            let index: Type<'m> = dim.ty();
            let is_it = builder.icmp(IntPredicate::LLVMIntEQ, *dim, index.int(candidate.into(), false));
            builder.select(is_it, of(candidate), otherwise)
        }),
    }
}

/// The mask of the work-items of the sub-group whose numbers compare so with the work-item's own.
fn mask<'m>(call: &Call<'m>, variable: Variable) -> Value<'m> {
    let (module, builder) = (call.module, &call.builder);
    let own = bits_below(module, builder, Query::SubGroupLocalId.build(builder));
    let equal = builder.add(own, own.ty().int(1, false));
    let all = || all_bits(module, builder);
    let bits = match variable {
        Variable::SubgroupEqMask => equal,
        Variable::SubgroupLtMask => own,
        Variable::SubgroupLeMask => builder.or(own, equal),
        Variable::SubgroupGeMask => builder.xor(all(), own),
        _ => builder.xor(all(), builder.or(own, equal)),
    };
    let words = mask_words(module, builder, bits);
    // Selects a single word, if there is an argument.
    call.args.first().map_or(words, |word| builder.extract_element(words, *word))
}

/// One bit for each work-item of the sub-group.
pub fn all_bits<'m>(module: &'m EditableModule, builder: &Builder<'m>) -> Value<'m> {
    // Sub-groups are not empty.
    let last = builder.sub(Query::SubGroupSize.build(builder), module.int(64).int(1, false));
    let below = bits_below(module, builder, last);
    builder.or(builder.shl(below, below.ty().int(1, false)), below.ty().int(1, false))
}

/// The bits of the work-items of a sub-group before the one of a number.
pub fn bits_below<'m>(module: &'m Module, builder: &Builder<'m>, number: Value<'m>) -> Value<'m> {
    let one = module.int(64).int(1, false);
    builder.sub(builder.shl(one, number), one)
}

/// SPIR-V's form of a mask of at most 64 work-items: four words.
pub fn mask_words<'m>(module: &'m Module, builder: &Builder<'m>, bits: Value<'m>) -> Value<'m> {
    let word = module.int(32);
    let high = builder.lshr(bits, bits.ty().int(32, false));
    let mask = word.vector(4).zero();
    let mask = builder.insert_element(mask, builder.trunc(bits, word), word.int(0, false));
    builder.insert_element(mask, builder.trunc(high, word), word.int(1, false))
}

/// Ids and sizes are far from overflowing.
fn add<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder, builder.add(left, right))
}

fn mul<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder, builder.mul(left, right))
}

fn no_wrap<'m>(builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
    if let Some(inst) = value.as_inst() {
        inst.set_wrap_flags(builder.module(), true, true);
    }
    value
}
