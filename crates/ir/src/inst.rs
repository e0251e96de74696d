//! Instructions.

use std::fmt;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};

use crate::{Block, CallConv, DebugLoc, Function, Type, Value, context};

pub use llvm_sys::LLVMAtomicOrdering as Ordering;
pub use llvm_sys::LLVMAtomicRMWBinOp as RmwOp;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as FloatPredicate;

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inst<'m>(pub(crate) Value<'m>);

impl<'m> Inst<'m> {
    /// This instruction as a value.
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// The operation.
    pub fn opcode(self) -> Opcode {
        // SAFETY: an instruction.
        unsafe { LLVMGetInstructionOpcode(self.raw()) }
    }

    /// Type of the result.
    pub fn ty(self) -> Type<'m> {
        self.0.ty()
    }

    /// Operands in LLVM's order (a call's callee is the last one).
    pub fn operands(self) -> Vec<Value<'m>> {
        self.0.operands()
    }

    /// One operand.
    pub fn operand(self, index: u32) -> Value<'m> {
        // SAFETY: LLVM answers null past the end, which `new` refuses in debug builds.
        Value::new(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    /// The block that holds this instruction; `None` once erased.
    pub fn block(self) -> Option<Block<'m>> {
        // SAFETY: an instruction.
        let raw = unsafe { LLVMGetInstructionParent(self.raw()) };
        (!raw.is_null()).then(|| Block::new(raw))
    }

    /// The next instruction of the block.
    pub fn next(self) -> Option<Inst<'m>> {
        // SAFETY: an instruction.
        Value::maybe(unsafe { LLVMGetNextInstruction(self.raw()) }).map(Inst)
    }

    /// Whether this ends a block.
    pub fn is_terminator(self) -> bool {
        // SAFETY: an instruction.
        unsafe { !LLVMIsATerminatorInst(self.raw()).is_null() }
    }

    /// Successors of a terminator.
    pub fn successors(self) -> Vec<Block<'m>> {
        if !self.is_terminator() {
            return Vec::new();
        }
        // SAFETY: a terminator with that many successors.
        unsafe { (0..LLVMGetNumSuccessors(self.raw())).map(|i| Block::new(LLVMGetSuccessor(self.raw(), i))).collect() }
    }

    /// Redirects one successor of a terminator.
    pub fn set_successor(self, index: u32, block: Block<'m>) {
        // SAFETY: a terminator with that many successors.
        unsafe { LLVMSetSuccessor(self.raw(), index, block.0) }
    }

    /// Condition of a conditional branch.
    pub fn condition(self) -> Option<Value<'m>> {
        // SAFETY: asked of branches only.
        (self.opcode() == Opcode::LLVMBr && unsafe { LLVMIsConditional(self.raw()) } != 0)
            .then(|| Value::new(unsafe { LLVMGetCondition(self.raw()) }))
    }

    /// (case value, target) pairs of a switch; its default is successor 0.
    pub fn switch_cases(self) -> Vec<(Value<'m>, Block<'m>)> {
        if self.opcode() != Opcode::LLVMSwitch {
            return Vec::new();
        }
        let operands = self.operands();
        operands[2..].chunks(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect()
    }

    /// (value, predecessor) pairs of a phi.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        if self.opcode() != Opcode::LLVMPHI {
            return Vec::new();
        }
        // SAFETY: a phi with that many entries.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .map(|i| {
                    (Value::new(LLVMGetIncomingValue(self.raw(), i)), Block::new(LLVMGetIncomingBlock(self.raw(), i)))
                })
                .collect()
        }
    }

    /// Adds entries to a phi.
    pub fn add_incoming(self, entries: &[(Value<'m>, Block<'m>)]) {
        let mut values: Vec<_> = entries.iter().map(|(value, _)| value.0).collect();
        let mut blocks: Vec<_> = entries.iter().map(|(_, block)| block.0).collect();
        // SAFETY: a phi and as many blocks as values.
        unsafe { LLVMAddIncoming(self.raw(), values.as_mut_ptr(), blocks.as_mut_ptr(), values.len() as u32) }
    }

    /// Called value of a call or invoke.
    pub fn callee(self) -> Option<Value<'m>> {
        // SAFETY: asked of calls only.
        self.is_call().then(|| Value::new(unsafe { LLVMGetCalledValue(self.raw()) }))
    }

    /// Called function, where the call is direct.
    pub fn called_function(self) -> Option<Function<'m>> {
        self.callee()?.as_function()
    }

    /// Function type of a call.
    pub fn called_type(self) -> Option<Type<'m>> {
        // SAFETY: asked of calls only.
        self.is_call().then(|| Type::new(unsafe { LLVMGetCalledFunctionType(self.raw()) }))
    }

    /// Arguments of a call or invoke; empty for others.
    pub fn args(self) -> Vec<Value<'m>> {
        if !self.is_call() {
            return Vec::new();
        }
        // SAFETY: a call.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) } as usize;
        let mut operands = self.operands();
        operands.truncate(count);
        operands
    }

    /// Alignment attribute of a call's argument, in bytes.
    pub fn argument_align(self, index: u32) -> Option<u32> {
        if !self.is_call() {
            return None;
        }
        let name = "align";
        // SAFETY: a call; attribute indices of arguments start at 1.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attr = LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind);
            (!attr.is_null()).then(|| LLVMGetEnumAttributeValue(attr) as u32)
        }
    }

    /// The type in an attribute of a call's argument (`byval`).
    pub fn argument_type(self, index: u32, name: &str) -> Option<Type<'m>> {
        if !self.is_call() {
            return None;
        }
        // SAFETY: a call; attribute indices of arguments start at 1, and the attribute's kind has a type.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attr = LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, kind);
            (!attr.is_null()).then(|| Type::new(LLVMGetTypeAttributeValue(attr)))
        }
    }

    /// Removes an attribute of a call's argument.
    pub fn remove_argument_attribute(self, index: u32, name: &str) {
        if self.is_call() {
            // SAFETY: as above; unknown names remove nothing.
            unsafe {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                LLVMRemoveCallSiteEnumAttribute(self.raw(), index + 1, kind);
            }
        }
    }

    /// Sets the calling convention of a call, which must be its callee's.
    pub fn set_call_conv(self, conv: CallConv) {
        if self.is_call() {
            // SAFETY: a call.
            unsafe { LLVMSetInstructionCallConv(self.raw(), conv) }
        }
    }

    /// Whether this is a call, invoke or callbr.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr)
    }

    /// Removes an enum attribute of a call itself (not of its callee).
    pub fn remove_call_attribute(self, name: &str) {
        if self.is_call() {
            // SAFETY: a call; unknown names remove nothing.
            unsafe {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                LLVMRemoveCallSiteEnumAttribute(self.raw(), u32::MAX, kind);
            }
        }
    }

    /// Sets a string attribute of a call (`vector-function-abi-variant`).
    pub fn add_call_string_attribute(self, name: &str, value: &str) {
        if !self.is_call() {
            return;
        }
        // SAFETY: a call; LLVM copies the texts.
        unsafe {
            let ctx = LLVMGetTypeContext(self.ty().0);
            let (name_len, value_len) = (name.len() as u32, value.len() as u32);
            let attr = LLVMCreateStringAttribute(ctx, name.as_ptr().cast(), name_len, value.as_ptr().cast(), value_len);
            LLVMAddCallSiteAttribute(self.raw(), u32::MAX, attr);
        }
    }

    /// Name of the called LLVM intrinsic (`llvm.memcpy.p0.p0.i64`).
    pub fn intrinsic_name(self) -> Option<String> {
        let name = self.called_function()?.name();
        name.starts_with("llvm.").then_some(name)
    }

    /// Type that an `alloca` allocates.
    pub fn allocated_type(self) -> Option<Type<'m>> {
        // SAFETY: asked of allocas only.
        (self.opcode() == Opcode::LLVMAlloca).then(|| Type::new(unsafe { LLVMGetAllocatedType(self.raw()) }))
    }

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

    /// Operation of an `atomicrmw`.
    pub fn rmw_op(self) -> Option<RmwOp> {
        // SAFETY: asked of atomicrmw only.
        (self.opcode() == Opcode::LLVMAtomicRMW).then(|| unsafe { LLVMGetAtomicRMWBinOp(self.raw()) })
    }

    /// Ordering of a load, store, fence or atomicrmw (success ordering of a
    /// cmpxchg); `LLVMAtomicOrderingNotAtomic` for plain accesses.
    pub fn ordering(self) -> Option<Ordering> {
        // SAFETY: each query is made of the instructions that have it.
        unsafe {
            match self.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMStore | Opcode::LLVMFence | Opcode::LLVMAtomicRMW => {
                    Some(LLVMGetOrdering(self.raw()))
                }
                Opcode::LLVMAtomicCmpXchg => Some(LLVMGetCmpXchgSuccessOrdering(self.raw())),
                _ => None,
            }
        }
    }

    /// Failure ordering of a cmpxchg.
    pub fn failure_ordering(self) -> Option<Ordering> {
        // SAFETY: asked of cmpxchg only.
        (self.opcode() == Opcode::LLVMAtomicCmpXchg).then(|| unsafe { LLVMGetCmpXchgFailureOrdering(self.raw()) })
    }

    /// Makes a load or store atomic.
    pub fn set_ordering(self, ordering: Ordering) {
        // SAFETY: a load, store or atomicrmw.
        unsafe { LLVMSetOrdering(self.raw(), ordering) }
    }

    /// Whether a memory access is volatile.
    pub fn is_volatile(self) -> bool {
        use Opcode::*;
        // SAFETY: asked of memory accesses only.
        matches!(self.opcode(), LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg)
            && unsafe { LLVMGetVolatile(self.raw()) } != 0
    }

    /// Makes a memory access volatile or not.
    pub fn set_volatile(self, volatile: bool) {
        // SAFETY: a memory access.
        unsafe { LLVMSetVolatile(self.raw(), volatile.into()) }
    }

    /// Alignment of an alloca, load, store or atomic, in bytes.
    pub fn align(self) -> Option<u32> {
        use Opcode::*;
        let has = matches!(self.opcode(), LLVMAlloca | LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg);
        // SAFETY: an instruction with an alignment.
        has.then(|| unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// Sets the alignment of an alloca, load, store or atomic.
    pub fn set_align(self, bytes: u32) {
        // SAFETY: an instruction with an alignment; `bytes` is a power of two.
        unsafe { LLVMSetAlignment(self.raw(), bytes) }
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
        use Opcode::*;
        if !matches!(self.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl) {
            return (false, false);
        }
        // SAFETY: an overflowing binary operator.
        unsafe { (LLVMGetNUW(self.raw()) != 0, LLVMGetNSW(self.raw()) != 0) }
    }

    /// Sets the wrap flags of integer arithmetic.
    pub fn set_wrap_flags(self, nuw: bool, nsw: bool) {
        // SAFETY: an overflowing binary operator; constants folded by the builder are not instructions.
        unsafe {
            LLVMSetNUW(self.raw(), nuw.into());
            LLVMSetNSW(self.raw(), nsw.into());
        }
    }

    /// Where this came from in the source.
    pub fn debug_loc(self) -> Option<DebugLoc<'m>> {
        // SAFETY: an instruction.
        DebugLoc::maybe(unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// Sets the source location.
    pub fn set_debug_loc(self, loc: Option<DebugLoc<'m>>) {
        let raw = loc.map_or(std::ptr::null_mut(), |loc| loc.raw());
        // SAFETY: a location of the same module, or none.
        unsafe { LLVMInstructionSetDebugLoc(self.raw(), raw) }
    }

    /// Attaches a metadata node of integers under `kind`.
    pub fn set_int_metadata(self, kind: &str, values: &[u32]) {
        // SAFETY: constants and nodes of the instruction's own context.
        unsafe {
            let ctx = LLVMGetTypeContext(self.ty().0);
            let int = LLVMInt32TypeInContext(ctx);
            let mut operands: Vec<_> =
                values.iter().map(|value| LLVMValueAsMetadata(LLVMConstInt(int, u64::from(*value), 0))).collect();
            let node = LLVMMDNodeInContext2(ctx, operands.as_mut_ptr(), operands.len());
            let kind = LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32);
            LLVMSetMetadata(self.raw(), kind, LLVMMetadataAsValue(ctx, node));
        }
    }

    /// Reads a metadata node of integers under `kind`.
    pub fn int_metadata(self, kind: &str) -> Option<Vec<u64>> {
        // SAFETY: an instruction; the node's operands are read by count.
        unsafe {
            let ctx = LLVMGetTypeContext(self.ty().0);
            let kind = LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32);
            let node = Value::maybe(LLVMGetMetadata(self.raw(), kind))?;
            let mut raw = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node.0) as usize];
            LLVMGetMDNodeOperands(node.0, raw.as_mut_ptr());
            raw.into_iter().map(|value| Value::maybe(value)?.const_u64()).collect()
        }
    }

    /// Moves this instruction before `other`.
    pub fn move_before(self, other: Inst<'m>) {
        // SAFETY: two instructions of one function; this one is unlinked, then inserted.
        unsafe {
            LLVMInstructionRemoveFromParent(self.raw());
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(other.0.ty().0));
            LLVMPositionBuilderBefore(builder, other.raw());
            LLVMInsertIntoBuilder(builder, self.raw());
            LLVMDisposeBuilder(builder);
        }
    }

    /// A copy of this instruction that is in no block yet.
    pub fn duplicate(self) -> Inst<'m> {
        // SAFETY: an instruction.
        Inst(Value::new(unsafe { LLVMInstructionClone(self.raw()) }))
    }

    /// Takes the instruction out of its block. Remaining users see poison.
    ///
    /// The memory stays allocated as long as the context, so that stale handles
    /// stay valid; its operands lose this user.
    pub fn erase(self) {
        let ty = self.ty();
        if ty.kind() != crate::TypeKind::Void {
            self.0.replace_all_uses_with(ty.poison());
        }
        // SAFETY: an instruction in a block; operands that are plain values are dropped so that
        // use lists stay exact. Block operands of terminators go with LLVM's own deletion.
        unsafe {
            if self.is_terminator() || self.opcode() == Opcode::LLVMPHI {
                LLVMInstructionEraseFromParent(self.raw());
                return;
            }
            LLVMInstructionRemoveFromParent(self.raw());
            for i in 0..LLVMGetNumOperands(self.raw()) as u32 {
                let operand = LLVMGetOperand(self.raw(), i);
                let is_value = !operand.is_null()
                    && !matches!(
                        LLVMGetValueKind(operand),
                        LLVMValueKind::LLVMBasicBlockValueKind | LLVMValueKind::LLVMMetadataAsValueValueKind
                    );
                if is_value {
                    LLVMSetOperand(self.raw(), i, LLVMGetPoison(LLVMTypeOf(operand)));
                }
            }
            context::bury(self.raw());
        }
    }

    fn raw(self) -> llvm_sys::prelude::LLVMValueRef {
        self.0.0
    }
}

impl fmt::Display for Inst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Inst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
