//! A function body under construction, and the basis on which all operations are built.

use rspirv::spirv::{BuiltIn, LoopControl};
use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Function, Inst, IntPredicate, Intrinsic, Type, Value};

use super::classes::{int_bits, lanes, splat_constant};
use super::described::LineScope;
use super::state::Reader;
use tandem_spirv_binary::types::TypeRef;
use tandem_spirv_binary::{Id, Instruction, Location};

/// A function that is being filled, or the scratch block in which constant
/// expressions are folded.
pub(super) struct Body<'r, 'm, 'w> {
    pub r: &'r mut Reader<'m, 'w>,
    pub function: Function<'m>,
    pub builder: Builder<'m>,
    /// Entry block of the function; none while folding constants.
    pub entry: Option<Block<'m>>,
    /// The instructions after the one that is being read.
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

/// A phi whose entries wait for the end of the function.
pub(super) struct PendingPhi<'m, 'w> {
    pub inst: Inst<'m>,
    pub block: Block<'m>,
    /// Pairs of value and predecessor.
    pub entries: &'w [u32],
    pub location: Location,
}

/// The hints about a loop in its header (or latch).
pub(super) struct LoopHints<'m> {
    pub place: LoopPlace<'m>,
    pub control: LoopControl,
    pub literals: Vec<u32>,
}

/// Where a loop is described.
pub(super) enum LoopPlace<'m> {
    /// `OpLoopMerge`: in the header.
    Header(Block<'m>),
    /// `OpLoopControlINTEL`: before the branch of the latch.
    Latch(Block<'m>),
}

/// Result type and result id of an operation.
#[derive(Clone, Copy)]
pub(super) struct ResultOperands {
    pub ty: TypeRef,
    pub id: Id,
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

    /// Whether accesses through a pointer are volatile: the object is, or a member of it.
    pub fn is_volatile(&self, pointer: Id) -> bool {
        let has_member = || {
            let pointee = self.r.typed(pointer).ok().and_then(|pointer| self.r.pointee(pointer.ty).ok());
            pointee.is_some_and(|pointee| self.r.entry(pointee).has_volatile)
        };
        self.is_volatile_object(pointer) || self.r.scan.has_volatile && has_member()
    }

    /// Whether all memory that a pointer leads to is volatile: the pointer, a pointer that it was made from, or a
    /// member that it was made through is decorated as volatile.
    pub fn is_volatile_object(&self, pointer: Id) -> bool {
        self.r.scan.has_volatile && (self.r.volatile.contains(&pointer) || self.r.scan.decorations(pointer).volatile)
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

    /// Truncates or extends integers to the width of `ty`, which has the same number of lanes.
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
        self.builder.intrinsic(intrinsic, &[ty], args).value()
    }

    /// The type with the same lanes as `ty` and another scalar type.
    pub fn with_scalar(&self, ty: Type<'m>, scalar: Type<'m>) -> Type<'m> {
        lanes(ty).map_or(scalar, |count| scalar.vector(count))
    }
}
