//! Ballots: one bit for each work-item of a sub-group.
//!
//! SPIR-V's masks have four words; sub-groups here have at most 64 work-items,
//! so that masks are computed as `i64`.

use tandem_device_ir::GroupOperation;
use tandem_ir::{Intrinsic, Value};

use super::lower::Lowering;
use super::{Combine, GroupOp, Scope};
use crate::builtins::work_item::{all_bits, bits_below, mask_words};
use crate::error::Result;

impl<'m> Lowering<'m> {
    /// One bit for each work-item: whether a condition holds.
    pub fn ballot(&self, condition: Value<'m>) -> Value<'m> {
        let (module, builder) = (self.module, &self.builder);
        let long = module.int(64);
        let own = builder.shl(long.int(1, false), self.lane());
        let bit = builder.select(condition, own, long.zero());
        mask_words(module, builder, self.group(Scope::SubGroup, GroupOp::Reduce(Combine::Or), bit))
    }

    /// The index of the lowest bit of a mask that is not empty.
    pub fn lowest_bit(&self, mask: Value<'m>) -> Value<'m> {
        self.of_mask(Intrinsic::CountTrailingZeros, mask)
    }

    /// The index of the highest bit of a mask that is not empty.
    pub fn highest_bit(&self, mask: Value<'m>) -> Value<'m> {
        self.builder.sub(self.number(63), self.of_mask(Intrinsic::CountLeadingZeros, mask))
    }

    /// The number of bits in a mask: of all, of those up to this work-item's, or of those before it.
    pub fn count_bits(&self, operation: Value<'m>, mask: Value<'m>) -> Result<Value<'m>> {
        let (module, builder) = (self.module, &self.builder);
        let counted = match self.group_operation(operation)? {
            GroupOperation::Reduce => all_bits(module, builder),
            GroupOperation::InclusiveScan => {
                let own = builder.shl(module.int(64).int(1, false), self.lane());
                builder.or(bits_below(module, builder, self.lane()), own)
            }
            GroupOperation::ExclusiveScan => bits_below(module, builder, self.lane()),
            GroupOperation::ClusteredReduce => return Err(self.unsupported()),
        };
        let bits = builder.and(self.bits(mask), counted);
        Ok(self.resize(builder.intrinsic(Intrinsic::CountOnes, &[bits.ty()], &[bits]).value()))
    }

    /// Counts zeros at one end of a mask that is not empty.
    fn of_mask(&self, intrinsic: Intrinsic, mask: Value<'m>) -> Value<'m> {
        let bits = self.bits(mask);
        let not_poison = self.module.int(1).zero();
        self.resize(self.builder.intrinsic(intrinsic, &[bits.ty()], &[bits, not_poison]).value())
    }

    /// The bit of a mask at an index, an `i64`.
    pub fn ballot_bit(&self, mask: Value<'m>, index: Value<'m>) -> Value<'m> {
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
