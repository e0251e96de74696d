//! The functions that a kernel reaches, and the symbols that are undefined there.

use rustc_hash::FxHashSet;
use tandem_device_ir::AddressSpace;
use tandem_image::demangle;
use tandem_ir::{Function, Module, SPIR_KERNEL, Value, ValueKind};

use crate::error::{Error, Result, Undefined};
use crate::names::{is_symbol, original_name};

/// The kernels that the module defines.
pub fn kernels(module: &Module) -> Vec<Function<'_>> {
    let is_kernel = |function: &Function<'_>| function.call_conv() == SPIR_KERNEL && !function.is_declaration();
    module.functions().into_iter().filter(is_kernel).collect()
}

/// Checks that every symbol that the kernels reach is defined; functions may be missing if the object is `linkable`.
pub fn check(module: &Module, linkable: bool) -> Result<()> {
    let mut undefined: Vec<Undefined> = Vec::new();
    for kernel in kernels(module) {
        let mut walk = Walk::new(linkable);
        walk.enter(kernel);
        for symbol in walk.undefined {
            if undefined.iter().all(|known| known.symbol != symbol) {
                undefined.push(Undefined { symbol, kernel: kernel.name() });
            }
        }
    }
    if undefined.is_empty() { Ok(()) } else { Err(Error::Undefined(undefined)) }
}

/// Refuses kernels that use one of these variables: each object would have its own.
pub fn check_variables(module: &Module, elsewhere: &[String]) -> Result<()> {
    if elsewhere.is_empty() {
        return Ok(());
    }
    for kernel in kernels(module) {
        let mut walk = Walk::new(true);
        walk.enter(kernel);
        if let Some(variable) = walk.variables.into_iter().find(|name| elsewhere.contains(name)) {
            let name = demangle::symbol(&variable);
            let problem = format!("uses variable `{name}` of a unit that was compiled with different options");
            return Err(Error::in_kernel(&original_name(kernel), problem));
        }
    }
    Ok(())
}

struct Walk<'m> {
    linkable: bool,
    entered: FxHashSet<Function<'m>>,
    undefined: Vec<String>,
    /// The variables that were seen, without those that each work-group has.
    variables: FxHashSet<String>,
}

impl<'m> Walk<'m> {
    fn new(linkable: bool) -> Self {
        let (entered, variables) = (FxHashSet::default(), FxHashSet::default());
        Self { linkable, entered, undefined: Vec::new(), variables }
    }

    fn enter(&mut self, function: Function<'m>) {
        if !self.entered.insert(function) {
            return;
        }
        let mut constants = FxHashSet::default();
        for inst in function.insts() {
            for operand in inst.operands() {
                self.visit(operand, &mut constants);
            }
        }
    }

    fn visit(&mut self, value: Value<'m>, constants: &mut FxHashSet<Value<'m>>) {
        match value.kind() {
            ValueKind::Function => {
                let function = value.as_function().expect("a function");
                let name = function.name();
                if !function.is_declaration() {
                    self.enter(function);
                } else if !self.linkable && is_symbol(&name) {
                    self.undefined.push(name);
                }
            }
            ValueKind::Global => {
                let global = value.as_global().expect("a variable");
                if global.address_space() != AddressSpace::Local.number() {
                    if global.is_declaration() {
                        self.undefined.push(global.name());
                    }
                    self.variables.insert(global.name());
                }
                self.visit_parts(global.initializer().into_iter().collect(), constants);
            }
            ValueKind::ConstExpr | ValueKind::ConstAggregate if constants.insert(value) => {
                self.visit_parts(value.operands(), constants);
            }
            _ => {}
        }
    }

    fn visit_parts(&mut self, parts: Vec<Value<'m>>, constants: &mut FxHashSet<Value<'m>>) {
        parts.into_iter().for_each(|part| self.visit(part, constants));
    }
}
