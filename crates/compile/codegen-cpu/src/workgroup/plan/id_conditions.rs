//! Conditions on local ids, such as `l < s`, `l == 0` or `l % 4 == 0`. A work-item loop whose body does nothing unless
//! such a condition holds can iterate over only the matching ids (`emission::id_ranges`).

use tandem_ir::{Inst, IntPredicate, Opcode, TypeKind, Value};

use super::placement::Placements;
use tandem_codegen::analysis::conditions::{conjunction, inverse, swapped};
use tandem_codegen::query::Query;

/// The constraints on the local ids for which a condition holds.
pub struct Limits<'m> {
    pub list: Vec<Limit<'m>>,
    /// Uniform conditions, and their required values.
    pub conditions: Vec<(Value<'m>, bool)>,
    /// Whether the condition holds for all ids within the limits.
    pub exact: bool,
    /// Whether one part of the condition decides if another one counts, which may be poison if it does not.
    pub short_circuits: bool,
}

/// A constraint on the local id in one dimension.
pub struct Limit<'m> {
    /// The dimension.
    pub dim: usize,
    /// How the id relates to uniform integers.
    pub relation: Relation<'m>,
}

/// How an id relates to uniform integers of 32 or 64 bits.
#[derive(Clone, Copy)]
pub enum Relation<'m> {
    /// It is zero.
    Zero,
    /// It compares with an integer; for no predicate are both unequal.
    Compares(IntPredicate, Value<'m>),
    /// Its product with a factor, in this many bits, compares with a uniform integer.
    Scaled(Factor<'m>, u32, IntPredicate, Value<'m>),
    /// It is a multiple of an integer, whose sign is ignored if it is signed.
    MultipleOf { divisor: Value<'m>, signed: bool },
    /// It has none of an integer's bits.
    Without(Value<'m>),
}

/// The factor of an id.
#[derive(Clone, Copy)]
pub enum Factor<'m> {
    /// An integer.
    By(Value<'m>),
    /// Two to the power of an integer.
    PowerOfTwo(Value<'m>),
}

impl<'m> Limits<'m> {
    /// The limits that follow from `condition` having the value `holds`; `None` if there are none.
    pub fn new(placements: &Placements<'m>, condition: Value<'m>, holds: bool) -> Option<Self> {
        let mut limits = Self { list: Vec::new(), conditions: Vec::new(), exact: true, short_circuits: false };
        limits.add(placements, condition, holds);
        (!limits.list.is_empty()).then_some(limits)
    }

    fn add(&mut self, placements: &Placements<'m>, condition: Value<'m>, holds: bool) {
        if placements.is_group_uniform(condition) {
            self.conditions.push((condition, holds));
            return;
        }
        let inst = condition.as_inst().expect("what is no instruction is uniform");
        if let Some((first, second)) = conjunction(inst, holds) {
            self.short_circuits |= inst.opcode() == Opcode::LLVMSelect;
            self.add(placements, first, holds);
            self.add(placements, second, holds);
            return;
        }
        match inst.int_predicate().and_then(|predicate| comparison(placements, predicate, inst, holds)) {
            Some(limits) => self.list.extend(limits),
            None => self.exact = false,
        }
    }

    /// Whether the ids, or the values computed from them, are far apart.
    pub fn are_strided(&self) -> bool {
        let is_strided =
            |relation| matches!(relation, Relation::Scaled(..) | Relation::MultipleOf { .. } | Relation::Without(_));
        self.list.iter().any(|limit| is_strided(limit.relation))
    }
}

/// The limits that follow from a comparison having the value `holds`.
fn comparison<'m>(
    placements: &Placements<'m>,
    predicate: IntPredicate,
    inst: Inst<'m>,
    holds: bool,
) -> Option<Vec<Limit<'m>>> {
    use IntPredicate::*;
    let (left, right) = (inst.operand(0), inst.operand(1));
    let predicate = if holds { predicate } else { inverse(predicate) };
    let compares = |id, predicate, bound| {
        let dim = local_id(id).filter(|_| placements.is_group_uniform(bound))?;
        Some(vec![Limit { dim, relation: Relation::Compares(predicate, bound) }])
    };
    match predicate {
        LLVMIntEQ if right.const_u64() == Some(0) => zero(placements, left),
        // Ids are not negative.
        LLVMIntNE if right.const_u64() == Some(0) => compares(left, LLVMIntUGT, right),
        LLVMIntNE => None,
        _ => {
            let either = |left, predicate, right| {
                compares(left, predicate, right).or_else(|| scaled(placements, left, predicate, right))
            };
            either(left, predicate, right).or_else(|| either(right, swapped(predicate), left))
        }
    }
}

/// The limits that follow from the product of an id comparing with `bound`.
fn scaled<'m>(
    placements: &Placements<'m>,
    product: Value<'m>,
    predicate: IntPredicate,
    bound: Value<'m>,
) -> Option<Vec<Limit<'m>>> {
    use IntPredicate::*;
    let is_below = matches!(predicate, LLVMIntULT | LLVMIntULE | LLVMIntSLT | LLVMIntSLE);
    let (dim, factor, bits) =
        scaled_id(placements, product).filter(|_| is_below && placements.is_group_uniform(bound))?;
    Some(vec![Limit { dim, relation: Relation::Scaled(factor, bits, predicate, bound) }])
}

