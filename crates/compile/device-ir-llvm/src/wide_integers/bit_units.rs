//! The storage units of bit-fields, which may have more than 128 bits.
//!
//! A program reads and writes a bit-field through the unit that holds it and its neighbours: it loads the unit, masks
//! and shifts it, and stores it. Each unit wider than 128 bits is split into words of 64 bits. The bits of the last
//! word above the width are zero.

use rustc_hash::FxHashMap;
use tandem_ir::{Builder, EditableModule, Function, Inst, IntPredicate, Opcode, Type, TypeKind, Value};

use super::memory::{Access, is_plain};
use super::types::MAX_INTEGER_BITS;
use super::unsplit::Unsplit;
use super::words::{HighProduct, Words};
use crate::blocks::reverse_post_order;

const WORD_BITS: u32 = u64::BITS;

/// Splits the units of a function. Says whether there were some.
pub(super) fn split<'m>(
    module: &'m EditableModule,
    function: Function<'m>,
    product: HighProduct,
) -> Result<bool, Unsplit<'m>> {
    let is_concerned = |inst: &Inst<'m>| {
        unit_bits(inst.ty()).is_some() || inst.operands().iter().any(|operand| unit_bits(operand.ty()).is_some())
    };
    let insts = reverse_post_order(function).into_iter().flat_map(|block| block.insts());
    let insts: Vec<_> = insts.filter(is_concerned).collect();
    let mut known = FxHashMap::default();
    for inst in &insts {
        let words = Words { module, builder: Builder::before(module, *inst), product };
        Unit { words, known: &mut known }.split(*inst).ok_or(Unsplit { function, inst: *inst })?;
    }
    for phi in insts.iter().filter(|inst| inst.opcode() == Opcode::LLVMPHI) {
        let words = Words { module, builder: Builder::before(module, *phi), product };
        Unit { words, known: &mut known }.fill(*phi);
    }
    insts.iter().rev().for_each(|inst| inst.erase(module));
    Ok(!insts.is_empty())
}

fn unit_bits(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Int(bits) if bits > MAX_INTEGER_BITS => Some(bits),
        _ => None,
    }
}

/// Splits one instruction.
struct Unit<'a, 'm> {
    words: Words<'m>,
    /// The words of the units so far, the lowest first.
    known: &'a mut FxHashMap<Value<'m>, Vec<Value<'m>>>,
}

