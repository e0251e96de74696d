//! Names in PTX, which has letters, digits, `_` and `$`.

use tandem_codegen::names::{original_name, set_symbol};
use tandem_ir::{Linkage, Module};

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

/// Gives what is left of the module's functions and variables such names.
pub fn rename(module: &Module) {
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        let symbol = ptx_name(&original_name(function));
        if symbol != function.name() {
            set_symbol(function, &symbol);
        }
    }
    for global in module.globals() {
        // Where two private variables get one name, LLVM tells them apart by a number.
        let symbol = ptx_name(&global.name());
        if symbol != global.name() {
            global.value().set_name(&symbol);
        }
        if !global.is_declaration() && !global.is_externally_initialized() {
            global.set_linkage(Linkage::LLVMInternalLinkage);
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
}
