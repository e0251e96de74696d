//! libclc's functions in place of libdevice's: LLVM bitcode with OpenCL's functions under their
//! mangled names, where NVIDIA's library is not installed.

use std::sync::Once;

use tandem_codegen::{Error, Result};
use tandem_ir::{EditableModule, Function, Module, Type, TypeKind};

use crate::library::PREFIX;

/// A function that libclc has and libdevice lacks.
const SINE: &str = "_Z3sinf";
/// The part of a libdevice name that marks approximate functions.
const FAST: &str = "fast_";

/// Whether a library is libclc.
pub fn is_libclc(library: &Module) -> bool {
    library.function(SINE).is_some()
}

/// Renames declarations of libdevice's functions to libclc's names. Returns the new names.
///
/// # Errors
/// If libclc lacks one.
pub fn rename(module: &EditableModule, library: &Module, called: Vec<Function<'_>>, path: &str) -> Result<Vec<String>> {
    warn(path);
    let rename = |function: Function<'_>| {
        let name = symbol(&function);
        if library.function(&name).is_none() {
            let wanted = function.name();
            let wanted = wanted.trim_start_matches(PREFIX);
            return Err(Error::Options(format!(
                "kernels call `{wanted}`, which libclc, `{path}`, does not have: install NVIDIA's libdevice"
            )));
        }
        // Exact and approximate functions are the same here.
        match module.function(&name) {
            None => function.value().set_name(module, &name),
            Some(same) => {
                function.value().replace_all_uses_with(module, same.value());
                function.delete(module);
            }
        }
        Ok(name)
    };
    called.into_iter().map(rename).collect()
}

/// Warns once in a process that the functions are slower than NVIDIA's.
fn warn(path: &str) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        eprintln!(
            "tandem: warning: NVIDIA's libdevice is not installed; kernels get the mathematical functions of libclc, \
             `{path}`, which are slower"
        );
    });
}

/// libclc's name of one of libdevice's functions: OpenCL's name, mangled as in C++.
fn symbol(function: &Function<'_>) -> String {
    let name = function.name();
    let name = name.trim_start_matches(PREFIX);
    let params: Vec<Type<'_>> = function.params().iter().map(|param| param.ty()).collect();
    let is_single = params.first().is_some_and(|first| first.kind() == TypeKind::Float);
    let name = if is_single { name.strip_suffix('f').unwrap_or(name) } else { name };
    // libclc's native functions are LLVM's intrinsics, which the target supports only for fast math.
    let name = name.trim_start_matches(FAST);
    let letter = if is_single { "f" } else { "d" };
    let stores_int = matches!(name, "frexp" | "remquo" | "lgamma_r");
    let code = |ty: &Type<'_>| match ty.kind() {
        TypeKind::Pointer(_) if stores_int => "Pi".to_owned(),
        TypeKind::Pointer(_) => format!("P{letter}"),
        TypeKind::Int(_) => "i".to_owned(),
        _ => letter.to_owned(),
    };
    let codes: String = params.iter().map(code).collect();
    format!("_Z{}{name}{codes}", name.len())
}
