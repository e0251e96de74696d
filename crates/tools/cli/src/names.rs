//! Names of kernels, for people.

use tandem_image::demangle;

/// A mangled name as C++ spells it, in brackets. Kernels have the name of a type; internal ones also have `@` and the
/// unit.
pub(crate) fn in_words(name: &str) -> String {
    match demangle::kernel(name) {
        text if text == name => String::new(),
        text => format!(" ({text})"),
    }
}
