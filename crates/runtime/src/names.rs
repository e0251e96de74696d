//! Names of kernels and functions for people.

/// A symbol as its author wrote it; what cannot be demangled stays as it is.
pub(crate) fn demangled(symbol: &str) -> String {
    let name = cpp_demangle::Symbol::new(symbol).ok().and_then(|name| name.demangle().ok());
    name.unwrap_or_else(|| symbol.to_owned())
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
    }
}
