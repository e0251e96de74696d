//! Removes all code that given functions do not reach.

use std::collections::HashSet;

use tandem_ir::{Linkage, Module};

use super::diagnostics::Diagnostics;

/// Arrays through which clang keeps functions and variables alive, or has the
/// host run them.
const KEEP_ALIVE: [&str; 5] =
    ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"];

/// Drops everything that `roots` do not reach.
pub fn run(module: &mut Module, roots: &[String]) -> Result<(), Diagnostics> {
    let edited = module.edit();
    for name in KEEP_ALIVE {
        if let Some(global) = edited.global(name) {
            global.delete(edited);
        }
    }
    let roots: HashSet<&str> = roots.iter().map(String::as_str).collect();
    // The other name of a constructor would keep it alive.
    for alias in edited.aliases() {
        let is_wanted = edited.aliasee(alias).is_some_and(|function| roots.contains(function.name().as_str()));
        if !is_wanted {
            edited.internalize_alias(alias);
        }
    }
    let functions = edited.functions();
    // Device globals keep their names: the runtime looks them up, and links join them.
    let (kept, globals): (Vec<_>, Vec<_>) = edited.globals().into_iter().partition(|g| g.is_externally_initialized());
    kept.into_iter().for_each(|global| global.remove_comdat(edited));
    let objects = functions.iter().map(|function| function.global()).chain(globals);
    for object in objects.filter(|object| !object.is_declaration()) {
        object.remove_comdat(edited);
        object.set_linkage(
            edited,
            match object.linkage() {
                _ if !roots.contains(object.name().as_str()) => Linkage::LLVMInternalLinkage,
                // Inline functions and templates: other units may define them too, but they are needed here.
                Linkage::LLVMLinkOnceODRLinkage | Linkage::LLVMWeakODRLinkage => Linkage::LLVMWeakODRLinkage,
                _ => Linkage::LLVMExternalLinkage,
            },
        );
    }
    module.run_passes("globaldce", None)?;
    Ok(())
}
