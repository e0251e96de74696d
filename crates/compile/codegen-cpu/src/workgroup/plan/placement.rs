//! Decides where each value of a kernel is kept between regions: in a register of
//! all work-items, in a context array, or nowhere, because it is recomputed.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Declaration, Function, Inst, Opcode, Type, TypeKind, Value, ValueKind};

use super::regions::Regions;
use crate::cost_model::CostModel;
use crate::workgroup::analyses::Results;
use crate::workgroup::prepare::local_offset;
use tandem_codegen::analysis::cfg::Cfg;
use tandem_codegen::analysis::pointers::{derived, is_arithmetic};
use tandem_codegen::attributes::is_pure;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, Scope, Sync};

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Computed once, before all regions.
    Hoisted,
    /// Cheap and varying: recomputed at each use, so that the
    /// optimizer sees how addresses depend on the local id.
    Rematerialized,
    /// One scalar, because the value is the same for all work-items.
    Scalar,
    /// The same for all work-items of a sub-group: one scalar while that sub-group runs, one array element for each
    /// sub-group while others run.
    SubGroupScalar,
    /// One array element for each work-item.
    Context,
    /// An `alloca` that outlives its region: memory of each work-item in the
    /// scratch block. Its address is computed wherever it is needed.
    PrivateArray,
}

/// The placements of all values.
pub struct Placements<'m> {
    placements: FxHashMap<Value<'m>, Placement>,
    /// Instructions with [`Placement::Hoisted`], in order of dependence.
    hoisted: Vec<Inst<'m>>,
    /// Stack memory that debuggers may inspect at any point of its work-item.
    variables: FxHashSet<Value<'m>>,
    /// Pointers into stack memory that work-items use in turn.
    shared_stack: FxHashSet<Value<'m>>,
}

/// How many instructions it takes to compute values again.
struct Lengths<'m> {
    /// How many it may take.
    max: u32,
    known: FxHashMap<Value<'m>, u32>,
}

