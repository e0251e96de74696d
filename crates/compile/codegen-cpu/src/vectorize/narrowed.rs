//! Numbers that lose bits, as ids of type `int` do, where the loop can test beforehand that nothing is lost.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::shapes::{Exact, Shape, is_low_half};
use tandem_ir::{Inst, Module, Opcode, TypeKind, Value};

use super::beforehand::is_computable;
use super::body::Body;
use super::item_loop::ItemLoop;
use super::shapes::Shapes;

/// At larger strides, knowing that elements are equally spaced brings no advantage.
const MAX_LINEAR_STRIDE: u64 = 8;

/// Where bits of a number are dropped that the loop tests beforehand.
#[derive(Clone, Copy)]
pub struct Narrowed<'m> {
    /// The number with all its bits, or the result, if that is tested.
    pub wide: Value<'m>,
    /// The result that is computed from the number.
    pub result: Value<'m>,
    /// The condition to test.
    pub test: Test,
}

/// The condition under which the dropped bits do not matter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// The number fits 32 bits with a sign.
    Signed,
    /// It does and is not negative.
    NonNegative,
    /// The result grows by `stride` from each work-item to the next and does not wrap around as a signed or unsigned
    /// number of 32 bits.
    Linear { stride: i64, signed: bool },
    /// The number does not wrap around, although it grows by this multiple of 2 to the power of 32.
    Monotonic(i64),
}

/// The results that the loop tests beforehand.
pub fn tested<'m>(narrowed: &[Narrowed<'m>]) -> FxHashMap<Value<'m>, Exact> {
    let exact = |narrowed: &Narrowed<'m>| match narrowed.test {
        Test::Signed | Test::Monotonic(_) => Exact { signed: true, unsigned: false },
        Test::NonNegative => Exact::BOTH,
        // A low half, extended to 64 bits with zeros, is never negative.
        Test::Linear { .. } if narrowed.result.ty().kind() == TypeKind::Int(64) => Exact::BOTH,
        Test::Linear { signed, .. } => Exact { signed, unsigned: !signed },
    };
    narrowed.iter().map(|narrowed| (narrowed.result, exact(narrowed))).collect()
}

/// Finds the places where bits of numbers computed from the work-item's number are dropped, and the loop can test
/// beforehand that nothing is lost: `trunc` to 32 bits, as for ids of type `int`, shifts back from the upper half,
/// masks of the low half, as for an `int` that is known not to be negative, and sums of 32 bits that are extended.
///
/// Variables need not be considered: the tested numbers do not depend on loads.
pub fn narrowed<'m>(module: &'m Module, item_loop: &ItemLoop<'m>, body: &Body<'m>) -> Vec<Narrowed<'m>> {
    let shapes = |tested: &FxHashMap<Value<'m>, Exact>| Shapes::of_scalars(module, body, item_loop.index, tested);
    let insts: Vec<_> = (0..body.cfg.len()).flat_map(|id| body.cfg.block(id).insts()).collect();
    let is_known = |narrowed: &Narrowed<'m>| is_computable(item_loop, narrowed.wide, &|_| false);
    let before = shapes(&FxHashMap::default());
    let tests = insts.iter().filter_map(|inst| Some((*inst, test(&before, *inst)?)));
    let dropped = tests.map(|(inst, test)| {
        let is_of_result = matches!(test, Test::Linear { .. });
        Narrowed { wide: if is_of_result { inst.value() } else { inst.operand(0) }, result: inst.value(), test }
    });
    let mut narrowed: Vec<_> = dropped.filter(is_known).collect();
    if insts.iter().any(|inst| may_wrap(*inst)) {
        let after = shapes(&tested(&narrowed));
        let tests = insts.iter().filter_map(|inst| Some((inst.value(), test_of_sum(&after, *inst)?)));
        narrowed.extend(tests.map(|(sum, test)| Narrowed { wide: sum, result: sum, test }).filter(is_known));
    }
    narrowed
}

