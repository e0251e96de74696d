//! Building accesses of vectors under masks: lanes whose bit is false access nothing.

use crate::base::version;
use crate::build::builder::Builder;
use crate::values::handles::{Inst, Value};
use crate::values::intrinsics::Intrinsic;
use crate::values::types::Type;

impl<'m> Builder<'m> {
    /// `llvm.masked.load`: a vector of type `ty` from `ptr` on, aligned to `align` bytes, where `mask` is true; poison
    /// elsewhere.
    pub fn masked_load(&self, ty: Type<'m>, ptr: Value<'m>, align: u32, mask: Value<'m>) -> Inst<'m> {
        let args = self.masked_args(&[ptr], align, &[mask, ty.poison()]);
        self.intrinsic(Intrinsic::MaskedLoad, &[ty, ptr.ty()], &args)
    }

    /// `llvm.masked.store`: stores the elements of `value` from `ptr` on, aligned to `align` bytes, where `mask` is
    /// true.
    pub fn masked_store(&self, value: Value<'m>, ptr: Value<'m>, align: u32, mask: Value<'m>) {
        let args = self.masked_args(&[value, ptr], align, &[mask]);
        self.intrinsic(Intrinsic::MaskedStore, &[value.ty(), ptr.ty()], &args);
    }

    /// `llvm.masked.gather`: the elements of a vector of type `ty` at `addresses`, which are aligned to `align` bytes,
    /// where `mask` is true; poison elsewhere.
    pub fn masked_gather(&self, ty: Type<'m>, addresses: Value<'m>, align: u32, mask: Value<'m>) -> Inst<'m> {
        let args = self.masked_args(&[addresses], align, &[mask, ty.poison()]);
        self.intrinsic(Intrinsic::MaskedGather, &[ty, addresses.ty()], &args)
    }

    /// `llvm.masked.scatter`: stores the elements of `value` to `addresses`, which are aligned to `align` bytes, where
    /// `mask` is true, in the order of lanes.
    pub fn masked_scatter(&self, value: Value<'m>, addresses: Value<'m>, align: u32, mask: Value<'m>) {
        let args = self.masked_args(&[value, addresses], align, &[mask]);
        self.intrinsic(Intrinsic::MaskedScatter, &[value.ty(), addresses.ty()], &args);
    }

    /// The operands of a masked access: `before` the alignment, and `after` it.
    fn masked_args(&self, before: &[Value<'m>], align: u32, after: &[Value<'m>]) -> Vec<Value<'m>> {
        let takes = version::MASKED_ACCESSES_TAKE_ALIGNMENTS;
        let alignment = takes.then(|| self.module.int(32).int(align.into(), false));
        before.iter().copied().chain(alignment).chain(after.iter().copied()).collect()
    }
}
