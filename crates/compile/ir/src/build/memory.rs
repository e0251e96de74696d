//! Building accesses to memory.

use llvm_sys::core::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};

use crate::base::enumerations::{Ordering, RmwOp};
use crate::base::strings::c_string;
use crate::base::version;
use crate::build::builder::Builder;
use crate::values::handles::{Inst, Value};
use crate::values::intrinsics::Intrinsic;
use crate::values::types::{Type, TypeKind};
use crate::values::typing;

impl<'m> Builder<'m> {
    /// `alloca`
    pub fn alloca(&self, ty: Type<'m>, name: &str) -> Inst<'m> {
        if !self.can(ty.is_sized() && ty.context() == self.ctx, &[], || format!("alloca of {ty}")) {
            return self.refused(self.pointer());
        }
        let name = c_string(name);
        // SAFETY: a sized type.
        Inst(Value::new(unsafe { LLVMBuildAlloca(self.raw, ty.0, name.as_ptr()) }))
    }

    /// `alloca` of a number of elements.
    pub fn array_alloca(&self, ty: Type<'m>, count: Value<'m>, name: &str) -> Inst<'m> {
        let fits = ty.is_sized() && ty.context() == self.ctx && count.ty().is_int();
        if !self.can(fits, &[count], || format!("alloca of `{count}` {ty}")) {
            return self.refused(self.pointer());
        }
        let name = c_string(name);
        // SAFETY: a sized type and an integer count.
        Inst(Value::new(unsafe { LLVMBuildArrayAlloca(self.raw, ty.0, count.0, name.as_ptr()) }))
    }

