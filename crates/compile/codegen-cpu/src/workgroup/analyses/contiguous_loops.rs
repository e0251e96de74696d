//! Recognizes loops that should stay inside of the work-item loop because their
//! iterations access contiguous memory.
//!
//! [Implicit barriers](crate::workgroup::plan::implicit_barriers) move a loop out of the work-item loop, so that
//! neighbouring work-items become vector lanes. This is good where neighbouring work-items access neighbouring
//! elements. If each work-item reads its own row (a matrix-vector product), every iteration would gather one element
//! from a different row for each lane. Such a loop stays where it is if LLVM can vectorize it over its iterations.
//!
//! LLVM requires that sums over the iterations may be reordered (`reassoc`) and
//! that iterations depend on each other in no other way.

use rustc_hash::FxHashSet;
use tandem_ir::{Inst, Module, Opcode, Value};

use tandem_codegen::analysis::accesses::{Access, access};
use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::strides::Strides;
use tandem_codegen::analysis::uniformity::Uniformity;

/// `LLVMFastMathAllowReassoc`.
const REASSOC: u32 = 1;

/// A loop that all work-items run together.
pub struct ContiguousLoop<'a, 'm> {
    cfg: &'a Cfg<'m>,
    header: BlockId,
    insts: Vec<Inst<'m>>,
    inside: FxHashSet<Value<'m>>,
    exiting: usize,
}

impl<'a, 'm> ContiguousLoop<'a, 'm> {
    /// The innermost loop of a header and its blocks.
    pub fn new(cfg: &'a Cfg<'m>, header: BlockId, blocks: &[BlockId]) -> Self {
        let insts: Vec<_> = blocks.iter().flat_map(|id| cfg.block(*id).insts()).collect();
        let leaves = |id: &&BlockId| cfg.successors(**id).iter().any(|next| !blocks.contains(next));
        Self {
            cfg,
            header,
            inside: insts.iter().map(|inst| inst.value()).collect(),
            insts,
            exiting: blocks.iter().filter(leaves).count(),
        }
    }

    /// Whether the loop's iterations are the better lanes, and can be.
    pub fn should_stay_innermost(&self, module: &'m Module, uniformity: &Uniformity<'m>) -> bool {
        let accesses: Vec<_> = self.insts.iter().filter_map(|inst| access(*inst)).collect();
        let across = uniformity.strides(module);
        let across = accesses.iter().filter(|access| across.scatters(access)).count();
        if across == 0 || self.exiting != 1 {
            return false;
        }
        let Some(carried) = self.carried(module) else {
            return false;
        };
        let inductions = carried.iter().filter_map(|phi| match phi {
            Carried::Induction { phi, stride } => Some((*phi, *stride)),
            Carried::Sum { .. } => None,
        });
        let along = Strides::new(module, inductions, |value| !self.inside.contains(&value));
        let keeps_memory = self.insts.iter().filter(|inst| inst.opcode() == Opcode::LLVMStore).all(|store| {
            let Access { address, .. } = access(*store).expect("a store");
            along.of(address) != Some(0) || self.ends_sum(store.operand(0), &carried) && !self.loads_from(address)
        });
        keeps_memory && accesses.iter().filter(|access| along.scatters(access)).count() < across
    }

    /// The roles of the header's phis; `None` if LLVM could not vectorize one.
    fn carried(&self, module: &'m Module) -> Option<Vec<Carried<'m>>> {
        let header = self.cfg.block(self.header).insts().into_iter();
        let phis = header.take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
        phis.map(|phi| {
            let mut next = phi.incoming().into_iter().filter(|(_, from)| self.is_inside(*from)).map(|(value, _)| value);
            let (Some(next), None) = (next.next(), next.next()) else {
                return None;
            };
            self.induction(module, phi, next).or_else(|| self.sum(phi, next))
        })
        .collect()
    }

    fn is_inside(&self, block: tandem_ir::Block<'m>) -> bool {
        block.terminator().is_some_and(|end| self.inside.contains(&end.value()))
    }

    /// A phi that grows by the same in each iteration.
    fn induction(&self, module: &'m Module, phi: Inst<'m>, next: Value<'m>) -> Option<Carried<'m>> {
        let inst = next.as_inst()?;
        let operands = inst.operands();
        let [first, second] = operands[..] else {
            return None;
        };
        let step = match inst.opcode() {
            Opcode::LLVMAdd if second == phi.value() => first,
            Opcode::LLVMAdd | Opcode::LLVMGetElementPtr if first == phi.value() => second,
            _ => return None,
        };
        if self.inside.contains(&step) {
            return None;
        }
        let unit = match next.gep_source_type() {
            Some(ty) if inst.opcode() == Opcode::LLVMGetElementPtr => i64::try_from(module.size_of(ty)).ok(),
            _ => Some(1),
        };
        let stride = step.const_i64().zip(unit).and_then(|(step, unit)| step.checked_mul(unit));
        Some(Carried::Induction { phi: phi.value(), stride })
    }

    /// A phi that is combined with something in each iteration, in any order:
    /// one operation after the other uses it, up to the last.
    fn sum(&self, phi: Inst<'m>, last: Value<'m>) -> Option<Carried<'m>> {
        let mut at = phi;
        while at.value() != last {
            let mut users = at.value().users().into_iter().filter(|user| self.inside.contains(user));
            let (Some(user), None) = (users.next().and_then(Value::as_inst), users.next()) else {
                return None;
            };
            if !is_reorderable(user) {
                return None;
            }
            at = user;
        }
        (at != phi).then_some(Carried::Sum { last })
    }

    fn ends_sum(&self, value: Value<'m>, carried: &[Carried<'m>]) -> bool {
        carried.iter().any(|phi| matches!(phi, Carried::Sum { last } if *last == value))
    }

    fn loads_from(&self, address: Value<'m>) -> bool {
        self.insts.iter().any(|inst| inst.opcode() == Opcode::LLVMLoad && inst.operand(0) == address)
    }
}

/// A value that a loop carries from one iteration to the next.
enum Carried<'m> {
    /// Grows by the same amount in each iteration: `stride`, if that is constant.
    Induction {
        /// Its phi.
        phi: Value<'m>,
        /// The growth per iteration.
        stride: Option<i64>,
    },
    /// Collects something of all iterations.
    Sum {
        /// The value at the end of an iteration.
        last: Value<'m>,
    },
}

/// Whether a chain of such operations gives the same in any order, as far as the program cares.
fn is_reorderable(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMFAdd | LLVMFMul => inst.fast_math() & REASSOC != 0,
        LLVMAdd | LLVMMul | LLVMAnd | LLVMOr | LLVMXor => true,
        _ => false,
    }
}
