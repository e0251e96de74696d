//! Division of 128-bit integers in halves, by a function that a module gets once.

use tandem_ir::{AttributePlace, Builder, Function, IntPredicate, Linkage, Module, Opcode, SPIR_FUNC, Type, Value};

use super::words::{Halves, Words};

/// The function that divides unsigned numbers of 128 bits.
const DIVIDE: &str = "__tandem_divide128";

/// Results of a division.
#[derive(Clone, Copy)]
pub(super) struct Division<'m> {
    pub(super) quotient: Halves<'m>,
    pub(super) remainder: Halves<'m>,
}

impl<'m> Words<'m> {
    /// Divides unsigned numbers.
    pub(super) fn divide(&self, dividend: Halves<'m>, divisor: Halves<'m>) -> Division<'m> {
        let function = self.module.function(DIVIDE).unwrap_or_else(|| build(self.module));
        let args = [dividend.low, dividend.high, divisor.low, divisor.high];
        let result = self.builder.call_function(function, &args).value();
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| self.builder.extract_value(result, index));
        Division { quotient: Halves { low: a, high: b }, remainder: Halves { low: c, high: d } }
    }

    /// The quotient of signed numbers of a width.
    pub(super) fn signed_quotient(&self, dividend: Halves<'m>, divisor: Halves<'m>, bits: u32) -> Halves<'m> {
        let (dividend, is_negative) = self.magnitude(self.sign_extended(dividend, bits));
        let (divisor, is_by_negative) = self.magnitude(self.sign_extended(divisor, bits));
        let quotient = self.divide(dividend, divisor).quotient;
        self.select(self.builder.xor(is_negative, is_by_negative), self.negated(quotient), quotient)
    }

    /// The remainder of signed numbers of a width, which has the dividend's sign.
    pub(super) fn signed_remainder(&self, dividend: Halves<'m>, divisor: Halves<'m>, bits: u32) -> Halves<'m> {
        let (dividend, is_negative) = self.magnitude(self.sign_extended(dividend, bits));
        let (divisor, _) = self.magnitude(self.sign_extended(divisor, bits));
        let remainder = self.divide(dividend, divisor).remainder;
        self.select(is_negative, self.negated(remainder), remainder)
    }

    /// The results of a division as one value.
    fn returned(&self, ty: Type<'m>, Division { quotient, remainder }: Division<'m>) {
        let parts = [quotient.low, quotient.high, remainder.low, remainder.high];
        let result = (0..).zip(parts).fold(ty.poison(), |whole, (i, part)| self.builder.insert_value(whole, part, i));
        self.builder.ret(result);
    }
}

/// Numbers of 64 bits are divided as such. Others are divided bit by bit: the dividend moves out at the top, from
/// its highest bit on, into what is left; the bits of the quotient move in at the bottom.
fn build(module: &Module) -> Function<'_> {
    let word = module.int(64);
    let result = module.struct_type(&[word; 4], false);
    let function = module.add_function(DIVIDE, result.function(&[word; 4], false));
    function.set_call_conv(SPIR_FUNC);
    function.global().set_linkage(Linkage::LLVMInternalLinkage);
    function.add_attribute(AttributePlace::Function, "nounwind", 0);
    let params = function.params();
    let [dividend, divisor] = [0, 2].map(|index| Halves { low: params[index], high: params[index + 1] });
    let [entry, short, long, body, end] =
        ["entry", "short", "long", "loop", "end"].map(|name| function.append_block(name));
    let at = |block| Words { module, builder: Builder::at_end(block), product: super::HighProduct::Builtin };

    let words = at(entry);
    let high = words.builder.or(dividend.high, divisor.high);
    words.builder.cond_br(words.builder.icmp(IntPredicate::LLVMIntEQ, high, words.constant(0)), short, long);

    let words = at(short);
    let [quotient, remainder] =
        [Opcode::LLVMUDiv, Opcode::LLVMURem].map(|op| words.unsigned(words.builder.binary(op, params[0], params[2])));
    words.returned(result, Division { quotient, remainder });

    let words = at(long);
    let zeros = words.leading_zeros(dividend);
    let is_zero = words.builder.icmp(IntPredicate::LLVMIntEQ, zeros, words.constant(128));
    let start = words.shl(dividend, zeros);
    words.builder.cond_br(is_zero, end, body);
    let first = [start.low, start.high, words.constant(0), words.constant(0), zeros];
    let next = divide_bit(&at(body), [long, body, end], first, divisor);

    let words = at(end);
    let merged = (0..4).map(|index| {
        let phi = words.builder.phi(word, "");
        phi.add_incoming(&[(words.constant(0), long), (next[index], body)]);
        phi.value()
    });
    let merged: Vec<_> = merged.collect();
    let [quotient, remainder] = [0, 2].map(|index| Halves { low: merged[index], high: merged[index + 1] });
    words.returned(result, Division { quotient, remainder });
    function
}

/// The loop over bits. Its variables are the halves of the dividend, those of what is left, and the number of bits
/// that are done. Returns what they are after a bit.
fn divide_bit<'m>(
    words: &Words<'m>,
    [before, body, end]: [tandem_ir::Block<'m>; 3],
    first: [Value<'m>; 5],
    divisor: Halves<'m>,
) -> [Value<'m>; 5] {
    let b = &words.builder;
    let phis = first.map(|_| b.phi(words.word(), ""));
    let [low, high, rest_low, rest_high, done] = phis.map(|phi| phi.value());
    let (dividend, rest) = (Halves { low, high }, Halves { low: rest_low, high: rest_high });
    let one = words.constant(1);
    let top = words.constant(63);
    // The bit that leaves what is left stands for 2 to the 128: then it is larger than the divisor.
    let overflows = b.icmp(IntPredicate::LLVMIntSLT, rest.high, words.constant(0));
    let moved = words.shl(rest, one);
    let moved = Halves { low: b.or(moved.low, b.lshr(high, top)), ..moved };
    let is_less = words.compare(IntPredicate::LLVMIntULT, moved, divisor, 128);
    let fits = b.or(overflows, b.not(is_less));
    let rest = words.select(fits, words.sub(moved, divisor), moved);
    let dividend = words.shl(dividend, one);
    let low = b.or(dividend.low, b.zext(fits, words.word()));
    let next = [low, dividend.high, rest.low, rest.high, b.add(done, one)];
    for ((phi, first), next) in phis.iter().zip(first).zip(next) {
        phi.add_incoming(&[(first, before), (next, body)]);
    }
    b.cond_br(b.icmp(IntPredicate::LLVMIntEQ, next[4], words.constant(128)), end, body);
    next
}
