//! Functions and variables that the code of an entry can reach.

use tandem_ir::{Function, Inst, Value, ValueKind};

/// Everything that an entry reaches: itself, the functions that it calls or whose addresses it takes, and the
/// variables that these use.
pub fn reached(entry: Function<'_>) -> Vec<Value<'_>> {
    let mut reached = vec![entry.value()];
    let mut next = 0;
    while let Some(value) = reached.get(next).copied() {
        next += 1;
        let parts = match value.kind() {
            ValueKind::Function => {
                value.as_function().into_iter().flat_map(Function::insts).flat_map(|inst| inst.operands()).collect()
            }
            ValueKind::Global => value.as_global().and_then(|global| global.initializer()).into_iter().collect(),
            _ => value.operands(),
        };
        for part in parts {
            let is_const = matches!(
                part.kind(),
                ValueKind::Function | ValueKind::Global | ValueKind::ConstExpr | ValueKind::ConstAggregate
            );
            if is_const && !reached.contains(&part) {
                reached.push(part);
            }
        }
    }
    reached
}

/// Whether a reached function calls others through pointers from memory, which may do anything that a function of the
/// program does.
pub fn calls_any(reached: &[Value<'_>]) -> bool {
    let functions = reached.iter().filter_map(|value| value.as_function());
    functions.flat_map(Function::insts).any(is_pointer_call)
}

/// Whether an instruction calls an unknown function.
pub fn is_pointer_call(inst: Inst<'_>) -> bool {
    let callee = inst.callee().filter(|_| inst.is_call()).map(|callee| callee.kind());
    callee.is_some_and(|kind| !matches!(kind, ValueKind::Function | ValueKind::InlineAsm))
}
