//! Names of kernels and functions for people.

/// A symbol as its author wrote it; what cannot be demangled stays as it is.
pub(crate) fn demangled(symbol: &str) -> String {
    // Without the prefix, the demangler takes `f` for the type `float`.
    let mangled = Some(symbol).filter(|symbol| symbol.starts_with("_Z"));
    let parsed = mangled.and_then(|symbol| cpp_demangle::Symbol::new(symbol).ok());
    parsed.and_then(|name| name.demangle().ok()).unwrap_or_else(|| symbol.to_owned())
}

/// A kernel's name: that of a type, with the translation unit behind `@` where
/// the kernel is internal to one.
pub(crate) fn readable(kernel: &str) -> String {
    let name = kernel.split('@').next().unwrap_or(kernel);
    let text = demangled(name);
    text.strip_prefix("typeinfo name for ").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_have_the_names_of_their_types() {
        assert_eq!(readable("_ZTS5Julia@93b296f48fa702b3"), "Julia");
        assert_eq!(readable("_ZTSN2ns5OtherIiEE"), "ns::Other<int>");
        assert_eq!(readable("axpy"), "axpy");
        assert_eq!(demangled("_Z3addii"), "add(int, int)");
        assert_eq!(demangled("f"), "f");
    }
}
