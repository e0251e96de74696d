//! Calls of builtins: signatures, constants that the contract asks for, and
//! whether the device has the builtin.

use tandem_device_ir::{Builtin, Callee, Device, GroupOperation, MemorySemantics, Scope, SignatureClass, Slot};
use tandem_image::demangle;
use tandem_ir::{Function, Inst, Module, Value};

use super::Report;
use super::ids::Ids;
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
                    report.at(call, format!("there is no builtin `{}`", demangle::symbol(&function.name())));
                }
            }
            Callee::Marker(marker) => {
                for call in function.calls() {
                    report.at(call, format!("`{}` is for the headers alone", marker.symbol()));
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
            report
                .in_module(format!("the address of builtin `{}` is taken; only calls of it are possible", self.name()));
        }
        let Some(first) = calls.first() else { return };
        if let Some(device) = self.device.filter(|device| !device.provides(self.builtin)) {
            report.at(*first, format!("`{}` is not supported on the {} device", self.name(), device.name));
            return;
        }
        let ty = self.function.function_type();
        let params: Vec<_> = ty.params().into_iter().map(value_type).collect();
        if let Err(mismatch) = self.builtin.check(value_type(ty.return_type()), &params) {
            let expected = self.builtin.signature_text();
            report.at(*first, format!("`{}` has the signature {expected}; {mismatch}", self.name()));
            return;
        }
        for call in calls {
            if call.called_type() != Some(ty) {
                report.at(call, format!("the call of `{}` has another type than its declaration", self.name()));
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
        for ((arg, slot), name) in args.iter().zip(slots).zip(self.builtin.operands()) {
            if let Some(problem) = self.argument(*arg, *slot, &args) {
                report.at(call, format!("argument `{name}` of `{}` {problem}", self.name()));
            }
        }
    }

    /// What is wrong with an argument that has to be the same for all work-items.
    fn argument(&self, arg: Value<'m>, slot: Slot, args: &[Value<'m>]) -> Option<String> {
        let known = arg.const_u64();
        match slot {
            Slot::Scope | Slot::GroupScope | Slot::Semantics | Slot::GroupOperation | Slot::Literal
                if known.is_none() && self.ids.differs(arg).is_some() =>
            {
                Some("differs between work-items; it must be a constant".to_owned())
            }
            Slot::Scope | Slot::GroupScope => {
                let possible = slot.scopes()?;
                let found = known?;
                let is_possible = Scope::from_number(found).is_some_and(|scope| possible.contains(&scope));
                let names: Vec<_> = possible.iter().map(|scope| format!("{} ({scope:?})", scope.number())).collect();
                (!is_possible).then(|| format!("is scope {found}; possible are {}", names.join(", ")))
            }
            Slot::Semantics => {
                let found = known?;
                let message =
                    || format!("is {found:#x}, which are no memory semantics: at most one order, no unknown bits");
                MemorySemantics::from_bits(found).is_none().then(message)
            }
            Slot::GroupOperation => self.group_operation(known?, args),
            _ => None,
        }
    }

    fn group_operation(&self, number: u64, args: &[Value<'m>]) -> Option<String> {
        let names = || {
            let all = GroupOperation::ALL.map(|operation| format!("{} ({operation:?})", operation as u32));
            format!("is group operation {number}; possible are {}", all.join(", "))
        };
        let Some(operation) = GroupOperation::from_number(number) else { return Some(names()) };
        let Builtin::Instruction(instruction) = self.builtin else { return None };
        let takes_cluster = matches!(
            instruction.signature(),
            SignatureClass::ClusterInt | SignatureClass::ClusterFloat | SignatureClass::ClusterBool
        );
        if operation != GroupOperation::ClusteredReduce {
            return None;
        }
        match args.get(3).filter(|_| takes_cluster) {
            None => Some("is a clustered reduction, for which a cluster size has to follow the value".to_owned()),
            Some(size) => {
                let size = size.const_u64().filter(|size| !size.is_power_of_two())?;
                Some(format!("is a clustered reduction, whose cluster size must be a power of two, not {size}"))
            }
        }
    }

    fn name(&self) -> String {
        self.builtin.base_name()
    }
}
