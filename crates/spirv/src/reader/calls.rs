//! Calls: of functions, of function pointers, and of the device builtins that
//! stand for barriers and group operations.
//!
//! A builtin's name is `__spirv_<OpName>` and a suffix that tells overloads
//! apart: the result type, then the type of each operand that is neither of
//! the result type nor `i32`. Two uses that differ all the same (an optional
//! operand) get the types of all operands.

use std::fmt::Write;

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::Op;
use tandem_ir::{AttributePlace, Function, Inst, Type, TypeKind, Value};

use super::body::{Body, Class};
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use super::types::{Shape, TypeRef};
use super::words::{Id, Operands};
use crate::builtins::Builtin;

/// What a builtin does besides computing its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effects {
    /// Nothing; the result depends on the arguments and the work-item only.
    Pure,
    /// Reads or writes memory through its arguments.
    Memory,
    /// Works together with other work-items.
    Convergent,
}

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Calls and builtins with a result, which may be void.
    pub fn call_operation(&mut self, op: Op, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<Option<Def<'m>>> {
        let result = match op {
            Op::FunctionCall => self.function_call(ops)?,
            Op::FunctionPointerCallINTEL => self.pointer_call(ops)?,
            Op::ExtInst => return self.extended_instruction(ty, id, ops).map(Some),
            Op::GenericCastToPtrExplicit => {
                self.require(self.r.llvm(ty), Class::Pointer)?;
                self.explicit_cast(ty, ops)?
            }
            _ if is_builtin(op) => {
                self.r.size_of(ty)?;
                self.builtin_operation(op, self.r.llvm(ty), ops)?
            }
            _ => return Ok(None),
        };
        Ok(Some(self.result(result, ty)))
    }

    /// Builtins without a result.
    pub fn call_statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<bool> {
        let has_result = !matches!(
            op,
            Op::ControlBarrier
                | Op::GroupWaitEvents
                | Op::ControlBarrierArriveINTEL
                | Op::ControlBarrierWaitINTEL
                | Op::SubgroupBlockWriteINTEL
        );
        if !has_result {
            self.builtin_operation(op, self.r.module.void(), ops)?;
        }
        Ok(!has_result)
    }

    /// The definition for a call's result.
    pub fn result(&self, call: Inst<'m>, ty: TypeRef) -> Def<'m> {
        match self.r.entry(ty).shape {
            Shape::Void => Def::Marker,
            _ => Def::Value(Typed { value: call.value(), ty }),
        }
    }

    fn function_call(&mut self, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let function = self.r.declare_function(ops.id()?)?;
        let args = self.arguments(function.function_type(), ops)?;
        Ok(self.builder.call_function(function, &args))
    }

    fn pointer_call(&mut self, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let id = ops.id()?;
        let callee = self.typed(id)?;
        let pointee = self.r.pointee(callee.ty)?;
        let ty = self.r.llvm(pointee);
        ensure(ty.kind() == TypeKind::Function, "the callee is no pointer to a function")?;
        let args = self.arguments(ty, ops)?;
        let call = self.builder.call(ty, callee.value, &args);
        call.set_call_conv(tandem_ir::SPIR_FUNC);
        Ok(call)
    }

    fn arguments(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Vec<Value<'m>>> {
        ensure(self.entry.is_some(), "the instruction is no constant")?;
        let params = ty.params();
        ensure(ops.ids_ahead().count() == params.len(), "the number of arguments differs from the function type's")?;
        params.into_iter().map(|param| self.value_like(param, ops)).collect()
    }

    /// A cast that fails for pointers into other storage classes. All of them
    /// but the generic one are told apart by the device's memory layout.
    fn explicit_cast(&mut self, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let pointer = self.value_of(Class::Pointer, ops)?;
        let class = self.i32(ops.word()?);
        let name = overload(&base_name(Op::GenericCastToPtrExplicit), self.r.llvm(ty), &[pointer, class]);
        Ok(self.call_builtin(&name, self.r.llvm(ty), &[pointer, class], Effects::Pure))
    }

    /// A call of the builtin for an instruction, with its operands in order:
    /// ids as values, literals as `i32`.
    fn builtin_operation(&mut self, op: Op, returns: Type<'m>, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        ensure(self.entry.is_some(), "the instruction is no constant")?;
        let grammar = INSTRUCTION_TABLE.lookup_opcode(op as u32);
        let grammar = grammar.ok_or_else(|| Reason::unsupported(format!("Op{op:?}")))?;
        let is_result = |kind| matches!(kind, OperandKind::IdResultType | OperandKind::IdResult);
        let kinds: Vec<_> =
            grammar.operands.iter().map(|operand| operand.kind).filter(|kind| !is_result(*kind)).collect();
        let mut args = Vec::new();
        let mut element = None;
        while !ops.is_empty() {
            let kind = kinds.get(args.len()).copied().ok_or(Reason::Invalid("too many operands"))?;
            args.push(match kind {
                OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                    let id = ops.id()?;
                    let typed = self.typed(id)?;
                    if op == Op::GroupAsyncCopy && args.len() == 1 {
                        element = Some(self.r.llvm(self.r.pointee(typed.ty)?));
                    }
                    typed.value
                }
                _ => self.i32(ops.word()?),
            });
        }
        ensure(args.len() >= required(&kinds, grammar), "too few operands")?;
        let name = match element {
            // The pointers do not say what is copied, so the name does.
            Some(element) => overload(&base_name(op), element, &args),
            None => overload(&base_name(op), returns, &args),
        };
        Ok(self.call_builtin(&name, returns, &args, Effects::Convergent))
    }

    /// Calls the builtin function of that name, declared where it is not yet.
    pub fn call_builtin(&self, name: &str, returns: Type<'m>, args: &[Value<'m>], effects: Effects) -> Inst<'m> {
        let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let ty = returns.function(&types, false);
        let module = self.r.module;
        let declared = match module.function(name) {
            Some(function) if function.function_type() == ty => function,
            Some(_) => {
                let full = args.iter().fold(name.to_string(), |name, arg| name + "." + &suffix(arg.ty()));
                module.function(&full).filter(|function| function.function_type() == ty).unwrap_or_else(|| {
                    let function = module.add_function(&full, ty);
                    set_effects(function, effects);
                    function
                })
            }
            None => {
                let function = module.add_function(name, ty);
                set_effects(function, effects);
                function
            }
        };
        self.builder.call_function(declared, args)
    }
}

