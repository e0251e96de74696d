//! Building instructions: the position, casts and arithmetic. Memory, aggregates and control flow are in separate
//! files.

use std::cell::Cell;
use std::fmt::Display;
use std::ptr::null_mut;

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::context::attached;
use crate::base::enumerations::{FloatPredicate, IntPredicate, Opcode};
use crate::base::erased::module_of_block;
use crate::base::refusal::check;
use crate::values::debug_info::DebugLoc;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Inst, Value};
use crate::values::types::{Type, TypeKind};
use crate::values::typing;

/// Builds instructions at a point of a block. Operations on constants fold.
///
/// Instructions that LLVM cannot represent (operands of the wrong types, of another module, or erased; an erased
/// position) are not built: the result is poison, and [`Module::verify`](crate::Module::verify) reports the refusal.
/// All other errors in an instruction are left to the verifier.
pub struct Builder<'m> {
    pub(crate) raw: LLVMBuilderRef,
    pub(crate) ctx: LLVMContextRef,
    /// The instruction that is built before; null at the end of a block.
    before: Cell<LLVMValueRef>,
    pub(crate) module: &'m EditableModule,
}

macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident = $opcode:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
            self.cast(Opcode::$opcode, value, ty)
        })*
    };
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $opcode:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
            self.binary(Opcode::$opcode, left, right)
        })*
    };
}

impl<'m> Builder<'m> {
    fn create(module: &'m EditableModule) -> Self {
        let ctx = module.context().raw();
        // SAFETY: a live context.
        let raw = unsafe { LLVMCreateBuilderInContext(ctx) };
        Self { raw, ctx, before: Cell::new(null_mut()), module }
    }

