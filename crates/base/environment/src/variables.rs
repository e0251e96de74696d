//! Environment variables. Tandem's run-time crates read them here and nowhere
//! else (`tests/tidy.rs`).

use std::ffi::OsString;
use std::sync::OnceLock;

/// Whether the program runs with rights that its caller lacks: it is set-user-id, set-group-id or has capabilities. The
/// caller chose the variables, so they must not choose what such a program loads or writes.
pub fn is_privileged() -> bool {
    static IS_PRIVILEGED: OnceLock<bool> = OnceLock::new();
    // SAFETY: getauxval only looks a number up.
    *IS_PRIVILEGED.get_or_init(|| unsafe { libc::getauxval(libc::AT_SECURE) } != 0)
}

/// The value of an environment variable. A program for which [`is_privileged`]
/// holds has none, whatever the variable is for.
pub fn variable_os(name: &str) -> Option<OsString> {
    if is_privileged() { None } else { std::env::var_os(name) }
}

/// As [`variable_os`], for text: a value that is not UTF-8 counts as none.
pub fn variable(name: &str) -> Option<String> {
    variable_os(name)?.into_string().ok()
}
