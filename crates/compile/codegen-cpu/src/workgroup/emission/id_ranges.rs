//! The ranges of local ids for which a condition on [local ids](crate::workgroup::plan::id_conditions)
//! holds, as instructions that compute where a loop over them begins and ends.

use tandem_ir::{Builder, EditableModule, IntPredicate, Intrinsic, Value};

use super::loops::{IdRange, Items};
use crate::workgroup::plan::id_conditions::{Factor, Limits, Relation};

/// The work-items within the limits in a group of `extents`, and whether the condition holds for all of them.
/// Instructions are emitted by `builder`; `operand` maps uniform values of the kernel to their values there.
pub fn items<'m>(
    limits: &Limits<'m>,
    _module: &'m EditableModule,
    builder: &Builder<'m>,
    extents: [Value<'m>; 3],
    operand: impl Fn(Value<'m>) -> Value<'m>,
) -> (Items<'m>, bool) {
    let operand = |value| match limits.short_circuits {
        true => builder.freeze(operand(value)),
        false => operand(value),
    };
    let mut exact = limits.exact;
    let mut exist = Vec::new();
    for (condition, holds) in &limits.conditions {
        let condition = operand(*condition);
        exist.push(if *holds { condition } else { builder.not(condition) });
    }
    let ranges = [0, 1, 2].map(|dim| {
        let own = limits.list.iter().filter(|limit| limit.dim == dim);
        let relations: Vec<_> = own.map(|limit| limit.relation).collect();
        let dimension = Dimension { builder, extent: extents[dim], operand: &operand };
        let ids = dimension.ids(&relations);
        exact &= ids.exact;
        exist.extend(ids.exist);
        ids.range
    });
    let exist = exist.into_iter().reduce(|left, right| builder.and(left, right));
    (Items { ranges, exist }, exact)
}

/// One dimension of a group.
struct Dimension<'a, 'm> {
    /// The builder that emits the instructions.
    pub builder: &'a Builder<'m>,
    /// Work-items.
    pub extent: Value<'m>,
    /// Maps a uniform value of the kernel to its value in the function.
    pub operand: &'a dyn Fn(Value<'m>) -> Value<'m>,
}

/// The ids within limits.
struct Ids<'m> {
    pub range: IdRange<'m>,
    /// Whether the range is not empty, if that is not certain.
    pub exist: Option<Value<'m>>,
    /// Whether the range contains only such work-items.
    pub exact: bool,
}

