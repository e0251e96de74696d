//! Names of kernels and functions for people.

/// The inline namespace of the headers, which is not written in sources.
const VERSION: &str = "sycl::_V1::";

/// A symbol as its author wrote it; what cannot be demangled stays as it is.
pub fn symbol(name: &str) -> String {
    // Without the prefix, the demangler takes `f` for the type `float`.
    let mangled = Some(name).filter(|name| name.starts_with("_Z"));
    let parsed = mangled.and_then(|symbol| cpp_demangle::Symbol::new(symbol).ok());
    let demangled = parsed.and_then(|name| name.demangle().ok());
    demangled.map_or_else(|| name.to_owned(), |text| text.replace(VERSION, "sycl::"))
}

/// A kernel's name: that of a type, or of the functor if the kernel is unnamed. In images, the name of a kernel that is
/// internal to a translation unit ends with `@` and the unit.
pub fn kernel(name: &str) -> String {
    let name = name.split('@').next().unwrap_or(name);
    let text = symbol(name);
    let text = text.strip_prefix("typeinfo name for ").unwrap_or(&text);
    functor(text).unwrap_or(text).to_owned()
}

/// A specialization constant, which images name by a type of the headers that has its address.
pub fn constant(name: &str) -> String {
    let text = symbol(name.split('@').next().unwrap_or(name));
    let argument = text.strip_prefix("typeinfo name for sycl::detail::spec_name<");
    argument.and_then(|text| text.strip_suffix('>')).unwrap_or(&text).trim().to_owned()
}

/// A message with the names in backticks as their authors wrote them.
pub fn message(text: &str) -> String {
    let parts: Vec<_> = text.split('`').collect();
    let demangled = |(index, part): (usize, &&str)| if index % 2 == 1 { kernel(part) } else { (*part).to_owned() };
    parts.iter().enumerate().map(demangled).collect::<Vec<_>>().join("`")
}

/// The functor inside of the wrapper that the headers put around it:
/// `sycl::detail::range_kernel<1, functor>`.
fn functor(name: &str) -> Option<&str> {
    let (wrapper, args) = name.strip_prefix("sycl::detail::")?.split_once('<')?;
    let args = args.strip_suffix('>')?.trim_end();
    match wrapper {
        "task_kernel" => Some(args),
        "range_kernel" | "nd_range_kernel" => Some(args.split_once(", ")?.1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_have_the_names_of_their_types() {
        assert_eq!(kernel("_ZTS5Julia@93b296f48fa702b3"), "Julia");
        assert_eq!(kernel("_ZTSN2ns5OtherIiEE"), "ns::Other<int>");
        assert_eq!(kernel("axpy"), "axpy");
        assert_eq!(symbol("_Z3addii"), "add(int, int)");
        assert_eq!(symbol("f"), "f");
    }

    #[test]
    fn constants_have_the_names_of_their_variables() {
        assert_eq!(constant("_ZTSN4sycl3_V16detail9spec_nameIL_ZL5firstEEE@66c9f4a7b934bec8"), "first");
        assert_eq!(constant("size"), "size");
    }

    #[test]
    fn messages_name_what_the_source_names() {
        assert_eq!(message("address of kernel `_ZTS1A` is taken"), "address of kernel `A` is taken");
        assert_eq!(message("call of `_Z3addii`, or `f`"), "call of `add(int, int)`, or `f`");
        assert_eq!(message("no name"), "no name");
    }

    #[test]
    fn unnamed_kernels_have_the_names_of_their_functors() {
        for namespace in ["4sycl", "4sycl3_V1"] {
            assert_eq!(
                kernel(&format!("_ZTSN{namespace}6detail12range_kernelILi1EZ4mainEUlN{namespace}2idILi1EEEE_EE")),
                "main::{lambda(sycl::id<1>)#1}"
            );
            assert_eq!(kernel(&format!("_ZTSN{namespace}6detail11task_kernelI3AddEE")), "Add");
        }
    }
}
