//! Wide integers where control flow joins or divides.

use tandem_ir::{Builder, Inst, IntPredicate, Opcode};

use super::splitter::{Phi, Split, Splitter};
use super::types::{split_type, wide_bits};
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// A phi without entries yet: their values may be split later.
    pub(super) fn phi(&mut self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        if wide_bits(inst.ty()).is_none() {
            let phi = words.builder.phi(split_type(words.module, inst.ty())?, "");
            self.phis.push((inst, Phi::Whole(phi)));
            return Some(Split::Whole(phi.value()));
        }
        let [low, high] = ["low", "high"].map(|name| words.builder.phi(words.word(), name));
        self.phis.push((inst, Phi::Halves(low, high)));
        Some(Split::Wide(Halves { low: low.value(), high: high.value() }))
    }

    /// Gives the phis their entries.
    pub(super) fn fill_phis(&self) {
        for (old, new) in &self.phis {
            for (value, from) in old.incoming() {
                let Some(end) = from.terminator() else { continue };
                let words = self.words(Builder::before(self.module, end));
                match *new {
                    Phi::Halves(low, high) => {
                        let halves = self.halves(&words, value);
                        low.add_incoming(self.module, &[(halves.low, from)]);
                        high.add_incoming(self.module, &[(halves.high, from)]);
                    }
                    Phi::Whole(phi) => {
                        let whole = self.whole(&words, value).unwrap_or(phi.ty().poison());
                        phi.add_incoming(self.module, &[(whole, from)]);
                    }
                }
            }
        }
    }

    /// A `switch` of a wide integer becomes one of the number of the case that it is equal to.
    pub(super) fn switch(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let b = &words.builder;
        let (value, cases) = (inst.operand(0), inst.switch_cases());
        let bits = wide_bits(value.ty())?;
        let halves = self.halves(words, value);
        let int = words.module.int(32);
        let numbered = || (1..).map(|number| int.int(number, false)).zip(&cases);
        let number = numbered().fold(int.zero(), |number, (this, (case, _))| {
            let is_case = words.compare(IntPredicate::LLVMIntEQ, halves, self.halves(words, *case), bits);
            b.select(is_case, this, number)
        });
        let targets: Vec<_> = numbered().map(|(this, (_, target))| (this, *target)).collect();
        b.switch(number, *inst.successors().first()?, &targets);
        Some(Split::Effect)
    }

    /// `select`, of the other instructions that choose or keep a value.
    pub(super) fn select(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let [condition, then, otherwise] = [0, 1, 2].map(|index| inst.operand(index));
        if wide_bits(inst.ty()).is_none() {
            let (then, otherwise) = (self.whole(words, then)?, self.whole(words, otherwise)?);
            return Some(Split::Whole(words.builder.select(condition, then, otherwise)));
        }
        let [then, otherwise] = [then, otherwise].map(|value| self.halves(words, value));
        Some(Split::Wide(words.select(condition, then, otherwise)))
    }

    /// `freeze`: bits above the width must be zero even if the value is poison.
    pub(super) fn freeze(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let Some(bits) = wide_bits(inst.ty()) else {
            return Some(Split::Whole(words.builder.freeze(self.whole(words, inst.operand(0))?)));
        };
        let value = self.halves(words, inst.operand(0));
        Some(Split::Wide(words.masked(words.each(value, |half| words.builder.freeze(half)), bits)))
    }

    /// Address arithmetic with wide indices: addresses have 64 bits.
    pub(super) fn address(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        if inst.opcode() != Opcode::LLVMGetElementPtr {
            return None;
        }
        let operands = inst.operands();
        let indices: Vec<_> = operands[1..]
            .iter()
            .map(|index| wide_bits(index.ty()).map_or(*index, |_| self.halves(words, *index).low))
            .collect();
        Some(Split::Other(words.builder.gep_like(inst.value(), operands[0], &indices)))
    }
}
