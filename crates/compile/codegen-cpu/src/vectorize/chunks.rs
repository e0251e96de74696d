//! Replaces a loop over work-items by one over chunks of neighbours:
//!
//! ```text
//! chunks with all lanes ─► the rest: a chunk with some lanes ─► done
//! ```
//!
//! Whole chunks of many lanes are followed by whole chunks of half that width. Large bodies have only one form of
//! chunk, with a mask for the last one. If numbers do not fit into 32 bits as the plan assumes, each chunk has one
//! lane: the plan's statements about neighbours hold trivially for a single work-item.

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, EditableModule, Inst, IntPredicate, Intrinsic, Module, Opcode, Value};

use super::beforehand::at;
use super::bounds::clamp;
use super::item_loop::ItemLoop;
use super::narrowed::{Narrowed, Test};
use super::plan::{Forms, LoopPlan};
use super::widen::{Chunk, MaskForm, VectorTarget, emit};

/// Replaces the loop of a plan. Its blocks stay, and nothing leads to them.
pub fn replace<'m>(module: &'m EditableModule, plan: &LoopPlan<'m>, vector_bits: u32) {
    let item_loop = &plan.item_loop;
    let end = item_loop.preheader.terminator().expect("blocks are complete");
    let start = item_loop.preheader.split_before(module, end, "unreachable");
    start.terminator().expect("a branch to the rest").erase(module);
    let builder = Builder::at_end(module, start);
    let last = item_loop.last(&builder);
    let end = builder.add(last, last.ty().int(1, false));
    let mut fits = fits(module, plan, &builder, last);
    let (mut first, mut end) = (item_loop.first, end);
    if !plan.bounds.is_empty() {
        let clamped = clamp(&builder, (item_loop, &plan.bounds), (first, end));
        fits = fits.into_iter().chain(clamped.is_valid).reduce(|left, right| builder.and(left, right));
        let if_fits = |within, all| fits.map_or(within, |fits| builder.select(fits, within, all));
        (first, end) = (if_fits(clamped.first, first), if_fits(clamped.end, end));
    }
    let (mut at, mut outs) = (start, phis(item_loop).map(|phi| phi.ty().poison()).collect());
    let of_plan = |plan| Chunks::new(module, plan, vector_bits, fits);
    for (chunks, range) in ranges(plan, &builder, (first, end), of_plan) {
        (at, outs) = chunks.emit(at, range, outs);
    }
    for (phi, out) in phis(item_loop).zip(outs) {
        phi.add_incoming(module, &[(out, at)]);
    }
    Builder::at_end(module, at).br(item_loop.exit);
}

/// The chunks that a plan's forms make of a range of numbers, one after the other.
fn ranges<'a, 'm>(
    plan: &'a LoopPlan<'m>,
    builder: &Builder<'m>,
    (first, end): (Value<'m>, Value<'m>),
    of_plan: impl Fn(&'a LoopPlan<'m>) -> Chunks<'a, 'm> + Copy,
) -> Vec<(Chunks<'a, 'm>, Range<'m>)> {
    let chunks = of_plan(plan);
    match plan.forms {
        Forms::Whole => vec![(chunks, Range { first, end, form: Form::Whole })],
        Forms::Masked => vec![(chunks, Range { first, end, form: Form::Masked })],
        Forms::WholeAndRest => {
            let middle = chunks.end_of_whole(builder, first, end);
            let whole = Range { first, end: middle, form: Form::Whole };
            let rest = match &plan.rest {
                Some(narrow) => ranges(narrow, builder, (middle, end), of_plan),
                None => {
                    let form = if chunks.fits.is_some() { Form::Masked } else { Form::Rest };
                    vec![(chunks, Range { first: middle, end, form })]
                }
            };
            [vec![(chunks, whole)], rest].concat()
        }
    }
}

/// The phis after a loop.
fn phis<'m>(item_loop: &ItemLoop<'m>) -> impl Iterator<Item = Inst<'m>> {
    item_loop.exit.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI)
}

/// Work-items that run chunk by chunk.
#[derive(Clone, Copy)]
struct Range<'m> {
    /// The number of the first one.
    first: Value<'m>,
    /// The number after the last one.
    end: Value<'m>,
    form: Form,
}

/// Processors with registers of 512 bits also have mask registers. Otherwise a mask is a vector as wide as those that
/// it selects from.
fn mask_form(vector_bits: u32, lanes: u32) -> MaskForm {
    if vector_bits >= 512 { MaskForm::Bits } else { MaskForm::Integers((vector_bits / lanes).clamp(8, 64)) }
}

/// How many lanes of a chunk run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All lanes.
    Whole,
    /// All lanes, except in the last chunk.
    Masked,
    /// Some, of a single chunk.
    Rest,
}

/// The chunks of one loop.
#[derive(Clone, Copy)]
struct Chunks<'a, 'm> {
    module: &'m EditableModule,
    plan: &'a LoopPlan<'m>,
    target: VectorTarget,
    /// Whether numbers are as small as the plan supposes; none if it supposes nothing.
    fits: Option<Value<'m>>,
}

