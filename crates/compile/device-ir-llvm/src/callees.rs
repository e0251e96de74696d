//! The roles of the functions that a module declares.

use rustc_hash::FxHashMap;
use tandem_device_ir::{Builtin, Callee};
use tandem_ir::{Function, Inst, Module};

/// The role of each declared function of a module. Functions that are declared later are not included.
#[derive(Debug, Default)]
pub struct Callees<'m>(FxHashMap<Function<'m>, Callee>);

impl<'m> Callees<'m> {
    /// Reads the names of the functions that the module declares.
    pub fn of(module: &'m Module) -> Self {
        let declared = module.functions().into_iter().filter(|function| function.is_declaration());
        Self(declared.map(|function| (function, Callee::of(&function.name()))).collect())
    }

    /// Reads the names of the declared functions that a function calls.
    pub fn called_by(function: Function<'m>) -> Self {
        let mut callees = FxHashMap::default();
        let called = function.insts().into_iter().filter(|inst| inst.is_call()).filter_map(Inst::called_function);
        for callee in called.filter(|callee| callee.is_declaration()) {
            callees.entry(callee).or_insert_with(|| Callee::of(&callee.name()));
        }
        Self(callees)
    }

    /// The role of a function; [`Callee::Symbol`] if the module defines it.
    pub fn get(&self, function: Function<'m>) -> Callee {
        self.0.get(&function).copied().unwrap_or(Callee::Symbol)
    }

    /// The builtin that an instruction calls, if it does.
    pub fn builtin(&self, inst: Inst<'m>) -> Option<Builtin> {
        if inst.is_call() { self.get(inst.called_function()?).builtin() } else { None }
    }

    /// All builtins that the module declares.
    pub fn builtins(&self) -> impl Iterator<Item = (Function<'m>, Builtin)> {
        self.0.iter().filter_map(|(function, callee)| Some((*function, callee.builtin()?)))
    }
}
