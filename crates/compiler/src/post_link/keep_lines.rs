//! Device code that is not optimized keeps its source lines.
//!
//! Post-link brings even such code into SSA form, because closures have to
//! dissolve into arguments; what is left of `int value = f(x);` would be a value
//! without an instruction, and a debugger could not stop there. Assignments to
//! variables of arithmetic types are made volatile, so that each stays a store,
//! with its line, down to the machine code.

use tandem_ir::{Function, Inst, Module, Opcode};

/// Keeps the assignments of all functions that have lines.
pub fn run(module: &Module) {
    let with_lines = module.functions().into_iter().filter(|function| function.subprogram().is_some());
    for assignment in with_lines.flat_map(assignments) {
        assignment.set_volatile(true);
    }
}

/// The stores of a function that assign a variable of arithmetic type. Pointers
/// are left alone: their address spaces are inferred from SSA form.
fn assignments(function: Function<'_>) -> Vec<Inst<'_>> {
    let insts = function.blocks().into_iter().flat_map(|block| block.insts());
    insts
        .filter(|inst| inst.opcode() == Opcode::LLVMStore && inst.debug_loc().is_some() && is_variable(*inst))
        .collect()
}

/// Whether a store's target is such a variable.
fn is_variable(store: Inst<'_>) -> bool {
    let target = store.operand(1).as_inst().and_then(Inst::allocated_type);
    target.is_some_and(|ty| ty.is_int() || ty.is_float())
}
