//! Guards for launches whose last work-groups are larger than what is left of the
//! range: on targets that run full work-groups only, the work-items beyond the
//! range return at once.

use tandem_ir::{Builder, Function, IntPredicate, MdOperand, Module, Opcode, Value};

use crate::query::Query;

/// Begins `kernel` with a test of its global id, for launches of which `is_rounded_up` says that
/// their work-groups reach beyond the range.
pub fn insert<'m>(module: &'m Module, kernel: Function<'m>, is_rounded_up: impl FnOnce(&Builder<'m>) -> Value<'m>) {
    let body = kernel.entry().expect("kernels have bodies");
    // Variables stay in the first block, where passes look for them.
    let first = body.insts().into_iter().find(|inst| inst.opcode() != Opcode::LLVMAlloca).expect("a terminator");
    let entry = body.split_before(first, "in_range");
    entry.terminator().expect("split blocks branch").erase();
    let outside = kernel.append_block("out_of_range");
    Builder::at_end(outside).ret_void();
    let test = body.insert_before("test_of_range");
    let builder = Builder::at_end(entry);
    let branch = builder.cond_br(is_rounded_up(&builder), test, body);
    // Most launches are not; and one that is has more work to do than this.
    let weights = [MdOperand::Text("branch_weights"), MdOperand::Int(1), MdOperand::Int(1000)];
    branch.set_metadata("prof", Some(module.md_node(&weights)));
    let builder = Builder::at_end(test);
    let is_inside = [0, 1, 2].map(|dim| is_inside(module, &builder, dim));
    let is_inside = builder.and(is_inside[0], builder.and(is_inside[1], is_inside[2]));
    builder.cond_br(is_inside, body, outside);
}

/// Whether the work-item is within the range in one dimension.
fn is_inside<'m>(module: &'m Module, builder: &Builder<'m>, dim: u8) -> Value<'m> {
    let ask = |query: Query| query.build(module, builder);
    let first = builder.mul(ask(Query::GroupId(dim)), ask(Query::LocalSize(dim)));
    let position = builder.add(first, ask(Query::LocalId(dim)));
    builder.icmp(IntPredicate::LLVMIntULT, position, ask(Query::GlobalSize(dim)))
}
