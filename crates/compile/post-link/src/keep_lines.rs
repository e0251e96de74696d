//! Preserves source lines and variables of device code that is not optimized.
//!
//! Post-link converts all code to SSA form, because closures have to become
//! arguments. This would turn `int value = f(x);` into a value without an
//! instruction, at which a debugger could not stop. Stores to variables of
//! arithmetic types are therefore made volatile, so that each remains, with its
//! line, in machine code. Variables of the user's functions whose types are described
//! stay in memory as a whole.

use tandem_ir::{AttributePlace, EditableModule, Frame, Function, Inst, Opcode, PinnedVariables};

use super::headers::Headers;

/// Keeps the assignments of all functions that have lines.
pub fn run(module: &EditableModule) {
    let with_lines = module.functions().into_iter().filter(|function| function.subprogram().is_some());
    for assignment in with_lines.flat_map(assignments) {
        assignment.set_volatile(module, true);
    }
}

/// The stores of a function that assign a variable of arithmetic type. Pointers are excluded: their address spaces are
/// inferred from SSA form.
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

/// Keeps the variables of the user's functions in memory. Those of the headers are left out: the arguments that they
/// pass on, as scopes of synchronization, must stay constants. Where a function is inlined anyway, there is none to
/// stop in.
pub fn pin_variables(module: &EditableModule) -> PinnedVariables {
    let headers = Headers::of(module);
    PinnedVariables::pin(module, |function| {
        !is_of_headers(&headers, function) && !function.has_attribute(AttributePlace::Function, "alwaysinline")
    })
}

/// Whether a function is defined in the headers.
fn is_of_headers(headers: &Headers, function: Function<'_>) -> bool {
    function.subprogram().is_some_and(|scope| {
        let (directory, file) = scope.file();
        headers.contain(&Frame { file, directory, line: scope.subprogram_line(), column: 0 })
    })
}
