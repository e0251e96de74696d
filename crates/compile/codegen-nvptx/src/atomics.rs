//! Atomic operations and fences as instructions of PTX, with their orders and scopes.
//!
//! The back-end knows neither scopes of device IR nor orders of its atomic operations, so they are written as
//! assembly: `atom.acq_rel.gpu.global.add.u32`. Operations that PTX lacks become a loop around a compare-exchange. A
//! sequentially consistent operation is preceded by a `fence.sc`. This is done last, when the spaces of addresses are
//! known.

use tandem_codegen::atomics::Atomic;
use tandem_device_ir::{AddressSpace, Metadata, Scope};
use tandem_ir::{
    Block, Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, Opcode, Ordering, RmwOp, Type, TypeKind,
    Value,
};

use crate::options::Processor;

/// Builds a fence that orders memory for the work-items of a scope.
pub fn build_fence(builder: &Builder<'_>, scope: Scope) {
    let fence = builder.fence(Ordering::LLVMAtomicOrderingAcquireRelease);
    fence.set_int_metadata(builder.module(), Metadata::Scope.name(), &[scope.number()]);
}

/// Writes the atomic operations and fences of a function as PTX.
pub fn lower<'m>(module: &'m EditableModule, function: Function<'m>, processor: Processor) {
    for atomic in function.insts().into_iter().filter_map(Atomic::of) {
        let lowering = Lowering { module, atomic, inst: atomic.inst, processor };
        if let Some(result) = lowering.lower() {
            atomic.inst.value().replace_all_uses_with(module, result);
        }
        atomic.inst.erase(module);
    }
}

/// An operation that is lowered.
#[derive(Clone, Copy)]
struct Lowering<'m> {
    module: &'m EditableModule,
    atomic: Atomic<'m>,
    inst: Inst<'m>,
    processor: Processor,
}