impl<'m> Unit<'_, 'm> {
    /// `None` for operations that bit-fields do not take.
    fn split(&mut self, inst: Inst<'m>) -> Option<()> {
        use Opcode::*;
        let operand = |index| inst.operand(index);
        let bits = unit_bits(inst.ty());
        let result = match inst.opcode() {
            LLVMStore => return self.store(inst),
            LLVMTrunc if bits.is_none() => {
                let narrow = self.narrowed(operand(0), inst.ty());
                inst.value().replace_all_uses_with(self.words.module, narrow);
                return Some(());
            }
            LLVMICmp => {
                let result = self.compared(inst.int_predicate()?, operand(0), operand(1))?;
                inst.value().replace_all_uses_with(self.words.module, result);
                return Some(());
            }
            LLVMPHI => {
                let count = bits?.div_ceil(WORD_BITS);
                (0..count).map(|_| self.words.builder.phi(self.words.word(), "").value()).collect()
            }
            LLVMTrunc | LLVMFreeze => self.of(operand(0)),
            LLVMLoad => self.load(inst, bits?)?,
            LLVMZExt => self.widened(operand(0), bits?, false),
            LLVMSExt => self.widened(operand(0), bits?, true),
            LLVMAnd | LLVMOr | LLVMXor => {
                let (left, right) = (self.of(operand(0)), self.of(operand(1)));
                let both = left.into_iter().zip(right);
                both.map(|(left, right)| self.words.builder.binary(inst.opcode(), left, right)).collect()
            }
            LLVMSelect => {
                let (left, right) = (self.of(operand(1)), self.of(operand(2)));
                let both = left.into_iter().zip(right);
                both.map(|(left, right)| self.words.builder.select(operand(0), left, right)).collect()
            }
            LLVMShl | LLVMLShr | LLVMAShr => self.shifted(inst, bits?)?,
            _ => return None,
        };
        // The incoming values of a phi have no bits above the width.
        let result = if inst.opcode() == LLVMPHI { result } else { self.masked(result, bits?) };
        self.known.insert(inst.value(), result);
        Some(())
    }

    /// Sets the incoming values of a phi's words.
    fn fill(&self, phi: Inst<'m>) {
        for (value, block) in phi.incoming() {
            for (word, incoming) in self.of(phi.value()).into_iter().zip(self.of(value)) {
                word.as_inst().into_iter().for_each(|word| word.add_incoming(self.words.module, &[(incoming, block)]));
            }
        }
    }

    /// The words of a unit; a constant's are constants.
    fn of(&self, value: Value<'m>) -> Vec<Value<'m>> {
        if let Some(words) = self.known.get(&value) {
            return words.clone();
        }
        let (b, word) = (&self.words.builder, self.words.word());
        let count = unit_bits(value.ty()).unwrap_or(0).div_ceil(WORD_BITS);
        let part = |index: u32| b.trunc(b.lshr(value, value.ty().int((index * WORD_BITS).into(), false)), word);
        (0..count).map(part).collect()
    }

    /// Words without the bits above a width, and without words above it.
    fn masked(&self, mut words: Vec<Value<'m>>, bits: u32) -> Vec<Value<'m>> {
        words.truncate(bits.div_ceil(WORD_BITS) as usize);
        if let (Some(last), rest @ 1..) = (words.last_mut(), bits % WORD_BITS) {
            *last = self.words.builder.and(*last, self.words.constant((1 << rest) - 1));
        }
        words
    }

    fn load(&self, inst: Inst<'m>, bits: u32) -> Option<Vec<Value<'m>>> {
        let access = is_plain(inst).then(|| Access::of(inst, 0))?;
        let part = |(offset, ty): (u64, Type<'m>)| {
            let part = self.words.load_part(&access.further(offset), ty);
            if ty == self.words.word() { part } else { self.words.builder.zext(part, self.words.word()) }
        };
        Some(self.parts(bits).map(part).collect())
    }

    fn store(&self, inst: Inst<'m>) -> Option<()> {
        let access = is_plain(inst).then(|| Access::of(inst, 1))?;
        let words = self.of(inst.operand(0));
        for (word, (offset, ty)) in words.into_iter().zip(self.parts(unit_bits(inst.operand(0).ty())?)) {
            let part = if ty == word.ty() { word } else { self.words.builder.trunc(word, ty) };
            self.words.store_part(&access.further(offset), part);
        }
        Some(())
    }

    /// Offset and type of each word in memory: the last one has the remaining bytes.
    fn parts(&self, bits: u32) -> impl Iterator<Item = (u64, Type<'m>)> {
        let bytes = bits.next_multiple_of(u8::BITS);
        let module = self.words.module;
        (0..bits.div_ceil(WORD_BITS)).map(move |index| {
            let left = (bytes - index * WORD_BITS).min(WORD_BITS);
            (u64::from(index * WORD_BITS / u8::BITS), module.int(left))
        })
    }

    /// An integer of up to 128 bits that a unit begins with.
    fn narrowed(&self, unit: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let (b, words) = (&self.words.builder, self.of(unit));
        let TypeKind::Int(bits) = ty.kind() else { return ty.poison() };
        let both = self.words.module.int(MAX_INTEGER_BITS);
        let value = match bits {
            WORD_BITS => return words[0],
            0..WORD_BITS => words[0],
            _ => {
                let high = b.shl(b.zext(words[1], both), both.int(WORD_BITS.into(), false));
                b.or(b.zext(words[0], both), high)
            }
        };
        if value.ty() == ty { value } else { b.trunc(value, ty) }
    }

    /// The words of an integer of up to 128 bits that is extended to a unit.
    fn widened(&self, value: Value<'m>, bits: u32, signed: bool) -> Vec<Value<'m>> {
        let (b, word) = (&self.words.builder, self.words.word());
        if unit_bits(value.ty()).is_some() {
            return self.extended(self.of(value), unit_bits(value.ty()).unwrap_or(0), bits, signed);
        }
        let both = self.words.module.int(MAX_INTEGER_BITS);
        let value = match (value.ty() == both, signed) {
            (true, _) => value,
            (false, true) => b.sext(value, both),
            (false, false) => b.zext(value, both),
        };
        let high = b.lshr(value, both.int(WORD_BITS.into(), false));
        let words = vec![b.trunc(value, word), b.trunc(high, word)];
        self.extended(words, MAX_INTEGER_BITS, bits, signed)
    }

    /// The words of a unit of `from` bits as one of `to` bits.
    fn extended(&self, mut words: Vec<Value<'m>>, from: u32, to: u32, signed: bool) -> Vec<Value<'m>> {
        let fill = if signed { self.sign(&mut words, from) } else { self.words.constant(0) };
        words.resize(to.div_ceil(WORD_BITS) as usize, fill);
        words
    }

    /// Extends the sign of a unit in its last word; a word of sign bits.
    fn sign(&self, words: &mut [Value<'m>], bits: u32) -> Value<'m> {
        let b = &self.words.builder;
        let Some(last) = words.last_mut() else { return self.words.constant(0) };
        let unused = self.words.constant((words_end(bits) - bits).into());
        *last = b.ashr(b.shl(*last, unused), unused);
        b.ashr(*last, self.words.constant((WORD_BITS - 1).into()))
    }

    /// A comparison: the highest words that differ decide.
    fn compared(&self, predicate: IntPredicate, left: Value<'m>, right: Value<'m>) -> Option<Value<'m>> {
        use IntPredicate::*;
        let (b, bits) = (&self.words.builder, unit_bits(left.ty())?);
        let (mut left, mut right) = (self.of(left), self.of(right));
        if matches!(predicate, LLVMIntSLT | LLVMIntSLE | LLVMIntSGT | LLVMIntSGE) {
            self.sign(&mut left, bits);
            self.sign(&mut right, bits);
        }
        let below = match predicate {
            LLVMIntSLT | LLVMIntSLE => LLVMIntULE,
            LLVMIntSGT | LLVMIntSGE => LLVMIntUGE,
            other => other,
        };
        let mut words = left.into_iter().zip(right).rev();
        let highest = words.next()?;
        let rest: Vec<_> = words.rev().collect();
        let bit = self.words.module.int(1);
        let or_equal = matches!(predicate, LLVMIntSLE | LLVMIntSGE | LLVMIntULE | LLVMIntUGE | LLVMIntEQ);
        let start = bit.int(or_equal.into(), false);
        let step = |result: Value<'m>, (left, right): (Value<'m>, Value<'m>), predicate: IntPredicate| {
            let equal = b.icmp(LLVMIntEQ, left, right);
            b.select(equal, result, b.icmp(predicate, left, right))
        };
        let lower = rest.into_iter().fold(start, |result, pair| step(result, pair, below));
        Some(step(lower, highest, predicate))
    }

    /// A shift by a constant.
    fn shifted(&self, inst: Inst<'m>, bits: u32) -> Option<Vec<Value<'m>>> {
        let (b, mut words) = (&self.words.builder, self.of(inst.operand(0)));
        let amount = self.of(inst.operand(1))[0].const_u64()?;
        let amount = u32::try_from(amount).ok().filter(|amount| *amount < bits)?;
        let (far, near) = ((amount / WORD_BITS) as usize, amount % WORD_BITS);
        let zero = self.words.constant(0);
        let fill = if inst.opcode() == Opcode::LLVMAShr { self.sign(&mut words, bits) } else { zero };
        let at = |index: Option<usize>, outside| index.and_then(|index| words.get(index)).copied().unwrap_or(outside);
        let [near, rest] = [near, WORD_BITS - near].map(|amount| self.words.constant(amount.into()));
        let is_whole = amount % WORD_BITS == 0;
        let left = |index: usize| {
            let (own, below) = (at(index.checked_sub(far), zero), at(index.checked_sub(far + 1), zero));
            if is_whole { own } else { b.or(b.shl(own, near), b.lshr(below, rest)) }
        };
        let right = |index: usize| {
            let (own, above) = (at(Some(index + far), fill), at(Some(index + far + 1), fill));
            if is_whole { own } else { b.or(b.lshr(own, near), b.shl(above, rest)) }
        };
        let is_left = inst.opcode() == Opcode::LLVMShl;
        Some((0..words.len()).map(|index| if is_left { left(index) } else { right(index) }).collect())
    }
}

/// The total width of the words that hold `bits` bits.
fn words_end(bits: u32) -> u32 {
    bits.next_multiple_of(WORD_BITS)
}
