//! LLVM's intrinsics on wide integers.

use tandem_ir::{Inst, IntPredicate, Intrinsic};

use super::splitter::{Split, Splitter};
use super::types::{split_type, wide_bits};
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        use Intrinsic::*;
        let intrinsic = inst.intrinsic()?;
        let args = inst.args();
        let halves = |index: usize| args.get(index).map(|arg| self.halves(words, *arg));
        match intrinsic {
            IsConstant => Some(Split::Other(inst.ty().zero())),
            Expect | ExpectWithProbability | SsaCopy | Annotation => Some(Split::Wide(halves(0)?)),
            Scmp | Ucmp => {
                let bits = wide_bits(args.first()?.ty())?;
                let predicates = match intrinsic {
                    Scmp => [IntPredicate::LLVMIntSLT, IntPredicate::LLVMIntSGT],
                    _ => [IntPredicate::LLVMIntULT, IntPredicate::LLVMIntUGT],
                };
                wide_bits(inst.ty()).is_none().then_some(())?;
                Some(Split::Other(words.three_way(predicates, halves(0)?, halves(1)?, bits, inst.ty())))
            }
            FpToSintSat | FpToUintSat => {
                let bits = wide_bits(inst.ty())?;
                Some(Split::Wide(words.saturated_float(*args.first()?, intrinsic == FpToSintSat, bits)?))
            }
            SaddWithOverflow | UaddWithOverflow | SsubWithOverflow | UsubWithOverflow | SmulWithOverflow
            | UmulWithOverflow => {
                let bits = wide_bits(args.first()?.ty())?;
                let checked = words.checked(intrinsic, halves(0)?, halves(1)?, bits)?;
                let whole = split_type(words.module, inst.ty())?.poison();
                let value = words.builder.insert_value(whole, words.packed(checked.value), 0);
                Some(Split::Whole(words.builder.insert_value(value, checked.overflows, 1)))
            }
            _ => {
                let bits = wide_bits(inst.ty())?;
                let args = [halves(0)?, halves(1).unwrap_or(words.number(0)), halves(2).unwrap_or(words.number(0))];
                Some(Split::Wide(words.number_intrinsic(intrinsic, args, bits)?))
            }
        }
    }
}

impl<'m> Words<'m> {
    /// An intrinsic whose operands and result are of one width.
    fn number_intrinsic(&self, intrinsic: Intrinsic, args: [Halves<'m>; 3], bits: u32) -> Option<Halves<'m>> {
        use Intrinsic::*;
        let [left, right, _] = args;
        let pick = |predicate| self.select(self.compare(predicate, left, right, bits), left, right);
        Some(match intrinsic {
            Smax => pick(IntPredicate::LLVMIntSGT),
            Smin => pick(IntPredicate::LLVMIntSLT),
            Umax => pick(IntPredicate::LLVMIntUGT),
            Umin => pick(IntPredicate::LLVMIntULT),
            Abs => self.masked(self.magnitude(self.sign_extended(left, bits)).0, bits),
            CountOnes => self.count_ones(left),
            CountLeadingZeros => self.count_leading_zeros(left, bits),
            CountTrailingZeros => self.count_trailing_zeros(left, bits),
            ByteSwap | BitReverse => self.reversed(intrinsic, left, bits),
            FunnelShiftLeft | FunnelShiftRight => self.funnel_shift(intrinsic == FunnelShiftLeft, args, bits),
            _ => self.saturated(intrinsic, left, right, bits)?,
        })
    }
}
