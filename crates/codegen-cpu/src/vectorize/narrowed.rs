//! Numbers that lose bits, as ids of type `int` do, where the loop can test beforehand that nothing is lost.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::shapes::{Exact, Shape, is_low_half};
use tandem_ir::{Inst, Module, Opcode, TypeKind, Value};

use super::body::Body;
use super::item_loop::ItemLoop;
use super::private::PrivateMemory;
use super::shapes::{Seeds, Shapes};

/// Where bits of a number are dropped that the loop tests beforehand.
#[derive(Clone, Copy)]
pub struct Narrowed<'m> {
    /// The number with all its bits.
    pub wide: Value<'m>,
    /// What is made of it.
    pub result: Value<'m>,
    /// What is to be tested.
    pub test: Test,
}

/// What keeps the bits that are dropped from mattering.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// The number fits 32 bits with a sign.
    Signed,
    /// It does and is not negative.
    NonNegative,
    /// It does not wrap around, though it grows by a multiple of 2 to the power of 32: by so many.
    Monotonic(i64),
}

/// What the loop tests beforehand.
pub fn tested<'m>(narrowed: &[Narrowed<'m>]) -> FxHashMap<Value<'m>, Exact> {
    let is_positive = |narrowed: &Narrowed<'m>| narrowed.test == Test::NonNegative;
    let exact = |narrowed: &Narrowed<'m>| (narrowed.result, Exact { signed: true, unsigned: is_positive(narrowed) });
    narrowed.iter().map(exact).collect()
}

/// Where bits of numbers made of the work-item's are dropped, as for ids of type `int`, and the loop can test
/// beforehand that nothing is lost: `trunc` to 32 bits, shifts back from the upper half, and masks of the low half, as for
/// an `int` that is known not to be negative.
pub fn narrowed<'m>(
    module: &'m Module,
    item_loop: &ItemLoop<'m>,
    body: &Body<'m>,
    private: &PrivateMemory<'m>,
    lanes: u32,
) -> Vec<Narrowed<'m>> {
    let (none, no_blocks) = (FxHashMap::default(), FxHashSet::default());
    let seeds = Seeds { index: item_loop.index, private, lanes, narrowed: &none, forced: &no_blocks };
    let shapes = Shapes::new(module, body, &seeds);
    let insts = (0..body.cfg.len()).flat_map(|id| body.cfg.block(id).insts());
    insts
        .filter_map(|inst| {
            test(&shapes, inst).map(|test| Narrowed { wide: inst.operand(0), result: inst.value(), test })
        })
        .filter(|narrowed| is_computable(item_loop, narrowed.wide))
        .collect()
}

/// The test for an instruction that drops bits of a number which grows from one work-item to the next.
fn test<'m>(shapes: &Shapes<'m>, inst: Inst<'m>) -> Option<Test> {
    let (&wide, by) = (inst.operands().first()?, || inst.operand(1).const_u64());
    let Shape::Affine { stride, exact } = shapes.of(wide) else { return None };
    let is_long = inst.ty().kind() == TypeKind::Int(64);
    let is_extended = || inst.value().users().into_iter().any(is_extension);
    match inst.opcode() {
        _ if stride == 0 => None,
        // The upper half has the number.
        Opcode::LLVMAShr if is_long && inst.is_exact() && by().is_some() && stride % (1 << 32) == 0 => {
            Some(Test::Monotonic(stride >> 32))
        }
        _ if !exact.signed => None,
        Opcode::LLVMTrunc if inst.ty().kind() == TypeKind::Int(32) && is_extended() => Some(Test::NonNegative),
        Opcode::LLVMTrunc if inst.ty().kind() == TypeKind::Int(32) => Some(Test::Signed),
        Opcode::LLVMAnd if is_long && by().is_some_and(is_low_half) => Some(Test::NonNegative),
        _ => None,
    }
}

/// Whether a value takes another one as a number without a sign.
fn is_extension(user: Value<'_>) -> bool {
    user.as_inst().is_some_and(|user| user.opcode() == Opcode::LLVMZExt)
}

/// Whether a value is a sum of the loop's number and of what is known before the loop.
fn is_computable<'m>(item_loop: &ItemLoop<'m>, value: Value<'m>) -> bool {
    let Some(inst) = value.as_inst().filter(|inst| inst.block().is_some_and(|block| item_loop.blocks.contains(&block)))
    else {
        return true;
    };
    use Opcode::*;
    inst == item_loop.index
        || matches!(inst.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMOr)
            && inst.operands().into_iter().all(|operand| is_computable(item_loop, operand))
}
