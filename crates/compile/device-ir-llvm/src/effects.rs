//! The effects of builtins, apart from computing a value, as attributes that LLVM's passes respect.

use rustc_hash::FxHashSet;
use tandem_device_ir::{Builtin, Effects};
use tandem_ir::{AttributePlace, EditableModule, Function, Module};

use crate::callees::Callees;

/// Sets the attributes that follow from the effects of builtins, on the builtins that a module declares and on the
/// functions that reach convergent ones. Must be called on every new module before passes run; the
/// [validator](crate::validate()) checks it.
///
/// Calls through pointers are not followed: code generators refuse convergent builtins in functions that are called
/// that way.
pub fn declare_effects(module: &EditableModule) {
    let callees = Callees::of(module);
    for (function, builtin) in callees.builtins() {
        declare_builtin(module, function, builtin);
    }
    for (function, _) in reaching(convergent_builtins(module, &callees)) {
        function.add_attribute(module, AttributePlace::Function, "convergent", 0);
    }
}

/// Sets the attributes that follow from a builtin's effects on its declaration, regardless of the headers' declaration:
/// unused calls of pure ones are removed and equal ones are merged, and calls of convergent ones stay where they are.
pub fn declare_builtin(module: &EditableModule, function: Function<'_>, builtin: Builtin) {
    let add = |name| function.add_attribute(module, AttributePlace::Function, name, 0);
    add("nounwind");
    match builtin.effects() {
        Effects::Pure => {
            ["memory", "willreturn"].into_iter().for_each(add);
            // Ids and sizes cost little; a function must not be computed where the program does not.
            if matches!(builtin, Builtin::Variable(_)) {
                add("speculatable");
            }
            function.remove_attribute(module, AttributePlace::Function, "convergent");
            for call in function.calls() {
                call.remove_call_attribute(module, "convergent");
            }
        }
        Effects::Memory => add("willreturn"),
        Effects::Convergent => add("convergent"),
    }
}

/// The convergent builtins that a module declares, in its order.
pub(crate) fn convergent_builtins<'m>(module: &'m Module, callees: &Callees<'m>) -> Vec<(Function<'m>, Builtin)> {
    let builtins =
        module.functions().into_iter().filter_map(|function| Some((function, callees.get(function).builtin()?)));
    builtins.filter(|(_, builtin)| builtin.effects() == Effects::Convergent).collect()
}

/// The functions that call builtins, directly or through others, each with one that it reaches.
pub(crate) fn reaching<'m>(builtins: Vec<(Function<'m>, Builtin)>) -> Vec<(Function<'m>, Builtin)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut work = builtins;
    while let Some((function, builtin)) = work.pop() {
        for caller in function.calls().into_iter().filter_map(|call| Some(call.block()?.function())) {
            if seen.insert(caller) {
                found.push((caller, builtin));
                work.push((caller, builtin));
            }
        }
    }
    found
}
