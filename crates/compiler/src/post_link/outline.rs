//! Outlining: what belongs to the device of a translation unit, and dropping
//! the rest.

use std::collections::HashSet;

use tandem_ir::{Linkage, Module};

use super::diagnostics::Diagnostics;
use super::kernel_info;

/// Arrays through which clang keeps functions and variables alive, or has the
/// host run them.
const KEEP_ALIVE: [&str; 5] =
    ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"];

/// Makes users of an alias (constructors of two names, for example) use the
/// aliased function.
pub fn resolve_aliases(module: &Module) {
    for alias in module.aliases() {
        if let Some(aliasee) = module.aliasee(alias) {
            alias.replace_all_uses_with(aliasee);
        }
    }
}

/// Marks the functions that carry the `sycl-external` annotation with the
/// attribute of that name, and returns the names of those defined here.
pub fn mark_externals(module: &Module) -> Vec<String> {
    let mut defined = Vec::new();
    for annotation in module.annotations() {
        let Some(function) = annotation.target.as_function().filter(|_| annotation.text == "sycl-external") else {
            continue;
        };
        function.remove_all_string_attributes();
        kernel_info::set_external(function);
        if !function.is_declaration() && !defined.contains(&function.name()) {
            defined.push(function.name());
        }
    }
    defined
}

/// Drops everything that `roots` do not reach.
pub fn prune(module: &mut Module, roots: &[String]) -> Result<(), Diagnostics> {
    for name in KEEP_ALIVE {
        if let Some(global) = module.global(name) {
            global.delete();
        }
    }
    let roots: HashSet<&str> = roots.iter().map(String::as_str).collect();
    let functions = module.functions();
    let objects = functions.iter().map(|function| function.global()).chain(module.globals());
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
