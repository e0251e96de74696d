//! Replaces a loop over work-items by one over chunks of neighbours:
//!
//! ```text
//! start: do numbers fit? ─ no ─► the loop as it was
//!   │ yes
//!   ├─► chunk: all lanes ─► more whole chunks? ─ yes ─► chunk
//!   └─► left: any work-items left? ─ yes ─► chunk: some lanes
//! done
//! ```

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Inst, IntPredicate, Module, Opcode, Value};

use super::item_loop::ItemLoop;
use super::narrowed::{Narrowed, Test};
use super::plan::LoopPlan;
use super::widen::{Chunk, Target, Widened, emit};

/// Replaces the loop of a plan.
pub fn replace<'m>(module: &'m Module, plan: &LoopPlan<'m>, target: Target) {
    let item_loop = &plan.item_loop;
    let function = item_loop.header.function();
    let end = item_loop.preheader.terminator().expect("blocks are complete");
    // The block before the loop is kept for the loop as it was.
    let start = item_loop.preheader.split_before(end, "scalar");
    let old = start.terminator().expect("a branch to the rest");
    let builder = Builder::before(old);
    let (long, lanes) = (item_loop.first.ty(), u64::from(plan.lanes));
    let last = item_loop.last(&builder);
    let first = item_loop.first;
    let number = |value: u64| long.int(value, false);
    let end = builder.add(last, number(1));
    let total = builder.sub(end, first);
    let rest = builder.urem(total, number(lanes));
    let whole_end = builder.sub(end, rest);
    let has_whole = builder.icmp(IntPredicate::LLVMIntUGE, total, number(lanes));
    let fits = fits(module, plan, &builder, last);

    let (left, done) = (function.append_block("left"), function.append_block("vector.done"));
    let head = function.append_block("chunks");
    let index = Builder::at_end(head).phi(long, "id");
    let whole = emit(module, plan, target, Chunk { first: index.value(), count: None });
    Builder::at_end(head).br(whole.entry);
    let next = count_up(&whole, index, number(lanes), whole_end, head, left);

    let left_builder = Builder::at_end(left);
    let left_first = left_builder.phi(long, "id");
    let count = left_builder.trunc(left_builder.sub(end, left_first.value()), module.int(32));
    let count = hidden(&left_builder, count);
    let some = emit(module, plan, target, Chunk { first: left_first.value(), count: Some(count) });
    let has_left = left_builder.icmp(IntPredicate::LLVMIntNE, left_first.value(), end);
    left_builder.cond_br(has_left, some.entry, done);
    Builder::at_end(some.end).br(done);

    let begin = function.append_block("vector");
    Builder::at_end(begin).cond_br(has_whole, head, left);
    index.add_incoming(&[(first, begin), (next, whole.end)]);
    left_first.add_incoming(&[(first, begin), (whole_end, whole.end)]);
    let builder = Builder::before(old);
    match fits {
        Some(fits) => builder.cond_br(fits, begin, item_loop.preheader),
        None => builder.br(begin),
    };
    old.erase();
    finish(plan, [(&whole, left), (&some, some.end)], begin, done);
}

/// A number that LLVM does not know, even if it is a constant. Where it knows that the upper half of a mask of 16 bits
/// is empty, LLVM 19 clears it by `kmovb`, and then takes that for a copy that it may leave out.
fn hidden<'m>(builder: &Builder<'m>, number: Value<'m>) -> Value<'m> {
    builder.inline_asm("", "=r,0", number.ty(), &[number]).value()
}

/// Goes from one whole chunk to the next. Returns the number that the next one begins with.
fn count_up<'m>(
    chunk: &Widened<'m>,
    index: Inst<'m>,
    lanes: Value<'m>,
    end: Value<'m>,
    head: Block<'m>,
    behind: Block<'m>,
) -> Value<'m> {
    let builder = Builder::at_end(chunk.end);
    let next = builder.add(index.value(), lanes);
    let more = builder.icmp(IntPredicate::LLVMIntNE, next, end);
    builder.cond_br(more, head, behind);
    next
}

