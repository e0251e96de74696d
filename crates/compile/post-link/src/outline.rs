//! Outlining: finds the code of a translation unit that belongs to the device and
//! removes everything else.

use tandem_device_ir_llvm::declare_effects;
use tandem_ir::{EditableModule, Function, Module};

use super::diagnostics::Diagnostics;
use super::{kernel_attributes, kernel_info, prune};

/// Drops the host's code: leaves kernel entries, `SYCL_EXTERNAL` functions and the functions that they reach.
/// Annotations and host attributes become the attributes of [`kernel_info`]. Returns the names of the external
/// functions defined here.
pub fn run(module: &mut Module, entries: Vec<String>) -> Result<Vec<String>, Diagnostics> {
    let edited = module.edit();
    resolve_aliases(edited);
    kernel_attributes::collect(edited)?;
    let externals: Vec<String> = edited
        .functions()
        .into_iter()
        .filter(|function| kernel_info::is_external(*function) && !function.is_declaration())
        .map(Function::name)
        .collect();
    for entry in entries.iter().filter_map(|name| edited.function(name)) {
        if entry.global().is_local() {
            kernel_info::set_internal(edited, entry);
        }
    }
    let roots: Vec<String> = entries.into_iter().chain(externals.iter().cloned()).collect();
    prune::run(module, &roots)?;
    let module = module.edit();
    for function in module.functions() {
        // The front end's attributes refer to the host's CPU and would prevent inlining.
        function.retain_string_attributes(module, kernel_info::is_attribute);
    }
    // Overrides the declarations in headers: unused calls of builtins without effects are removed, equal ones are
    // merged.
    declare_effects(module);
    Ok(externals)
}

/// Makes users of an alias (constructors of two names, for example) use the
/// aliased function.
fn resolve_aliases(module: &EditableModule) {
    for alias in module.aliases() {
        if let Some(aliasee) = module.aliasee(alias) {
            alias.replace_all_uses_with(module, aliasee);
        }
    }
}