fn set_effects(function: Function<'_>, effects: Effects) {
    let add = |name, value| function.add_attribute(AttributePlace::Function, name, value);
    add("nounwind", 0);
    match effects {
        Effects::Pure => {
            add("memory", 0);
            add("willreturn", 0);
            add("speculatable", 0);
        }
        Effects::Memory => add("willreturn", 0),
        Effects::Convergent => add("convergent", 0),
    }
}

fn base_name(op: Op) -> String {
    Builtin::Instruction(op).base_name()
}

/// The name of a builtin with the suffix of this overload.
pub(super) fn overload(base: &str, returns: Type<'_>, args: &[Value<'_>]) -> String {
    let mut name = base.to_string();
    if returns.kind() != TypeKind::Void {
        name = name + "." + &suffix(returns);
    }
    for ty in args.iter().map(|arg| arg.ty()).filter(|ty| *ty != returns && ty.kind() != TypeKind::Int(32)) {
        name = name + "." + &suffix(ty);
    }
    name
}

/// `i32`, `v4f32`, `p1`, … for the types that operands have.
fn suffix(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Int(bits) => format!("i{bits}"),
        TypeKind::Half => "f16".into(),
        TypeKind::BFloat => "bf16".into(),
        TypeKind::Float => "f32".into(),
        TypeKind::Double => "f64".into(),
        TypeKind::Pointer(space) => format!("p{space}"),
        TypeKind::Vector(element, count) => format!("v{count}{}", suffix(element)),
        TypeKind::Array(element, count) => format!("a{count}{}", suffix(element)),
        TypeKind::Struct => {
            let mut name = String::from("s");
            for field in ty.fields() {
                // Writing to a string does not fail.
                let _ = write!(name, "{}_", suffix(field));
            }
            name
        }
        _ => "x".into(),
    }
}

/// How many operands an instruction has at least.
fn required(kinds: &[OperandKind], grammar: &rspirv::grammar::Instruction<'_>) -> usize {
    let optional = grammar.operands.iter().rev();
    let optional = optional.take_while(|operand| operand.quantifier != rspirv::grammar::OperandQuantifier::One).count();
    kinds.len() - optional.min(kinds.len())
}

/// Whether an instruction is left to the device, as a call.
fn is_builtin(op: Op) -> bool {
    use Op::*;
    let code = op as u32;
    let within = |first: Op, last: Op| (first as u32..=last as u32).contains(&code);
    within(GroupAll, GroupSMax)
        || within(GroupNonUniformElect, GroupNonUniformQuadSwap)
        || within(SubgroupAllKHR, SubgroupReadInvocationKHR)
        || within(SubgroupShuffleINTEL, SubgroupBlockReadINTEL)
        || within(GroupIMulKHR, GroupLogicalXorKHR)
        || matches!(
            op,
            GroupAsyncCopy
                | GenericPtrMemSemantics
                | SubgroupBallotKHR
                | SubgroupFirstInvocationKHR
                | GroupNonUniformQuadAllKHR
                | GroupNonUniformQuadAnyKHR
                | ReadClockKHR
        )
}