impl<'m> Lowering<'m> {
    fn lower(self) -> Option<Value<'m>> {
        let builder = Builder::before(self.module, self.inst);
        match self.inst.opcode() {
            Opcode::LLVMFence => {
                self.fence(&builder);
                None
            }
            Opcode::LLVMLoad => {
                self.sequential_fence(&builder);
                let order = if self.atomic.acquires() { "acquire" } else { "relaxed" };
                Some(self.load(&builder, order, self.inst.operand(0), self.inst.ty()))
            }
            Opcode::LLVMStore => {
                self.sequential_fence(&builder);
                let order = if self.atomic.releases() { "release" } else { "relaxed" };
                self.store(&builder, order, self.inst.operand(0), self.inst.operand(1));
                None
            }
            Opcode::LLVMAtomicCmpXchg => {
                self.sequential_fence(&builder);
                Some(self.compare_exchange(builder))
            }
            _ => {
                self.sequential_fence(&builder);
                Some(self.update(builder))
            }
        }
    }

    fn fence(self, builder: &Builder<'m>) {
        let Some(scope) = scope(self.atomic.scope) else { return };
        let order = if self.is_sequential() { "sc" } else { "acq_rel" };
        self.assembly(builder, &format!("fence.{order}.{scope};"), "", self.module.void(), &[]);
    }

    /// Emits the fence before a sequentially consistent operation.
    fn sequential_fence(self, builder: &Builder<'m>) {
        if self.is_sequential() {
            self.fence(builder);
        }
    }

    fn is_sequential(self) -> bool {
        self.atomic.ordering == Ordering::LLVMAtomicOrderingSequentiallyConsistent
    }

    fn load(self, builder: &Builder<'m>, order: &str, pointer: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let bits = self.bits(ty);
        let text = format!("ld.{order}.{}{}.u{bits} $0, [$1];", self.scope(), space(pointer));
        let constraints = format!("={},l", register(bits));
        self.out_of_register(
            builder,
            self.assembly(builder, &text, &constraints, self.register_type(bits), &[pointer]),
            ty,
        )
    }

    fn store(self, builder: &Builder<'m>, order: &str, value: Value<'m>, pointer: Value<'m>) {
        let bits = self.bits(value.ty());
        let text = format!("st.{order}.{}{}.u{bits} [$0], $1;", self.scope(), space(pointer));
        let constraints = format!("l,{}", register(bits));
        self.assembly(builder, &text, &constraints, self.module.void(), &[pointer, self.to_register(builder, value)]);
    }

    /// A read-modify-write.
    fn update(self, builder: Builder<'m>) -> Value<'m> {
        let (pointer, operand) = (self.inst.operand(0), self.inst.operand(1));
        let op = self.inst.rmw_op().expect("a read-modify-write");
        let (ty, bits) = (operand.ty(), self.bits(operand.ty()));
        let operand = match op {
            RmwOp::LLVMAtomicRMWBinOpSub => builder.neg(operand),
            RmwOp::LLVMAtomicRMWBinOpFSub => builder.fneg(operand),
            _ => operand,
        };
        if let Some(name) = instruction(op, ty, bits, self.processor) {
            let text = format!("atom.{}.{}{}.{name} $0, [$1], $2;", self.order(), self.scope(), space(pointer));
            let constraints = format!("={0},l,{0}", register(bits));
            let args = [pointer, self.to_register(&builder, operand)];
            let old = self.assembly(&builder, &text, &constraints, self.register_type(bits), &args);
            return self.out_of_register(&builder, old, ty);
        }
        let value = self.in_word(&builder, pointer, ty);
        let (old, _) = value.exchange_in_loop(self, |builder, old| {
            let new = combined(builder, op, old, operand);
            (self.is_other(builder, op, old, new), new)
        });
        old
    }

    /// Whether a minimum or maximum has to be stored: not if memory has the value already, unless the operation
    /// orders other accesses. If many work-items share one result, most of them then only read it.
    fn is_other(self, builder: &Builder<'m>, op: RmwOp, old: Value<'m>, new: Value<'m>) -> Option<Value<'m>> {
        use RmwOp::*;
        let keeps = matches!(
            op,
            LLVMAtomicRMWBinOpFMin
                | LLVMAtomicRMWBinOpFMax
                | LLVMAtomicRMWBinOpMin
                | LLVMAtomicRMWBinOpMax
                | LLVMAtomicRMWBinOpUMin
                | LLVMAtomicRMWBinOpUMax
        );
        let is_relaxed = !self.atomic.acquires() && !self.atomic.releases();
        let differ = || {
            let (old, new) = (self.to_integer(builder, old), self.to_integer(builder, new));
            builder.icmp(IntPredicate::LLVMIntNE, old, new)
        };
        (keeps && is_relaxed).then(differ)
    }

    /// `{ old value, whether it was the expected one }`
    fn compare_exchange(self, builder: Builder<'m>) -> Value<'m> {
        let (pointer, expected, desired) = (self.inst.operand(0), self.inst.operand(1), self.inst.operand(2));
        let ty = expected.ty();
        let (expected, desired) = (self.to_integer(&builder, expected), self.to_integer(&builder, desired));
        let (old, builder) = if self.bits(ty) == 8 {
            let word = self.in_word(&builder, pointer, expected.ty());
            word.exchange_in_loop(self, |builder, old| {
                (Some(builder.icmp(IntPredicate::LLVMIntEQ, old, expected)), desired)
            })
        } else {
            (self.exchange_if(&builder, pointer, expected, desired), builder)
        };
        let is_same = builder.icmp(IntPredicate::LLVMIntEQ, old, expected);
        let pair = self.inst.ty().poison();
        let pair = builder.insert_value(pair, self.out_of_integer(&builder, old, ty), 0);
        builder.insert_value(pair, is_same, 1)
    }

    /// Stores an integer of 16, 32 or 64 bits if memory has the expected one; returns the old value.
    fn exchange_if(
        self,
        builder: &Builder<'m>,
        pointer: Value<'m>,
        expected: Value<'m>,
        desired: Value<'m>,
    ) -> Value<'m> {
        let bits = self.bits(expected.ty());
        let text = format!("atom.{}.{}{}.cas.b{bits} $0, [$1], $2, $3;", self.order(), self.scope(), space(pointer));
        let constraints = format!("={0},l,{0},{0}", register(bits));
        self.assembly(builder, &text, &constraints, expected.ty(), &[pointer, expected, desired])
    }

    /// The location of a value that is exchanged: a whole word, or one byte of a word.
    fn in_word(self, builder: &Builder<'m>, pointer: Value<'m>, ty: Type<'m>) -> ExchangedWord<'m> {
        let bits = self.bits(ty);
        if bits > 8 {
            return ExchangedWord { ty, word: pointer, integer: self.module.int(bits), shift: None };
        }
        let (long, int) = (self.module.int(64), self.module.int(32));
        let address = builder.ptrtoint(pointer, long);
        let byte = builder.and(address, long.int(3, false));
        let back = builder.neg(byte);
        let word = builder.gep(self.module.int(8), pointer, &[back], false);
        let shift = builder.shl(builder.trunc(byte, int), int.int(3, false));
        ExchangedWord { ty, word, integer: int, shift: Some(shift) }
    }

    /// The order of a read-modify-write. After its fence, a sequentially consistent operation needs no more.
    fn order(self) -> &'static str {
        match (self.atomic.acquires(), self.atomic.releases()) {
            (true, true) => "acq_rel",
            (true, false) => "acquire",
            (false, true) => "release",
            (false, false) => "relaxed",
        }
    }

    fn scope(self) -> &'static str {
        scope(self.atomic.scope).unwrap_or("cta")
    }

    fn bits(self, ty: Type<'m>) -> u32 {
        8 * self.module.size_of(ty) as u32
    }

    /// A value as an integer of its size.
    fn to_integer(self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        let integer = self.module.int(self.bits(value.ty()));
        match value.ty().kind() {
            TypeKind::Int(_) if value.ty() == integer => value,
            TypeKind::Int(_) => builder.zext(value, integer),
            TypeKind::Pointer(_) => builder.ptrtoint(value, integer),
            _ => builder.bitcast(value, integer),
        }
    }

    fn out_of_integer(self, builder: &Builder<'m>, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        match ty.kind() {
            TypeKind::Int(_) if value.ty() == ty => value,
            TypeKind::Int(_) => builder.trunc(value, ty),
            TypeKind::Pointer(_) => builder.inttoptr(value, ty),
            _ => builder.bitcast(value, ty),
        }
    }

    /// The type of a register: there are none of 8 bits.
    fn register_type(self, bits: u32) -> Type<'m> {
        self.module.int(bits.max(16))
    }

    fn to_register(self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        let integer = self.to_integer(builder, value);
        let ty = self.register_type(self.bits(value.ty()));
        if integer.ty() == ty { integer } else { builder.zext(integer, ty) }
    }

    fn out_of_register(self, builder: &Builder<'m>, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let integer = self.module.int(self.bits(ty));
        let value = if value.ty() == integer { value } else { builder.trunc(value, integer) };
        self.out_of_integer(builder, value, ty)
    }

    fn assembly(
        self,
        builder: &Builder<'m>,
        text: &str,
        constraints: &str,
        result: Type<'m>,
        args: &[Value<'m>],
    ) -> Value<'m> {
        let comma = if constraints.is_empty() { "" } else { "," };
        builder.inline_asm(text, &format!("{constraints}{comma}~{{memory}}"), result, args).value()
    }
}