impl<'m> Placements<'m> {
    /// Decides for every instruction of the kernel.
    pub fn new(results: &Results<'m>, regions: &Regions, variables: &[Declaration<'m>], costs: &CostModel) -> Self {
        let variables = variables.iter().map(|variable| variable.address).collect();
        let mut placements = Self {
            variables,
            placements: FxHashMap::default(),
            hoisted: Vec::new(),
            shared_stack: FxHashSet::default(),
        };
        let cfg = results.cfg();
        let mut lengths = Lengths { max: costs.max_rematerialized_instructions, known: FxHashMap::default() };
        for id in 0..cfg.len() {
            for inst in cfg.block(id).insts() {
                if results.uniformity(Scope::Group).constants().contains(inst) {
                    placements.placements.insert(inst.value(), Placement::Hoisted);
                    placements.hoisted.push(inst);
                    continue;
                }
                if inst.ty().kind() == TypeKind::Void {
                    continue;
                }
                let placement = placements.choose(results, regions, &mut lengths, inst);
                if placement == Placement::Hoisted {
                    placements.hoisted.push(inst);
                }
                placements.placements.insert(inst.value(), placement);
            }
        }
        placements
    }

    /// The placement of a value; `None` for constants and parameters.
    pub fn get(&self, value: Value<'m>) -> Option<Placement> {
        self.placements.get(&value).copied()
    }

    /// Whether work-items that run together share the value.
    pub fn is_shared(&self, value: Value<'m>) -> bool {
        matches!(self.get(value), Some(Placement::Scalar | Placement::SubGroupScalar))
    }

    /// Whether the value is the same for all work-items of a group.
    pub fn is_group_uniform(&self, value: Value<'m>) -> bool {
        value.kind() != ValueKind::Inst || matches!(self.get(value), Some(Placement::Hoisted | Placement::Scalar))
    }

    /// The values that are computed before all regions, in order of dependence.
    pub fn hoisted(&self) -> &[Inst<'m>] {
        &self.hoisted
    }

    /// Whether an instruction accesses stack memory that work-items use in turn.
    pub fn uses_shared_stack(&self, inst: Inst<'m>) -> bool {
        inst.operands().iter().any(|operand| self.shared_stack.contains(operand))
    }

    fn choose(
        &mut self,
        results: &Results<'m>,
        regions: &Regions,
        lengths: &mut Lengths<'m>,
        inst: Inst<'m>,
    ) -> Placement {
        if inst.opcode() == Opcode::LLVMAlloca {
            return self.choose_alloca(results.cfg(), regions, inst);
        }
        if let Some(query) = Query::of(inst) {
            return if query.is_varying() { Placement::Rematerialized } else { Placement::Hoisted };
        }
        if local_offset(inst).is_some() {
            return Placement::Hoisted;
        }
        if sync::is_group_operand(inst) {
            return Placement::Context;
        }
        if let Some(Sync::Group(..) | Sync::Members(_)) = Sync::of(inst) {
            return match sync::uniform_op_scope(inst) {
                Some(Scope::Group) => Placement::Scalar,
                Some(Scope::SubGroup) => Placement::SubGroupScalar,
                None => Placement::Context,
            };
        }
        if results.uniformity(Scope::Group).is_uniform(inst.value()) {
            let hoists = can_speculate(inst) && inst.operands().iter().all(|operand| self.is_hoisted(*operand));
            return if hoists { Placement::Hoisted } else { Placement::Scalar };
        }
        if results.uses_sub_groups() && results.uniformity(Scope::SubGroup).is_uniform(inst.value()) {
            return Placement::SubGroupScalar;
        }
        match self.rematerialization_length(&lengths.known, inst) {
            Some(length) if length <= lengths.max => {
                lengths.known.insert(inst.value(), length);
                Placement::Rematerialized
            }
            _ => Placement::Context,
        }
    }

    /// Stack memory is shared by all work-items in turn, unless it must survive a synchronization point or its address
    /// escapes.
    fn choose_alloca(&mut self, cfg: &Cfg<'m>, regions: &Regions, alloca: Inst<'m>) -> Placement {
        if self.variables.contains(&alloca.value()) {
            let stays = regions.iter().count() == 1 && !regions.repeats(0);
            return if stays { Placement::Hoisted } else { Placement::PrivateArray };
        }
        let Ok((pointers, users)) = derived(alloca) else {
            return Placement::PrivateArray;
        };
        let blocks: FxHashSet<_> = users.iter().filter_map(|user| cfg.id(user.block()?)).collect();
        let mut using = regions
            .iter()
            .enumerate()
            .filter(|(_, region)| region.blocks.iter().any(|block| blocks.contains(block)))
            .map(|(id, _)| id);
        let stays = match (using.next(), using.next()) {
            (Some(only), None) => !regions.repeats(only),
            (None, _) => true,
            _ => false,
        };
        if !stays {
            return Placement::PrivateArray;
        }
        self.shared_stack.extend(pointers);
        Placement::Hoisted
    }

    fn is_hoisted(&self, value: Value<'m>) -> bool {
        match value.kind() {
            ValueKind::Inst => self.get(value) == Some(Placement::Hoisted),
            _ => true,
        }
    }

    /// The number of instructions that recompute a varying value; `None` if it cannot be recomputed.
    fn rematerialization_length(&self, costs: &FxHashMap<Value<'m>, u32>, inst: Inst<'m>) -> Option<u32> {
        if !is_arithmetic(inst.opcode()) && !is_tested_remainder(inst) {
            return None;
        }
        inst.operands().into_iter().try_fold(1, |sum, operand| {
            // Each computation from an undefined value may give another result.
            if operand.kind() == ValueKind::Undef {
                return None;
            }
            Some(match self.get(operand) {
                Some(Placement::Context) => return None,
                Some(Placement::Rematerialized) => sum + costs.get(&operand).copied().unwrap_or(0),
                _ if operand.kind() == ValueKind::Inst && self.get(operand).is_none() => return None,
                _ => sum,
            })
        })
    }
}

/// Whether a remainder is only compared with zero. If such a comparison selects the work-items of a region, loops
/// [count by the divisor](super::id_conditions), and the remainder is never computed.
fn is_tested_remainder(inst: Inst<'_>) -> bool {
    let is_test = |user: Value<'_>| {
        user.as_inst().is_some_and(|user| user.int_predicate().is_some() && user.operand(1).const_u64() == Some(0))
    };
    matches!(inst.opcode(), Opcode::LLVMURem | Opcode::LLVMSRem) && inst.value().users().into_iter().all(is_test)
}

/// Whether the instruction may safely run before all regions, even if it would not have run otherwise.
fn can_speculate(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMUDiv | LLVMURem => inst.operand(1).const_u64().is_some_and(|divisor| divisor != 0),
        LLVMSDiv | LLVMSRem => inst.operand(1).const_i64().is_some_and(|divisor| divisor > 0),
        LLVMCall => inst.called_function().is_some_and(|callee| is_pure(callee) && is_speculatable(callee)),
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFNeg | LLVMFCmp | LLVMInsertElement | LLVMShuffleVector
        | LLVMInsertValue | LLVMFreeze => true,
        opcode => is_arithmetic(opcode),
    }
}

fn is_speculatable(callee: Function<'_>) -> bool {
    callee.has_attribute(tandem_ir::AttributePlace::Function, "speculatable")
}

/// The type in which a value is kept in memory: a single bit takes a byte.
pub fn memory_type<'m>(ty: Type<'m>, byte: Type<'m>) -> Type<'m> {
    if ty.kind() == TypeKind::Int(1) { byte } else { ty }
}
