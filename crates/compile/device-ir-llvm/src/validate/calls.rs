//! Calls of builtins: signatures, constants that the contract requires, and whether the device has the builtin.

use tandem_device_ir::{Builtin, Callee, Device, GroupOperation, MemorySemantics, Scope, SignatureClass, Slot};
use tandem_image::demangle;
use tandem_ir::{Function, Inst, Module, Value};

use super::Report;
use super::ids::Ids;
use super::violation::{ArgumentProblem, ViolationKind};
use crate::callees::Callees;
use crate::types::value_type;

pub(super) fn check<'m>(
    module: &'m Module,
    callees: &Callees<'m>,
    device: Option<&'static Device>,
    report: &mut Report,
) {
    for function in module.functions() {
        match callees.get(function) {
            Callee::Builtin(builtin) => Check { ids: Ids { module, callees }, function, builtin, device }.run(report),
            Callee::UnknownBuiltin => {
                for call in function.calls() {
                    report.at(call, ViolationKind::UnknownBuiltin(demangle::symbol(&function.name())));
                }
            }
            Callee::Marker(marker) => {
                for call in function.calls() {
                    report.at(call, ViolationKind::Marker(marker.symbol()));
                }
            }
            Callee::Device(_) | Callee::Intrinsic | Callee::C(_) | Callee::Symbol => {}
        }
    }
}

/// The check of one declared builtin.
struct Check<'a, 'm> {
    ids: Ids<'a, 'm>,
    function: Function<'m>,
    builtin: Builtin,
    device: Option<&'static Device>,
}

impl<'m> Check<'_, 'm> {
    fn run(&self, report: &mut Report) {
        let users = self.function.value().users();
        let calls: Vec<_> =
            users.iter().filter_map(|user| user.as_inst()).filter(|inst| self.is_callee(*inst)).collect();
        if calls.len() < users.len() {
            report.in_module(ViolationKind::AddressTaken(self.builtin));
        }
        let Some(first) = calls.first() else { return };
        if let Some(device) = self.device.filter(|device| !device.provides(self.builtin)) {
            report.at(*first, ViolationKind::Unsupported { builtin: self.builtin, device: device.name });
            return;
        }
        let ty = self.function.function_type();
        let params: Vec<_> = ty.params().into_iter().map(value_type).collect();
        if let Err(mismatch) = self.builtin.check(value_type(ty.return_type()), &params) {
            report.at(*first, ViolationKind::Signature { builtin: self.builtin, mismatch });
            return;
        }
        for call in calls {
            if call.called_type() != Some(ty) {
                report.at(call, ViolationKind::CallType(self.builtin));
            } else if let Some(signature) = self.builtin.signature() {
                self.arguments(call, signature.params, report);
            }
        }
    }

    fn is_callee(&self, inst: Inst<'m>) -> bool {
        inst.is_call()
            && inst.called_function() == Some(self.function)
            && inst.args().iter().all(|arg| *arg != self.function.value())
    }

    fn arguments(&self, call: Inst<'m>, slots: &[Slot], report: &mut Report) {
        let args = call.args();
        for ((arg, slot), operand) in args.iter().zip(slots).zip(self.builtin.operands()) {
            if let Some(problem) = self.argument(*arg, *slot, &args) {
                report.at(call, ViolationKind::Argument { builtin: self.builtin, operand, problem });
            }
        }
    }

    /// The problem with an argument that must be the same for all work-items, if there is one.
    fn argument(&self, arg: Value<'m>, slot: Slot, args: &[Value<'m>]) -> Option<ArgumentProblem> {
        let known = arg.const_u64();
        match slot {
            Slot::Scope | Slot::GroupScope | Slot::Semantics | Slot::GroupOperation | Slot::Literal
                if known.is_none() && self.ids.differs(arg).is_some() =>
            {
                Some(ArgumentProblem::NotConstant)
            }
            Slot::Scope | Slot::GroupScope => {
                let possible = slot.scopes()?;
                let found = known?;
                let is_possible = Scope::from_number(found).is_some_and(|scope| possible.contains(&scope));
                (!is_possible).then_some(ArgumentProblem::Scope { found, possible })
            }
            Slot::Semantics => {
                let found = known?;
                MemorySemantics::from_bits(found).is_none().then_some(ArgumentProblem::Semantics(found))
            }
            Slot::GroupOperation => self.group_operation(known?, args),
            _ => None,
        }
    }

    fn group_operation(&self, number: u64, args: &[Value<'m>]) -> Option<ArgumentProblem> {
        let Some(operation) = GroupOperation::from_number(number) else {
            return Some(ArgumentProblem::GroupOperation(number));
        };
        let Builtin::Instruction(instruction) = self.builtin else { return None };
        let takes_cluster = matches!(
            instruction.signature(),
            SignatureClass::ClusterInt | SignatureClass::ClusterFloat | SignatureClass::ClusterBool
        );
        if operation != GroupOperation::ClusteredReduce {
            return None;
        }
        match args.get(3).filter(|_| takes_cluster) {
            None => Some(ArgumentProblem::NoClusterSize),
            Some(size) => {
                let size = size.const_u64().filter(|size| !size.is_power_of_two())?;
                Some(ArgumentProblem::ClusterSize(size))
            }
        }
    }
}
