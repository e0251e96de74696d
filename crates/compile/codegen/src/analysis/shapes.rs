//! How values differ between neighbours: work-items one after the other, or consecutive iterations of a loop.
//!
//! A value is *uniform* if it is the same for all neighbours that compute it together, *affine* if it grows by a
//! constant from one to the next, and *varying* otherwise. [`shape`] is the transfer function: it derives the shape of
//! a result from the shapes of the operands. The analyses that use it decide on the shapes of operands.

use tandem_ir::{Inst, Module, Opcode, TypeKind, Value};

use super::addresses::{Part, parts};

/// How a value differs from one neighbour to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It grows by `stride`: bytes for pointers.
    Affine {
        /// The growth.
        stride: i64,
        /// The numbers as which it grows without wrapping around, for all neighbours.
        exact: Exact,
    },
    /// It differs in an unknown way.
    Varying,
}

/// The numbers as which values are exact: nothing has wrapped around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Whether this holds for signed numbers.
    pub signed: bool,
    /// Whether this holds for unsigned numbers.
    pub unsigned: bool,
}

impl Exact {
    /// Both.
    pub const BOTH: Self = Self { signed: true, unsigned: true };
    /// Neither.
    pub const NEITHER: Self = Self { signed: false, unsigned: false };

    fn and(self, other: Self) -> Self {
        Self { signed: self.signed && other.signed, unsigned: self.unsigned && other.unsigned }
    }

    fn or(self, other: Self) -> Self {
        Self { signed: self.signed || other.signed, unsigned: self.unsigned || other.unsigned }
    }
}

impl Shape {
    /// The shape of a value that is the same for all.
    pub const UNIFORM: Self = Self::exact(0);

    /// Affine, without wrapping around.
    pub const fn exact(stride: i64) -> Self {
        Self::Affine { stride, exact: Exact::BOTH }
    }

    /// The growth of an affine value.
    pub fn stride(self) -> Option<i64> {
        match self {
            Self::Affine { stride, .. } => Some(stride),
            Self::Varying => None,
        }
    }

    /// Whether it is the same for all.
    pub fn is_uniform(self) -> bool {
        self.stride() == Some(0)
    }

    /// The shape of a value that has one of two shapes, the same one for all.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Affine { stride, exact }, Self::Affine { stride: second, exact: also }) if stride == second => {
                Self::Affine { stride, exact: exact.and(also) }
            }
            _ => Self::Varying,
        }
    }
}

/// The facts about a function that an analysis provides.
pub trait Facts<'m> {
    /// The module of the function.
    fn module(&self) -> &'m Module;

    /// The shape of an operand; `None` while it is unknown.
    fn operand(&self, value: Value<'m>) -> Option<Shape>;

    /// The numbers as which a result is exact though its instruction may drop bits, for all neighbours; `None` where
    /// they may matter.
    fn exact(&self, inst: Inst<'m>) -> Option<Exact>;

    /// The factor by which offsets from a pointer are multiplied.
    fn scale(&self, _pointer: Value<'m>) -> i64 {
        1
    }
}

/// The shape of a value that an instruction computes only from its operands; `None` if an operand is not known yet.
/// Phis depend on control flow, too.
pub fn shape<'m>(facts: &impl Facts<'m>, inst: Inst<'m>) -> Option<Shape> {
    let operands: Option<Vec<_>> = inst.operands().into_iter().map(|operand| facts.operand(operand)).collect();
    Some(of_operands(facts, inst, &operands?))
}

fn of_operands<'m>(facts: &impl Facts<'m>, inst: Inst<'m>, shapes: &[Shape]) -> Shape {
    use Opcode::*;
    match inst.opcode() {
        _ if shapes.iter().all(|shape| shape.is_uniform()) => Shape::UNIFORM,
        LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMOr => of_arithmetic(facts, inst, shapes),
        LLVMTrunc | LLVMSExt | LLVMZExt | LLVMPtrToInt | LLVMIntToPtr => of_cast(facts, inst, shapes[0]),
        LLVMFreeze | LLVMAddrSpaceCast => shapes[0],
        LLVMBitCast if inst.ty() == inst.operand(0).ty() => shapes[0],
        LLVMAShr | LLVMLShr => of_shift_back(facts, inst, shapes[0]),
        LLVMAnd => of_mask(facts, inst, shapes[0]),
        LLVMSelect if shapes[0].is_uniform() => shapes[1].join(shapes[2]),
        LLVMGetElementPtr => of_address(facts, inst, shapes[0]).unwrap_or(Shape::Varying),
        _ => Shape::Varying,
    }
}

