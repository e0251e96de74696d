//! Calls, by callee: device builtins, the intrinsics that `legalize` leaves, and the rest.

use rspirv::grammar::{INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};
use tandem_device_ir::{
    AddressSpace, Builtin, CFunction, Callee, Capability, GroupOperation, Instruction, Role, SignatureClass, Slot,
    Variable,
};
use tandem_ir::{Function, Inst, Intrinsic, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;
use super::intrinsics;
use super::state::PointerType;

impl<'m> Body<'_, 'm> {
    /// Any call.
    pub(super) fn call(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let Some(function) = inst.called_function() else {
            return self.pointer_call(inst);
        };
        match self.writer.callees.get(function) {
            Callee::Intrinsic => self.intrinsic(inst, function),
            Callee::Builtin(builtin) => self.builtin(inst, builtin, function),
            Callee::UnknownBuiltin => Err(Reason::UnknownBuiltin(function.name())),
            Callee::C(CFunction::Math(math)) => self.extended(inst, math, &inst.args()),
            Callee::C(CFunction::Expanded(_)) | Callee::Device(_) | Callee::Marker(_) | Callee::Symbol => {
                self.call_function(inst, function)
            }
        }
    }

    /// Intrinsics with a counterpart; `legalize` has expanded the others.
    fn intrinsic(&mut self, inst: Inst<'m>, function: Function<'m>) -> Result<(), Reason> {
        use Intrinsic::*;
        let unknown = || Reason::Intrinsic(function.name());
        let intrinsic = function.intrinsic().ok_or_else(unknown)?;
        let mut args = inst.args();
        match intrinsic {
            Memcpy | MemcpyInline => return self.copy_memory(inst),
            FpToSintSat | FpToUintSat => return self.saturating_conversion(inst, intrinsic == FpToSintSat),
            // The last argument contains LLVM's assumptions: OpenCL defines every case.
            Abs | CountLeadingZeros | CountTrailingZeros => {
                args.pop();
            }
            _ => {}
        }
        let op = intrinsics::opencl_function(intrinsic).ok_or_else(unknown)?;
        self.extended(inst, op, &args)
    }

    fn saturating_conversion(&mut self, inst: Inst<'m>, signed: bool) -> Result<(), Reason> {
        let ids = [self.value(inst.operand(0))?];
        let ty = self.writer.value_type(inst.ty())?;
        let id = self.emit(if signed { Op::ConvertFToS } else { Op::ConvertFToU }, ty, &ids);
        self.writer.asm.decorate(id, Decoration::SaturatedConversion, &[]);
        self.define(inst, id)
    }

    fn builtin(&mut self, inst: Inst<'m>, builtin: Builtin, function: Function<'m>) -> Result<(), Reason> {
        match builtin {
            Builtin::Variable(variable) => self.load_builtin(inst, variable),
            Builtin::OpenCl(op) => self.extended(inst, op, &inst.args()),
            Builtin::Imported(_) => self.call_function(inst, function),
            Builtin::Instruction(Instruction::SpecConstant) => self.spec_constant(inst, &function.name()),
            Builtin::Instruction(Instruction::ConstantSampler) => self.constant_sampler(inst, &function.name()),
            Builtin::Instruction(instruction) => self.instruction_call(inst, instruction, &function.name()),
        }
    }

    /// A builtin variable, or one dimension of it.
    fn load_builtin(&mut self, inst: Inst<'m>, variable: Variable) -> Result<(), Reason> {
        let (pointer, kind) = self.writer.builtin_variable(variable)?;
        let ty = self.writer.variable_type_id(kind);
        let mut id = self.emit(Op::Load, ty, &[pointer]);
        let mut element = self.writer.int_type(kind.bits());
        let is_vector = kind.lanes().is_some();
        match inst.args().first() {
            Some(dimension) if is_vector => id = self.dimension(id, *dimension, element)?,
            None if is_vector => element = ty,
            _ => {}
        }
        let wanted = self.writer.value_type(inst.ty())?;
        if wanted != element {
            if !inst.ty().is_int() || element == ty && is_vector {
                return Err(Reason::BuiltinVariable(variable));
            }
            id = self.emit(Op::UConvert, wanted, &[id]);
        }
        self.define(inst, id)
    }

    fn dimension(&mut self, vector: Word, dimension: Value<'m>, element: Word) -> Result<Word, Reason> {
        match dimension.const_u64() {
            Some(lane) => Ok(self.emit(Op::CompositeExtract, element, &[vector, (lane as Word).min(2)])),
            None => {
                let lane = self.index(dimension, false)?;
                Ok(self.emit(Op::VectorExtractDynamic, element, &[vector, lane]))
            }
        }
    }

    /// `__spirv_SpecConstant(id, default)`: a specialization constant, one for
    /// each id and type.
    fn spec_constant(&mut self, inst: Inst<'m>, symbol: &str) -> Result<(), Reason> {
        let args = inst.args();
        let misfit = || Reason::BuiltinArguments {
            symbol: symbol.to_owned(),
            message: "the id and the default value must be constants".to_owned(),
        };
        let [id, default] = args[..] else { return Err(misfit()) };
        let spec_id = id.const_u64().ok_or_else(misfit)? as Word;
        let constant = self.writer.spec_constant(spec_id, default, inst.ty())?.ok_or_else(misfit)?;
        self.define(inst, constant)
    }

    /// A call that represents one core instruction.
    fn instruction_call(&mut self, inst: Inst<'m>, instruction: Instruction, symbol: &str) -> Result<(), Reason> {
        let misfit =
            |message: &str| Reason::BuiltinArguments { symbol: symbol.to_owned(), message: message.to_owned() };
        let op = Op::from_u32(instruction as u32).ok_or_else(|| Reason::UnknownBuiltin(symbol.to_owned()))?;
        let grammar = INSTRUCTION_TABLE.get(op);
        self.require_instruction(inst, instruction, op)?;
        let has_result = instruction.signature().signature().result != Slot::Void;
        let returns = inst.ty().kind() != TypeKind::Void;
        if has_result != returns {
            return Err(misfit(if has_result {
                "the instruction has a result"
            } else {
                "the instruction has no result"
            }));
        }
        let args = inst.args();
        let mut words = Vec::with_capacity(args.len());
        let mut kinds = operand_kinds(grammar.operands);
        for arg in &args {
            match kinds.next() {
                Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics) => {
                    let word = self.instruction_operand(inst, instruction, *arg)?;
                    let is_local_id = op == Op::GroupBroadcast && words.len() == 2;
                    words.push(if is_local_id { self.local_id_of_sizes(*arg, word)? } else { word });
                }
                Some(_) => words.push(arg.const_u64().ok_or_else(|| misfit("a literal must be a constant"))? as Word),
                None => return Err(misfit("too many arguments")),
            }
        }
        let required = grammar
            .operands
            .iter()
            .filter(|operand| operand.quantifier == OperandQuantifier::One && !is_result(operand));
        if args.len() < required.count() {
            return Err(misfit("too few arguments"));
        }
        if !returns {
            self.effect(op, &words);
            return Ok(());
        }
        if op == Op::GenericCastToPtrExplicit {
            let to =
                self.cast_result(inst, &words).ok_or_else(|| misfit("the storage class differs from the result's"))?;
            let ty = self.writer.pointer_type(to);
            let id = self.emit(op, ty, &words);
            self.define_as(inst, id, to);
            return Ok(());
        }
        let ty = self.writer.value_type(inst.ty())?;
        let id = self.emit(op, ty, &words);
        self.define(inst, id)
    }

    /// The position of a work-item in several dimensions, which OpenCL requires as sizes; other values are unchanged.
    fn local_id_of_sizes(&mut self, value: Value<'m>, word: Word) -> Result<Word, Reason> {
        match value.ty().kind() {
            TypeKind::Vector(element, len @ 2..=3) if element.kind() == TypeKind::Int(32) => {
                let size = self.writer.int_type(64);
                let sizes = self.writer.vector_type(size, len);
                Ok(self.emit(Op::UConvert, sizes, &[word]))
            }
            _ => Ok(word),
        }
    }

    /// The result type of a cast to the storage class among its operands. Pointers in space 0 lead
    /// into private memory.
    fn cast_result(&mut self, inst: Inst<'m>, words: &[Word]) -> Option<PointerType> {
        let storage = StorageClass::from_u32(*words.get(1)?)?;
        let space = match storage {
            StorageClass::Function => AddressSpace::Generic,
            StorageClass::CrossWorkgroup => AddressSpace::Global,
            StorageClass::Workgroup => AddressSpace::Local,
            _ => return None,
        };
        (inst.ty().address_space() == Some(space.number())).then(|| self.writer.plain_pointer(storage))
    }

    /// An id operand; atomics require pointers to the accessed type.
    fn instruction_operand(
        &mut self,
        inst: Inst<'m>,
        instruction: Instruction,
        arg: Value<'m>,
    ) -> Result<Word, Reason> {
        if arg.ty().is_pointer() && is_atomic(instruction) {
            let accessed = atomic_value_type(inst);
            let pointee = self.writer.value_type(accessed)?;
            return self.builtin_pointer_to(arg, pointee);
        }
        self.argument(arg)
    }

    /// Declares the requirements of an instruction.
    fn require_instruction(&mut self, inst: Inst<'m>, instruction: Instruction, op: Op) -> Result<(), Reason> {
        if is_atomic(instruction) {
            let accessed = atomic_value_type(inst);
            self.atomic_type(accessed)?;
            self.float_atomics(op, accessed);
            if instruction.signature() == SignatureClass::AtomicFloat {
                return Ok(());
            }
        }
        self.require_image(inst, instruction);
        if is_clustered(inst, instruction) {
            self.writer.require_capability(Capability::GroupNonUniformClustered, "a clustered group operation")?;
        }
        let Some(capability) = instruction.capability() else { return Ok(()) };
        self.writer.require_capability(capability, "a non-uniform group instruction")?;
        if let Some(extension) = capability.extension() {
            self.writer.asm.extension(extension);
        }
        Ok(())
    }
}

