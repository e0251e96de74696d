//! Operands of group operations that must be the same for all work-items of a group: the source of a broadcast, the
//! operands of an asynchronous copy, the address of a block.
//!
//! A program that breaks the rule has undefined behaviour, but only if it reaches the operation, in a group of several
//! work-items. An error therefore requires proof of all of that: the kernel requires such groups, each work-item that
//! ends runs the operation, and the operand [differs](super::ids).

use rustc_hash::FxHashSet;
use tandem_device_ir::{Builtin, GroupFunction, KernelAttribute, Participants, Role, Scope};
use tandem_ir::{Block, Function, Inst, Module, SPIR_KERNEL};

use super::Report;
use super::ids::{Ids, Neighbours};
use super::violation::{ArgumentProblem, ViolationKind};
use crate::callees::Callees;
use crate::effects::convergent_builtins;

pub(super) fn check<'m>(module: &'m Module, callees: &Callees<'m>, report: &mut Report) {
    let ids = Ids { module, callees };
    for (function, builtin) in convergent_builtins(module, callees) {
        let Builtin::Instruction(instruction) = builtin else { continue };
        let Role::Group(operation, participants) = instruction.role() else { continue };
        for call in function.calls() {
            let group = Group { operation, participants, operands: instruction.operands(), call };
            if let Some(operand) = group.differing_operand(&ids) {
                let problem = ArgumentProblem::NotUniform;
                report.at(call, ViolationKind::Argument { builtin, operand, problem });
            }
        }
    }
}

/// A call of a group operation.
struct Group<'m> {
    operation: GroupFunction,
    participants: Participants,
    operands: &'static [&'static str],
    call: Inst<'m>,
}

impl<'m> Group<'m> {
    /// The name of the operand that breaks the rule.
    fn differing_operand(&self, ids: &Ids<'_, 'm>) -> Option<&'static str> {
        let args = self.call.args();
        let (scope, first) = match self.participants {
            Participants::Subgroup => (Scope::Subgroup, 0),
            Participants::OfScope => (Scope::from_number(args.first()?.const_u64()?)?, 1),
        };
        let operands = self.operands.iter().zip(&args).skip(first).enumerate();
        let mut uniform = operands.filter(|(index, _)| self.operation.is_uniform_operand(*index));
        let breaks_rule = |arg| {
            let neighbours = ids.differs(arg);
            neighbours
                .is_some_and(|neighbours| self.kernel().is_some_and(|kernel| work_together(kernel, scope, neighbours)))
        };
        uniform.find(|(_, (_, arg))| breaks_rule(**arg)).map(|(_, (name, _))| *name)
    }

    /// The kernel, if each of its work-items that ends runs the operation.
    fn kernel(&self) -> Option<Function<'m>> {
        let block = self.call.block()?;
        let kernel = block.function();
        (kernel.call_conv() == SPIR_KERNEL && is_always_run(kernel, block)).then_some(kernel)
    }
}

/// Whether control cannot get to the end of a function without the block.
fn is_always_run<'m>(function: Function<'m>, block: Block<'m>) -> bool {
    let mut seen = FxHashSet::from_iter([block]);
    let mut work: Vec<_> = function.entry().into_iter().collect();
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        let successors = at.successors();
        if successors.is_empty() {
            return false;
        }
        work.extend(successors);
    }
    true
}

/// Whether each launch of a kernel has such neighbours in one group of the scope.
fn work_together(kernel: Function<'_>, scope: Scope, neighbours: Neighbours) -> bool {
    let sizes = kernel.int_metadata(KernelAttribute::RequiredWorkGroupSize.name()).unwrap_or_default();
    let sub_group = kernel.int_metadata(KernelAttribute::RequiredSubGroupSize.name()).unwrap_or_default();
    let is_sub_group = matches!(sub_group[..], [size] if size > 1);
    let is_group = sizes.iter().any(|size| *size > 1);
    match (scope, neighbours) {
        (Scope::Workgroup, Neighbours::Dimension(dimension)) => sizes.get(dimension).is_some_and(|size| *size > 1),
        (Scope::Workgroup, Neighbours::Group) => is_group,
        (Scope::Workgroup | Scope::Subgroup, Neighbours::SubGroup) => is_group && is_sub_group,
        // Sub-groups are made of work-items whose linear ids follow each other.
        (Scope::Subgroup, Neighbours::Dimension(dimension)) => {
            dimension == 0 && sizes.first().is_some_and(|size| *size > 1) && is_sub_group
        }
        (Scope::Subgroup, Neighbours::Group) => is_group && is_sub_group,
        (Scope::CrossDevice | Scope::Device | Scope::Invocation, _) => false,
    }
}
