//! Arithmetic, comparisons, and parts of aggregates and vectors.

use llvm_sys::core::*;

use crate::{FloatPredicate, Inst, IntPredicate, Opcode};

impl<'m> Inst<'m> {
    /// Predicate of an integer comparison.
    pub fn int_predicate(self) -> Option<IntPredicate> {
        // SAFETY: asked of icmp only.
        (self.opcode() == Opcode::LLVMICmp).then(|| unsafe { LLVMGetICmpPredicate(self.raw()) })
    }

    /// Predicate of a floating-point comparison.
    pub fn float_predicate(self) -> Option<FloatPredicate> {
        // SAFETY: asked of fcmp only.
        (self.opcode() == Opcode::LLVMFCmp).then(|| unsafe { LLVMGetFCmpPredicate(self.raw()) })
    }

    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        if !matches!(self.opcode(), Opcode::LLVMExtractValue | Opcode::LLVMInsertValue) {
            return Vec::new();
        }
        // SAFETY: LLVM owns the array of that many indices.
        unsafe {
            let count = LLVMGetNumIndices(self.raw()) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count).to_vec()
        }
    }

    /// Mask of a `shufflevector`; -1 for poison lanes.
    pub fn shuffle_mask(self) -> Vec<i32> {
        if self.opcode() != Opcode::LLVMShuffleVector {
            return Vec::new();
        }
        // SAFETY: a shufflevector with that many mask elements.
        unsafe { (0..LLVMGetNumMaskElements(self.raw())).map(|i| LLVMGetMaskValue(self.raw(), i)).collect() }
    }

    /// LLVM's fast-math flags (`LLVMFastMath*` bits); 0 where there are none.
    pub fn fast_math(self) -> u32 {
        // SAFETY: guarded by the query.
        unsafe { if LLVMCanValueUseFastMathFlags(self.raw()) != 0 { LLVMGetFastMathFlags(self.raw()) } else { 0 } }
    }

    /// Sets fast-math flags, where the instruction takes them.
    pub fn set_fast_math(self, flags: u32) {
        // SAFETY: guarded by the query.
        unsafe {
            if LLVMCanValueUseFastMathFlags(self.raw()) != 0 {
                LLVMSetFastMathFlags(self.raw(), flags);
            }
        }
    }

    /// (no unsigned wrap, no signed wrap) of integer arithmetic.
    pub fn wrap_flags(self) -> (bool, bool) {
        if !self.has_wrap_flags() {
            return (false, false);
        }
        // SAFETY: an overflowing binary operator.
        unsafe { (LLVMGetNUW(self.raw()) != 0, LLVMGetNSW(self.raw()) != 0) }
    }

    /// Sets the wrap flags of integer arithmetic.
    pub fn set_wrap_flags(self, nuw: bool, nsw: bool) {
        if self.may(self.has_wrap_flags(), || format!("wrap flags of `{self}`")) {
            // SAFETY: an overflowing binary operator.
            unsafe {
                LLVMSetNUW(self.raw(), nuw.into());
                LLVMSetNSW(self.raw(), nsw.into());
            }
        }
    }

    fn has_wrap_flags(self) -> bool {
        use Opcode::*;
        matches!(self.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl)
    }
}