fn of_arithmetic<'m>(facts: &impl Facts<'m>, inst: Inst<'m>, shapes: &[Shape]) -> Shape {
    let &[Shape::Affine { stride: left, exact }, Shape::Affine { stride: right, exact: also }] = shapes else {
        return Shape::Varying;
    };
    let constant = |index: u32| inst.operand(index).const_i64();
    let stride = match inst.opcode() {
        Opcode::LLVMAdd => left.checked_add(right),
        Opcode::LLVMOr if inst.is_disjoint() || facts.exact(inst).is_some() => left.checked_add(right),
        Opcode::LLVMSub => left.checked_sub(right),
        Opcode::LLVMMul if right == 0 => constant(1).and_then(|by| left.checked_mul(by)),
        Opcode::LLVMMul if left == 0 => constant(0).and_then(|by| right.checked_mul(by)),
        Opcode::LLVMShl => shift(inst).and_then(|by| left.checked_mul(1 << by)),
        _ => None,
    };
    let exact = exact.and(also).and(kept(inst)).or(dropped(facts, inst));
    stride.map_or(Shape::Varying, |stride| Shape::Affine { stride, exact })
}

/// The kinds of numbers, signed or unsigned, for which the arithmetic does not wrap around on its own.
fn kept(inst: Inst<'_>) -> Exact {
    if inst.opcode() == Opcode::LLVMOr {
        return Exact::BOTH;
    }
    let (unsigned, signed) = inst.wrap_flags();
    // As an unsigned number, a negative factor is a large one, and not that of the stride.
    let is_negative = |factor: Value<'_>| factor.const_i64().is_some_and(|factor| factor < 0);
    let scales_back = inst.opcode() == Opcode::LLVMMul && inst.operands().into_iter().any(is_negative);
    Exact { signed, unsigned: unsigned && !scales_back }
}

/// The numbers as which the bits that an instruction drops are known not to matter.
fn dropped<'m>(facts: &impl Facts<'m>, inst: Inst<'m>) -> Exact {
    facts.exact(inst).unwrap_or(Exact::NEITHER)
}

/// The constant that a number is shifted by, where strides of 64 bits can be.
fn shift(inst: Inst<'_>) -> Option<i64> {
    inst.operand(1).const_i64().filter(|by| (0..63).contains(by))
}

/// The shape of a number shifted back from the upper half: `((id << 32) + (1 << 32)) >> 30` is four times an `int`.
fn of_shift_back<'m>(facts: &impl Facts<'m>, inst: Inst<'m>, shape: Shape) -> Shape {
    match (shape, shift(inst), facts.exact(inst)) {
        (Shape::Affine { stride, .. }, Some(by), Some(exact)) if stride % (1 << by) == 0 => {
            Shape::Affine { stride: stride >> by, exact }
        }
        _ => Shape::Varying,
    }
}

/// The shape of a number after a mask that it fits into.
fn of_mask<'m>(facts: &impl Facts<'m>, inst: Inst<'m>, shape: Shape) -> Shape {
    match (shape, facts.exact(inst)) {
        (Shape::Affine { stride, .. }, Some(exact)) => Shape::Affine { stride, exact },
        _ => Shape::Varying,
    }
}

fn of_cast<'m>(facts: &impl Facts<'m>, inst: Inst<'m>, shape: Shape) -> Shape {
    let Shape::Affine { stride, exact } = shape else { return Shape::Varying };
    match inst.opcode() {
        Opcode::LLVMTrunc => Shape::Affine { stride, exact: exact.and(dropped(facts, inst)) },
        Opcode::LLVMSExt if exact.signed => shape,
        // A non-negative number is the same with either extension, and small in the wider type.
        Opcode::LLVMZExt if exact.signed && inst.is_of_non_negative() || exact.unsigned => Shape::exact(stride),
        Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => Shape::Affine { stride, exact: dropped(facts, inst) },
        _ => Shape::Varying,
    }
}

fn of_address<'m>(facts: &impl Facts<'m>, gep: Inst<'m>, base: Shape) -> Option<Shape> {
    let (mut stride, scale) = (base.stride()?, facts.scale(gep.operand(0)));
    for part in parts(facts.module(), gep)? {
        let Part::Index(index, size) = part else { continue };
        match facts.operand(index)? {
            Shape::Affine { stride: 0, .. } => {}
            // Narrower indices are extended with their sign, and must not have wrapped around before.
            Shape::Affine { stride: step, exact } if exact.signed || index.ty().kind() == TypeKind::Int(64) => {
                stride = stride.checked_add(step.checked_mul(size)?.checked_mul(scale)?)?;
            }
            _ => return None,
        }
    }
    Some(Shape::Affine { stride, exact: dropped(facts, gep) })
}

/// Whether a mask keeps all numbers of 32 bits that are not negative.
pub fn is_low_half(mask: u64) -> bool {
    mask == u64::from(u32::MAX) || mask == u64::from(u32::MAX >> 1)
}
