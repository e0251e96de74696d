//! Tools that find wrong uses of memory. They know the bounds and the lifetime of the blocks of the process's
//! allocator, so each allocation has to be one of these.

use std::ffi::CStr;

const VARIABLE: &str = "TANDEM_USM_POOL";

/// Symbols exported by tools that replace the allocator: AddressSanitizer and the other sanitizers that do; memcheck
/// and the other tools of valgrind that do.
const SYMBOLS: [&CStr; 2] = [c"__sanitizer_get_allocated_size", c"_vgr10010ZU_libcZdsoZa_malloc"];

/// Whether small allocations may share memory: as the variable says, by default unless such a tool is in the process.
pub fn allow_pooling() -> bool {
    match tandem_environment::variable(VARIABLE).as_deref() {
        Some("0") => false,
        Some("1") => true,
        _ => !SYMBOLS.into_iter().any(is_in_process),
    }
}

fn is_in_process(symbol: &CStr) -> bool {
    // SAFETY: looks a zero-terminated name up.
    !unsafe { libc::dlsym(libc::RTLD_DEFAULT, symbol.as_ptr()) }.is_null()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_the_process_are_found() {
        assert!(is_in_process(c"malloc"));
        assert!(!is_in_process(c"no_such_symbol"));
    }
}
