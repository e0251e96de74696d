//! Function bodies: the walk over instructions, and what all operations use.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{BuiltIn, FPRoundingMode, Op, OpenclStd100Op};
use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Function, IntPredicate, Intrinsic, Type, TypeKind, Value};

use super::Reader;
use super::control::{LoopHints, PendingPhi};
use super::debug::LineScope;
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use super::types::TypeRef;
use tandem_spirv_binary::{Id, Instruction, Location, Operands, opcode_name};

/// A function that is being filled, or the scratch block in which constant
/// expressions are folded.
pub(super) struct Body<'r, 'm, 'w> {
    pub r: &'r mut Reader<'m, 'w>,
    pub function: Function<'m>,
    pub builder: Builder<'m>,
    /// Entry block of the function; none while folding constants.
    pub entry: Option<Block<'m>>,
    /// The instructions behind the one that is being read.
    pub following: &'w [Instruction<'w>],
    /// The block that instructions are added to; none between blocks.
    pub block: Option<Block<'m>>,
    /// Whether only phis have been added to it.
    pub at_phis: bool,
    pub phis: Vec<PendingPhi<'m, 'w>>,
    pub loops: Vec<LoopHints<'m>>,
    pub lines: Option<LineScope<'m>>,
    /// Copies of builtin variables in memory.
    pub builtin_slots: FxHashMap<BuiltIn, Value<'m>>,
}

/// Error of a correctly rounded result.
const ULP_OF_ROUNDING: f32 = 0.5;
/// The largest error that OpenCL allows one of its functions (`pow`, full profile).
const ULP_OF_FUNCTIONS: f32 = 16.0;

/// What scalar type an operand must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Int,
    Float,
    Bool,
    Pointer,
}

impl<'r, 'm, 'w> Body<'r, 'm, 'w> {
    pub fn new(r: &'r mut Reader<'m, 'w>, function: Function<'m>, builder: Builder<'m>) -> Self {
        Self {
            r,
            function,
            builder,
            entry: None,
            following: &[],
            block: None,
            at_phis: false,
            phis: Vec::new(),
            loops: Vec::new(),
            lines: None,
            builtin_slots: FxHashMap::default(),
        }
    }