/// The test for an instruction that drops bits of a number which grows from one work-item to the next.
fn test<'m>(shapes: &Shapes<'m>, inst: Inst<'m>) -> Option<Test> {
    let (&wide, by) = (inst.operands().first()?, || inst.operand(1).const_u64());
    let Shape::Affine { stride, exact } = shapes.of(wide) else { return None };
    let [is_short, is_long] = [32, 64].map(|bits| inst.ty().kind() == TypeKind::Int(bits));
    let is_extended = || is_used_by(inst, Opcode::LLVMZExt);
    match inst.opcode() {
        _ if stride == 0 => None,
        // The upper half has the number.
        Opcode::LLVMAShr if is_long && inst.is_exact() && by().is_some() && stride % (1 << 32) == 0 => {
            Some(Test::Monotonic(stride >> 32))
        }
        Opcode::LLVMTrunc if is_short && !exact.signed => linear(inst, stride, !is_extended()),
        Opcode::LLVMTrunc if is_short && is_extended() => Some(Test::NonNegative),
        Opcode::LLVMTrunc if is_short => Some(Test::Signed),
        Opcode::LLVMAnd if !is_long || !by().is_some_and(is_low_half) => None,
        Opcode::LLVMAnd if exact.signed => Some(Test::NonNegative),
        Opcode::LLVMAnd => linear(inst, stride, false),
        _ => None,
    }
}

/// The test for a sum of 32 bits that may wrap around, if that matters.
fn test_of_sum<'m>(shapes: &Shapes<'m>, inst: Inst<'m>) -> Option<Test> {
    let Shape::Affine { stride, exact } = shapes.of(inst.value()) else { return None };
    let compares = |user: Inst<'m>| {
        user.int_predicate().is_some() && user.operands().into_iter().any(|operand| shapes.is_uniform(operand))
    };
    let is_bound = || stride == 1 && users(inst).any(compares);
    let signed = match () {
        () if stride == 0 || !may_wrap(inst) => return None,
        () if is_used_by(inst, Opcode::LLVMSExt) => true,
        () if is_used_by(inst, Opcode::LLVMZExt) => false,
        () if is_bound() => true,
        () => return None,
    };
    let is_exact = if signed { exact.signed } else { exact.unsigned };
    if is_exact { None } else { linear(inst, stride, signed) }
}

/// The test of a result that may wrap around. If it fails, work-items run one at a time, so the test is limited to
/// numbers that rarely do: not those that grow in large steps, such as hashes, and not `i - 1` as an unsigned number,
/// which wraps at the start of a row.
fn linear<'m>(inst: Inst<'m>, stride: i64, signed: bool) -> Option<Test> {
    let is_likely = stride.unsigned_abs() <= MAX_LINEAR_STRIDE && (signed || !goes_back(inst.value()));
    is_likely.then_some(Test::Linear { stride, signed })
}

/// Whether the computation of a value of 32 bits, or of its low half, subtracts something.
fn goes_back(value: Value<'_>) -> bool {
    use Opcode::*;
    // As numbers of 32 bits, constants from the middle on are negative.
    let is_negative = |operand: &Value<'_>| operand.const_u64().is_some_and(|number| (number as u32).cast_signed() < 0);
    let (mut seen, mut left) = (FxHashSet::default(), vec![value]);
    while let Some(value) = left.pop() {
        let Some(inst) = value.as_inst().filter(|_| seen.insert(value)) else { continue };
        match inst.opcode() {
            LLVMSub => return true,
            LLVMAdd if inst.operands().iter().any(is_negative) => return true,
            LLVMAdd | LLVMTrunc | LLVMSExt | LLVMZExt => left.extend(inst.operands()),
            LLVMAnd | LLVMMul | LLVMShl => left.push(inst.operand(0)),
            _ => {}
        }
    }
    false
}

/// Whether an instruction is arithmetic of 32 bits.
fn may_wrap(inst: Inst<'_>) -> bool {
    use Opcode::*;
    matches!(inst.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl) && inst.ty().kind() == TypeKind::Int(32)
}

fn is_used_by(inst: Inst<'_>, opcode: Opcode) -> bool {
    users(inst).any(|user| user.opcode() == opcode)
}

fn users<'m>(inst: Inst<'m>) -> impl Iterator<Item = Inst<'m>> {
    inst.value().users().into_iter().filter_map(Value::as_inst)
}