impl<'a, 'm> Chunks<'a, 'm> {
    fn new(module: &'m EditableModule, plan: &'a LoopPlan<'m>, vector_bits: u32, fits: Option<Value<'m>>) -> Self {
        Self { module, plan, target: VectorTarget { masks: mask_form(vector_bits, plan.lanes), vector_bits }, fits }
    }

    /// The number after the last work-item in whole chunks.
    fn end_of_whole(&self, builder: &Builder<'m>, first: Value<'m>, end: Value<'m>) -> Value<'m> {
        let rest = builder.urem(builder.sub(end, first), end.ty().int(self.plan.lanes.into(), false));
        let middle = builder.sub(end, rest);
        self.fits.map_or(middle, |fits| builder.select(fits, middle, first))
    }

    /// Emits the chunks of a range, which may be empty, after the block `before`. Returns the block after the chunks
    /// and the values that stay live: those of the last work-item or, if the range is empty, `outs`.
    fn emit(&self, before: Block<'m>, range: Range<'m>, outs: Vec<Value<'m>>) -> (Block<'m>, Vec<Value<'m>>) {
        let function = before.function();
        let (head, done) =
            (function.append_block(self.module, "chunks"), function.append_block(self.module, "chunks.done"));
        let builder = Builder::at_end(self.module, before);
        let step = self.step(&builder, range);
        let has_any = builder.icmp(IntPredicate::LLVMIntULT, range.first, range.end);
        builder.cond_br(has_any, head, done);

        let builder = Builder::at_end(self.module, head);
        let index = builder.phi(range.first.ty(), "id");
        index.add_incoming(self.module, &[(range.first, before)]);
        let count = (range.form != Form::Whole).then(|| self.count(&builder, range, index.value(), step));
        let chunk = emit(self.module, self.plan, self.target, Chunk { first: index.value(), count });
        builder.br(chunk.entry);

        let builder = Builder::at_end(self.module, chunk.end);
        if range.form == Form::Rest {
            builder.br(done);
        } else {
            let next = builder.add(index.value(), step);
            index.add_incoming(self.module, &[(next, chunk.end)]);
            let more = builder.icmp(IntPredicate::LLVMIntULT, next, range.end);
            builder.cond_br(more, head, done);
        }
        let builder = Builder::at_end(self.module, done);
        let merge = |(before_value, out): (Value<'m>, &Value<'m>)| {
            let phi = builder.phi(out.ty(), "");
            phi.add_incoming(self.module, &[(before_value, before), (*out, chunk.end)]);
            phi.value()
        };
        let outs = outs.into_iter().zip(&chunk.outs).map(merge).collect();
        (done, outs)
    }

    /// Work-items of a chunk that is not the last one.
    fn step(&self, builder: &Builder<'m>, range: Range<'m>) -> Value<'m> {
        let number = |number: u32| range.first.ty().int(number.into(), false);
        match self.fits {
            Some(fits) if range.form == Form::Masked => builder.select(fits, number(self.plan.lanes), number(1)),
            _ => number(self.plan.lanes),
        }
    }

    /// How many lanes of the chunk from `index` on run.
    fn count(&self, builder: &Builder<'m>, range: Range<'m>, index: Value<'m>, step: Value<'m>) -> Value<'m> {
        let left = builder.sub(range.end, index);
        let count = match range.form {
            Form::Rest => left,
            _ => builder.intrinsic(Intrinsic::Umin, &[left.ty()], &[left, step]).value(),
        };
        hidden(builder, builder.trunc(count, self.module.int(32)))
    }
}

/// A number that is opaque to LLVM, even if it is a constant. If LLVM 19 knows that the upper half of a mask of 16 bits
/// is empty, it clears it by `kmovb`, and then treats that as a copy that it may leave out.
fn hidden<'m>(builder: &Builder<'m>, number: Value<'m>) -> Value<'m> {
    builder.inline_asm("", "=r,0", number.ty(), &[number]).value()
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
            Test::Linear { stride, signed } => is_linear(builder, builder.sub(last, first), ends, stride, signed),
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

/// Whether a number of 32 bits, which may have been extended, grows by `stride` in each of `steps` steps without wrapping around: then its ends are as
/// far from each other as that makes.
fn is_linear<'m>(
    builder: &Builder<'m>,
    steps: Value<'m>,
    ends: [Value<'m>; 2],
    stride: i64,
    signed: bool,
) -> Value<'m> {
    let long = steps.ty();
    let [first, last] = ends.map(|end| match end.ty() {
        ty if ty == long => end,
        _ if signed => builder.sext(end, long),
        _ => builder.zext(end, long),
    });
    let most = long.int((1 << 32) / stride.unsigned_abs(), false);
    let is_short = builder.icmp(IntPredicate::LLVMIntULT, steps, most);
    let grown = builder.mul(steps, long.int(stride as u64, true));
    builder.and(is_short, builder.icmp(IntPredicate::LLVMIntEQ, builder.sub(last, first), grown))
}
