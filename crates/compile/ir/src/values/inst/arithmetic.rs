//! Arithmetic, comparisons, and parts of aggregates and vectors.

use llvm_sys::core::*;

use crate::base::enumerations::{FloatPredicate, IntPredicate, Opcode};
use crate::values::editable::EditableModule;
use crate::values::handles::Inst;

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

    /// LLVM's fast-math flags (`LLVMFastMath*` bits); 0 if there are none.
    pub fn fast_math(self) -> u32 {
        // SAFETY: guarded by the query.
        unsafe { if LLVMCanValueUseFastMathFlags(self.raw()) != 0 { LLVMGetFastMathFlags(self.raw()) } else { 0 } }
    }

    /// Sets fast-math flags, where the instruction takes them.
    pub fn set_fast_math(self, module: &EditableModule, flags: u32) {
        let permitted = self.may(module, true, || format!("flags of `{self}`"));
        // SAFETY: guarded by the query.
        unsafe {
            if permitted && LLVMCanValueUseFastMathFlags(self.raw()) != 0 {
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
    pub fn set_wrap_flags(self, module: &EditableModule, nuw: bool, nsw: bool) {
        if self.may(module, self.has_wrap_flags(), || format!("wrap flags of `{self}`")) {
            // SAFETY: an overflowing binary operator.
            unsafe {
                LLVMSetNUW(self.raw(), nuw.into());
                LLVMSetNSW(self.raw(), nsw.into());
            }
        }
    }

    /// Whether a `zext` or `uitofp` is marked as having a non-negative operand.
    pub fn is_of_non_negative(self) -> bool {
        let has_flag = matches!(self.opcode(), Opcode::LLVMZExt | Opcode::LLVMUIToFP);
        // SAFETY: an instruction with this flag.
        has_flag && unsafe { LLVMGetNNeg(self.raw()) != 0 }
    }

    /// Whether a shift to the right or a division is marked as losing no bits.
    pub fn is_exact(self) -> bool {
        use Opcode::*;
        // SAFETY: an instruction with this flag.
        matches!(self.opcode(), LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr) && unsafe { LLVMGetExact(self.raw()) != 0 }
    }

    /// Whether an `or` is marked as having operands without common bits: it is their sum.
    pub fn is_disjoint(self) -> bool {
        // SAFETY: an or.
        self.opcode() == Opcode::LLVMOr && unsafe { LLVMGetIsDisjoint(self.raw()) != 0 }
    }

    /// Drops the flags by which a result may be poison: wrapping, exact, `nneg`, `disjoint`, `inbounds`.
    pub fn drop_poison_flags(self, module: &EditableModule) {
        use Opcode::*;
        if !self.may(module, true, || format!("flags of `{self}`")) {
            return;
        }
        // SAFETY: each flag is set on instructions that have it.
        unsafe {
            match self.opcode() {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl => {
                    LLVMSetNUW(self.raw(), 0);
                    LLVMSetNSW(self.raw(), 0);
                }
                LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => LLVMSetExact(self.raw(), 0),
                LLVMZExt => LLVMSetNNeg(self.raw(), 0),
                LLVMOr => LLVMSetIsDisjoint(self.raw(), 0),
                LLVMGetElementPtr => LLVMGEPSetNoWrapFlags(self.raw(), 0),
                _ => {}
            }
        }
    }

    fn has_wrap_flags(self) -> bool {
        use Opcode::*;
        matches!(self.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl)
    }
}