    /// Fills the function of this id from the instructions between its parameters and its end.
    pub fn fill(mut self, id: Id, instructions: &'w [Instruction<'w>]) -> Result<(), (Location, Reason)> {
        self.begin_lines(id, instructions);
        for (index, inst) in instructions.iter().enumerate() {
            self.following = &instructions[index + 1..];
            self.instruction(inst).map_err(|reason| (inst.location, reason))?;
        }
        if let (Some(_), Some(last)) = (self.block, instructions.last()) {
            return Err((last.location, Reason::Invalid("the last block has no terminator")));
        }
        self.complete_phis()?;
        self.complete_loops();
        self.end_lines();
        Ok(())
    }

    fn instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let op = inst.op().ok_or_else(|| Reason::unsupported(opcode_name(inst.opcode)))?;
        let mut ops = inst.cursor();
        match op {
            Op::Line | Op::NoLine => return self.line(op, &mut ops),
            Op::Label => return self.label(ops.id()?),
            // What continues a composite belongs to the instruction before.
            Op::Nop | Op::CompositeConstructContinuedINTEL => return Ok(()),
            _ => {}
        }
        ensure(self.block.is_some(), "the instruction is in no block")?;
        if op == Op::Phi {
            ensure(self.at_phis, "phis stand at the start of a block")?;
            return self.phi(inst);
        }
        if op == Op::ExtInst && self.is_description(ops)? {
            return Ok(());
        }
        self.at_phis = false;
        if self.control_instruction(op, &mut ops)? || self.statement(op, &mut ops)? {
            return Ok(());
        }
        let result = ops.id().map_err(Reason::from).and_then(|ty| Ok((self.r.type_of_id(ty)?, ops.id()?)));
        let (ty, id) = result.map_err(|reason| if has_result(op) { reason } else { unsupported(op) })?;
        self.check_demands(op, id, ops)?;
        let is_volatile = passes_pointer(op) && ops.ids_ahead().any(|operand| self.is_volatile_object(operand));
        let def = self.compute(op, ty, id, &mut ops)?;
        if is_volatile {
            self.r.volatile.insert(id);
        }
        match def {
            Def::Value(typed) => self.r.define_value(id, typed.value, typed.ty),
            def => self.r.define(id, def),
        }
    }

    /// Whether accesses through a pointer are volatile: the object is, or a member of it.
    pub fn is_volatile(&self, pointer: Id) -> bool {
        let has_member = || {
            let pointee = self.r.typed(pointer).ok().and_then(|pointer| self.r.pointee(pointer.ty).ok());
            pointee.is_some_and(|pointee| self.r.entry(pointee).has_volatile)
        };
        self.is_volatile_object(pointer) || self.r.scan.has_volatile && has_member()
    }

    /// Whether all of what a pointer leads to is volatile: the pointer, or what it was made of, is decorated so, or a
    /// member that it was made through.
    pub fn is_volatile_object(&self, pointer: Id) -> bool {
        self.r.scan.has_volatile && (self.r.volatile.contains(&pointer) || self.r.scan.decorations(pointer).volatile)
    }

    /// Fails if decorations ask of an instruction what it cannot do. `ops` are the operands behind its id.
    fn check_demands(&self, op: Op, id: Id, mut ops: Operands<'w>) -> Result<()> {
        use Op::*;
        if !self.r.scan.demanding.contains(&id) {
            return Ok(());
        }
        let decorations = self.r.scan.decorations(id);
        let rounds = matches!(op, ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF | FConvert);
        // To nearest even is how all instructions round.
        if let Some(mode) = decorations.rounding.filter(|mode| !rounds && *mode != FPRoundingMode::RTE) {
            return Err(Reason::unsupported(format!("rounding mode {mode:?} of Op{op:?}")));
        }
        let saturates = matches!(op, ConvertFToU | ConvertFToS | UConvert | SConvert | SatConvertSToU | SatConvertUToS);
        if decorations.saturated && !saturates {
            return Err(Reason::unsupported(format!("saturation of Op{op:?}")));
        }
        // Core instructions round correctly; functions have the bounds of OpenCL.
        let is_sqrt = op == ExtInst && ops.ids().nth(1) == Some(Id(OpenclStd100Op::sqrt as u32));
        let exact = op != ExtInst || is_sqrt;
        let bound = if exact { ULP_OF_ROUNDING } else { ULP_OF_FUNCTIONS };
        match decorations.max_error {
            Some(error) if error < bound || error.is_nan() => {
                Err(Reason::unsupported(format!("an error of at most {error} ULP of Op{op:?}")))
            }
            _ => Ok(()),
        }
    }

    /// Instructions without a result.
    fn statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<bool> {
        Ok(self.memory_statement(op, ops)? || self.atomic_statement(op, ops)? || self.call_statement(op, ops)?)
    }

    /// Instructions with a result of type `ty`; `id` is asked for its decorations.
    pub fn compute(&mut self, op: Op, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<Def<'m>> {
        if let Some(pointer) = self.builtin_pointer_operation(op, ty, *ops)? {
            return Ok(Def::BuiltinPointer(pointer));
        }
        if let Some(vector) = self.builtin_vector_load(op, ty, *ops) {
            return Ok(Def::BuiltinVector(vector));
        }
        if let Some(def) = self.call_operation(op, ty, id, ops)? {
            return Ok(def);
        }
        ensure(self.r.entry(ty).layout.is_some(), "the result type has no values")?;
        type Family<'r, 'm, 'w> =
            fn(&mut Body<'r, 'm, 'w>, Op, ResultOperands, &mut Operands<'w>) -> Result<Option<Value<'m>>>;
        let families: [Family<'r, 'm, 'w>; 8] = [
            Self::arithmetic,
            Self::memory_operation,
            Self::pointer_operation,
            Self::composite,
            Self::convert,
            Self::relational,
            Self::bits,
            Self::atomic_operation,
        ];
        for family in families {
            if let Some(value) = family(self, op, ResultOperands { ty, id }, ops)? {
                return Ok(Def::Value(Typed { value, ty }));
            }
        }
        Err(unsupported(op))
    }

    /// The next operand as a value.
    pub fn value(&mut self, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let id = ops.id()?;
        Ok(self.typed(id)?.value)
    }

    /// The next operand, a scalar or vector of this class.
    pub fn value_of(&mut self, class: Class, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value(ops)?;
        ensure(is_class(value.ty(), class), "an operand has the wrong type")?;
        Ok(value)
    }

    /// The next operand, which must be of exactly this type.
    pub fn value_like(&mut self, ty: Type<'m>, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value(ops)?;
        ensure(value.ty() == ty, "an operand has the wrong type")?;
        Ok(value)
    }

    /// The next operand, a scalar of this class.
    pub fn scalar_of(&mut self, class: Class, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value_of(class, ops)?;
        ensure(lanes(value.ty()).is_none(), "an operand is no scalar")?;
        Ok(value)
    }

    /// An integer constant splat over `ty`, a scalar or vector of integers.
    pub fn int_of(&self, ty: Type<'m>, value: u64) -> Value<'m> {
        splat_constant(ty, ty.scalar().int(value, false))
    }

    /// An integer constant of type `i32`.
    pub fn i32(&self, value: u32) -> Value<'m> {
        self.r.module.int(32).int(value.into(), false)
    }

    /// A scalar in every lane of `ty`; itself where `ty` is a scalar.
    pub fn splat(&self, scalar: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let Some(count) = lanes(ty) else { return scalar };
        if scalar.is_const() {
            return splat_constant(ty, scalar);
        }
        let first = self.builder.insert_element(ty.poison(), scalar, self.i32(0));
        let mask = vec![self.i32(0); count as usize];
        self.builder.shuffle(first, ty.poison(), Builder::const_vector(&mask))
    }

    /// Truncates or extends integers to the width of `ty`, which has as many lanes.
    pub fn resize_int(&self, value: Value<'m>, ty: Type<'m>, signed: bool) -> Value<'m> {
        match (int_bits(value.ty()), int_bits(ty)) {
            (from, to) if from == to => value,
            (from, to) if from > to => self.builder.trunc(value, ty),
            _ if signed => self.builder.sext(value, ty),
            _ => self.builder.zext(value, ty),
        }
    }

    /// The smaller or larger of two values by an integer comparison.
    pub fn select_by(&self, predicate: IntPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let condition = self.builder.icmp(predicate, left, right);
        self.builder.select(condition, left, right)
    }

    /// Calls an LLVM intrinsic that is overloaded on the type of its result.
    pub fn intrinsic(&self, intrinsic: Intrinsic, ty: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
        self.builder.intrinsic(self.r.module, intrinsic, &[ty], args).value()
    }

    /// The type with the same lanes as `ty` and another scalar type.
    pub fn with_scalar(&self, ty: Type<'m>, scalar: Type<'m>) -> Type<'m> {
        lanes(ty).map_or(scalar, |count| scalar.vector(count))
    }
}

