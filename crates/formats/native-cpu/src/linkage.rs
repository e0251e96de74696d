//! The information in a native object beyond its kernels: the features of the processor that its code uses, and the
//! symbols by which objects of one program find each other's functions (`docs/internals/boundaries.md`, section 5).

/// ELF section that holds the table of kernels ([`encode`](crate::encode),
/// [`decode`](crate::decode)).
pub const KERNELS_SECTION: &str = ".tandem.kernels";

/// ELF section that names the processor's features which the code may use:
/// those of [`FEATURES`], separated by spaces. Code without it runs on every
/// x86-64 processor.
pub const FEATURES_SECTION: &str = ".tandem.features";

/// Extensions of x86-64 whose instructions the code generator may use, under
/// LLVM's names. Others (ciphers, keys, enclaves) never come from kernels.
#[rustfmt::skip]
pub const FEATURES: [&str; 37] = [
    "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2", "sse4a", "movbe", "prfchw", "lzcnt", "bmi",
    "bmi2", "tbm", "gfni", "avx", "f16c", "fma", "fma4", "xop", "avx2", "avxvnni", "avxvnniint8", "avxvnniint16",
    "avxifma", "avxneconvert", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", "avx512ifma",
    "avx512vbmi", "avx512vbmi2", "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "avx512bf16", "avx512fp16",
];

/// Begins the symbols of device functions that objects share. Functions of the
/// host, which objects import by their own names, never do.
pub const FUNCTION_PREFIX: &str = "tandem.function.";

/// The device function that a symbol with the prefix names. A second part of the prefix gives the width in which
/// vectors are passed, if that matters: `tandem.function.512:name`.
pub fn function_name(symbol: &str) -> Option<&str> {
    let name = symbol.strip_prefix(FUNCTION_PREFIX)?;
    let (bits, plain) = name.split_once(':').unwrap_or(("", name));
    Some(if bits.bytes().all(|byte| byte.is_ascii_digit()) { plain } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_by_their_symbols() {
        assert_eq!(function_name("tandem.function._Z1fi"), Some("_Z1fi"));
        assert_eq!(function_name("tandem.function.256:_Z1fDv16_f"), Some("_Z1fDv16_f"));
        assert_eq!(function_name("_Z1fi"), None);
    }
}
