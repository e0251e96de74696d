//! Guards for launches whose last work-groups are larger than the remainder of the range: on targets that run only full
//! work-groups, the work-items beyond the range return immediately.

use tandem_ir::{Builder, EditableModule, Function, MdOperand, Opcode, Value};

/// Begins `kernel` with a test whether the work-item is inside of the range, which `is_inside` builds, for launches
/// whose work-groups reach beyond it according to `is_rounded_up`.
pub fn insert<'m>(
    module: &'m EditableModule,
    kernel: Function<'m>,
    is_rounded_up: impl FnOnce(&Builder<'m>) -> Value<'m>,
    is_inside: impl FnOnce(&Builder<'m>) -> Value<'m>,
) {
    let body = kernel.entry().expect("kernels have bodies");
    // Variables stay in the first block, where passes look for them.
    let first = body.insts().into_iter().find(|inst| inst.opcode() != Opcode::LLVMAlloca).expect("a terminator");
    let entry = body.split_before(module, first, "in_range");
    entry.terminator().expect("split blocks branch").erase(module);
    let outside = kernel.append_block(module, "out_of_range");
    Builder::at_end(module, outside).ret_void();
    let test = body.insert_before(module, "test_of_range");
    let builder = Builder::at_end(module, entry);
    let branch = builder.cond_br(is_rounded_up(&builder), test, body);
    // Most launches are not; and one that is has more work to do than this.
    let weights = [MdOperand::Text("branch_weights"), MdOperand::Int(1), MdOperand::Int(1000)];
    branch.set_metadata(module, "prof", Some(module.md_node(&weights)));
    let builder = Builder::at_end(module, test);
    builder.cond_br(is_inside(&builder), body, outside);
}
