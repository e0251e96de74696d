//! Rewrites a module into constructs that SPIR-V can express, still in LLVM IR.
//!
//! *Before:* device IR. *After:* functions have one name; kernels are never called; no call passes a copy of memory
//! (`byval`) except to a kernel; the remaining intrinsics have a counterpart in `OpenCL.std` or the core; literal
//! formats of `printf` are in constant memory; loads and stores are of whole widths; no vector has a length that SPIR-V
//! lacks, unless it crosses a function boundary; no initial value, switch or phi is too long for an instruction.

mod aliases;
mod by_value;
mod c_library;
mod floats;
mod format_strings;
mod initial_values;
mod integers;
mod kernels;
mod long_branches;
mod memory;
mod vectors;

use tandem_device_ir::{Builtin, OpenClFunction};
use tandem_device_ir_llvm::{HighProduct, split_wide_integers};
use tandem_ir::{Builder, EditableModule, Function, Inst, Intrinsic, Module, Opcode, Type, TypeKind, Value};

use super::error::{Reason, WriteError};
use super::legal_types::is_vector;

/// Legalizes a module.
pub(super) fn run(module: &mut Module) -> Result<(), WriteError> {
    let has_odd_vectors = uses_odd_vectors(module);
    if has_odd_vectors {
        // Reductions, loads and stores become operations on lanes, which the scalarizer has as scalars.
        expand(module.edit(), is_reduction)?;
        module.edit().split_vector_accesses();
        module.run_passes("function(scalarizer)", None).map_err(|error| WriteError::module(error.into()))?;
    }
    aliases::resolve(module.edit());
    kernels::separate_called(module.edit());
    by_value::make_copies(module.edit());
    split_integers(module)?;
    format_strings::move_to_constant_memory(module.edit());
    initial_values::rewrite(module.edit());
    let dropped = expand(module.edit(), |_| true)?;
    if dropped || has_odd_vectors {
        // Code used only by the dropped hints is dead now, and so are vectors whose lanes are used one by one.
        module.run_passes("function(dce)", None).map_err(|error| WriteError::module(error.into()))?;
    }
    long_branches::split(module.edit());
    Ok(())
}

/// Splits integers of more than 64 bits.
fn split_integers(module: &mut Module) -> Result<(), WriteError> {
    let any = split_wide_integers(module.edit(), HighProduct::Builtin).map_err(|unsplit| {
        let reason = Reason::Operation(unsplit.inst.to_string().trim().to_owned());
        WriteError::instruction(reason, unsplit.function, unsplit.inst)
    })?;
    if any {
        module.run_passes("function(instsimplify,dce)", None).map_err(|error| WriteError::module(error.into()))?;
    }
    Ok(())
}

/// Expands the instructions for which `wanted` holds. Returns whether some were dropped.
fn expand(module: &EditableModule, wanted: impl Fn(Inst<'_>) -> bool) -> Result<bool, WriteError> {
    let mut dropped = false;
    for function in module.functions() {
        for inst in function.insts().into_iter().filter(|inst| wanted(*inst)) {
            let before = Expander { module, function, inst, builder: Builder::before(module, inst) };
            match before.run().map_err(|reason| WriteError::instruction(reason, function, inst))? {
                Expansion::Keep => {}
                Expansion::Drop => {
                    inst.erase(module);
                    dropped = true;
                }
                Expansion::Replace(value) => {
                    inst.value().replace_all_uses_with(module, value);
                    inst.erase(module);
                }
            }
        }
    }
    Ok(dropped)
}

fn is_reduction(inst: Inst<'_>) -> bool {
    inst.intrinsic().is_some_and(Intrinsic::is_reduction)
}

/// The replacement of an instruction.
enum Expansion<'m> {
    Keep,
    Drop,
    Replace(Value<'m>),
}

/// Expands one instruction; new ones are inserted before it.
struct Expander<'m> {
    module: &'m EditableModule,
    function: Function<'m>,
    inst: Inst<'m>,
    builder: Builder<'m>,
}