/// The location of a value that a loop exchanges.
struct ExchangedWord<'m> {
    /// The type of the value.
    ty: Type<'m>,
    /// The address of the exchanged word.
    word: Value<'m>,
    /// The type of the exchanged word.
    integer: Type<'m>,
    /// The number of bits by which the value, a byte of the word, is shifted.
    shift: Option<Value<'m>>,
}

impl<'m> ExchangedWord<'m> {
    /// Replaces the value by the result of `next` for the old one, and retries until no other write came in between.
    /// `next` may return a condition for the exchange. Returns the old value, and a builder for the code after the
    /// loop.
    fn exchange_in_loop(
        self,
        lowering: Lowering<'m>,
        next: impl FnOnce(&Builder<'m>, Value<'m>) -> (Option<Value<'m>>, Value<'m>),
    ) -> (Value<'m>, Builder<'m>) {
        let module = lowering.module;
        let (before, after) = split(module, lowering.inst);
        let (again, exchange) = (after.insert_before(module, "again"), after.insert_before(module, "exchange"));
        let builder = Builder::at_end(module, before);
        let first = lowering.load(&builder, "relaxed", self.word, self.integer);
        builder.br(again);
        let builder = Builder::at_end(module, again);
        let seen = builder.phi(self.integer, "seen");
        let old = self.value_in(lowering, &builder, seen.value());
        let (condition, new) = next(&builder, old);
        let new = self.with_value(lowering, &builder, seen.value(), new);
        match condition {
            Some(condition) => builder.cond_br(condition, exchange, after),
            None => builder.br(exchange),
        };
        let builder = Builder::at_end(module, exchange);
        let found = lowering.exchange_if(&builder, self.word, seen.value(), new);
        let is_done = builder.icmp(IntPredicate::LLVMIntEQ, found, seen.value());
        builder.cond_br(is_done, after, again);
        seen.add_incoming(module, &[(first, before), (found, exchange)]);
        (old, Builder::before(module, lowering.inst))
    }

    fn value_in(&self, lowering: Lowering<'m>, builder: &Builder<'m>, word: Value<'m>) -> Value<'m> {
        let value = match self.shift {
            Some(shift) => builder.trunc(builder.lshr(word, shift), lowering.module.int(8)),
            None => word,
        };
        lowering.out_of_integer(builder, value, self.ty)
    }

    fn with_value(
        &self,
        lowering: Lowering<'m>,
        builder: &Builder<'m>,
        word: Value<'m>,
        value: Value<'m>,
    ) -> Value<'m> {
        let value = lowering.to_integer(builder, value);
        let Some(shift) = self.shift else { return value };
        let hole = builder.not(builder.shl(self.integer.int(0xff, false), shift));
        let value = builder.shl(builder.zext(value, self.integer), shift);
        builder.or(builder.and(word, hole), value)
    }
}