impl<'m> Dimension<'_, 'm> {
    /// The ids that relate so to values.
    pub fn ids(&self, relations: &[Relation<'m>]) -> Ids<'m> {
        match relations.iter().find_map(|relation| self.selected(*relation)) {
            Some(ids) => Ids { exact: ids.exact && relations.len() == 1, ..ids },
            None => self.range(relations),
        }
    }

    /// The ids of a relation that holds for one only, or for each of a stride.
    fn selected(&self, relation: Relation<'m>) -> Option<Ids<'m>> {
        let (zero, one) = (self.constant(0), self.constant(1));
        let (range, exist, exact) = match relation {
            Relation::Zero => (IdRange::One(zero), None, true),
            Relation::Compares(IntPredicate::LLVMIntEQ, bound) => {
                let id = self.bound(bound, false);
                (IdRange::One(id), Some(self.less(id, self.extent)), true)
            }
            Relation::Compares(..) | Relation::Scaled(..) => return None,
            Relation::MultipleOf { divisor, signed } => {
                let divisor = self.bound(divisor, signed);
                let step = if signed { self.largest(divisor, self.builder.neg(divisor)) } else { divisor };
                (self.multiples(step), None, true)
            }
            Relation::Without(mask) => {
                let mask = self.bound(mask, false);
                let next = self.builder.add(mask, one);
                let common = self.builder.and(mask, next);
                let is_power = self.builder.icmp(IntPredicate::LLVMIntEQ, common, zero);
                let step = self.builder.select(is_power, next, one);
                (self.multiples(step), None, is_power.const_u64() == Some(1))
            }
        };
        Some(Ids { range, exist, exact })
    }

    /// The multiples of `step`; steps beyond the extent end there as well.
    fn multiples(&self, step: Value<'m>) -> IdRange<'m> {
        let step = self.two(Intrinsic::Umin, self.two(Intrinsic::Umax, step, self.constant(1)), self.extent);
        IdRange::Range { first: self.constant(0), end: self.extent, step }
    }

    /// The ids of relations that all are comparisons.
    fn range(&self, relations: &[Relation<'m>]) -> Ids<'m> {
        let (mut first, mut end, mut exact) = (self.constant(0), self.extent, true);
        for relation in relations {
            match *relation {
                Relation::Compares(predicate, bound) if is_below(predicate) => {
                    end = self.two(Intrinsic::Umin, end, self.border(predicate, bound, self.last()));
                }
                Relation::Compares(predicate, bound) => {
                    first = self.two(Intrinsic::Umax, first, self.border(predicate, bound, self.last()));
                }
                Relation::Scaled(factor, bits, predicate, bound) => {
                    exact = false;
                    end = self.two(Intrinsic::Umin, end, self.end_of_scaled(factor, bits, predicate, bound));
                }
                _ => unreachable!("the others select ids"),
            }
        }
        match relations {
            [] => Ids { range: IdRange::all(self.extent), exist: None, exact },
            _ => {
                let exist = Some(self.less(first, end));
                Ids { range: IdRange::Range { first, end, step: self.constant(1) }, exist, exact }
            }
        }
    }

    /// Where numbers up to `last` end, or begin, that compare so with `bound`.
    fn border(&self, predicate: IntPredicate, bound: Value<'m>, last: Value<'m>) -> Value<'m> {
        use IntPredicate::*;
        let after = |number| self.builder.add(number, self.constant(1));
        match predicate {
            LLVMIntULT | LLVMIntUGE => self.bound(bound, false),
            LLVMIntULE | LLVMIntUGT => after(self.two(Intrinsic::Umin, self.bound(bound, false), last)),
            LLVMIntSLT | LLVMIntSGE => self.largest(self.bound(bound, true), self.constant(0)),
            _ => after(self.largest(self.bound(bound, true), self.constant(u64::MAX))),
        }
    }

    /// Where ids end whose product with a factor is below a bound, or all ids, if products may wrap around.
    fn end_of_scaled(&self, factor: Factor<'m>, bits: u32, predicate: IntPredicate, bound: Value<'m>) -> Value<'m> {
        const FACTORS: u64 = 1 << 32;
        let (builder, one) = (self.builder, self.constant(1));
        let factor = match factor {
            Factor::By(factor) => self.bound(factor, true),
            Factor::PowerOfTwo(power) => {
                let power = self.two(Intrinsic::Umin, self.bound(power, false), self.constant(FACTORS.ilog2().into()));
                builder.shl(one, power)
            }
        };
        let less = builder.sub(factor, one);
        let product = builder.mul(factor, self.last());
        let is_small = self.less(less, self.constant(FACTORS - 1));
        let fits = builder.and(is_small, self.less(product, self.constant(1 << (bits - 1))));
        let below = self.two(Intrinsic::Umin, self.border(predicate, bound, product), builder.add(product, one));
        let end = builder.udiv(builder.add(below, less), self.two(Intrinsic::Umax, factor, one));
        builder.select(fits, end, self.extent)
    }

    /// A uniform value of the kernel in 64 bits.
    fn bound(&self, value: Value<'m>, signed: bool) -> Value<'m> {
        let value = (self.operand)(value);
        let long = self.extent.ty();
        match signed {
            _ if value.ty() == long => value,
            true => self.builder.sext(value, long),
            false => self.builder.zext(value, long),
        }
    }

    fn last(&self) -> Value<'m> {
        self.builder.sub(self.extent, self.constant(1))
    }

    fn less(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.builder.icmp(IntPredicate::LLVMIntULT, left, right)
    }

    /// The larger signed number.
    fn largest(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.two(Intrinsic::Smax, left, right)
    }

    fn two(&self, intrinsic: Intrinsic, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[left.ty()], &[left, right]).value()
    }

    fn constant(&self, number: u64) -> Value<'m> {
        self.extent.ty().int(number, false)
    }
}

fn is_below(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, LLVMIntULT | LLVMIntULE | LLVMIntSLT | LLVMIntSLE)
}