/// Whether an instruction's result is a pointer to the object that an operand points to.
fn passes_pointer(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AccessChain
            | InBoundsAccessChain
            | PtrAccessChain
            | InBoundsPtrAccessChain
            | UntypedAccessChainKHR
            | UntypedInBoundsAccessChainKHR
            | UntypedPtrAccessChainKHR
            | UntypedInBoundsPtrAccessChainKHR
            | PtrCastToGeneric
            | GenericCastToPtr
            | GenericCastToPtrExplicit
            | PtrCastToCrossWorkgroupALTERA
            | CrossWorkgroupCastToPtrALTERA
            | Bitcast
            | CopyObject
            | Select
    )
}

/// Whether the grammar gives an instruction a result type.
fn has_result(op: Op) -> bool {
    let grammar = INSTRUCTION_TABLE.lookup_opcode(op as u32);
    let first = grammar.and_then(|inst| inst.operands.first());
    first.is_some_and(|operand| operand.kind == OperandKind::IdResultType)
}

fn unsupported(op: Op) -> Reason {
    Reason::unsupported(format!("Op{op:?}"))
}

/// Result type and result id of an operation.
#[derive(Clone, Copy)]
pub(super) struct ResultOperands {
    pub ty: TypeRef,
    pub id: Id,
}

/// Lanes of a vector type; none for scalars.
pub(super) fn lanes(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Vector(_, count) => Some(count),
        _ => None,
    }
}

/// Width of an integer type or of a vector's integers; 0 for other types.
pub(super) fn int_bits(ty: Type<'_>) -> u32 {
    match ty.scalar().kind() {
        TypeKind::Int(bits) => bits,
        _ => 0,
    }
}

/// Whether a type is a scalar or vector of this class.
pub(super) fn is_class(ty: Type<'_>, class: Class) -> bool {
    let scalar = ty.scalar();
    match class {
        Class::Int => scalar.is_int(),
        Class::Float => scalar.is_float(),
        Class::Bool => scalar.kind() == TypeKind::Int(1),
        Class::Pointer => ty.is_pointer(),
    }
}

fn splat_constant<'m>(ty: Type<'m>, scalar: Value<'m>) -> Value<'m> {
    match lanes(ty) {
        Some(count) => Builder::const_vector(&vec![scalar; count as usize]),
        None => scalar,
    }
}
