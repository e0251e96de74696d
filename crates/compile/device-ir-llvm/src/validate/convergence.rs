//! Convergence: operations that involve other work-items stay where all of them reach them. LLVM's passes respect
//! attributes of the builtins, and of the functions that reach them.

use tandem_ir::{AttributePlace, Function, Module};

use super::Report;
use super::violation::ViolationKind;
use crate::callees::Callees;
use crate::effects::{convergent_builtins, reaching};

pub(super) fn check<'m>(module: &'m Module, callees: &Callees<'m>, report: &mut Report) {
    let has = |function: Function<'m>, name| function.has_attribute(AttributePlace::Function, name);
    let builtins = convergent_builtins(module, callees);
    for (function, builtin) in &builtins {
        let Some(call) = function.calls().first().copied() else { continue };
        if has(*function, "speculatable") {
            report.at(call, ViolationKind::Speculatable(*builtin));
        }
        if !has(*function, "convergent") {
            report.at(call, ViolationKind::NotConvergent(*builtin));
        }
    }
    for (function, builtin) in reaching(builtins) {
        if !has(function, "convergent") {
            report.in_function(function, ViolationKind::ReachesConvergent(builtin));
        }
    }
}
