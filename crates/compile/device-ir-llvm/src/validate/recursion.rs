//! Recursion, which kernels cannot have: the stack size of work-items is unknown.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_image::demangle;
use tandem_ir::{Function, Module, SPIR_KERNEL, Value};

use super::Report;
use super::violation::ViolationKind;

pub(super) fn check(module: &Module, report: &mut Report) {
    let uses = uses(module);
    let is_kernel = |function: &Function<'_>| function.call_conv() == SPIR_KERNEL && !function.is_declaration();
    let mut walk = Walk { uses: &uses, on_path: FxHashMap::default(), path: Vec::new() };
    for kernel in module.functions().into_iter().filter(is_kernel) {
        if let Some(cycle) = walk.enter(kernel) {
            let names: Vec<_> = cycle.iter().map(|function| demangle::symbol(&function.name())).collect();
            report.in_function(kernel, ViolationKind::Recursion(names));
        }
    }
}

/// The defined functions whose addresses each function uses, in its
/// instructions or in constants.
fn uses(module: &Module) -> FxHashMap<Function<'_>, Vec<Function<'_>>> {
    let mut uses: FxHashMap<Function<'_>, Vec<Function<'_>>> = FxHashMap::default();
    for function in module.definitions().into_iter() {
        let mut seen = FxHashSet::default();
        let mut work: Vec<Value<'_>> = vec![function.value()];
        let mut users = FxHashSet::default();
        while let Some(value) = work.pop() {
            for user in value.users() {
                match user.as_inst() {
                    Some(inst) => users.extend(inst.block().map(|block| block.function())),
                    None if seen.insert(user) => work.push(user),
                    None => {}
                }
            }
        }
        for user in users {
            uses.entry(user).or_default().push(function);
        }
    }
    uses
}

/// A walk over the functions that kernels reach, each of which is entered once.
struct Walk<'a, 'm> {
    uses: &'a FxHashMap<Function<'m>, Vec<Function<'m>>>,
    /// Functions that were entered: whether they are still on the path.
    on_path: FxHashMap<Function<'m>, bool>,
    path: Vec<Function<'m>>,
}

impl<'m> Walk<'_, 'm> {
    /// The first circle found, with its first function again at the end.
    fn enter(&mut self, function: Function<'m>) -> Option<Vec<Function<'m>>> {
        match self.on_path.get(&function) {
            Some(true) => {
                let from = self.path.iter().position(|other| *other == function).unwrap_or(0);
                return Some(self.path[from..].iter().copied().chain([function]).collect());
            }
            Some(false) => return None,
            None => {}
        }
        self.on_path.insert(function, true);
        self.path.push(function);
        let uses = self.uses;
        let cycle = uses.get(&function).into_iter().flatten().find_map(|used| self.enter(*used));
        self.path.pop();
        self.on_path.insert(function, false);
        cycle
    }
}
