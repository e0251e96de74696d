//! The users of a function or variable: through constants, initial values and calls.

use std::collections::HashSet;

use tandem_ir::{Function, Inst, SPIR_KERNEL, Value};

/// The first instruction of the source that uses a symbol, directly or as part of a constant; `None` if there is none.
/// Instructions with a location in the source precede those without.
pub fn first_use(symbol: Value<'_>) -> Option<Inst<'_>> {
    let place = |inst: &Inst<'_>| {
        let line = inst.debug_loc().map(|location| (location.line(), location.column()));
        (line.is_none(), line)
    };
    reach(symbol, false).into_iter().filter_map(Value::as_inst).min_by_key(place)
}

/// A kernel that reaches a symbol.
pub fn kernel_of(symbol: Value<'_>) -> Option<Function<'_>> {
    let functions = reach(symbol, true).into_iter().filter_map(Value::as_function);
    functions.into_iter().find(|function| function.call_conv() == SPIR_KERNEL)
}

/// The users of a symbol, and their users. With `through_calls`, the users of an instruction's function are included.
fn reach(symbol: Value<'_>, through_calls: bool) -> Vec<Value<'_>> {
    let mut seen = HashSet::from([symbol]);
    let mut reached = vec![symbol];
    let mut next = 0;
    while let Some(current) = reached.get(next).copied() {
        next += 1;
        let users = match current.as_inst().and_then(Inst::block) {
            Some(block) if through_calls => vec![block.function().value()],
            Some(_) => Vec::new(),
            None => current.users(),
        };
        reached.extend(users.into_iter().filter(|user| seen.insert(*user)));
    }
    reached
}
