//! Ballots: one bit for each work-item of a sub-group.
//!
//! SPIR-V's masks have four words; sub-groups here have at most 64 work-items,
//! so that masks are computed as `i64`.

use tandem_ir::Value;

use super::lower_sync::Lowering;
use super::sync::{Combine, GroupOp, Scope};
use crate::builtins::work_item::{all_bits, bits_below, mask_words};
use crate::error::Result;

impl<'m> Lowering<'m> {
    /// The value of an operation on ballots, if `name` is one; `args` are its operands but for the scope.
    pub fn ballot_operation(&self, name: &str, args: &[Value<'m>]) -> Option<Result<Value<'m>>> {
        let builder = &self.builder;
        Some(Ok(match name {
            "Ballot" => {
                let long = self.module.int(64);
                let own = builder.shl(long.int(1, false), self.lane());
                let bit = builder.select(args[0], own, long.zero());
                let bits = self.group(Scope::SubGroup, GroupOp::Reduce(Combine::Or), bit);
                mask_words(self.module, builder, bits)
            }
            "InverseBallot" => self.bit(args[0], self.lane()),
            "BallotBitExtract" => self.bit(args[0], self.extend(args[1])),
            "BallotBitCount" => return Some(self.count_bits(args[0], args[1])),
            "BallotFindLSB" => self.of_mask("llvm.cttz", args[0]),
            "BallotFindMSB" => {
                let zeros = self.of_mask("llvm.ctlz", args[0]);
                builder.sub(self.number(63), zeros)
            }
            _ => return None,
        }))
    }

    /// `kind` is SPIR-V's `GroupOperation`: all bits, those up to this work-item's, those before it.
    fn count_bits(&self, kind: Value<'m>, mask: Value<'m>) -> Result<Value<'m>> {
        let (module, builder) = (self.module, &self.builder);
        let counted = match self.constant(kind, "group operation")? {
            0 => all_bits(module, builder),
            1 => {
                let own = builder.shl(module.int(64).int(1, false), self.lane());
                builder.or(bits_below(module, builder, self.lane()), own)
            }
            2 => bits_below(module, builder, self.lane()),
            _ => return Err(self.unsupported()),
        };
        let bits = builder.and(self.bits(mask), counted);
        Ok(self.resize(builder.intrinsic(module, "llvm.ctpop", &[bits.ty()], &[bits]).value()))
    }

    /// Counts zeros at one end of a mask that is not empty.
    fn of_mask(&self, intrinsic: &str, mask: Value<'m>) -> Value<'m> {
        let bits = self.bits(mask);
        let not_poison = self.module.int(1).zero();
        self.resize(self.builder.intrinsic(self.module, intrinsic, &[bits.ty()], &[bits, not_poison]).value())
    }

    fn bit(&self, mask: Value<'m>, index: Value<'m>) -> Value<'m> {
        let shifted = self.builder.lshr(self.bits(mask), index);
        self.builder.trunc(shifted, self.module.int(1))
    }

    /// The first two words of a mask.
    fn bits(&self, mask: Value<'m>) -> Value<'m> {
        let word = |i| self.extend(self.builder.extract_element(mask, self.number(i)));
        let high = self.builder.shl(word(1), self.module.int(64).int(32, false));
        self.builder.or(word(0), high)
    }
}
