//! Guards that bound which work-items do anything, such as `if (i < n)`: the loop runs only those work-items.
//!
//! Such a guard compares a number that grows by one from each work-item to the next with one that is the same for all.
//! The work-items for which it holds are neighbours, so the loop begins with the first of them and ends with the last
//! one. The guard holds for all of these, so they do not diverge at its branch.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::conditions::{conjunction, inverse, swapped};
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Builder, Inst, IntPredicate, Intrinsic, TypeKind, Value};

use super::beforehand::{at, is_computable};
use super::body::Body;
use super::instructions::has_effects;
use super::item_loop::ItemLoop;
use super::shapes::Shapes;

/// A comparison that holds for all work-items that do anything.
#[derive(Clone, Copy)]
pub struct Bound<'m> {
    /// The comparison.
    pub compare: Inst<'m>,
    /// The number that grows by one from each work-item to the next and does not wrap around.
    own: Value<'m>,
    /// The number that is the same for all.
    limit: Value<'m>,
    /// How they compare where a work-item does anything.
    predicate: IntPredicate,
    /// Whether the growing number is then non-negative if the limit is: both compare as unsigned numbers.
    is_range: bool,
}

/// A part of a range of numbers.
pub struct Clamped<'m> {
    /// The first number.
    pub first: Value<'m>,
    /// The end, which is not before `first`.
    pub end: Value<'m>,
    /// Whether the range is valid, if that is not certain.
    pub is_valid: Option<Value<'m>>,
}

/// The bounds of a loop: comparisons at the start of the body that decide whether a work-item branches directly to its
/// end.
pub fn bounds<'m>(item_loop: &ItemLoop<'m>, body: &Body<'m>, shapes: &Shapes<'m>) -> Vec<Bound<'m>> {
    let search = Search { item_loop, body, shapes };
    let mut bounds = Vec::new();
    let mut next = Some(0);
    while let Some((condition, holds, inside)) = next.and_then(|id| search.guard(id)) {
        search.add(condition, holds, &mut bounds);
        next = Some(inside);
    }
    bounds
}

struct Search<'a, 'm> {
    item_loop: &'a ItemLoop<'m>,
    body: &'a Body<'m>,
    shapes: &'a Shapes<'m>,
}

impl<'m> Search<'_, 'm> {
    /// The condition at the end of a block, its value for the work-items that do anything, and their destination.
    fn guard(&self, id: BlockId) -> Option<(Value<'m>, bool, BlockId)> {
        let end = self.body.cfg.block(id).terminator()?;
        let condition = end.condition()?;
        // The first target is that of a condition that holds.
        let targets = end.successors().into_iter().map(|target| self.body.cfg.id(target));
        let [Some(then), Some(other)] = targets.collect::<Vec<_>>()[..] else { return None };
        let (holds, inside) = match (self.is_idle(then), self.is_idle(other)) {
            (false, true) => (true, then),
            (true, false) => (false, other),
            _ => return None,
        };
        let is_entered_here = self.body.cfg.predecessors(inside) == [id];
        (is_entered_here && self.does_nothing(id)).then_some((condition, holds, inside))
    }

    /// Whether nothing is done from a block on.
    fn is_idle(&self, id: BlockId) -> bool {
        self.does_nothing(id)
            && match self.body.cfg.successors(id) {
                [] => true,
                [next] => *next > id && self.is_idle(*next),
                _ => false,
            }
    }

    fn does_nothing(&self, id: BlockId) -> bool {
        !self.body.cfg.block(id).insts().into_iter().any(has_effects)
    }

    /// Adds the bounds that follow from a condition having this value.
    fn add(&self, condition: Value<'m>, holds: bool, bounds: &mut Vec<Bound<'m>>) {
        let Some(inst) = condition.as_inst() else { return };
        match conjunction(inst, holds) {
            Some((first, second)) => {
                self.add(first, holds, bounds);
                self.add(second, holds, bounds);
            }
            None => bounds.extend(self.comparison(inst, holds)),
        }
    }

    fn comparison(&self, compare: Inst<'m>, holds: bool) -> Option<Bound<'m>> {
        let predicate = compare.int_predicate()?;
        let predicate = if holds { predicate } else { inverse(predicate) };
        let (left, right) = (compare.operand(0), compare.operand(1));
        let bound = |own, limit, predicate| self.bound(compare, own, limit, predicate);
        bound(left, right, predicate).or_else(|| bound(right, left, swapped(predicate)))
    }

    fn bound(&self, compare: Inst<'m>, own: Value<'m>, limit: Value<'m>, predicate: IntPredicate) -> Option<Bound<'m>> {
        let Shape::Affine { stride: 1, exact } = self.shapes.of(own) else { return None };
        let is_number = matches!(own.ty().kind(), TypeKind::Int(32 | 64));
        let may_load = |load: Inst<'m>| load.block() == Some(self.item_loop.header) && is_plain(load);
        let is_known = |value| is_computable(self.item_loop, value, &may_load);
        if !is_number || !self.shapes.is_uniform(limit) || !is_known(own) || !is_known(limit) {
            return None;
        }
        let (predicate, is_range) = match predicate {
            _ if is_signed(predicate) && exact.signed || is_unsigned(predicate) && exact.unsigned => (predicate, false),
            IntPredicate::LLVMIntULT if exact.signed => (IntPredicate::LLVMIntSLT, true),
            IntPredicate::LLVMIntULE if exact.signed => (IntPredicate::LLVMIntSLE, true),
            _ => return None,
        };
        Some(Bound { compare, own, limit, predicate, is_range })
    }
}

/// The comparisons of bounds.
pub fn comparisons<'m>(bounds: &[Bound<'m>]) -> FxHashSet<Value<'m>> {
    bounds.iter().map(|bound| bound.compare.value()).collect()
}

