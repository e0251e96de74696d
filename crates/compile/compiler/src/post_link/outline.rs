//! Outlining: finds the code of a translation unit that belongs to the device and
//! removes everything else.

use std::collections::HashSet;

use tandem_device_ir_llvm::declare_effects;
use tandem_ir::{Function, Global, Linkage, Module};

use super::diagnostics::Diagnostics;
use super::{kernel_attributes, kernel_info};

/// Arrays through which clang keeps functions and variables alive, or has the
/// host run them.
const KEEP_ALIVE: [&str; 5] =
    ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"];

/// Drops the host's code: leaves kernel entries, `SYCL_EXTERNAL` functions and
/// what they reach. Annotations and host attributes become the attributes of
/// [`kernel_info`]. Returns the names of the external functions defined here.
pub fn run(module: &mut Module, entries: Vec<String>) -> Result<Vec<String>, Diagnostics> {
    resolve_aliases(module);
    kernel_attributes::collect(module)?;
    let externals: Vec<String> = module
        .functions()
        .into_iter()
        .filter(|function| kernel_info::is_external(*function) && !function.is_declaration())
        .map(Function::name)
        .collect();
    for entry in entries.iter().filter_map(|name| module.function(name)) {
        if entry.global().is_local() {
            kernel_info::set_internal(entry);
        }
    }
    let roots: Vec<String> = entries.into_iter().chain(externals.iter().cloned()).collect();
    prune(module, &roots)?;
    for function in module.functions() {
        // What the front end leaves there speaks of the host's CPU and would forbid inlining.
        function.retain_string_attributes(kernel_info::is_attribute);
    }
    // Whatever the headers declare: unused calls of builtins without effects go away, equal ones become one.
    declare_effects(module);
    Ok(externals)
}

/// Makes users of an alias (constructors of two names, for example) use the
/// aliased function.
fn resolve_aliases(module: &Module) {
    for alias in module.aliases() {
        if let Some(aliasee) = module.aliasee(alias) {
            alias.replace_all_uses_with(aliasee);
        }
    }
}

/// Drops everything that `roots` do not reach.
pub fn prune(module: &mut Module, roots: &[String]) -> Result<(), Diagnostics> {
    for name in KEEP_ALIVE {
        if let Some(global) = module.global(name) {
            global.delete();
        }
    }
    let roots: HashSet<&str> = roots.iter().map(String::as_str).collect();
    // The other name of a constructor would keep it alive.
    for alias in module.aliases() {
        let is_wanted = module.aliasee(alias).is_some_and(|function| roots.contains(function.name().as_str()));
        if !is_wanted {
            module.internalize_alias(alias);
        }
    }
    let functions = module.functions();
    // Device globals keep their names: the runtime looks for them, and links join them.
    let (kept, globals): (Vec<_>, Vec<_>) = module.globals().into_iter().partition(|g| g.is_externally_initialized());
    kept.into_iter().for_each(Global::remove_comdat);
    let objects = functions.iter().map(|function| function.global()).chain(globals);
    for object in objects.filter(|object| !object.is_declaration()) {
        object.remove_comdat();
        object.set_linkage(match object.linkage() {
            _ if !roots.contains(object.name().as_str()) => Linkage::LLVMInternalLinkage,
            // Inline functions and templates: another unit may define them too, but here they are wanted.
            Linkage::LLVMLinkOnceODRLinkage | Linkage::LLVMWeakODRLinkage => Linkage::LLVMWeakODRLinkage,
            _ => Linkage::LLVMExternalLinkage,
        });
    }
    module.run_passes("globaldce", None)?;
    Ok(())
}