    fn pointer(&self) -> Type<'m> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMPointerTypeInContext(self.ctx, 0) })
    }

    /// `load`
    pub fn load(&self, ty: Type<'m>, ptr: Value<'m>) -> Inst<'m> {
        let fits = ty.is_sized() && ty.is_first_class() && ty.context() == self.ctx && ptr.ty().is_pointer();
        if !self.can(fits, &[ptr], || format!("load of {ty} from `{ptr}`")) {
            return self.refused(ty);
        }
        // SAFETY: a sized type and a pointer.
        Inst(Value::new(unsafe { LLVMBuildLoad2(self.raw, ty.0, ptr.0, c"".as_ptr()) }))
    }

    /// `store`
    pub fn store(&self, value: Value<'m>, ptr: Value<'m>) -> Inst<'m> {
        let fits = value.ty().is_sized() && ptr.ty().is_pointer();
        if !self.can(fits, &[value, ptr], || format!("store of `{value}` to `{ptr}`")) {
            return self.refused(self.void());
        }
        // SAFETY: a value with a size and a pointer.
        Inst(Value::new(unsafe { LLVMBuildStore(self.raw, value.0, ptr.0) }))
    }

    /// A `getelementptr` like another one, an instruction or a constant: of the same type and with the same
    /// promises, but other operands.
    pub fn gep_like(&self, gep: Value<'m>, base: Value<'m>, indices: &[Value<'m>]) -> Value<'m> {
        let fits = |ty: &Type<'m>| typing::indexes(*ty, base.ty(), indices);
        let operands: Vec<_> = indices.iter().copied().chain([base]).collect();
        let ty = gep.gep_source_type().filter(fits);
        let what = || format!("address of {indices:?} at `{base}` like `{gep}`");
        let (Some(ty), true) = (ty, self.can(ty.is_some(), &operands, what)) else { return base.ty().nothing() };
        let mut raw: Vec<_> = indices.iter().map(|index| index.0).collect();
        // SAFETY: a getelementptr; a pointer to its sized type, and indices into it.
        Value::new(unsafe {
            let flags = LLVMGEPGetNoWrapFlags(gep.0);
            let (list, count) = (raw.as_mut_ptr(), raw.len() as u32);
            LLVMBuildGEPWithNoWrapFlags(self.raw, ty.0, base.0, list, count, c"".as_ptr(), flags)
        })
    }

    /// `fence`
    pub fn fence(&self, ordering: Ordering) -> Inst<'m> {
        if !self.can(true, &[], || "fence") {
            return self.refused(self.void());
        }
        // SAFETY: the verifier checks the ordering.
        Inst(Value::new(unsafe { LLVMBuildFence(self.raw, ordering, 0, c"".as_ptr()) }))
    }

    /// Whether atomic operations are done on values of this type.
    fn is_atomic(ty: Type<'m>) -> bool {
        ty.is_int() || ty.is_float() || ty.is_pointer()
    }

    /// `atomicrmw`
    pub fn atomic_rmw(&self, op: RmwOp, ptr: Value<'m>, value: Value<'m>, ordering: Ordering) -> Inst<'m> {
        let op: LLVMAtomicRMWBinOp = op;
        let fits = ptr.ty().is_pointer() && Self::is_atomic(value.ty());
        if !self.can(fits, &[ptr, value], || format!("{op:?} of `{value}` at `{ptr}`")) {
            return self.refused(value.ty());
        }
        // SAFETY: a pointer and a scalar; the verifier checks operation and ordering.
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
        let fits = ptr.ty().is_pointer() && Self::is_atomic(expected.ty()) && expected.ty() == desired.ty();
        let what = || format!("exchange of `{expected}` for `{desired}` at `{ptr}`");
        if !self.can(fits, &[ptr, expected, desired], what) {
            return self.refused(expected.ty());
        }
        // SAFETY: a pointer and two scalars of one type; the verifier checks the orderings.
        Inst(Value::new(unsafe { LLVMBuildAtomicCmpXchg(self.raw, ptr.0, expected.0, desired.0, success, failure, 0) }))
    }

    /// `llvm.lifetime.start` of a variable of `bytes` bytes, an `alloca`.
    pub fn lifetime_start(&self, variable: Value<'m>, bytes: u64) -> Inst<'m> {
        self.lifetime(Intrinsic::LifetimeStart, variable, bytes)
    }

    /// `llvm.lifetime.end` of a variable of `bytes` bytes, an `alloca`.
    pub fn lifetime_end(&self, variable: Value<'m>, bytes: u64) -> Inst<'m> {
        self.lifetime(Intrinsic::LifetimeEnd, variable, bytes)
    }

    fn lifetime(&self, intrinsic: Intrinsic, variable: Value<'m>, bytes: u64) -> Inst<'m> {
        let size = version::LIFETIMES_TAKE_SIZES.then(|| self.module.int(64).int(bytes, false));
        let args: Vec<_> = size.into_iter().chain([variable]).collect();
        self.intrinsic(intrinsic, &[variable.ty()], &args)
    }

    /// Whether `memcpy` and the like take these pointers, alignments and number of bytes.
    fn copies(pointers: &[(Value<'m>, u32)], size: Value<'m>) -> bool {
        let is_place =
            |(ptr, align): &(Value<'m>, u32)| ptr.ty().is_pointer() && (*align == 0 || typing::is_alignment(*align));
        pointers.iter().all(is_place) && matches!(size.ty().kind(), TypeKind::Int(32 | 64))
    }

    /// `memcpy` of `size` bytes.
    pub fn memcpy(&self, dst: Value<'m>, dst_align: u32, src: Value<'m>, src_align: u32, size: Value<'m>) -> Inst<'m> {
        let fits = Self::copies(&[(dst, dst_align), (src, src_align)], size);
        if !self.can(fits, &[dst, src, size], || format!("copy of `{size}` bytes from `{src}` to `{dst}`")) {
            return self.refused(self.void());
        }
        // SAFETY: pointers and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemCpy(self.raw, dst.0, dst_align, src.0, src_align, size.0) }))
    }

    /// `memmove` of `size` bytes.
    pub fn memmove(&self, dst: Value<'m>, dst_align: u32, src: Value<'m>, src_align: u32, size: Value<'m>) -> Inst<'m> {
        let fits = Self::copies(&[(dst, dst_align), (src, src_align)], size);
        if !self.can(fits, &[dst, src, size], || format!("move of `{size}` bytes from `{src}` to `{dst}`")) {
            return self.refused(self.void());
        }
        // SAFETY: pointers and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemMove(self.raw, dst.0, dst_align, src.0, src_align, size.0) }))
    }

    /// `memset` of `size` bytes.
    pub fn memset(&self, dst: Value<'m>, align: u32, byte: Value<'m>, size: Value<'m>) -> Inst<'m> {
        let fits = Self::copies(&[(dst, align)], size) && byte.ty().kind() == TypeKind::Int(8);
        if !self.can(fits, &[dst, byte, size], || format!("`{size}` bytes `{byte}` at `{dst}`")) {
            return self.refused(self.void());
        }
        // SAFETY: a pointer, an i8 and an integer size.
        Inst(Value::new(unsafe { LLVMBuildMemSet(self.raw, dst.0, byte.0, size.0, align) }))
    }
}
