//! Names in PTX, which has letters, digits, `_` and `$`.

use tandem_codegen::names::{original_name, set_symbol};
use tandem_image::demangle;
use tandem_ir::{EditableModule, Linkage};

/// The prefix of type names, which SYCL uses for kernels.
const TYPE_INFO: &str = "_ZTS";

/// The name in PTX of a symbol: any other byte is `$` and two hexadecimal digits.
pub fn ptx_name(symbol: &str) -> String {
    let mut name = String::with_capacity(symbol.len());
    for (at, byte) in symbol.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => name.push(byte.into()),
            b'0'..=b'9' if at > 0 => name.push(byte.into()),
            _ => name.push_str(&format!("${byte:02x}")),
        }
    }
    name
}

/// The symbol of a kernel. One that is named by a type is a function of the type's name whose
/// parameter says what the kernel is internal to, so that profilers show the source's name. Other
/// names stay as they are.
pub fn kernel_symbol(name: &str) -> String {
    readable(name).unwrap_or_else(|| ptx_name(name))
}

fn readable(name: &str) -> Option<String> {
    let (typeinfo, parameter) = match name.split_once('@') {
        Some((typeinfo, unit)) => (typeinfo, ptx_name(&format!("unit_{unit}"))),
        None => (name, "kernel".to_owned()),
    };
    let mangled = typeinfo.strip_prefix(TYPE_INFO)?;
    let symbol = |result| format!("_Z{mangled}{result}{}{parameter}", parameter.len());
    // Demangled names of templates include a result type.
    let (of_template, plain) = (symbol("v"), symbol(""));
    let is_template = demangle::symbol(&of_template).starts_with("void ");
    let symbol = if is_template { of_template } else { plain };
    (demangle::symbol(&symbol) != symbol && ptx_name(typeinfo) == typeinfo).then_some(symbol)
}

/// Gives the module's remaining functions and variables such names.
pub fn rename(module: &EditableModule) {
    for function in module.definitions().into_iter() {
        let symbol = kernel_symbol(&original_name(function));
        if symbol != function.name() {
            set_symbol(module, function, &symbol);
        }
    }
    for global in module.globals() {
        // If two private variables get the same name, LLVM adds a number.
        let symbol = ptx_name(&global.name());
        if symbol != global.name() {
            global.value().set_name(module, &symbol);
        }
        if !global.is_declaration() && !global.is_externally_initialized() {
            global.set_linkage(module, Linkage::LLVMInternalLinkage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(ptx_name("_ZTS6kernel"), "_ZTS6kernel");
        assert_eq!(ptx_name("_ZTS1k@7.cold"), "_ZTS1k$407$2ecold");
        assert_eq!(ptx_name("1a$"), "$31a$24");
    }

    #[test]
    fn symbols_of_kernels_show_the_names_of_the_source() {
        let check = |name, symbol, shown| {
            assert_eq!(kernel_symbol(name), symbol);
            assert_eq!(demangle::symbol(symbol), shown);
        };
        check("_ZTS5Julia", "_Z5Julia6kernel", "Julia(kernel)");
        check("_ZTSZ4mainE1k@a.b", "_ZZ4mainE1k10unit_a$2eb", "main::k(unit_a$2eb)");
        check("_ZTSN2ns5OtherIiEE@7", "_ZN2ns5OtherIiEEv6unit_7", "void ns::Other<int>(unit_7)");
        check(
            "_ZTSZ4mainEUlN4sycl2idILi1EEEE_@7",
            "_ZZ4mainEUlN4sycl2idILi1EEEE_6unit_7",
            // Other demanglers put the parameter after the lambda.
            "main::{lambda(sycl::id<1>(unit_7))#1}",
        );
        for name in ["axpy", "_ZTSi", "_Z3addii", "_ZTS5Julia.body"] {
            assert_eq!(kernel_symbol(name), ptx_name(name));
        }
    }
}