/// Whether an instruction accesses a value in one piece; flags are not values.
fn is_atomic(instruction: Instruction) -> bool {
    instruction.role() == Role::Atomic
        && !matches!(instruction.signature(), SignatureClass::FlagSet | SignatureClass::FlagClear)
}

/// Whether a group operation is one of clusters.
fn is_clustered(inst: Inst<'_>, instruction: Instruction) -> bool {
    let slots = instruction.signature().signature().params;
    let operation = slots.iter().position(|slot| *slot == Slot::GroupOperation).map(|at| inst.operand(at as u32));
    operation.and_then(|operation| operation.const_u64()) == Some(GroupOperation::ClusteredReduce as u64)
}

/// Type of the memory that an atomic builtin accesses.
fn atomic_value_type<'m>(inst: Inst<'m>) -> Type<'m> {
    match inst.ty().kind() {
        // A store: the value is the last argument.
        TypeKind::Void => inst.args().last().map_or(inst.ty(), |value| value.ty()),
        _ => inst.ty(),
    }
}

fn is_result(operand: &LogicalOperand) -> bool {
    matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType)
}

/// Kinds of the operands after the result; the last one is repeated if the grammar allows it.
fn operand_kinds(operands: &'static [LogicalOperand]) -> impl Iterator<Item = OperandKind> {
    // An image operand is a mask, and ids that the mask calls for.
    let ids = operands.iter().any(|operand| operand.kind == OperandKind::ImageOperands);
    let ids = ids.then(|| std::iter::repeat(OperandKind::IdRef)).into_iter().flatten();
    let repeated = operands.last().filter(|last| last.quantifier == OperandQuantifier::ZeroOrMore);
    operands
        .iter()
        .filter(|operand| !is_result(operand))
        .map(|operand| operand.kind)
        .chain(repeated.into_iter().flat_map(|last| std::iter::repeat(last.kind)))
        .chain(ids)
}
