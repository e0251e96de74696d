//! Comparisons of an affine value with a uniform one: they hold for a number of first lanes, or for the remaining ones.
//! The code therefore computes that number with scalar instructions instead of comparing vectors of 64-bit numbers.

use tandem_codegen::analysis::conditions::swapped;
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Inst, IntPredicate, Intrinsic, Value};

use super::Widener;

impl<'m> Widener<'_, 'm> {
    /// An integer comparison whose results vary.
    pub(super) fn compare(&mut self, inst: Inst<'m>) -> Value<'m> {
        let predicate = inst.int_predicate().expect("an icmp");
        if let Some(mask) = self.compare_progression(predicate, inst.operand(0), inst.operand(1)) {
            return mask;
        }
        if let Some(mask) = self.compare_progression(swapped(predicate), inst.operand(1), inst.operand(0)) {
            return mask;
        }
        let (left, right) = (self.vector(inst.operand(0)), self.vector(inst.operand(1)));
        self.builder.icmp(predicate, left, right)
    }

    /// The lanes for which the comparison of a progression by one with a uniform bound holds. The first lane must be
    /// active, because only then is its number that of the progression.
    fn compare_progression(
        &mut self,
        predicate: IntPredicate,
        progression: Value<'m>,
        bound: Value<'m>,
    ) -> Option<Value<'m>> {
        use IntPredicate::*;
        let Shape::Affine { stride: 1, exact } = self.plan.shapes.of(progression) else { return None };
        let (is_below, includes, is_signed) = match predicate {
            LLVMIntSLT => (true, false, true),
            LLVMIntSLE => (true, true, true),
            LLVMIntSGT => (false, true, true),
            LLVMIntSGE => (false, false, true),
            LLVMIntULT => (true, false, false),
            LLVMIntULE => (true, true, false),
            LLVMIntUGT => (false, true, false),
            LLVMIntUGE => (false, false, false),
            _ => return None,
        };
        let is_exact = if is_signed { exact.signed } else { exact.unsigned };
        let first_runs = self.plan.linear.mask_owner(self.at) == 0;
        if !is_exact || !first_runs || !self.plan.shapes.is_uniform(bound) {
            return None;
        }
        let (first, bound) = (self.scalar(progression), self.scalar(bound));
        let distance = if is_signed { self.signed_distance(first, bound) } else { self.distance(first, bound) };
        let mut count = self.lane_count(distance, includes);
        if includes {
            // Unless the bound is below the first lane.
            let less = if is_signed { LLVMIntSLT } else { LLVMIntULT };
            let is_below_all = self.builder.icmp(less, bound, first);
            count = self.builder.select(is_below_all, count.ty().zero(), count);
        }
        let below = self.lanes_below(count);
        Some(if is_below { below } else { self.builder.not(below) })
    }

    /// The distance from `first` to `bound`, or zero.
    fn distance(&self, first: Value<'m>, bound: Value<'m>) -> Value<'m> {
        self.two(Intrinsic::UsubSat, bound, first)
    }

    fn signed_distance(&self, first: Value<'m>, bound: Value<'m>) -> Value<'m> {
        let distance = self.two(Intrinsic::SsubSat, bound, first);
        self.two(Intrinsic::Smax, distance, distance.ty().zero())
    }

    /// The number of lanes for a distance, plus one if the bound is included, capped at the number of lanes.
    fn lane_count(&self, distance: Value<'m>, includes: bool) -> Value<'m> {
        let ty = distance.ty();
        let most = u64::from(self.lanes()) - u64::from(includes);
        let count = self.two(Intrinsic::Umin, distance, ty.int(most, false));
        let count = if includes { self.builder.add(count, ty.int(1, false)) } else { count };
        self.resized(count, self.module.int(32))
    }

    fn two(&self, intrinsic: Intrinsic, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[left.ty()], &[left, right]).value()
    }
}
