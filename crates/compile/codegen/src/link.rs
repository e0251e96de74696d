//! The modules of a compilation become one.

pub use tandem_codegen_abi::Module as Input;
use tandem_ir::{Context, EditableModule, Linkage, Module};

use crate::error::Result;
use crate::{call_graph, unit};

/// Reads modules and links them. `spec_constants` are values of specialization
/// constants: (id, little-endian bytes).
///
/// # Errors
/// Modules that cannot be read, that do not fit together, or kernels that use
/// variables of a module whose kernels are left out.
pub fn read_and_link(inputs: &[Input<'_>], spec_constants: &[(u32, Vec<u8>)]) -> Result<Module> {
    let ctx = Context::new();
    let mut linked: Option<Module> = None;
    let mut variables = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let mut module = unit::read(&ctx, input.bytes, &format!("module {index}"), spec_constants)?;
        if !input.has_kernels {
            variables.extend(unit::leave_kernels_out(module.edit()));
        }
        match &mut linked {
            None => linked = Some(module),
            Some(whole) => {
                prefer_first_definitions(module.edit(), whole);
                whole.link(module)?;
            }
        }
    }
    let linked = linked.unwrap_or_else(|| Module::new(&ctx, "empty"));
    call_graph::check_variables(&linked, &variables)?;
    Ok(linked)
}

/// Of several definitions of a symbol, that of the first module counts, as for
/// the host's dynamic linker.
fn prefer_first_definitions(module: &EditableModule, first: &Module) {
    for function in module.functions() {
        let other = first.function(&function.name()).filter(|other| !other.is_declaration());
        if other.is_some_and(|other| !other.global().is_local()) && !function.is_declaration() {
            function.global().set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
        }
    }
    for global in module.globals() {
        let other = first.global(&global.name()).filter(|other| !other.is_declaration());
        if other.is_some_and(|other| !other.is_local()) && !global.is_declaration() {
            global.set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
        }
    }
}