/// The part of a range of numbers within the bounds of a plan.
pub fn clamp<'m>(
    builder: &Builder<'m>,
    (item_loop, bounds): (&ItemLoop<'m>, &[Bound<'m>]),
    (first, end): (Value<'m>, Value<'m>),
) -> Clamped<'m> {
    let count = builder.sub(end, first);
    let (mut from, mut to, mut is_valid) = (count.ty().zero(), count, None);
    let mut numbers = Numbers { builder, item_loop, first, count, known: FxHashMap::default() };
    for bound in bounds {
        let (own, limit) = (numbers.extended(bound, bound.own), numbers.extended(bound, bound.limit));
        let below = numbers.below(bound.predicate, own, limit);
        match is_upper(bound.predicate) {
            true => to = numbers.two(Intrinsic::Umin, to, below),
            false => from = numbers.two(Intrinsic::Umax, from, below),
        }
        if bound.is_range {
            let zero = count.ty().zero();
            from = numbers.two(Intrinsic::Umax, from, numbers.below(IntPredicate::LLVMIntSGE, own, zero));
            let is_number = builder.icmp(IntPredicate::LLVMIntSGE, limit, zero);
            is_valid = is_valid.into_iter().chain([is_number]).reduce(|left, right| builder.and(left, right));
        }
    }
    let to = numbers.two(Intrinsic::Umax, from, to);
    Clamped { first: builder.add(first, from), end: builder.add(first, to), is_valid }
}

/// The values before the loop that determine which of its work-items are within bounds.
struct Numbers<'a, 'm> {
    builder: &'a Builder<'m>,
    item_loop: &'a ItemLoop<'m>,
    /// The number of the first work-item.
    first: Value<'m>,
    /// How many there are.
    count: Value<'m>,
    /// Values of the loop for the first work-item.
    known: FxHashMap<Value<'m>, Value<'m>>,
}

impl<'m> Numbers<'_, 'm> {
    /// A value of a bound for the first work-item, with 64 bits.
    fn extended(&mut self, bound: &Bound<'m>, value: Value<'m>) -> Value<'m> {
        let value = at(self.item_loop, self.builder, value, self.first, &mut self.known);
        let (value, long) = (self.builder.freeze(value), self.count.ty());
        match value.ty() {
            ty if ty == long => value,
            _ if is_signed(bound.predicate) => self.builder.sext(value, long),
            _ => self.builder.zext(value, long),
        }
    }

    /// Of the work-items, whose numbers grow by one from `own` on, those below a limit: those before an upper bound, or
    /// those that a lower bound leaves out.
    fn below(&self, predicate: IntPredicate, own: Value<'m>, limit: Value<'m>) -> Value<'m> {
        use IntPredicate::*;
        let (builder, long) = (self.builder, self.count.ty());
        let includes_limit = matches!(predicate, LLVMIntSLE | LLVMIntULE | LLVMIntSGT | LLVMIntUGT);
        let reaches = match (is_signed(predicate), includes_limit) {
            (true, false) => LLVMIntSLT,
            (true, true) => LLVMIntSLE,
            (false, false) => LLVMIntULT,
            (false, true) => LLVMIntULE,
        };
        let one = long.int(includes_limit.into(), false);
        let near = self.two(Intrinsic::Umin, builder.sub(limit, own), builder.sub(self.count, one));
        builder.select(builder.icmp(reaches, own, limit), builder.add(near, one), long.zero())
    }

    fn two(&self, intrinsic: Intrinsic, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[left.ty()], &[left, right]).value()
    }
}

fn is_upper(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, LLVMIntSLT | LLVMIntSLE | LLVMIntULT | LLVMIntULE)
}

fn is_signed(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, LLVMIntSLT | LLVMIntSLE | LLVMIntSGT | LLVMIntSGE)
}

fn is_unsigned(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, LLVMIntULT | LLVMIntULE | LLVMIntUGT | LLVMIntUGE)
}
