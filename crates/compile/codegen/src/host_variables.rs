//! Variables that the host finds by name, and may read and write between
//! launches: device globals, and pointers to the memory of such, and emulated
//! specialization constants (`docs/internals/boundaries.md`, sections 7 and 9). They keep
//! their symbols.
//!
//! A variable that has a name could be written from anywhere, so the optimizer would reload it after every store. But
//! this module is the whole program: if it only loads the variable, one load at a kernel's start is enough.

use tandem_ir::{EditableModule, Global, Inst, Opcode, Value};

/// Address space of global memory in device IR.
const GLOBAL_SPACE: u32 = 1;

/// Marks the variables as unknown to the optimizer; those that are only loaded become constants.
pub fn mark(module: &EditableModule) {
    let variables = module.globals().into_iter().filter(|variable| {
        variable.address_space() == GLOBAL_SPACE && !variable.is_local() && !variable.is_declaration()
    });
    for variable in variables.filter(|variable| !variable.is_constant()) {
        variable.set_externally_initialized(module, true);
        variable.set_constant(module, is_only_loaded(variable));
    }
}

/// Makes all of them variables again, so that they get memory which can be
/// written.
pub fn make_writable(module: &EditableModule) {
    for variable in module.globals().into_iter().filter(|variable| variable.is_externally_initialized()) {
        variable.set_constant(module, false);
    }
}

fn is_only_loaded(variable: Global<'_>) -> bool {
    let is_load = |inst: Inst<'_>| inst.opcode() == Opcode::LLVMLoad && !inst.is_volatile();
    variable.value().users().into_iter().all(|user| Value::as_inst(user).is_some_and(is_load))
}