/// Operation and type of the instruction for a read-modify-write, if there is one.
fn instruction(op: RmwOp, ty: Type<'_>, bits: u32, processor: Processor) -> Option<String> {
    use RmwOp::*;
    let is_whole = bits == 32 || bits == 64;
    Some(match (op, ty.kind()) {
        (LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub, TypeKind::Float | TypeKind::Double) => format!("add.f{bits}"),
        (LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub, TypeKind::Half) => "add.noftz.f16".into(),
        (LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub, TypeKind::BFloat) if processor >= Processor(90) => {
            "add.noftz.bf16".into()
        }
        _ if !is_whole => return None,
        (LLVMAtomicRMWBinOpXchg, _) => format!("exch.b{bits}"),
        (LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub, _) => format!("add.u{bits}"),
        (LLVMAtomicRMWBinOpAnd, _) => format!("and.b{bits}"),
        (LLVMAtomicRMWBinOpOr, _) => format!("or.b{bits}"),
        (LLVMAtomicRMWBinOpXor, _) => format!("xor.b{bits}"),
        (LLVMAtomicRMWBinOpMin, _) => format!("min.s{bits}"),
        (LLVMAtomicRMWBinOpMax, _) => format!("max.s{bits}"),
        (LLVMAtomicRMWBinOpUMin, _) => format!("min.u{bits}"),
        (LLVMAtomicRMWBinOpUMax, _) => format!("max.u{bits}"),
        _ => return None,
    })
}

/// The value that a read-modify-write stores. The operand of a subtraction is negative already.
fn combined<'m>(builder: &Builder<'m>, op: RmwOp, old: Value<'m>, operand: Value<'m>) -> Value<'m> {
    use RmwOp::*;
    let choose = |predicate| builder.select(builder.icmp(predicate, old, operand), old, operand);
    let one = || operand.ty().int(1, false);
    match op {
        LLVMAtomicRMWBinOpXchg => operand,
        LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub => builder.add(old, operand),
        LLVMAtomicRMWBinOpAnd => builder.and(old, operand),
        LLVMAtomicRMWBinOpNand => builder.not(builder.and(old, operand)),
        LLVMAtomicRMWBinOpOr => builder.or(old, operand),
        LLVMAtomicRMWBinOpXor => builder.xor(old, operand),
        LLVMAtomicRMWBinOpMax => choose(IntPredicate::LLVMIntSGT),
        LLVMAtomicRMWBinOpMin => choose(IntPredicate::LLVMIntSLT),
        LLVMAtomicRMWBinOpUMax => choose(IntPredicate::LLVMIntUGT),
        LLVMAtomicRMWBinOpUMin => choose(IntPredicate::LLVMIntULT),
        LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub => builder.fadd(old, operand),
        LLVMAtomicRMWBinOpFMax => builder.intrinsic(Intrinsic::MaxNum, &[old.ty()], &[old, operand]).value(),
        LLVMAtomicRMWBinOpFMin => builder.intrinsic(Intrinsic::MinNum, &[old.ty()], &[old, operand]).value(),
        LLVMAtomicRMWBinOpUIncWrap => {
            let is_last = builder.icmp(IntPredicate::LLVMIntUGE, old, operand);
            builder.select(is_last, operand.ty().zero(), builder.add(old, one()))
        }
        LLVMAtomicRMWBinOpUDecWrap => {
            let is_zero = builder.icmp(IntPredicate::LLVMIntEQ, old, operand.ty().zero());
            let is_beyond = builder.icmp(IntPredicate::LLVMIntUGT, old, operand);
            builder.select(builder.or(is_zero, is_beyond), operand, builder.sub(old, one()))
        }
    }
}

/// PTX's name of a scope; `None` for the work-item scope, because a work-item sees its own accesses in order.
fn scope(scope: Scope) -> Option<&'static str> {
    match scope {
        Scope::CrossDevice => Some("sys"),
        Scope::Device => Some("gpu"),
        Scope::Workgroup | Scope::Subgroup => Some("cta"),
        Scope::Invocation => None,
    }
}

/// PTX's name of a pointer's space, with a dot; generic addresses have none.
fn space(pointer: Value<'_>) -> &'static str {
    match pointer.ty().address_space().and_then(AddressSpace::from_number) {
        Some(AddressSpace::Global | AddressSpace::Constant) => ".global",
        Some(AddressSpace::Local) => ".shared",
        Some(AddressSpace::Generic) | None => "",
    }
}

/// The register constraint for a value with this number of bits.
fn register(bits: u32) -> &'static str {
    match bits {
        64 => "l",
        32 => "r",
        _ => "h",
    }
}

/// (block before an instruction, without a terminator; block that begins with it)
fn split<'m>(module: &EditableModule, inst: Inst<'m>) -> (Block<'m>, Block<'m>) {
    let after = inst.block().expect("an instruction of a function");
    let before = after.split_before(module, inst, "exchanged");
    before.terminator().expect("split blocks branch").erase(module);
    (before, after)
}
