//! Selects the units of archives that are linked.
//!
//! The host's linker does not use all members of an archive. Kernels of the other members cannot be launched, but
//! device code of the program may still call their functions.

use std::collections::{HashMap, HashSet};

use tandem_ir::{Context, Function, Global, Module};

use super::diagnostics::Diagnostics;
use super::names::is_builtin;
use super::split::{is_linkable, shared_variables};
use super::unit::Unit;

/// The functions and variables that a unit provides and requires, by name.
struct Interface {
    defined: Vec<String>,
    undefined: Vec<String>,
}

impl Interface {
    fn of(unit: &Unit) -> Result<Self, Diagnostics> {
        let ctx = Context::new();
        let module = Module::parse(&ctx, &unit.bitcode, &unit.file)?;
        let functions = module.functions().into_iter().filter(|function| is_linkable(*function));
        let (undefined, defined): (Vec<Function<'_>>, Vec<_>) =
            functions.partition(|function| function.is_declaration());
        let (unknown, known): (Vec<Global<'_>>, Vec<_>) =
            shared_variables(&module).into_iter().partition(|global| global.is_declaration());
        let names = |functions: Vec<Function<'_>>, globals: Vec<Global<'_>>| {
            let globals = globals.into_iter().map(Global::name);
            functions.into_iter().map(Function::name).filter(|name| !is_builtin(name)).chain(globals).collect()
        };
        Ok(Self { defined: names(defined, known), undefined: names(undefined, unknown) })
    }
}

/// Adds those units of `members` that define something which the code lacks. As on the host, the first definition
/// counts.
///
/// # Errors
/// Damaged units.
pub fn add_needed(units: &mut Vec<Unit>, members: Vec<Unit>) -> Result<(), Diagnostics> {
    if members.is_empty() {
        return Ok(());
    }
    let mut defined: HashSet<String> = HashSet::new();
    let mut lacking: Vec<String> = Vec::new();
    for unit in units.iter() {
        let interface = Interface::of(unit)?;
        defined.extend(interface.defined);
        lacking.extend(interface.undefined);
    }
    let interfaces: Vec<Interface> = members.iter().map(Interface::of).collect::<Result<_, _>>()?;
    let mut providers: HashMap<&str, usize> = HashMap::new();
    for (index, interface) in interfaces.iter().enumerate() {
        for name in &interface.defined {
            providers.entry(name).or_insert(index);
        }
    }
    let mut is_needed = vec![false; members.len()];
    while let Some(name) = lacking.pop() {
        let provider = providers.get(name.as_str()).copied().filter(|_| !defined.contains(&name));
        if let Some(index) = provider {
            is_needed[index] = true;
            defined.extend(interfaces[index].defined.iter().cloned());
            lacking.extend(interfaces[index].undefined.iter().cloned());
        }
    }
    units.extend(members.into_iter().zip(is_needed).filter_map(|(unit, is_needed)| is_needed.then_some(unit)));
    Ok(())
}
