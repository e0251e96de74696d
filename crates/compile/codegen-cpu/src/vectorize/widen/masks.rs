//! Masks: which lanes run.

use tandem_codegen::analysis::cfg::BlockId;
use tandem_ir::{IntPredicate, Intrinsic, Type, Value};

use super::{Slot, Widener};
use crate::vectorize::linear::Mask;

/// How masks are kept between blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskForm {
    /// One bit for each lane, if the target has registers for them.
    Bits,
    /// An integer of the given width for each lane, with all bits set or none.
    Integers(u32),
}

impl<'m> Widener<'_, 'm> {
    /// The type of a mask's elements in slots.
    pub(super) fn kept_mask_type(&self) -> Type<'m> {
        match self.target.masks {
            MaskForm::Bits => self.module.int(1),
            MaskForm::Integers(bits) => self.module.int(bits),
        }
    }

    pub(super) fn no_lanes(&self) -> Value<'m> {
        self.vector_type(self.module.int(1)).zero()
    }

    pub(super) fn all_lanes(&self) -> Value<'m> {
        self.numbers(self.module.int(1), |_| 1)
    }

    /// The first `count` lanes, where `count` is a small number.
    pub(super) fn lanes_below(&self, count: Value<'m>) -> Value<'m> {
        let lane = self.numbers(count.ty(), i64::from);
        self.builder.icmp(IntPredicate::LLVMIntSLT, lane, self.splat(count))
    }

    pub(super) fn load_mask(&mut self, slot: Slot<'m>) -> Value<'m> {
        let kept = self.load(slot);
        match self.target.masks {
            MaskForm::Bits => kept,
            MaskForm::Integers(_) => self.builder.icmp(IntPredicate::LLVMIntSLT, kept, kept.ty().zero()),
        }
    }

    pub(super) fn store_mask(&mut self, slot: Slot<'m>, mask: Value<'m>) {
        let kept = match self.target.masks {
            MaskForm::Bits => mask,
            MaskForm::Integers(_) => self.builder.sext(mask, self.vector_type(self.kept_mask_type())),
        };
        self.store_slot(slot, kept);
    }

    /// Collects the lanes that have arrived at a block, if the masks of others depend on it.
    pub(super) fn begin_mask(&mut self) {
        if self.plan.linear.masks[self.at] == Mask::Edges {
            let mask = self.arrived(self.at);
            self.store_mask(Slot::Mask(self.at), mask);
            self.mask = Some(Some(mask));
        }
    }

    /// The lanes that have arrived along any of a block's edges.
    fn arrived(&mut self, id: BlockId) -> Value<'m> {
        let from = self.plan.body.cfg.predecessors(id).to_vec();
        let edges: Vec<_> = from.into_iter().map(|from| self.load_mask(Slot::Edge(from, id))).collect();
        edges.into_iter().reduce(|left, right| self.builder.or(left, right)).expect("a block with predecessors")
    }

    /// The lanes that run the block being emitted; `None` for all lanes.
    pub(super) fn mask(&mut self) -> Option<Value<'m>> {
        if let Some(known) = self.mask {
            return known;
        }
        let mask = self.mask_of(self.at);
        self.mask = Some(mask);
        mask
    }

    /// The lanes that run a block or wait there; `None` for all lanes.
    pub(super) fn mask_of(&mut self, id: BlockId) -> Option<Value<'m>> {
        let owner = self.plan.linear.mask_owner(id);
        match self.plan.linear.masks[owner] {
            Mask::Same(_) => self.chunk_mask,
            Mask::Live => Some(self.load_mask(Slot::Mask(owner))),
            // A block that has not begun has not collected its edges.
            Mask::Edges if owner == id && id != self.at => Some(self.arrived(id)),
            Mask::Edges => Some(self.load_mask(Slot::Mask(owner))),
        }
    }

    /// The mask as a number, bit 0 for the first lane.
    pub(super) fn mask_bits(&self, mask: Value<'m>) -> Value<'m> {
        self.builder.bitcast(mask, self.module.int(self.lanes()))
    }

    /// Whether any lane is in a mask.
    pub(super) fn any(&self, mask: Value<'m>) -> Value<'m> {
        let bits = self.mask_bits(mask);
        self.builder.icmp(IntPredicate::LLVMIntNE, bits, bits.ty().zero())
    }

    /// The first lane of a mask, as a number of type `ty`.
    pub(super) fn first_lane(&self, mask: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let bits = self.mask_bits(mask);
        let is_poison = self.module.int(1).zero();
        let lane = self.builder.intrinsic(Intrinsic::CountTrailingZeros, &[bits.ty()], &[bits, is_poison]).value();
        self.resized(lane, ty)
    }

    /// The last lane of a mask that is not empty, as a number of type `ty`.
    pub(super) fn last_of(&self, mask: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let bits = self.mask_bits(mask);
        let is_poison = self.module.int(1).zero();
        let before = self.builder.intrinsic(Intrinsic::CountLeadingZeros, &[bits.ty()], &[bits, is_poison]).value();
        let last = bits.ty().int(u64::from(self.lanes() - 1), false);
        let last = self.builder.sub(last, before);
        self.resized(last, ty)
    }

    /// A small number that is not negative, as an integer of type `ty`.
    pub(super) fn resized(&self, number: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let bits = |ty: Type<'m>| match ty.kind() {
            tandem_ir::TypeKind::Int(bits) => bits,
            _ => 0,
        };
        match bits(number.ty()).cmp(&bits(ty)) {
            std::cmp::Ordering::Less => self.builder.zext(number, ty),
            std::cmp::Ordering::Equal => number,
            std::cmp::Ordering::Greater => self.builder.trunc(number, ty),
        }
    }
}