/// The dimension whose id is multiplied, by what, and the width of the product, which may be extended.
fn scaled_id<'m>(placements: &Placements<'m>, value: Value<'m>) -> Option<(usize, Factor<'m>, u32)> {
    let inst = value.as_inst().filter(|_| is_wide(value))?;
    let TypeKind::Int(bits) = value.ty().kind() else {
        return None;
    };
    let id_and = |id: u32, factor: u32| {
        let factor = inst.operand(factor);
        Some((local_id(inst.operand(id)).filter(|_| placements.is_group_uniform(factor))?, factor))
    };
    match inst.opcode() {
        Opcode::LLVMZExt | Opcode::LLVMSExt => scaled_id(placements, inst.operand(0)),
        Opcode::LLVMMul => id_and(0, 1).or_else(|| id_and(1, 0)).map(|(dim, by)| (dim, Factor::By(by), bits)),
        Opcode::LLVMShl => id_and(0, 1).map(|(dim, by)| (dim, Factor::PowerOfTwo(by), bits)),
        _ => None,
    }
}

/// The limits that follow from `value` being zero.
fn zero<'m>(placements: &Placements<'m>, value: Value<'m>) -> Option<Vec<Limit<'m>>> {
    if let Some(dims) = linear_id(value, [false; 3]) {
        return Some(dims.into_iter().map(|dim| Limit { dim, relation: Relation::Zero }).collect());
    }
    let inst = value.as_inst().filter(|_| is_wide(value))?;
    let (left, right) = match inst.opcode() {
        Opcode::LLVMURem | Opcode::LLVMSRem | Opcode::LLVMAnd => (inst.operand(0), inst.operand(1)),
        _ => return None,
    };
    let (dim, other, relation) = match inst.opcode() {
        Opcode::LLVMAnd => match local_id(left) {
            Some(dim) => (dim, right, Relation::Without(right)),
            None => (local_id(right)?, left, Relation::Without(left)),
        },
        opcode => {
            let signed = opcode == Opcode::LLVMSRem;
            (local_id(left)?, right, Relation::MultipleOf { divisor: right, signed })
        }
    };
    let is_of_use = match (relation, other.const_u64()) {
        (Relation::Without(_), Some(mask)) => mask.checked_add(1).is_some_and(u64::is_power_of_two),
        _ => placements.is_group_uniform(other),
    };
    is_of_use.then(|| vec![Limit { dim, relation }])
}

/// The dimension whose local id `value` is.
fn local_id(value: Value<'_>) -> Option<usize> {
    match query(value)? {
        Query::LocalId(dim) => Some(dim.into()),
        _ => None,
    }
}

/// The query whose answer `value` is, in any width that holds it: groups have fewer than 2^31 work-items.
fn query(value: Value<'_>) -> Option<Query> {
    let inst = value.as_inst().filter(|_| is_wide(value))?;
    match inst.opcode() {
        Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc => query(inst.operand(0)),
        _ => Query::of(inst),
    }
}

/// The dimensions of the ids that `value` sums up, each multiplied by extents of dimensions not `taken`. Extents are
/// not zero, and such a sum is no larger than the number of work-items: it is zero if and only if all of the ids are.
fn linear_id(value: Value<'_>, mut taken: [bool; 3]) -> Option<Vec<usize>> {
    let mut take = |dim: u8| (!std::mem::replace(&mut taken[usize::from(dim)], true)).then_some(usize::from(dim));
    if let Some(Query::LocalId(dim)) = query(value) {
        return Some(vec![take(dim)?]);
    }
    let inst = value.as_inst().filter(|_| is_wide(value))?;
    match inst.opcode() {
        Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc => linear_id(inst.operand(0), taken),
        Opcode::LLVMAdd => {
            let (left, right) = (linear_id(inst.operand(0), taken)?, linear_id(inst.operand(1), taken)?);
            (!left.iter().any(|dim| right.contains(dim))).then(|| [left, right].concat())
        }
        Opcode::LLVMMul => {
            let extent = |index| match query(inst.operand(index)) {
                Some(Query::Extent(dim)) => Some(dim),
                _ => None,
            };
            let (id, dim) = extent(1).map(|dim| (0, dim)).or_else(|| extent(0).map(|dim| (1, dim)))?;
            take(dim)?;
            linear_id(inst.operand(id), taken)
        }
        _ => None,
    }
}

/// Whether a value is an integer that holds all local ids.
fn is_wide(value: Value<'_>) -> bool {
    matches!(value.ty().kind(), TypeKind::Int(32 | 64))
}
