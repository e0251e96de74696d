//! Local memory: static and dynamic shared memory.
//!
//! Local-memory arguments are offsets in dynamic shared memory. A kernel's own variables are static
//! shared memory, if they fit there. Otherwise they take the beginning of dynamic shared memory.

use std::collections::HashMap;

use tandem_codegen::internal::Internal;
use tandem_device_ir::AddressSpace;
use tandem_ir::{Builder, EditableModule, Function, Global, Module, Value, replace_operands};
use tandem_native_cuda::{LOCAL_ARGUMENT_ALIGN, MAX_STATIC_LOCAL_BYTES};

use crate::reach::reached;

const LOCAL: u32 = AddressSpace::Local.number();

/// Dynamic shared memory; declared on first use.
pub fn dynamic_memory(module: &EditableModule) -> Global<'_> {
    let name = Internal::DynamicMemory.name();
    module.global(&name).unwrap_or_else(|| {
        let memory = module.add_global(&name, module.int(8).array(0), LOCAL);
        memory.set_align(module, LOCAL_ARGUMENT_ALIGN);
        memory
    })
}

/// Moves the variables of an entry to dynamic shared memory if they are too large for static shared
/// memory. Returns how many bytes they take there.
pub fn move_large_variables<'m>(module: &'m EditableModule, entry: Function<'m>) -> u32 {
    let variables = variables(entry);
    if end_of(module, &variables) <= u64::from(MAX_STATIC_LOCAL_BYTES) {
        return 0;
    }
    let memory = dynamic_memory(module);
    let mut places = HashMap::new();
    let mut end = 0;
    for variable in variables {
        let offset = place(module, &mut end, variable);
        places.insert(variable.value(), module.int(64).int(offset, false));
    }
    let functions = reached(entry).into_iter().filter_map(Value::as_function);
    for function in functions.filter(|function| !function.is_declaration()) {
        for inst in function.insts() {
            replace_operands(module, inst, &mut |value| {
                let offset = places.get(&value)?;
                let start = function.entry().expect("functions with bodies");
                Some(Builder::at_start(module, start).gep(module.int(8), memory.value(), &[*offset], true))
            });
        }
    }
    u32::try_from(end.next_multiple_of(u64::from(LOCAL_ARGUMENT_ALIGN))).unwrap_or(u32::MAX)
}

/// Bytes of static shared memory that an entry has.
pub fn static_bytes<'m>(module: &'m Module, entry: Function<'m>) -> u32 {
    u32::try_from(end_of(module, &variables(entry))).unwrap_or(u32::MAX)
}

/// The local variables that an entry reaches, in the order of the module.
fn variables(entry: Function<'_>) -> Vec<Global<'_>> {
    let dynamic = Internal::DynamicMemory.name();
    let variables = reached(entry).into_iter().filter_map(Value::as_global);
    variables.filter(|variable| variable.address_space() == LOCAL && variable.name() != dynamic).collect()
}

fn end_of(module: &Module, variables: &[Global<'_>]) -> u64 {
    let mut end = 0;
    for variable in variables {
        place(module, &mut end, *variable);
    }
    end
}

/// The offset of a variable after those placed so far.
fn place(module: &Module, end: &mut u64, variable: Global<'_>) -> u64 {
    let ty = variable.value_type();
    let offset = end.next_multiple_of(u64::from(variable.align().max(module.align_of(ty))));
    *end = offset + module.size_of(ty);
    offset
}
