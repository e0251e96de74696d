//! Division of 128-bit integers in halves, by a function that a module gets once.

use tandem_ir::{AttributePlace, Block, Builder, Function, IntPredicate, Linkage, SPIR_FUNC, Value};

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
        let function = self.module.function(DIVIDE).unwrap_or_else(|| self.define_divide());
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

    /// Defines the function that divides.
    fn define_divide(&self) -> Function<'m> {
        let function = self.add_divide();
        let params = function.params();
        let [dividend, divisor] = [0, 2].map(|index| Halves { low: params[index], high: params[index + 1] });
        let [entry, one_word, several_words, by_word, by_two_words] =
            ["entry", "one.word", "several.words", "by.word", "by.two.words"]
                .map(|name| function.append_block(self.module, name));
        let words = self.at_end(entry);
        words.branch_if_zero(words.builder.or(dividend.high, divisor.high), one_word, several_words);
        self.at_end(several_words).branch_if_zero(divisor.high, by_word, by_two_words);
        let [words, by_word, by_two_words] = [one_word, by_word, by_two_words].map(|block| self.at_end(block));
        words.ret_division(words.divide_one_word(dividend.low, divisor.low));
        by_word.ret_division(by_word.divide_by_word(dividend, divisor.low));
        by_two_words.ret_division(by_two_words.divide_by_two_words(dividend, divisor));
        function
    }

    /// Adds the function that divides, without code.
    fn add_divide(&self) -> Function<'m> {
        let result = self.module.struct_type(&[self.word(); 4], false);
        let function = self.module.add_function(DIVIDE, result.function(&[self.word(); 4], false));
        function.set_call_conv(self.module, SPIR_FUNC);
        function.global().set_linkage(self.module, Linkage::LLVMInternalLinkage);
        for attribute in ["nounwind", "memory"] {
            function.add_attribute(self.module, AttributePlace::Function, attribute, 0);
        }
        function
    }

    /// Builds at the end of a block.
    fn at_end(&self, block: Block<'m>) -> Self {
        Self { builder: Builder::at_end(self.module, block), ..*self }
    }

    fn branch_if_zero(&self, value: Value<'m>, then: Block<'m>, otherwise: Block<'m>) {
        let is_zero = self.builder.icmp(IntPredicate::LLVMIntEQ, value, self.constant(0));
        self.builder.cond_br(is_zero, then, otherwise);
    }

    fn ret_division(&self, Division { quotient, remainder }: Division<'m>) {
        let parts = [quotient.low, quotient.high, remainder.low, remainder.high];
        let result = self.module.struct_type(&[self.word(); 4], false).poison();
        self.builder.ret((0..).zip(parts).fold(result, |whole, (i, part)| self.builder.insert_value(whole, part, i)));
    }
}
