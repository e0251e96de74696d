//! Operations of a warp, which is a sub-group: shuffles, votes, reductions, scans.
//!
//! All work-items of a sub-group reach an operation together, except those that have returned
//! ([`Warp::without_returned`]). The last sub-group of a work-group may lack lanes.

use tandem_codegen::query::Query;
use tandem_codegen::sync::{BuildCombine, Combine, Move};
use tandem_ir::{Builder, EditableModule, IntPredicate, Intrinsic, Type, TypeKind, Value};
pub use tandem_native_cuda::WARP_SIZE;

use crate::options::Processor;

/// The oldest processor that reduces integers of 32 bits with one instruction.
const HAS_REDUX: Processor = Processor(80);

/// The place where an operation is built.
#[derive(Clone, Copy)]
pub struct Warp<'a, 'm> {
    pub module: &'m EditableModule,
    pub builder: &'a Builder<'m>,
    pub processor: Processor,
    /// The bits of the participating lanes, an `i32`; `None` for the whole sub-group.
    pub members: Option<Value<'m>>,
}

impl<'m> Warp<'_, 'm> {
    /// The warp without the lanes whose work-items have returned. A ballot waits for all others.
    pub fn without_returned(self) -> Self {
        let everywhere = self.module.int(1).int(1, false);
        Self { members: Some(self.vote(Intrinsic::NvvmVoteBallot, everywhere)), ..self }
    }

    /// Waits until all work-items have arrived.
    pub fn barrier(self) {
        self.builder.intrinsic(Intrinsic::NvvmWarpBarrier, &[], &[self.mask()]);
    }

    /// The value of the lane with a number, an `i32`; any value if there is no such lane.
    pub fn shuffle(self, value: Value<'m>, lane: Value<'m>) -> Value<'m> {
        self.shuffle_words(Intrinsic::NvvmShuffle, value, lane, WARP_SIZE - 1)
    }

    /// The value of the lane at a distance, an `i32`. Where there is no such lane, a full warp gives the lane's own
    /// value, and a smaller one gives any value.
    pub fn moved(self, way: Move, value: Value<'m>, distance: Value<'m>) -> Value<'m> {
        let (shuffle, limit) = match way {
            Move::Xor => (Intrinsic::NvvmShuffleXor, WARP_SIZE - 1),
            Move::Down => (Intrinsic::NvvmShuffleDown, WARP_SIZE - 1),
            Move::Up => (Intrinsic::NvvmShuffleUp, 0),
        };
        // The hardware uses only the lowest bits of a distance.
        let beyond = self.builder.icmp(IntPredicate::LLVMIntUGE, distance, self.number(WARP_SIZE));
        let distance = self.builder.select(beyond, self.number(0), distance);
        self.shuffle_words(shuffle, value, distance, limit)
    }

    /// The combination of the values of all lanes.
    pub fn reduce(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        match (value.ty().kind(), combine) {
            _ if !self.reduces_at_once(combine, value.ty()) => self.fold(combine, value),
            (TypeKind::Int(1), Combine::And) => self.vote(Intrinsic::NvvmVoteAll, value),
            (TypeKind::Int(1), Combine::Or) => self.vote(Intrinsic::NvvmVoteAny, value),
            (TypeKind::Int(64), _) => {
                let words: Vec<_> = self.words(value).into_iter().map(|word| self.redux(combine, word)).collect();
                self.join_words(&words, value.ty())
            }
            _ => self.redux(combine, value),
        }
    }

    /// Whether the hardware has instructions that reduce values of a type without those of returned lanes.
    pub fn reduces_at_once(self, combine: Combine, ty: Type<'m>) -> bool {
        let is_bitwise = matches!(combine, Combine::And | Combine::Or | Combine::Xor);
        match ty.kind() {
            TypeKind::Int(1) => matches!(combine, Combine::And | Combine::Or),
            TypeKind::Int(32) => self.processor >= HAS_REDUX && redux(combine).is_some(),
            TypeKind::Int(64) => self.processor >= HAS_REDUX && is_bitwise,
            _ => false,
        }
    }

    /// Each lane's combination up to its own value: the reach doubles with each step.
    pub fn inclusive_scan(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        if let Some(members) = self.members {
            return self.scan_of_members(members, combine, value);
        }
        let (builder, lane) = (self.builder, self.lane());
        distances().fold(value, |sum, distance| {
            let has_before = builder.icmp(IntPredicate::LLVMIntUGE, lane, self.number(distance));
            let before = self.shuffle(sum, builder.sub(lane, self.number(distance)));
            let before = builder.select(has_before, before, combine.identity(value.ty()));
            combine.build(builder, before, sum)
        })
    }

    /// Each lane's combination of the values before its own, from the inclusive scan.
    pub fn exclusive_scan(self, combine: Combine, inclusive: Value<'m>) -> Value<'m> {
        let previous = match self.members {
            Some(members) => self.member_below(members),
            None => self.builder.sub(self.lane(), self.number(1)),
        };
        let before = self.shuffle(inclusive, previous);
        self.builder.select(self.is_lane(previous), before, combine.identity(inclusive.ty()))
    }

    /// The value of the last lane.
    pub fn last(self, value: Value<'m>) -> Value<'m> {
        let last = match self.members {
            Some(members) => self.highest_bit(members),
            None => self.builder.sub(self.count(), self.number(1)),
        };
        self.shuffle(value, last)
    }

    /// The inclusive scan over some lanes: each has the combination of a run of members that ends with it, and the
    /// number of the member before that run. Each step extends the runs by those before them.
    fn scan_of_members(self, members: Value<'m>, combine: Combine, value: Value<'m>) -> Value<'m> {
        let (mut sum, mut before) = (value, self.member_below(members));
        for distance in distances() {
            let is_there = self.is_lane(before);
            let other = self.builder.select(is_there, self.shuffle(sum, before), combine.identity(value.ty()));
            sum = combine.build(self.builder, other, sum);
            if 2 * distance < WARP_SIZE {
                let none = self.word().int(u32::MAX.into(), false);
                before = self.builder.select(is_there, self.shuffle(before, before), none);
            }
        }
        sum
    }

    /// The nearest member below the lane, or -1.
    fn member_below(self, members: Value<'m>) -> Value<'m> {
        let below = self.builder.not(self.builder.shl(self.word().int(u32::MAX.into(), false), self.lane()));
        self.highest_bit(self.builder.and(members, below))
    }

    /// The number of the highest bit that is set, or -1.
    fn highest_bit(self, bits: Value<'m>) -> Value<'m> {
        let for_zero = self.module.int(1).zero();
        let zeros = self.builder.intrinsic(Intrinsic::CountLeadingZeros, &[bits.ty()], &[bits, for_zero]);
        self.builder.sub(self.number(31), zeros.value())
    }

    /// Whether a number is that of a lane, and not -1.
    fn is_lane(self, number: Value<'m>) -> Value<'m> {
        self.builder.icmp(IntPredicate::LLVMIntSGE, number, self.number(0))
    }

    /// The first lane folds the values of all others: each step doubles the number of values that a lane has
    /// combined. Then all lanes take its sum.
    fn fold(self, combine: Combine, value: Value<'m>) -> Value<'m> {
        if self.members.is_some() {
            return self.last(self.inclusive_scan(combine, value));
        }
        let (builder, lane, count) = (self.builder, self.lane(), self.count());
        let sum = distances().fold(value, |sum, distance| {
            let from = builder.add(lane, self.number(distance));
            let is_there = builder.icmp(IntPredicate::LLVMIntULT, from, count);
            let other = builder.select(is_there, self.shuffle(sum, from), combine.identity(value.ty()));
            combine.build(builder, sum, other)
        });
        self.shuffle(sum, self.number(0))
    }

    fn vote(self, vote: Intrinsic, condition: Value<'m>) -> Value<'m> {
        self.builder.intrinsic(vote, &[], &[self.mask(), condition]).value()
    }

    fn redux(self, combine: Combine, word: Value<'m>) -> Value<'m> {
        let reduction = redux(combine).expect("asked before");
        self.builder.intrinsic(reduction, &[], &[word, self.mask()]).value()
    }

    /// Shuffles each word of a value; `limit` is the last lane that a word can come from, or the
    /// first one if it comes from below.
    fn shuffle_words(self, shuffle: Intrinsic, value: Value<'m>, lane: Value<'m>, limit: u32) -> Value<'m> {
        let shuffle_word = |word| {
            let args = [self.mask(), word, lane, self.number(limit)];
            self.builder.intrinsic(shuffle, &[], &args).value()
        };
        let shuffled: Vec<_> = self.words(value).into_iter().map(shuffle_word).collect();
        self.join_words(&shuffled, value.ty())
    }

    /// The bits of the participating lanes, by default all. The hardware leaves out the lanes that the last warp of a
    /// work-group lacks, like those that have returned; operations with a constant mask take one instruction.
    fn mask(self) -> Value<'m> {
        self.members.unwrap_or_else(|| self.word().int(u32::MAX.into(), false))
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
        self.builder.trunc(Query::SubGroupLocalId.build(self.builder), self.word())
    }

    /// Work-items of the sub-group.
    fn count(self) -> Value<'m> {
        self.builder.trunc(Query::SubGroupSize.build(self.builder), self.word())
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

/// The reductions of 32-bit integers that have instructions.
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