    /// The module that is built in.
    pub fn module(&self) -> &'m EditableModule {
        self.module
    }

    /// The block that is built in.
    pub fn block(&self) -> Block<'m> {
        // SAFETY: a builder, which always is in a block.
        Block::new(unsafe { LLVMGetInsertBlock(self.raw) })
    }

    /// A builder at the end of `block`.
    pub fn at_end(module: &'m EditableModule, block: Block<'m>) -> Self {
        let builder = Self::create(module);
        builder.position_at_end(block);
        builder
    }

    /// A builder before `inst`, with its source location.
    pub fn before(module: &'m EditableModule, inst: Inst<'m>) -> Self {
        let builder = Self::create(module);
        builder.position_before(inst);
        builder
    }

    /// A builder before the first instruction that is not a phi.
    pub fn at_start(module: &'m EditableModule, block: Block<'m>) -> Self {
        match block.first_non_phi() {
            Some(inst) => Self::before(module, inst),
            None => Self::at_end(module, block),
        }
    }

    /// Moves to the end of `block`.
    pub fn position_at_end(&self, block: Block<'m>) {
        if check(self.ctx, block.context() == self.ctx, || format!("{block:?} of another context")) {
            self.before.set(null_mut());
            // SAFETY: a live block of the builder's context.
            unsafe { LLVMPositionBuilderAtEnd(self.raw, block.0) }
        }
    }

    /// Moves before `inst`.
    pub fn position_before(&self, inst: Inst<'m>) {
        let fits = inst.block().is_some() && inst.context() == self.ctx;
        if check(self.ctx, fits, || format!("code before `{inst}`, which is in no block")) {
            self.before.set(inst.value().0);
            // SAFETY: an instruction in a block of the builder's context.
            unsafe { LLVMPositionBuilderBefore(self.raw, inst.value().0) }
        }
    }

    /// Sets the source location of instructions built from now on.
    pub fn set_debug_loc(&self, loc: Option<DebugLoc<'m>>) {
        let raw = DebugLoc::raw_in(self.ctx, loc);
        check(self.ctx, raw.is_some(), || "a location of another context");
        // SAFETY: a location of the same module, or none.
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, raw.unwrap_or(null_mut())) }
    }

    /// Inserts an instruction that is in no block ([`Inst::duplicate`]).
    pub fn insert(&self, inst: Inst<'m>) {
        let is_free = inst.block().is_none() && inst.context() == self.ctx;
        let is_live = || !attached(self.ctx, |attached| attached.erased.borrow().has_inst(inst.value().0));
        if self.can(is_free && is_live(), &inst.operands(), || format!("`{inst}` once more")) {
            // SAFETY: an unlinked instruction.
            unsafe { LLVMInsertIntoBuilder(self.raw, inst.value().0) }
        }
    }

    /// The module of the position; `None` if that was erased.
    fn home(&self) -> Option<LLVMModuleRef> {
        // SAFETY: blocks and instructions keep their memory while the builder borrows the module.
        let block = unsafe { LLVMGetInsertBlock(self.raw) };
        if block.is_null() {
            return None;
        }
        let before = self.before.get();
        // SAFETY: as above.
        let is_there = before.is_null() || unsafe { LLVMGetInstructionParent(before) } == block;
        Some(module_of_block(block)).filter(|module| is_there && !module.is_null())
    }

    /// Whether an operation that `fits` can be built here with these operands; notes a refusal if not.
    pub(crate) fn can<D: Display>(&self, fits: bool, operands: &[Value<'m>], what: impl FnOnce() -> D) -> bool {
        let Some(home) = self.home() else {
            return check(self.ctx, false, what);
        };
        let fits = fits && operands.iter().all(|operand| operand.is_usable_in(self.module.raw()));
        self.module.permits(self.ctx, home, fits, what)
    }

    /// An instruction in no block, for the result of one that was refused.
    pub(crate) fn refused(&self, ty: Type<'m>) -> Inst<'m> {
        let nowhere = Self::create(self.module);
        // SAFETY: a builder without position inserts nothing; a first-class constant.
        let inst = Inst(Value::new(unsafe {
            if ty.kind() == TypeKind::Void {
                LLVMBuildUnreachable(nowhere.raw)
            } else {
                LLVMBuildFreeze(nowhere.raw, ty.nothing().0, c"".as_ptr())
            }
        }));
        inst.erase(self.module);
        inst
    }

    pub(crate) fn void(&self) -> Type<'m> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMVoidTypeInContext(self.ctx) })
    }

    /// A conversion of a value or vector to type `ty`.
    pub fn cast(&self, opcode: Opcode, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        if value.ty() == ty {
            return value;
        }
        let fits = typing::casts(opcode, value.ty(), ty);
        if !self.can(fits, &[value], || format!("cast {opcode:?} of `{value}` to {ty}")) {
            return ty.nothing();
        }
        // SAFETY: a cast that takes the value's type to the other one.
        Value::new(unsafe { LLVMBuildCast(self.raw, opcode, value.0, ty.0, c"".as_ptr()) })
    }

    casts! {
        /// `trunc`
        trunc = LLVMTrunc;
        /// `zext`
        zext = LLVMZExt;
        /// `sext`
        sext = LLVMSExt;
        /// `fptrunc`
        fptrunc = LLVMFPTrunc;
        /// `fpext`
        fpext = LLVMFPExt;
        /// `fptoui`
        fptoui = LLVMFPToUI;
        /// `fptosi`
        fptosi = LLVMFPToSI;
        /// `uitofp`
        uitofp = LLVMUIToFP;
        /// `sitofp`
        sitofp = LLVMSIToFP;
        /// `ptrtoint`
        ptrtoint = LLVMPtrToInt;
        /// `inttoptr`
        inttoptr = LLVMIntToPtr;
        /// `bitcast`
        bitcast = LLVMBitCast;
        /// `addrspacecast`
        address_space_cast = LLVMAddrSpaceCast;
    }

    binary! {
        /// `add`
        add = LLVMAdd;
        /// `sub`
        sub = LLVMSub;
        /// `mul`
        mul = LLVMMul;
        /// `udiv`
        udiv = LLVMUDiv;
        /// `sdiv`
        sdiv = LLVMSDiv;
        /// `urem`
        urem = LLVMURem;
        /// `srem`
        srem = LLVMSRem;
        /// `shl`
        shl = LLVMShl;
        /// `lshr`
        lshr = LLVMLShr;
        /// `ashr`
        ashr = LLVMAShr;
        /// `and`
        and = LLVMAnd;
        /// `or`
        or = LLVMOr;
        /// `xor`
        xor = LLVMXor;
        /// `fadd`
        fadd = LLVMFAdd;
        /// `fsub`
        fsub = LLVMFSub;
        /// `fmul`
        fmul = LLVMFMul;
        /// `fdiv`
        fdiv = LLVMFDiv;
        /// `frem`
        frem = LLVMFRem;
    }

    /// Any binary operator by opcode.
    pub fn binary(&self, opcode: Opcode, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let fits = left.ty() == right.ty() && typing::takes(opcode, left.ty());
        if !self.can(fits, &[left, right], || format!("{opcode:?} of `{left}` and `{right}`")) {
            return left.ty().nothing();
        }
        // SAFETY: a binary operator that takes two values of this type.
        Value::new(unsafe { LLVMBuildBinOp(self.raw, opcode, left.0, right.0, c"".as_ptr()) })
    }

    /// `fneg`
    pub fn fneg(&self, value: Value<'m>) -> Value<'m> {
        if !self.can(value.ty().scalar().is_float(), &[value], || format!("fneg of `{value}`")) {
            return value.ty().nothing();
        }
        // SAFETY: a floating-point value.
        Value::new(unsafe { LLVMBuildFNeg(self.raw, value.0, c"".as_ptr()) })
    }

    /// Integer negation.
    pub fn neg(&self, value: Value<'m>) -> Value<'m> {
        if !self.can(value.ty().scalar().is_int(), &[value], || format!("negation of `{value}`")) {
            return value.ty().nothing();
        }
        // SAFETY: an integer value.
        Value::new(unsafe { LLVMBuildNeg(self.raw, value.0, c"".as_ptr()) })
    }

    /// Bitwise complement.
    pub fn not(&self, value: Value<'m>) -> Value<'m> {
        if !self.can(value.ty().scalar().is_int(), &[value], || format!("complement of `{value}`")) {
            return value.ty().nothing();
        }
        // SAFETY: an integer value.
        Value::new(unsafe { LLVMBuildNot(self.raw, value.0, c"".as_ptr()) })
    }

    /// `freeze`
    pub fn freeze(&self, value: Value<'m>) -> Value<'m> {
        if !self.can(value.ty().is_first_class(), &[value], || format!("freeze of `{value}`")) {
            return value.ty().nothing();
        }
        // SAFETY: a first-class value.
        Value::new(unsafe { LLVMBuildFreeze(self.raw, value.0, c"".as_ptr()) })
    }

    /// The result type of comparing values of type `ty`.
    fn truth(&self, ty: Type<'m>) -> Type<'m> {
        // SAFETY: a live context.
        let bit = Type::new(unsafe { LLVMInt1TypeInContext(self.ctx) });
        match ty.kind() {
            TypeKind::Vector(_, lanes) => bit.vector(lanes),
            _ => bit,
        }
    }

    /// `icmp`
    pub fn icmp(&self, predicate: IntPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let scalar = left.ty().scalar();
        let fits = left.ty() == right.ty() && (scalar.is_int() || scalar.is_pointer());
        if !self.can(fits, &[left, right], || format!("{predicate:?} of `{left}` and `{right}`")) {
            return self.truth(left.ty()).nothing();
        }
        // SAFETY: two integers or pointers of one type.
        Value::new(unsafe { LLVMBuildICmp(self.raw, predicate, left.0, right.0, c"".as_ptr()) })
    }

    /// `fcmp`
    pub fn fcmp(&self, predicate: FloatPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let fits = left.ty() == right.ty() && left.ty().scalar().is_float();
        if !self.can(fits, &[left, right], || format!("{predicate:?} of `{left}` and `{right}`")) {
            return self.truth(left.ty()).nothing();
        }
        // SAFETY: two floating-point values of one type.
        Value::new(unsafe { LLVMBuildFCmp(self.raw, predicate, left.0, right.0, c"".as_ptr()) })
    }

    /// `select`
    pub fn select(&self, condition: Value<'m>, then: Value<'m>, otherwise: Value<'m>) -> Value<'m> {
        let fits = then.ty() == otherwise.ty() && typing::selects(condition.ty(), then.ty());
        let what = || format!("choice by `{condition}` of `{then}` and `{otherwise}`");
        if !self.can(fits, &[condition, then, otherwise], what) {
            return then.ty().nothing();
        }
        // SAFETY: a condition, and two values of one type that it chooses between.
        Value::new(unsafe { LLVMBuildSelect(self.raw, condition.0, then.0, otherwise.0, c"".as_ptr()) })
    }

    /// `getelementptr`
    pub fn gep(&self, ty: Type<'m>, base: Value<'m>, indices: &[Value<'m>], in_bounds: bool) -> Value<'m> {
        let fits = ty.context() == self.ctx && typing::indexes(ty, base.ty(), indices);
        let operands: Vec<_> = indices.iter().copied().chain([base]).collect();
        if !self.can(fits, &operands, || format!("address of {indices:?} in {ty} at `{base}`")) {
            return base.ty().nothing();
        }
        let mut raw: Vec<_> = indices.iter().map(|index| index.0).collect();
        // SAFETY: a pointer to a sized type, and indices into it.
        Value::new(unsafe {
            let build = if in_bounds { LLVMBuildInBoundsGEP2 } else { LLVMBuildGEP2 };
            build(self.raw, ty.0, base.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr())
        })
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: ours to free.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}
