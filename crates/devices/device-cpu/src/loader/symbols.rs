//! The functions of the host that kernels may call: a fixed table, so that
//! device code cannot reach anything else.

use std::collections::HashMap;
use std::sync::OnceLock;

use tandem_native_cpu::{WAIT_FOR_GROUPS_SYMBOL, WORK_ITEM_SYMBOL};

use crate::{assertion, cooperation, work_item};

/// Declares functions without their types (they are only called from compiled
/// kernels) and lists their names and addresses.
macro_rules! host_functions {
    ($($name:ident)*) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $(fn $name();)*
        }

        /// Names and addresses of all of them.
        fn host_functions() -> impl Iterator<Item = (&'static str, usize)> {
            [$((stringify!($name), $name as *const () as usize)),*].into_iter()
        }
    };
}

host_functions! {
    acos acosf acosh acoshf asin asinf asinh asinhf atan atanf atan2 atan2f atanh atanhf
    cbrt cbrtf ceil ceilf copysign copysignf cos cosf cosh coshf erf erff erfc erfcf
    exp expf exp10 exp10f exp2 exp2f expm1 expm1f fabs fabsf fdim fdimf floor floorf
    fma fmaf fmax fmaxf fmin fminf fmod fmodf frexp frexpf hypot hypotf ilogb ilogbf
    ldexp ldexpf lgamma lgammaf lgamma_r lgammaf_r llrint llrintf llround llroundf
    log logf log10 log10f log1p log1pf log2 log2f logb logbf lrint lrintf lround lroundf
    modf modff nan nanf nearbyint nearbyintf nextafter nextafterf pow powf
    remainder remainderf remquo remquof rint rintf round roundf roundeven roundevenf
    scalbln scalblnf scalbn scalbnf sin sinf sincos sincosf sinh sinhf sqrt sqrtf
    tan tanf tanh tanhf tgamma tgammaf trunc truncf

    __divti3 __modti3 __udivti3 __umodti3 __multi3 __ashlti3 __ashrti3 __lshrti3
    __fixsfti __fixdfti __fixunssfti __fixunsdfti __floattisf __floattidf __floatuntisf
    __floatuntidf __extendhfsf2 __truncsfhf2 __truncdfhf2
    __mulsc3 __muldc3 __divsc3 __divdc3 __powisf2 __powidf2

    abort printf puts putchar
}

/// Functions that Rust itself uses, and so must be declared with their types. `bcmp` promises less than `memcmp`.
fn memory_functions() -> [(&'static str, usize); 6] {
    [
        ("memcpy", libc::memcpy as *const () as usize),
        ("memmove", libc::memmove as *const () as usize),
        ("memset", libc::memset as *const () as usize),
        ("memcmp", libc::memcmp as *const () as usize),
        ("bcmp", libc::memcmp as *const () as usize),
        ("strlen", libc::strlen as *const () as usize),
    ]
}

/// Functions of this driver.
fn device_functions() -> [(&'static str, usize); 3] {
    [
        (assertion::SYMBOL, assertion::fail as *const () as usize),
        (WORK_ITEM_SYMBOL, work_item::current as *const () as usize),
        (WAIT_FOR_GROUPS_SYMBOL, cooperation::wait_for_groups as *const () as usize),
    ]
}

/// Address of a function that kernels may call.
pub(super) fn address_of(name: &str) -> Option<usize> {
    static TABLE: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    let table = TABLE.get_or_init(|| host_functions().chain(memory_functions()).chain(device_functions()).collect());
    table.get(name).copied().or_else(|| vector_math(name))
}

/// Address of a function of glibc's vector math library, whose names begin
/// with `_ZGV`. The library is only loaded when a kernel needs it.
fn vector_math(name: &str) -> Option<usize> {
    static LIBRARY: OnceLock<Option<libloading::Library>> = OnceLock::new();
    if !name.starts_with("_ZGV") {
        return None;
    }
    let library = LIBRARY.get_or_init(|| {
        // SAFETY: libmvec is part of glibc; its initialization has no side effects.
        unsafe { libloading::Library::new("libmvec.so.1") }.ok()
    });
    let library = library.as_ref()?;
    // SAFETY: only the address is taken; compiled kernels call it with the vector ABI.
    let symbol = unsafe { library.get::<unsafe extern "C" fn()>(name) };
    symbol.ok().map(|function| *function as *const () as usize)
}

#[cfg(test)]
mod tests {
    use super::address_of;

    #[test]
    fn known_and_unknown_names() {
        assert!(address_of("sinf").is_some());
        assert!(address_of("memcpy").is_some());
        assert!(address_of("_ZGVbN4v_sinf").is_some());
        assert_eq!(address_of("system"), None);
        assert_eq!(address_of("_ZGVbN4v_nothing"), None);
    }
}
