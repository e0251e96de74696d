//! Whether vector code of a body is faster than the body for one work-item after the other.
//!
//! An instruction of a scalar takes one unit. Loops run as if each had [`ROUNDS`] rounds. Where work-items leave a loop
//! at different times, lanes idle.

use tandem_codegen::analysis::accesses::{access, is_plain};
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Inst, IntPredicate, Module, Opcode, TypeKind, Value};

use super::body::{Body, LoopId};
use super::groups::{Group, Groups};
use super::instructions::computes_wide;
use super::linear::Linear;
use super::one_atomic::OneAtomic;
use super::shapes::Shapes;
use super::vector_forms::VectorForm;
use crate::cost_model::CostModel;

/// Rounds that a loop is taken to have.
const ROUNDS: f64 = 8.0;

/// The cost of a body's code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The cost of running the work-items of all lanes one after the other.
    pub scalar: f64,
    /// The cost of running all of them at once.
    pub vector: f64,
    /// The part of `vector` that grows with the lanes, whatever the register width: gathers, scatters, and instructions
    /// that run lane by lane.
    pub separate: f64,
}

/// The cost of a body on registers of `vector_bits` bits.
pub struct Estimate<'a, 'm> {
    /// The module.
    pub module: &'m Module,
    /// The body.
    pub body: &'a Body<'m>,
    /// Its shapes.
    pub shapes: &'a Shapes<'m>,
    /// The mask of each block.
    pub linear: &'a Linear,
    /// Its accesses that happen at once.
    pub groups: &'a Groups<'m>,
    /// Work-items at once.
    pub lanes: u32,
    /// Bits of a vector register.
    pub vector_bits: u32,
    /// The costs of instructions.
    pub costs: &'a CostModel,
}

