//! Reasons why code stays slow when neighbouring work-items run at once: accesses that are not adjacent, operations
//! that run lane by lane, and branches at which work-items wait for each other.

use tandem_codegen::analysis::accesses::{Access, access, is_plain};
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::Shape;
use tandem_image::demangle;
use tandem_ir::{Inst, Intrinsic, Module, Opcode, TypeKind, Value};

use super::body::Body;
use super::instructions::is_hint;
use super::one_atomic::OneAtomic;
use super::private::PrivateMemory;
use super::shapes::Shapes;
use super::vector_forms::VectorForm;

/// An instruction, and why it is slow.
pub struct Finding<'m> {
    /// The instruction.
    pub inst: Inst<'m>,
    /// The reason, for users.
    pub text: String,
}

/// Code for neighbouring work-items.
pub struct Code<'a, 'm> {
    /// Its module.
    pub module: &'m Module,
    /// The code that each work-item runs.
    pub body: &'a Body<'m>,
    /// How values differ.
    pub shapes: &'a Shapes<'m>,
    /// The work-items' private variables.
    pub private: &'a PrivateMemory<'m>,
}

impl<'m> Code<'_, 'm> {
    /// The slow instructions of the code.
    pub fn findings(&self) -> Vec<Finding<'m>> {
        let find_in = |id: BlockId| {
            let insts = self.body.cfg.block(id).insts().into_iter();
            insts.filter_map(move |inst| self.slow(id, inst).map(|text| Finding { inst, text }))
        };
        self.body.order.iter().flat_map(|id| find_in(*id)).collect()
    }

    fn slow(&self, id: BlockId, inst: Inst<'m>) -> Option<String> {
        use Opcode::*;
        let varies = self.shapes.of(inst.value()) == Shape::Varying;
        match inst.opcode() {
            LLVMBr | LLVMSwitch => self.branch(id, inst),
            LLVMLoad | LLVMStore if !is_plain(inst) => Some(one_by_one("volatile or atomic access")),
            LLVMLoad if !varies => None,
            LLVMLoad | LLVMStore => self.strided(inst),
            LLVMAtomicRMW if OneAtomic::of(inst, self.shapes).is_some() => None,
            LLVMAtomicRMW | LLVMAtomicCmpXchg => Some(one_by_one("atomic operation")),
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem if varies && !inst.operand(1).is_const() => {
                Some(one_by_one("integer division"))
            }
            LLVMFRem if varies => Some(one_by_one("floating-point remainder")),
            LLVMCall if varies || inst.ty().kind() == TypeKind::Void => call(inst),
            _ => None,
        }
    }

    /// A load or store whose lanes are not adjacent.
    fn strided(&self, inst: Inst<'m>) -> Option<String> {
        let Access { address, ty } = access(inst)?;
        let bytes = self.module.size_of(ty);
        let name = if inst.opcode() == Opcode::LLVMLoad { "load" } else { "store" };
        match self.shapes.of(address) {
            Shape::Affine { stride, .. } if stride == 0 || stride.unsigned_abs() == bytes => None,
            _ if self.is_private(address) => {
                Some(format!("scattered {name}: each work-item has its own copy of this private variable"))
            }
            Shape::Affine { stride, .. } => {
                let apart = stride.unsigned_abs();
                Some(format!("strided {name}: neighbouring work-items {name} {bytes} bytes each, {apart} bytes apart"))
            }
            Shape::Varying => Some(format!("scattered {name}: neighbouring work-items {name} at no fixed distance")),
        }
    }

    /// Whether an address is in a variable of the work-item's own: distances are not those of the source then.
    fn is_private(&self, address: Value<'m>) -> bool {
        let is_variable = |inst: Inst<'m>| self.private.variables.iter().any(|variable| variable.alloca == inst);
        let base = |inst: &Inst<'m>| match inst.opcode() {
            Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast => inst.operand(0).as_inst(),
            _ => None,
        };
        self.private.is_scaled(address) || std::iter::successors(address.as_inst(), base).any(is_variable)
    }

    /// A branch at the end of a block where work-items part.
    fn branch(&self, id: BlockId, end: Inst<'m>) -> Option<String> {
        if !self.shapes.is_divergent(id) || self.shapes.is_uniform(end.operand(0)) {
            return None;
        }
        let mut successors = self.body.cfg.successors(id).iter();
        let text = if successors.clone().any(|to| self.body.leaves_loop(id, *to)) {
            "loop: work-items leave it at different times; those that have left wait"
        } else if successors.any(|to| self.body.post_dominators[id] == Some(*to)) {
            "branch: work-items that do not take it wait for those that do"
        } else {
            "branch: work-items take different paths, which run one after the other"
        };
        Some(text.to_owned())
    }
}

fn one_by_one(what: &str) -> String {
    format!("{what}: one work-item at a time")
}

fn call(inst: Inst<'_>) -> Option<String> {
    if is_hint(inst) || VectorForm::of(inst).is_some() {
        return None;
    }
    if inst.intrinsic().is_some_and(Intrinsic::is_memory_block) {
        return Some(one_by_one("copying or filling memory"));
    }
    let name = inst.called_function().map(|function| format!("call of `{}`", demangle::symbol(&function.name())));
    Some(one_by_one(name.as_deref().unwrap_or("indirect call")))
}
