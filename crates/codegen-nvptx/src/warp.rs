//! Operations of a warp, which is a sub-group: shuffles, votes, reductions, scans.
//!
//! All work-items of a sub-group reach an operation together; the last one of a
//! work-group may lack lanes.

use tandem_codegen::query::Query;
use tandem_codegen::sync::{BuildCombine, Combine, Move};
use tandem_ir::{Builder, IntPredicate, Intrinsic, Module, Type, TypeKind, Value};
pub use tandem_native_cuda::WARP_SIZE;

use crate::options::Processor;

/// The oldest processor that reduces integers of 32 bits with one instruction.
const HAS_REDUX: Processor = Processor(80);

/// The place where an operation is built.
#[derive(Clone, Copy)]
pub struct Warp<'a, 'm> {
    pub module: &'m Module,
    pub builder: &'a Builder<'m>,
    pub processor: Processor,
}

impl<'m> Warp<'_, 'm> {
    /// Waits until all work-items are there.
    pub fn barrier(self) {
        self.builder.intrinsic(self.module, Intrinsic::NvvmWarpBarrier, &[], &[self.mask()]);
    }

    /// The value of the lane of a number, an `i32`; any value if there is none.
    pub fn shuffle(self, value: Value<'m>, lane: Value<'m>) -> Value<'m> {
        let shuffled: Vec<_> = self.words(value).into_iter().map(|word| self.shuffle_word(word, lane)).collect();
        self.join_words(&shuffled, value.ty())
    }

    /// The value of the lane at a distance; the own one where there is none.
    pub fn moved(self, way: Move, value: Value<'m>, distance: Value<'m>) -> Value<'m> {
        let builder = self.builder;
        let lane = self.lane();
        let from = match way {
            Move::Xor => builder.xor(lane, distance),
            Move::Down => builder.add(lane, distance),
            Move::Up => builder.sub(lane, distance),
        };
        let is_there = builder.icmp(IntPredicate::LLVMIntULT, from, self.count());
        self.shuffle(value, builder.select(is_there, from, lane))
    }

    /// The combination of the values of all lanes.
    pub fn reduce(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        match (value.ty().kind(), combine) {
            (TypeKind::Int(1), Combine::And) => self.vote(Intrinsic::NvvmVoteAll, value),
            (TypeKind::Int(1), Combine::Or) => self.vote(Intrinsic::NvvmVoteAny, value),
            _ if self.processor < HAS_REDUX => self.fold(combine, value),
            (TypeKind::Int(32), _) if redux(combine).is_some() => self.redux(combine, value),
            (TypeKind::Int(64), Combine::And | Combine::Or | Combine::Xor) => {
                let words: Vec<_> = self.words(value).into_iter().map(|word| self.redux(combine, word)).collect();
                self.join_words(&words, value.ty())
            }
            _ => self.fold(combine, value),
        }
    }

    /// Each lane's combination up to its own value: the reach doubles with each step.
    pub fn inclusive_scan(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        let (builder, lane) = (self.builder, self.lane());
        distances().fold(value, |sum, distance| {
            let has_before = builder.icmp(IntPredicate::LLVMIntUGE, lane, self.number(distance));
            let before = self.shuffle(sum, builder.sub(lane, self.number(distance)));
            let before = builder.select(has_before, before, combine.identity(value.ty()));
            combine.build(self.module, builder, before, sum)
        })
    }

    /// Each lane's combination of the values before its own, from the inclusive scan.
    pub fn exclusive_scan(self, combine: Combine, inclusive: Value<'m>) -> Value<'m> {
        let (builder, lane) = (self.builder, self.lane());
        let before = self.shuffle(inclusive, builder.sub(lane, self.number(1)));
        let is_first = builder.icmp(IntPredicate::LLVMIntEQ, lane, self.number(0));
        builder.select(is_first, combine.identity(inclusive.ty()), before)
    }

    /// The value of the last lane.
    pub fn last(self, value: Value<'m>) -> Value<'m> {
        self.shuffle(value, self.builder.sub(self.count(), self.number(1)))
    }

    /// The first lane folds the values of all others: each step doubles those that a
    /// lane has combined. Then all take its sum.
    fn fold(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        let (builder, lane, count) = (self.builder, self.lane(), self.count());
        let sum = distances().fold(value, |sum, distance| {
            let from = builder.add(lane, self.number(distance));
            let is_there = builder.icmp(IntPredicate::LLVMIntULT, from, count);
            let other = builder.select(is_there, self.shuffle(sum, from), combine.identity(value.ty()));
            combine.build(self.module, builder, sum, other)
        });
        self.shuffle(sum, self.number(0))
    }

    fn vote(self, vote: Intrinsic, condition: Value<'m>) -> Value<'m> {
        self.builder.intrinsic(self.module, vote, &[], &[self.mask(), condition]).value()
    }

    fn redux(self, combine: Combine, word: Value<'m>) -> Value<'m> {
        let reduction = redux(combine).expect("asked before");
        self.builder.intrinsic(self.module, reduction, &[], &[word, self.mask()]).value()
    }

    fn shuffle_word(self, word: Value<'m>, lane: Value<'m>) -> Value<'m> {
        let args = [self.mask(), word, lane, self.number(WARP_SIZE - 1)];
        self.builder.intrinsic(self.module, Intrinsic::NvvmShuffle, &[], &args).value()
    }

    /// The bits of the lanes that the sub-group has.
    fn mask(self) -> Value<'m> {
        let missing = self.builder.sub(self.number(WARP_SIZE), self.count());
        self.builder.lshr(self.word().int(u32::MAX.into(), false), missing)
    }

    /// The 32-bit words of a scalar.
    fn words(self, value: Value<'m>) -> Vec<Value<'m>> {
        let bits = self.bits(value.ty());
        let integer = self.module.int(bits);
        let value = match value.ty().kind() {
            TypeKind::Int(_) => value,
            TypeKind::Pointer(_) => self.builder.ptrtoint(value, integer),
            _ => self.builder.bitcast(value, integer),
        };
        if bits <= 32 {
            return vec![if bits == 32 { value } else { self.builder.zext(value, self.word()) }];
        }
        let shift = |index: u32| integer.int(u64::from(32 * index), false);
        (0..bits.div_ceil(32))
            .map(|index| self.builder.trunc(self.builder.lshr(value, shift(index)), self.word()))
            .collect()
    }

    fn join_words(self, words: &[Value<'m>], ty: Type<'m>) -> Value<'m> {
        let bits = self.bits(ty);
        let integer = self.module.int(bits);
        let value = match words {
            [word] if bits == 32 => *word,
            [word] => self.builder.trunc(*word, integer),
            words => (0..).zip(words).fold(integer.zero(), |whole, (index, word)| {
                let shift = integer.int(32 * index, false);
                self.builder.or(whole, self.builder.shl(self.builder.zext(*word, integer), shift))
            }),
        };
        match ty.kind() {
            TypeKind::Int(_) => value,
            TypeKind::Pointer(_) => self.builder.inttoptr(value, ty),
            _ => self.builder.bitcast(value, ty),
        }
    }

    fn bits(self, ty: Type<'m>) -> u32 {
        match ty.kind() {
            TypeKind::Int(bits) => bits,
            _ => 8 * self.module.size_of(ty) as u32,
        }
    }

    /// The work-item's number in its sub-group.
    fn lane(self) -> Value<'m> {
        self.builder.trunc(Query::SubGroupLocalId.build(self.module, self.builder), self.word())
    }

    /// Work-items of the sub-group.
    fn count(self) -> Value<'m> {
        self.builder.trunc(Query::SubGroupSize.build(self.module, self.builder), self.word())
    }

    fn word(self) -> Type<'m> {
        self.module.int(32)
    }

    fn number(self, number: u32) -> Value<'m> {
        self.word().int(number.into(), false)
    }
}

/// 1, 2, 4, …: the distances of a tree over a warp.
fn distances() -> impl Iterator<Item = u32> {
    (0..WARP_SIZE.ilog2()).map(|step| 1 << step)
}

/// The reductions of 32-bit integers that there are instructions for.
fn redux(combine: Combine) -> Option<Intrinsic> {
    match combine {
        Combine::Add => Some(Intrinsic::NvvmReduceAdd),
        Combine::SMin => Some(Intrinsic::NvvmReduceMin),
        Combine::UMin => Some(Intrinsic::NvvmReduceUmin),
        Combine::SMax => Some(Intrinsic::NvvmReduceMax),
        Combine::UMax => Some(Intrinsic::NvvmReduceUmax),
        Combine::And => Some(Intrinsic::NvvmReduceAnd),
        Combine::Or => Some(Intrinsic::NvvmReduceOr),
        Combine::Xor => Some(Intrinsic::NvvmReduceXor),
        Combine::Mul | Combine::FAdd | Combine::FMul | Combine::FMin | Combine::FMax => None,
    }
}
