//! The device library: functions of C that device code calls and that are not builtins. Its sources are in
//! `device_library/`; a unit gets internal copies of the functions that it uses.

use std::collections::HashSet;

use tandem_ir::{AttributePlace, Function, Linkage, Module};

use super::diagnostics::Diagnostics;
use super::{kernel_info, names, prune};

static BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/device_library.bc"));

/// Links in the functions that the unit calls.
pub fn link(module: &mut Module) -> Result<(), Diagnostics> {
    let undefined: HashSet<String> = module
        .functions()
        .into_iter()
        .filter(|function| function.is_declaration() && function.value().has_users())
        .map(Function::name)
        .filter(|name| !names::is_builtin(name))
        .collect();
    if undefined.is_empty() {
        return Ok(());
    }
    let mut library = Module::parse(module.context(), BITCODE, "device library")?;
    let defined = library.definitions().into_iter().map(Function::name);
    let wanted: Vec<String> = defined.filter(|name| undefined.contains(name)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    prune::run(&mut library, &wanted)?;
    let edited = library.edit();
    for function in edited.functions() {
        // Clang's attributes refer to the build's CPU and would prevent inlining.
        function.retain_string_attributes(edited, kernel_info::is_attribute);
    }
    module.link(library)?;
    let module = module.edit();
    for function in wanted.iter().filter_map(|name| module.function(name)) {
        function.global().set_linkage(module, Linkage::LLVMInternalLinkage);
        // LLVM would replace calls by calls of functions that are not linked in.
        function.add_attribute(module, AttributePlace::Function, "nobuiltin", 0);
    }
    Ok(())
}
