//! Instructions.

use std::fmt;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMAttributeRef, LLVMContextRef};

use crate::erased::module_of_inst;
use crate::metadata::{int_node, ints_of, kind_id};
use crate::refusal::{check, context_of};
use crate::{
    AttributePlace, Block, CallConv, DebugLoc, Function, MAX_CALL_CONV, Type, Value, attributes, context, typing,
};

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
    ///
    /// # Panics
    /// If there are not that many, as for a slice.
    pub fn operand(self, index: u32) -> Value<'m> {
        // SAFETY: an instruction.
        let count = unsafe { LLVMGetNumOperands(self.raw()) };
        assert!(i64::from(index) < i64::from(count), "operand {index} of `{self}`, which has {count}");
        // SAFETY: an instruction with that many operands.
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
        self.block()?;
        // SAFETY: an instruction in a block.
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
        // SAFETY: asked of terminators only.
        let has = self.is_terminator() && index < unsafe { LLVMGetNumSuccessors(self.raw()) };
        let fits = has && block.is_usable_in(module_of_inst(self.raw()));
        if self.may(fits, || format!("successor {index} {block:?} of `{self}`")) {
            // SAFETY: a terminator with that many successors, and a block of its module.
            unsafe { LLVMSetSuccessor(self.raw(), index, block.0) }
        }
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
        operands
            .get(2..)
            .unwrap_or_default()
            .chunks_exact(2)
            .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
            .collect()
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
        let module = module_of_inst(self.raw());
        let is_entry = |(value, block): &(Value<'m>, Block<'m>)| {
            value.ty() == self.ty() && value.is_usable_in(module) && block.is_usable_in(module)
        };
        let fits = self.opcode() == Opcode::LLVMPHI && entries.iter().all(is_entry);
        if !self.may(fits, || format!("entries {entries:?} of `{self}`")) {
            return;
        }
        let mut values: Vec<_> = entries.iter().map(|(value, _)| value.0).collect();
        let mut blocks: Vec<_> = entries.iter().map(|(_, block)| block.0).collect();
        // SAFETY: a phi, and as many blocks as values, which are of its type.
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
        let attribute = self.argument_attribute(index, "align")?;
        // SAFETY: a live attribute that holds no type.
        unsafe { (LLVMIsEnumAttribute(attribute) != 0).then(|| LLVMGetEnumAttributeValue(attribute) as u32) }
    }

    fn argument_attribute(self, index: u32, name: &str) -> Option<LLVMAttributeRef> {
        let (place, kind) = (AttributePlace::Param(index), attributes::kind(name)?);
        if !self.is_call() {
            return None;
        }
        // SAFETY: a call and the kind of an attribute.
        let attribute = unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), place.index(), kind) };
        (!attribute.is_null()).then_some(attribute)
    }

    /// The type in an attribute of a call's argument (`byval`).
    pub fn argument_type(self, index: u32, name: &str) -> Option<Type<'m>> {
        let attribute = self.argument_attribute(index, name)?;
        // SAFETY: a live attribute; the type is asked of those that hold one.
        unsafe { (LLVMIsTypeAttribute(attribute) != 0).then(|| Type::new(LLVMGetTypeAttributeValue(attribute))) }
    }

    /// Removes an attribute of a call's argument.
    pub fn remove_argument_attribute(self, index: u32, name: &str) {
        if let Some(kind) = attributes::kind(name).filter(|_| self.is_call()) {
            self.note_change();
            // SAFETY: a call and the kind of an attribute.
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), AttributePlace::Param(index).index(), kind) }
        }
    }

    /// Sets the calling convention of a call, which must be its callee's.
    pub fn set_call_conv(self, conv: CallConv) {
        let fits = self.is_call() && conv <= MAX_CALL_CONV;
        if self.may(fits, || format!("calling convention {conv} of `{self}`")) {
            // SAFETY: a call, and a number that LLVM has room for.
            unsafe { LLVMSetInstructionCallConv(self.raw(), conv) }
        }
    }

    /// Whether this is a call, invoke or callbr.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr)
    }

    /// Removes an enum attribute of a call itself (not of its callee).
    pub fn remove_call_attribute(self, name: &str) {
        if let Some(kind) = attributes::kind(name).filter(|_| self.is_call()) {
            self.note_change();
            // SAFETY: a call and the kind of an attribute.
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), AttributePlace::Function.index(), kind) }
        }
    }

    /// Sets a string attribute of a call (`vector-function-abi-variant`).
    pub fn add_call_string_attribute(self, name: &str, value: &str) {
        if !self.is_call() {
            return;
        }
        self.note_change();
        // SAFETY: a call; LLVM copies the texts.
        unsafe {
            let attr = attributes::string_attribute(self.context(), name, value);
            LLVMAddCallSiteAttribute(self.raw(), AttributePlace::Function.index(), attr);
        }
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
        use Opcode::*;
        let fits = matches!(self.opcode(), LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMFence);
        if self.may(fits, || format!("memory ordering of `{self}`")) {
            // SAFETY: an instruction with one ordering.
            unsafe { LLVMSetOrdering(self.raw(), ordering) }
        }
    }

    /// Whether a memory access is volatile.
    pub fn is_volatile(self) -> bool {
        // SAFETY: asked of memory accesses only.
        self.is_access() && unsafe { LLVMGetVolatile(self.raw()) } != 0
    }

    /// Whether this reads or writes memory at an address, itself.
    fn is_access(self) -> bool {
        use Opcode::*;
        matches!(self.opcode(), LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg)
    }

    /// Makes a memory access volatile or not.
    pub fn set_volatile(self, volatile: bool) {
        if self.may(self.is_access(), || format!("volatile `{self}`")) {
            // SAFETY: a memory access.
            unsafe { LLVMSetVolatile(self.raw(), volatile.into()) }
        }
    }

    /// Alignment of an alloca, load, store or atomic, in bytes.
    pub fn align(self) -> Option<u32> {
        let has = self.is_access() || self.opcode() == Opcode::LLVMAlloca;
        // SAFETY: an instruction with an alignment.
        has.then(|| unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// Sets the alignment of an alloca, load, store or atomic.
    pub fn set_align(self, bytes: u32) {
        let fits = self.align().is_some() && typing::is_alignment(bytes);
        if self.may(fits, || format!("alignment {bytes} of `{self}`")) {
            // SAFETY: an instruction with an alignment; `bytes` is a power of two.
            unsafe { LLVMSetAlignment(self.raw(), bytes) }
        }
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

    /// Where this came from in the source.
    pub fn debug_loc(self) -> Option<DebugLoc<'m>> {
        // SAFETY: an instruction.
        DebugLoc::maybe(self.context(), unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// Sets the source location, which must be in the subprogram of the function: the verifier checks it where
    /// the function has one. A location of another context is refused.
    pub fn set_debug_loc(self, loc: Option<DebugLoc<'m>>) {
        let fits = loc.is_none_or(|loc| loc.context() == self.context());
        let raw = loc.map_or(std::ptr::null_mut(), |loc| loc.raw());
        if self.may(fits, || format!("location of `{self}` from another context")) {
            // SAFETY: a location of the same context, or none.
            unsafe { LLVMInstructionSetDebugLoc(self.raw(), raw) }
        }
    }

    /// Attaches a metadata node of integers under `kind`.
    pub fn set_int_metadata(self, kind: &str, values: &[u32]) {
        let ctx = self.context();
        if let Some(kind) = kind_id(ctx, kind) {
            self.note_change();
            // SAFETY: an instruction, and a node of its context.
            unsafe { LLVMSetMetadata(self.raw(), kind, LLVMMetadataAsValue(ctx, int_node(ctx, values))) }
        }
    }

    /// Reads a metadata node of integers under `kind`.
    pub fn int_metadata(self, kind: &str) -> Option<Vec<u64>> {
        let kind = kind_id(self.context(), kind)?;
        // SAFETY: an instruction; what is attached to one is a node.
        let node = Value::maybe(unsafe { LLVMGetMetadata(self.raw(), kind) })?;
        ints_of(node.0)
    }

    /// Moves this instruction before `other`.
    pub fn move_before(self, other: Inst<'m>) {
        if self == other {
            return;
        }
        let module = module_of_inst(self.raw());
        let fits = self.block().is_some() && other.block().is_some() && module_of_inst(other.raw()) == module;
        if !self.may(fits, || format!("`{self}` before `{other}`")) {
            return;
        }
        // SAFETY: two instructions of one module's blocks; this one is unlinked, then inserted.
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
    /// Handles to it stay valid, see [`Module`](crate::Module): it has no block and no operands any more,
    /// and cannot be used as one.
    pub fn erase(self) {
        let ctx = self.context();
        if context::attached(ctx, |attached| attached.erased.borrow().has_inst(self.raw())) {
            return;
        }
        let module = module_of_inst(self.raw());
        self.note_change();
        // SAFETY: an instruction; values are replaced by constants of their types and blocks by a block, so
        // that use lists stay exact. Metadata, the operands of debug intrinsics, knows no use lists.
        unsafe {
            let ty = self.ty();
            if ty.kind() != crate::TypeKind::Void {
                LLVMReplaceAllUsesWith(self.raw(), LLVMGetPoison(ty.0));
            }
            if self.block().is_some() {
                LLVMInstructionRemoveFromParent(self.raw());
            }
            let nowhere = |erased: &mut crate::erased::Erased| LLVMBasicBlockAsValue(erased.nowhere(ctx));
            for i in 0..LLVMGetNumOperands(self.raw()) as u32 {
                let operand = LLVMGetOperand(self.raw(), i);
                if operand.is_null() {
                    continue;
                }
                let new = match LLVMGetValueKind(operand) {
                    LLVMValueKind::LLVMMetadataAsValueValueKind => continue,
                    LLVMValueKind::LLVMBasicBlockValueKind => {
                        context::attached(ctx, |attached| nowhere(&mut attached.erased.borrow_mut()))
                    }
                    _ => LLVMGetPoison(LLVMTypeOf(operand)),
                };
                LLVMSetOperand(self.raw(), i, new);
            }
        }
        context::attached(ctx, |attached| attached.erased.borrow_mut().keep_inst(module, self.raw()));
    }

    pub(crate) fn context(self) -> LLVMContextRef {
        context_of(self.raw())
    }

    pub(crate) fn note_change(self) {
        context::note_change(self.context(), module_of_inst(self.raw()));
    }

    /// Whether a change fits, which is noted, or refused if not.
    fn may<D: fmt::Display>(self, fits: bool, what: impl FnOnce() -> D) -> bool {
        self.note_change();
        check(self.context(), fits, what)
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
