//! Variables that the host finds by name: device globals, and specialization constants of code that
//! is compiled ahead of time (`docs/internals/boundaries.md`, sections 7 and 9).

use tandem_ir::{Global, Module};
use tandem_native_cuda::{ASSERTION_SYMBOL, Variable};

use crate::symbols::ptx_name;

/// The variables of a module, before they have their symbols.
pub fn list(module: &Module) -> Vec<Variable> {
    let is_found = |global: &Global<'_>| {
        !global.is_declaration() && global.is_externally_initialized() && global.name() != ASSERTION_SYMBOL
    };
    let describe = |global: Global<'_>| {
        let name = global.name();
        Variable { symbol: ptx_name(&name), name, bytes: module.size_of(global.value_type()) }
    };
    module.globals().into_iter().filter(is_found).map(describe).collect()
}
