//! Building instructions.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};

use crate::context::c_string;
use crate::{
    Block, DebugLoc, FloatPredicate, Function, Inst, IntPredicate, Module, Opcode, Ordering, RmwOp, Type, Value,
};

/// Builds instructions at a point of a block. Operations on constants fold.
pub struct Builder<'m> {
    raw: LLVMBuilderRef,
    marker: PhantomData<&'m ()>,
}

macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident = $llvm:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
            // SAFETY: the verifier checks the types.
            Value::new(unsafe { $llvm(self.raw, value.0, ty.0, c"".as_ptr()) })
        })*
    };
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $llvm:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
            // SAFETY: the verifier checks the types.
            Value::new(unsafe { $llvm(self.raw, left.0, right.0, c"".as_ptr()) })
        })*
    };
}

impl<'m> Builder<'m> {
    fn create(ctx: LLVMContextRef) -> Self {
        // SAFETY: a live context.
        Self { raw: unsafe { LLVMCreateBuilderInContext(ctx) }, marker: PhantomData }
    }

    /// A builder at the end of `block`.
    pub fn at_end(block: Block<'m>) -> Self {
        // SAFETY: a live block.
        let builder = Self::create(unsafe { LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(block.0))) });
        builder.position_at_end(block);
        builder
    }

    /// A builder before `inst`, with its source location.
    pub fn before(inst: Inst<'m>) -> Self {
        // SAFETY: a live instruction.
        let builder = Self::create(unsafe { LLVMGetTypeContext(LLVMTypeOf(inst.value().0)) });
        builder.position_before(inst);
        builder
    }

    /// A builder before the first instruction that is no phi.
    pub fn at_start(block: Block<'m>) -> Self {
        match block.first_non_phi() {
            Some(inst) => Self::before(inst),
            None => Self::at_end(block),
        }
    }

    /// Moves to the end of `block`.
    pub fn position_at_end(&self, block: Block<'m>) {
        // SAFETY: a live block.
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.0) }
    }

    /// Moves before `inst`.
    pub fn position_before(&self, inst: Inst<'m>) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.raw, inst.value().0) }
    }

    /// Source location of what is built next.
    pub fn set_debug_loc(&self, loc: Option<DebugLoc<'m>>) {
        let raw = loc.map_or(std::ptr::null_mut(), DebugLoc::raw);
        // SAFETY: a location of the same module, or none.
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, raw) }
    }

    /// Inserts an instruction that is in no block ([`Inst::duplicate`]).
    pub fn insert(&self, inst: Inst<'m>) {
        // SAFETY: an unlinked instruction.
        unsafe { LLVMInsertIntoBuilder(self.raw, inst.value().0) }
    }

    casts! {
        /// `trunc`
        trunc = LLVMBuildTrunc;
        /// `zext`
        zext = LLVMBuildZExt;
        /// `sext`
        sext = LLVMBuildSExt;
        /// `fptrunc`
        fptrunc = LLVMBuildFPTrunc;
        /// `fpext`
        fpext = LLVMBuildFPExt;
        /// `fptoui`
        fptoui = LLVMBuildFPToUI;
        /// `fptosi`
        fptosi = LLVMBuildFPToSI;
        /// `uitofp`
        uitofp = LLVMBuildUIToFP;
        /// `sitofp`
        sitofp = LLVMBuildSIToFP;
        /// `ptrtoint`
        ptrtoint = LLVMBuildPtrToInt;
        /// `inttoptr`
        inttoptr = LLVMBuildIntToPtr;
        /// `bitcast`
        bitcast = LLVMBuildBitCast;
        /// `addrspacecast`
        address_space_cast = LLVMBuildAddrSpaceCast;
    }

    binary! {
        /// `add`
        add = LLVMBuildAdd;
        /// `sub`
        sub = LLVMBuildSub;
        /// `mul`
        mul = LLVMBuildMul;
        /// `udiv`
        udiv = LLVMBuildUDiv;
        /// `sdiv`
        sdiv = LLVMBuildSDiv;
        /// `urem`
        urem = LLVMBuildURem;
        /// `srem`
        srem = LLVMBuildSRem;
        /// `shl`
        shl = LLVMBuildShl;
        /// `lshr`
        lshr = LLVMBuildLShr;
        /// `ashr`
        ashr = LLVMBuildAShr;
        /// `and`
        and = LLVMBuildAnd;
        /// `or`
        or = LLVMBuildOr;
        /// `xor`
        xor = LLVMBuildXor;
        /// `fadd`
        fadd = LLVMBuildFAdd;
        /// `fsub`
        fsub = LLVMBuildFSub;
        /// `fmul`
        fmul = LLVMBuildFMul;
        /// `fdiv`
        fdiv = LLVMBuildFDiv;
        /// `frem`
        frem = LLVMBuildFRem;
        /// `extractelement`
        extract_element = LLVMBuildExtractElement;
    }

    /// Any binary operator by opcode.
    pub fn binary(&self, opcode: Opcode, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        // SAFETY: a binary opcode; the verifier checks the types.
        Value::new(unsafe { LLVMBuildBinOp(self.raw, opcode, left.0, right.0, c"".as_ptr()) })
    }

    /// `fneg`
    pub fn fneg(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: a floating-point value.
        Value::new(unsafe { LLVMBuildFNeg(self.raw, value.0, c"".as_ptr()) })
    }

    /// Integer negation.
    pub fn neg(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: an integer value.
        Value::new(unsafe { LLVMBuildNeg(self.raw, value.0, c"".as_ptr()) })
    }

    /// Bitwise complement.
    pub fn not(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: an integer value.
        Value::new(unsafe { LLVMBuildNot(self.raw, value.0, c"".as_ptr()) })
    }

    /// `freeze`
    pub fn freeze(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: a first-class value.
        Value::new(unsafe { LLVMBuildFreeze(self.raw, value.0, c"".as_ptr()) })
    }

    /// `icmp`
    pub fn icmp(&self, predicate: IntPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        // SAFETY: the verifier checks the types.
        Value::new(unsafe { LLVMBuildICmp(self.raw, predicate, left.0, right.0, c"".as_ptr()) })
    }

    /// `fcmp`
    pub fn fcmp(&self, predicate: FloatPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        // SAFETY: the verifier checks the types.
        Value::new(unsafe { LLVMBuildFCmp(self.raw, predicate, left.0, right.0, c"".as_ptr()) })
    }

    /// `select`
    pub fn select(&self, condition: Value<'m>, then: Value<'m>, otherwise: Value<'m>) -> Value<'m> {
        // SAFETY: the verifier checks the types.
        Value::new(unsafe { LLVMBuildSelect(self.raw, condition.0, then.0, otherwise.0, c"".as_ptr()) })
    }

    /// `alloca`
    pub fn alloca(&self, ty: Type<'m>, name: &str) -> Inst<'m> {
        let name = c_string(name);
        // SAFETY: a sized type.
        Inst(Value::new(unsafe { LLVMBuildAlloca(self.raw, ty.0, name.as_ptr()) }))
    }

    /// `alloca` of a number of elements.
    pub fn array_alloca(&self, ty: Type<'m>, count: Value<'m>, name: &str) -> Inst<'m> {
        let name = c_string(name);
        // SAFETY: a sized type and an integer count.
        Inst(Value::new(unsafe { LLVMBuildArrayAlloca(self.raw, ty.0, count.0, name.as_ptr()) }))
    }

    /// `load`
    pub fn load(&self, ty: Type<'m>, ptr: Value<'m>) -> Inst<'m> {
        // SAFETY: the verifier checks the types.
        Inst(Value::new(unsafe { LLVMBuildLoad2(self.raw, ty.0, ptr.0, c"".as_ptr()) }))
    }

    /// `store`
    pub fn store(&self, value: Value<'m>, ptr: Value<'m>) -> Inst<'m> {
        // SAFETY: the verifier checks the types.
        Inst(Value::new(unsafe { LLVMBuildStore(self.raw, value.0, ptr.0) }))
    }

    /// `getelementptr`
    pub fn gep(&self, ty: Type<'m>, base: Value<'m>, indices: &[Value<'m>], in_bounds: bool) -> Value<'m> {
        let mut raw: Vec<_> = indices.iter().map(|index| index.0).collect();
        // SAFETY: the verifier checks the types.
        Value::new(unsafe {
            let build = if in_bounds { LLVMBuildInBoundsGEP2 } else { LLVMBuildGEP2 };
            build(self.raw, ty.0, base.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr())
        })
    }

    /// `call`, with the callee's calling convention where it is a function.
    pub fn call(&self, ty: Type<'m>, callee: Value<'m>, args: &[Value<'m>]) -> Inst<'m> {
        let mut raw: Vec<_> = args.iter().map(|arg| arg.0).collect();
        // SAFETY: the verifier checks the types.
        let call = Inst(Value::new(unsafe {
            LLVMBuildCall2(self.raw, ty.0, callee.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr())
        }));
        if let Some(function) = callee.as_function() {
            // SAFETY: a call instruction.
            unsafe { LLVMSetInstructionCallConv(call.value().0, function.call_conv()) };
        }
        call
    }

    /// `call` of a function.
    pub fn call_function(&self, function: Function<'m>, args: &[Value<'m>]) -> Inst<'m> {
        self.call(function.function_type(), function.value(), args)
    }

    /// `call` of an LLVM intrinsic (`"llvm.sqrt"`), overloaded on `types`.
    pub fn intrinsic(&self, module: &'m Module, name: &str, types: &[Type<'m>], args: &[Value<'m>]) -> Inst<'m> {
        self.call_function(module.intrinsic(name, types), args)
    }

    /// `extractvalue`
    pub fn extract_value(&self, aggregate: Value<'m>, index: u32) -> Value<'m> {
        // SAFETY: an aggregate with that element.
        Value::new(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index, c"".as_ptr()) })
    }

    /// `insertvalue`
    pub fn insert_value(&self, aggregate: Value<'m>, value: Value<'m>, index: u32) -> Value<'m> {
        // SAFETY: an aggregate with that element.
        Value::new(unsafe { LLVMBuildInsertValue(self.raw, aggregate.0, value.0, index, c"".as_ptr()) })
    }

    /// `insertelement`
    pub fn insert_element(&self, vector: Value<'m>, value: Value<'m>, index: Value<'m>) -> Value<'m> {
        // SAFETY: the verifier checks the types.
        Value::new(unsafe { LLVMBuildInsertElement(self.raw, vector.0, value.0, index.0, c"".as_ptr()) })
    }

    /// `shufflevector`; the mask is a constant `i32` vector.
    pub fn shuffle(&self, left: Value<'m>, right: Value<'m>, mask: Value<'m>) -> Value<'m> {
        // SAFETY: the verifier checks the types.
        Value::new(unsafe { LLVMBuildShuffleVector(self.raw, left.0, right.0, mask.0, c"".as_ptr()) })
    }

    /// A constant vector of these elements.
    pub fn const_vector(elements: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<_> = elements.iter().map(|element| element.0).collect();
        // SAFETY: constants of one scalar type.
        Value::new(unsafe { LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32) })
    }

    /// `phi` without entries.
    pub fn phi(&self, ty: Type<'m>, name: &str) -> Inst<'m> {
        let name = c_string(name);
        // SAFETY: a first-class type.
        Inst(Value::new(unsafe { LLVMBuildPhi(self.raw, ty.0, name.as_ptr()) }))
    }

    /// `fence`
    pub fn fence(&self, ordering: Ordering) -> Inst<'m> {
        // SAFETY: an ordering that fences take.
        Inst(Value::new(unsafe { LLVMBuildFence(self.raw, ordering, 0, c"".as_ptr()) }))
    }

    /// `atomicrmw`
    pub fn atomic_rmw(&self, op: RmwOp, ptr: Value<'m>, value: Value<'m>, ordering: Ordering) -> Inst<'m> {
        let op: LLVMAtomicRMWBinOp = op;
        // SAFETY: the verifier checks the types.
        Inst(Value::new(unsafe { LLVMBuildAtomicRMW(self.raw, op, ptr.0, value.0, ordering, 0) }))
    }

    /// `cmpxchg`: `{ value, i1 }`.
    pub fn cmpxchg(
        &self,
        ptr: Value<'m>,
        expected: Value<'m>,
        desired: Value<'m>,
        success: LLVMAtomicOrdering,
        failure: LLVMAtomicOrdering,
    ) -> Inst<'m> {
        // SAFETY: the verifier checks the types.
        Inst(Value::new(unsafe { LLVMBuildAtomicCmpXchg(self.raw, ptr.0, expected.0, desired.0, success, failure, 0) }))
    }

    /// `memcpy` of `size` bytes.
    pub fn memcpy(&self, dst: Value<'m>, dst_align: u32, src: Value<'m>, src_align: u32, size: Value<'m>) -> Inst<'m> {
        // SAFETY: pointers and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemCpy(self.raw, dst.0, dst_align, src.0, src_align, size.0) }))
    }

    /// `memmove` of `size` bytes.
    pub fn memmove(&self, dst: Value<'m>, dst_align: u32, src: Value<'m>, src_align: u32, size: Value<'m>) -> Inst<'m> {
        // SAFETY: pointers and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemMove(self.raw, dst.0, dst_align, src.0, src_align, size.0) }))
    }

    /// `memset` of `size` bytes.
    pub fn memset(&self, dst: Value<'m>, align: u32, byte: Value<'m>, size: Value<'m>) -> Inst<'m> {
        // SAFETY: a pointer, an i8 and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemSet(self.raw, dst.0, byte.0, size.0, align) }))
    }

    /// Unconditional branch.
    pub fn br(&self, target: Block<'m>) -> Inst<'m> {
        // SAFETY: a block of the same function.
        Inst(Value::new(unsafe { LLVMBuildBr(self.raw, target.0) }))
    }

    /// Conditional branch.
    pub fn cond_br(&self, condition: Value<'m>, then: Block<'m>, otherwise: Block<'m>) -> Inst<'m> {
        // SAFETY: an i1 and blocks of the same function.
        Inst(Value::new(unsafe { LLVMBuildCondBr(self.raw, condition.0, then.0, otherwise.0) }))
    }

    /// `switch`
    pub fn switch(&self, value: Value<'m>, default: Block<'m>, cases: &[(Value<'m>, Block<'m>)]) -> Inst<'m> {
        // SAFETY: constants of the value's type and blocks of the same function.
        unsafe {
            let raw = LLVMBuildSwitch(self.raw, value.0, default.0, cases.len() as u32);
            for (case, block) in cases {
                LLVMAddCase(raw, case.0, block.0);
            }
            Inst(Value::new(raw))
        }
    }

    /// `ret void`
    pub fn ret_void(&self) -> Inst<'m> {
        // SAFETY: the verifier checks the function type.
        Inst(Value::new(unsafe { LLVMBuildRetVoid(self.raw) }))
    }

    /// `ret`
    pub fn ret(&self, value: Value<'m>) -> Inst<'m> {
        // SAFETY: the verifier checks the function type.
        Inst(Value::new(unsafe { LLVMBuildRet(self.raw, value.0) }))
    }

    /// `unreachable`
    pub fn unreachable(&self) -> Inst<'m> {
        // SAFETY: a builder at the end of a block.
        Inst(Value::new(unsafe { LLVMBuildUnreachable(self.raw) }))
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: ours to free.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}
