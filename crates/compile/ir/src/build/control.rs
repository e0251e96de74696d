//! Building calls, phis and the ends of blocks.

use llvm_sys::LLVMInlineAsmDialect;
use llvm_sys::core::*;

use crate::base::strings::c_string;
use crate::build::builder::Builder;
use crate::values::handles::{Block, Function, Inst, Value};
use crate::values::intrinsics::Intrinsic;
use crate::values::types::{Type, TypeKind};
use crate::values::typing;
use crate::values::value::ValueKind;

impl<'m> Builder<'m> {
    /// `call`, with the callee's calling convention if it is a function.
    pub fn call(&self, ty: Type<'m>, callee: Value<'m>, args: &[Value<'m>]) -> Inst<'m> {
        let fits = ty.context() == self.ctx && callee.ty().is_pointer() && typing::calls(ty, args);
        let operands: Vec<_> = args.iter().copied().chain([callee]).collect();
        if !self.can(fits, &operands, || format!("call of {} as {ty} with {args:?}", callee.name())) {
            return self.refused(ty.return_type());
        }
        let mut raw: Vec<_> = args.iter().map(|arg| arg.0).collect();
        // SAFETY: a pointer, a function type, and arguments of its parameters' types.
        let call = Inst(Value::new(unsafe {
            LLVMBuildCall2(self.raw, ty.0, callee.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr())
        }));
        if let Some(function) = callee.as_function() {
            call.set_call_conv(self.module, function.call_conv());
        }
        call
    }

    /// `call` of a function.
    pub fn call_function(&self, function: Function<'m>, args: &[Value<'m>]) -> Inst<'m> {
        self.call(function.function_type(), function.value(), args)
    }

    /// `call` of an LLVM intrinsic, overloaded on `types`.
    pub fn intrinsic(&self, intrinsic: Intrinsic, types: &[Type<'m>], args: &[Value<'m>]) -> Inst<'m> {
        self.call_function(self.module.intrinsic(intrinsic, types), args)
    }

    /// A call of inline assembly: `template` in the target's syntax, `constraints` for the result, the operands and
    /// clobbers, as in LLVM's language reference. It counts as having effects, so that it stays where it is.
    pub fn inline_asm(&self, template: &str, constraints: &str, result: Type<'m>, args: &[Value<'m>]) -> Inst<'m> {
        let places = constraints.split(',').filter(|constraint| !constraint.is_empty() && !constraint.starts_with('~'));
        let expected = args.len() + usize::from(result.kind() != TypeKind::Void);
        let is_type = result.context() == self.ctx && !matches!(result.kind(), TypeKind::Function | TypeKind::Other);
        let fits = is_type && places.count() == expected;
        if !self.can(fits, args, || format!("assembly `{template}` ({constraints}) with {args:?}")) {
            return self.refused(result);
        }
        let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let ty = result.function(&params, false);
        // SAFETY: a function type, and as many constraints as it has values; LLVM copies the texts.
        let assembly = Value::new(unsafe {
            let (text, places) = (template.as_ptr().cast(), constraints.as_ptr().cast());
            let dialect = LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
            LLVMGetInlineAsm(ty.0, text, template.len(), places, constraints.len(), 1, 0, dialect, 0)
        });
        let mut raw: Vec<_> = args.iter().map(|arg| arg.0).collect();
        // SAFETY: assembly of a function type, and arguments of its parameters' types.
        let call =
            unsafe { LLVMBuildCall2(self.raw, ty.0, assembly.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr()) };
        Inst(Value::new(call))
    }

    /// `phi` without entries.
    pub fn phi(&self, ty: Type<'m>, name: &str) -> Inst<'m> {
        if !self.can(ty.is_first_class() && ty.context() == self.ctx, &[], || format!("phi of {ty}")) {
            return self.refused(ty);
        }
        let name = c_string(name);
        // SAFETY: a first-class type.
        Inst(Value::new(unsafe { LLVMBuildPhi(self.raw, ty.0, name.as_ptr()) }))
    }

    /// Unconditional branch.
    pub fn br(&self, target: Block<'m>) -> Inst<'m> {
        if !self.can(true, &[target.value()], || format!("branch to {target:?}")) {
            return self.refused(self.void());
        }
        // SAFETY: a block of the same module.
        Inst(Value::new(unsafe { LLVMBuildBr(self.raw, target.0) }))
    }

    /// Conditional branch.
    pub fn cond_br(&self, condition: Value<'m>, then: Block<'m>, otherwise: Block<'m>) -> Inst<'m> {
        let fits = condition.ty().kind() == TypeKind::Int(1);
        let operands = [condition, then.value(), otherwise.value()];
        if !self.can(fits, &operands, || format!("branch on `{condition}` to {then:?} and {otherwise:?}")) {
            return self.refused(self.void());
        }
        // SAFETY: an i1 and blocks of the same module.
        Inst(Value::new(unsafe { LLVMBuildCondBr(self.raw, condition.0, then.0, otherwise.0) }))
    }

    /// `switch`
    pub fn switch(&self, value: Value<'m>, default: Block<'m>, cases: &[(Value<'m>, Block<'m>)]) -> Inst<'m> {
        let is_case =
            |(case, _): &(Value<'m>, Block<'m>)| case.kind() == ValueKind::ConstInt && case.ty() == value.ty();
        let fits = value.ty().is_int() && cases.iter().all(is_case);
        let operands: Vec<_> = cases.iter().map(|(_, block)| block.value()).chain([value, default.value()]).collect();
        if !self.can(fits, &operands, || format!("switch on `{value}` among {cases:?}")) {
            return self.refused(self.void());
        }
        // SAFETY: an integer, constants of its type, and blocks of the same module.
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
        if !self.can(true, &[], || "return") {
            return self.refused(self.void());
        }
        // SAFETY: the verifier checks the function type.
        Inst(Value::new(unsafe { LLVMBuildRetVoid(self.raw) }))
    }

    /// `ret`
    pub fn ret(&self, value: Value<'m>) -> Inst<'m> {
        if !self.can(value.ty().is_first_class(), &[value], || format!("return of `{value}`")) {
            return self.refused(self.void());
        }
        // SAFETY: a value; the verifier checks the function type.
        Inst(Value::new(unsafe { LLVMBuildRet(self.raw, value.0) }))
    }

    /// `unreachable`
    pub fn unreachable(&self) -> Inst<'m> {
        if !self.can(true, &[], || "unreachable") {
            return self.refused(self.void());
        }
        // SAFETY: a builder in a block.
        Inst(Value::new(unsafe { LLVMBuildUnreachable(self.raw) }))
    }
}