impl<'m> Expander<'m> {
    fn run(&self) -> Result<Expansion<'m>, Reason> {
        match self.inst.opcode() {
            Opcode::LLVMLoad => Ok(self.load()),
            Opcode::LLVMStore => Ok(self.store()),
            Opcode::LLVMBitCast => Ok(self.vector_cast()),
            Opcode::LLVMCall if self.inst.calls_intrinsic() => match self.inst.intrinsic() {
                Some(intrinsic) => self.intrinsic(intrinsic),
                None => Ok(Expansion::Keep),
            },
            Opcode::LLVMCall => Ok(match self.inst.called_function() {
                Some(function) => self.c_function(&function.name()),
                None => Expansion::Keep,
            }),
            _ => Ok(Expansion::Keep),
        }
    }

    fn intrinsic(&self, intrinsic: Intrinsic) -> Result<Expansion<'m>, Reason> {
        use Intrinsic::*;
        if intrinsic.is_reduction() {
            return self.reduction(intrinsic);
        }
        match intrinsic {
            // Hints only for LLVM, and traps, which an `unreachable` follows.
            Assume | DoNothing | Prefetch | SideEffect | VarAnnotation | DbgDeclare | DbgValue | DbgLabel
            | DbgAssign | LifetimeStart | LifetimeEnd | InvariantEnd | PseudoProbe | NoAliasScope | Trap
            | DebugTrap | UbsanTrap | StackRestore => Ok(Expansion::Drop),
            Expect
            | ExpectWithProbability
            | LaunderInvariantGroup
            | StripInvariantGroup
            | SsaCopy
            | PtrAnnotation
            | Annotation
            | ArithmeticFence => Ok(Expansion::Replace(self.inst.operand(0))),
            IsConstant | StackSave | InvariantStart => Ok(Expansion::Replace(self.inst.ty().zero())),
            // "Unknown" is the largest value, or the smallest if the minimum is requested.
            ObjectSize => {
                let minimum = self.inst.operand(1).const_u64() == Some(1);
                Ok(Expansion::Replace(self.inst.ty().int(if minimum { 0 } else { u64::MAX }, true)))
            }
            Memset | MemsetInline => Ok(self.memset()),
            Memmove => Ok(self.memmove()),
            _ => {
                let integers = self.integer_intrinsic(intrinsic);
                Ok(if matches!(integers, Expansion::Keep) { self.float_intrinsic(intrinsic) } else { integers })
            }
        }
    }

    /// A constant of an integer type or vector of it, in every lane.
    fn splat(&self, ty: Type<'m>, value: u64) -> Value<'m> {
        spread(ty, ty.scalar().int(value, false))
    }

    /// The integer type (or vector) of other width and same number of lanes.
    fn with_bits(&self, ty: Type<'m>, bits: u32) -> Type<'m> {
        let scalar = self.module.int(bits);
        match ty.kind() {
            TypeKind::Vector(_, len) => scalar.vector(len),
            _ => scalar,
        }
    }

    /// A call of an LLVM intrinsic of one overloaded type.
    fn call_intrinsic(&self, intrinsic: Intrinsic, ty: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[ty], args).value()
    }

    /// A call of a device builtin whose result and arguments are all of `ty`.
    fn call_builtin(&self, function: OpenClFunction, ty: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
        let function_type = ty.function(&vec![ty; args.len()], false);
        let function = self.module.get_or_declare(&overload(function, ty), function_type);
        self.builder.call_function(function, args).value()
    }
}

/// The symbol of a function of `OpenCL.std` for a type.
fn overload(function: OpenClFunction, ty: Type<'_>) -> String {
    format!("{}.{}", Builtin::OpenCl(function).base_name(), type_suffix(ty))
}

/// `element` in every lane of a type; itself for scalar types.
fn spread<'m>(ty: Type<'m>, element: Value<'m>) -> Value<'m> {
    match ty.kind() {
        TypeKind::Vector(_, len) => Builder::const_vector(&vec![element; len as usize]),
        _ => element,
    }
}

/// The suffix that distinguishes overloads of a builtin.
fn type_suffix(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Vector(element, len) => format!("v{len}{}", type_suffix(element)),
        TypeKind::Int(bits) => format!("i{bits}"),
        TypeKind::Half => "f16".into(),
        TypeKind::Float => "f32".into(),
        TypeKind::Double => "f64".into(),
        TypeKind::Pointer(space) => format!("p{space}"),
        _ => ty.to_string(),
    }
}

/// Whether some instruction works on vectors that SPIR-V does not have.
fn uses_odd_vectors(module: &Module) -> bool {
    let odd = |ty: Type<'_>| matches!(ty.kind(), TypeKind::Vector(element, len) if !is_vector(element, len));
    module
        .functions()
        .into_iter()
        .flat_map(Function::insts)
        .any(|inst| odd(inst.ty()) || inst.operands().into_iter().any(|operand| odd(operand.ty())))
}