impl<'m> Estimate<'_, 'm> {
    /// The cost of the body.
    pub fn of_body(&self) -> Cost {
        let mut sum = Cost { scalar: 0.0, vector: 0.0, separate: 0.0 };
        for id in 0..self.body.cfg.len() {
            let rounds = ROUNDS.powi(self.body.loops_around(id).count() as i32);
            let idle = self.idle(id);
            for inst in self.body.cfg.block(id).insts() {
                sum.scalar += rounds * self.scalar(inst) * f64::from(self.lanes);
                let (vector, separate) = self.vector(id, inst);
                sum.vector += rounds * idle * (vector + separate);
                sum.separate += rounds * idle * separate;
            }
        }
        sum
    }

    /// How many times as often as a lane runs, the block runs for any lane.
    fn idle(&self, id: BlockId) -> f64 {
        self.body.loops_around(id).map(|inner| self.idle_in_loop(inner)).product()
    }

    fn idle_in_loop(&self, inner: LoopId) -> f64 {
        let exits = self.body.loops[inner].exits.iter().map(|(from, _)| *from);
        let mut parting = exits.filter(|from| self.shapes.is_divergent(*from)).peekable();
        if parting.peek().is_none() {
            1.0
        } else if parting.all(|from| self.is_search(from)) {
            self.costs.idle_in_search
        } else {
            self.costs.idle_in_loop
        }
    }

    /// Whether a branch tests if something was found: a loaded value equals another one. Such loops run few rounds for
    /// some work-items and many for others.
    fn is_search(&self, id: BlockId) -> bool {
        let is_load = |value: Value<'m>| value.as_inst().is_some_and(|inst| inst.opcode() == Opcode::LLVMLoad);
        let is_loaded = |value: Value<'m>| {
            let entries = value.as_inst().map(Inst::incoming).unwrap_or_default();
            is_load(value) || !entries.is_empty() && entries.iter().all(|(entry, _)| is_load(*entry))
        };
        let mut conditions: Vec<_> =
            self.body.cfg.block(id).terminator().and_then(Inst::condition).into_iter().collect();
        let mut found = false;
        while let Some(inst) = conditions.pop().and_then(Value::as_inst) {
            match (inst.opcode(), inst.int_predicate()) {
                (Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor | Opcode::LLVMSelect, _) => {
                    conditions.extend(inst.operands().into_iter().filter(|operand| !operand.is_const()));
                }
                (_, Some(IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE))
                    if inst.operands().into_iter().any(is_loaded) =>
                {
                    found = true;
                }
                _ => return false,
            }
        }
        found
    }

    fn scalar(&self, inst: Inst<'m>) -> f64 {
        use Opcode::*;
        match inst.opcode() {
            LLVMPHI | LLVMBr | LLVMFreeze | LLVMBitCast | LLVMAddrSpaceCast | LLVMExtractValue | LLVMInsertValue => 0.0,
            LLVMFDiv => 4.0,
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => 8.0,
            LLVMAtomicRMW | LLVMAtomicCmpXchg => 4.0,
            LLVMCall if inst.intrinsic().is_some_and(super::weight::is_cheap) => 1.0,
            LLVMCall => self.costs.operations_per_call as f64 * 2.0,
            _ => 1.0,
        }
    }

    /// The cost of vector code for an instruction, and the cost of running it lane by lane, for all lanes.
    fn vector(&self, id: BlockId, inst: Inst<'m>) -> (f64, f64) {
        use Opcode::*;
        let lanes = f64::from(self.lanes);
        let scalar = self.scalar(inst);
        let is_void = inst.ty().kind() == TypeKind::Void;
        if let Some(access) = access(inst) {
            let size = i64::try_from(self.module.size_of(access.ty)).unwrap_or(i64::MAX);
            return match self.shapes.of(access.address) {
                _ if !is_plain(inst) => (0.0, self.each_lane(scalar)),
                Shape::Affine { stride: 0, .. } => (scalar, 0.0),
                _ if computes_wide(inst) => (0.0, self.each_lane(scalar)),
                Shape::Affine { stride, .. } if stride.abs() == size => (self.registers(8 * size as u64), 0.0),
                _ => match self.groups.of(inst) {
                    Some(group) => (self.group_share(id, group) * self.registers(8 * size as u64), 0.0),
                    None => (0.0, lanes * self.costs.cost_per_gathered_lane),
                },
            };
        }
        if !is_void && self.shapes.of(inst.value()) != Shape::Varying {
            return (scalar, 0.0);
        }
        match inst.opcode() {
            LLVMAtomicRMW | LLVMAtomicCmpXchg => match OneAtomic::of(inst, self.shapes) {
                Some(one) => (scalar + self.combining(inst, one), 0.0),
                None => (0.0, self.each_lane(scalar)),
            },
            _ if scalar > 0.0 && computes_wide(inst) => (0.0, self.each_lane(scalar)),
            LLVMCall if VectorForm::of(inst).is_none() => (0.0, self.each_lane(scalar)),
            // Computed in double precision.
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem if self.bits(inst) <= 32 => (scalar * self.registers(64), 0.0),
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => (0.0, self.each_lane(scalar)),
            _ => (scalar * self.registers(self.bits(inst)), 0.0),
        }
    }

    /// The share of each access in the cost of a group: accesses to its pieces of memory, and shuffles.
    fn group_share(&self, id: BlockId, group: &Group<'m>) -> f64 {
        let stride = f64::from(group.stride);
        let mask = if self.linear.is_masked(id) { self.costs.cost_per_spread_mask } else { 0.0 };
        stride * (1.0 + mask) / group.members.len() as f64 + stride.log2().ceil()
    }

    /// The cost of combining the operands of all lanes into one, by repeated halving, or of computing sums up to each
    /// lane.
    fn combining(&self, inst: Inst<'m>, one: OneAtomic) -> f64 {
        let steps = f64::from(self.lanes).log2() * 2.0;
        if one.is_scan { steps * self.registers(self.bits(inst)) } else { steps }
    }

    fn bits(&self, inst: Inst<'m>) -> u64 {
        match inst.ty().kind() {
            TypeKind::Void => 32,
            _ => 8 * self.module.size_of(inst.ty()),
        }
    }

    /// The number of registers for one value of `bits` bits in each lane.
    fn registers(&self, bits: u64) -> f64 {
        (f64::from(self.lanes) * bits as f64 / f64::from(self.vector_bits)).max(1.0)
    }

    fn each_lane(&self, scalar: f64) -> f64 {
        f64::from(self.lanes) * (scalar + self.costs.cost_per_separate_lane)
    }
}