/// Hands what lives on to the phis behind the loop. Whole chunks lead to the block `left`.
fn finish<'m>(
    plan: &LoopPlan<'m>,
    [(whole, left), (some, some_end)]: [(&Widened<'m>, Block<'m>); 2],
    begin: Block<'m>,
    done: Block<'m>,
) {
    let item_loop = &plan.item_loop;
    let phis = item_loop.exit.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
    let first_left = left.first_non_phi().expect("complete");
    let builder = Builder::at_end(done);
    for (at, phi) in phis.enumerate() {
        let of_whole = Builder::before(first_left).phi(phi.ty(), "");
        of_whole.add_incoming(&[(phi.ty().poison(), begin), (whole.outs[at], whole.end)]);
        let of_last = builder.phi(phi.ty(), "");
        of_last.add_incoming(&[(of_whole.value(), left), (some.outs[at], some_end)]);
        phi.add_incoming(&[(of_last.value(), done)]);
    }
    builder.br(item_loop.exit);
}

/// Whether the numbers that the plan takes for small ones are; none if it takes none.
fn fits<'m>(module: &'m Module, plan: &LoopPlan<'m>, builder: &Builder<'m>, last: Value<'m>) -> Option<Value<'m>> {
    let first = plan.item_loop.first;
    let fits = |narrowed: &Narrowed<'m>| {
        let ends =
            [first, last].map(|index| at(&plan.item_loop, builder, narrowed.wide, index, &mut FxHashMap::default()));
        let both = |test: &dyn Fn(Value<'m>) -> Value<'m>| builder.and(test(ends[0]), test(ends[1]));
        match narrowed.test {
            Test::NonNegative => {
                both(&|value| builder.icmp(IntPredicate::LLVMIntULT, value, value.ty().int(1 << 31, false)))
            }
            Test::Signed => both(&|value| {
                let narrow = builder.trunc(value, module.int(32));
                builder.icmp(IntPredicate::LLVMIntEQ, builder.sext(narrow, value.ty()), value)
            }),
            Test::Monotonic(stride) => is_monotonic(builder, builder.sub(last, first), ends, stride),
        }
    };
    plan.narrowed.iter().map(fits).reduce(|left, right| builder.and(left, right))
}

/// Whether a number of 64 bits that grows by `stride` times 2 to the power of 32 in each of `steps` steps does not wrap
/// around between its ends: it grows by less than 2 to the power of 63 altogether, and in the right direction.
fn is_monotonic<'m>(builder: &Builder<'m>, steps: Value<'m>, [first, last]: [Value<'m>; 2], stride: i64) -> Value<'m> {
    let most = steps.ty().int((1 << 31) / stride.unsigned_abs(), false);
    let (low, high) = if stride > 0 { (first, last) } else { (last, first) };
    let is_short = builder.icmp(IntPredicate::LLVMIntULT, steps, most);
    builder.and(is_short, builder.icmp(IntPredicate::LLVMIntSLE, low, high))
}

/// A value of the loop for the work-item of a number, computed before the loop.
fn at<'m>(
    item_loop: &ItemLoop<'m>,
    builder: &Builder<'m>,
    value: Value<'m>,
    index: Value<'m>,
    known: &mut FxHashMap<Value<'m>, Value<'m>>,
) -> Value<'m> {
    if value == item_loop.index.value() {
        return index;
    }
    let own = value.as_inst().filter(|inst| inst.block().is_some_and(|block| item_loop.blocks.contains(&block)));
    let (Some(inst), None) = (own, known.get(&value)) else {
        return known.get(&value).copied().unwrap_or(value);
    };
    let copy = inst.duplicate();
    for (number, operand) in inst.operands().into_iter().enumerate() {
        copy.value().set_operand(number as u32, at(item_loop, builder, operand, index, known));
    }
    builder.insert(copy);
    copy.drop_poison_flags();
    known.insert(value, copy.value());
    copy.value()
}
