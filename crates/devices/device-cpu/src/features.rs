//! Whether this machine's processor has the features that native code needs: the names in
//! [`tandem_native_cpu::FEATURES`] and the corresponding bits of `cpuid`.

use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};
use std::sync::OnceLock;

use tandem_native_cpu::FEATURES_SECTION;

use crate::loader::{self, LoadError};

/// Registers that an extension uses, which the system has to save as well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The state that every x86-64 processor has.
    Basic,
    Ymm,
    Zmm,
}

/// A bit of `cpuid`: the answer's index in [`leaves`], its register, the bit.
struct Bit(usize, fn(&CpuidResult) -> u32, u32);

use State::{Basic, Ymm, Zmm};

const LEAF1_ECX: fn(u32) -> Bit = |bit| Bit(0, |leaf| leaf.ecx, bit);
const LEAF7_EBX: fn(u32) -> Bit = |bit| Bit(1, |leaf| leaf.ebx, bit);
const LEAF7_ECX: fn(u32) -> Bit = |bit| Bit(1, |leaf| leaf.ecx, bit);
const LEAF7_EDX: fn(u32) -> Bit = |bit| Bit(1, |leaf| leaf.edx, bit);
const LEAF7_1_EAX: fn(u32) -> Bit = |bit| Bit(2, |leaf| leaf.eax, bit);
const LEAF7_1_EDX: fn(u32) -> Bit = |bit| Bit(2, |leaf| leaf.edx, bit);
const EXTENDED_ECX: fn(u32) -> Bit = |bit| Bit(3, |leaf| leaf.ecx, bit);

fn bit_of(feature: &str) -> Option<(Bit, State)> {
    Some(match feature {
        "sse3" => (LEAF1_ECX(0), Basic),
        "ssse3" => (LEAF1_ECX(9), Basic),
        "fma" => (LEAF1_ECX(12), Ymm),
        "sse4.1" => (LEAF1_ECX(19), Basic),
        "sse4.2" => (LEAF1_ECX(20), Basic),
        "movbe" => (LEAF1_ECX(22), Basic),
        "popcnt" => (LEAF1_ECX(23), Basic),
        "avx" => (LEAF1_ECX(28), Ymm),
        "f16c" => (LEAF1_ECX(29), Ymm),
        "bmi" => (LEAF7_EBX(3), Basic),
        "avx2" => (LEAF7_EBX(5), Ymm),
        "bmi2" => (LEAF7_EBX(8), Basic),
        "avx512f" => (LEAF7_EBX(16), Zmm),
        "avx512dq" => (LEAF7_EBX(17), Zmm),
        "avx512ifma" => (LEAF7_EBX(21), Zmm),
        "avx512cd" => (LEAF7_EBX(28), Zmm),
        "avx512bw" => (LEAF7_EBX(30), Zmm),
        "avx512vl" => (LEAF7_EBX(31), Zmm),
        "avx512vbmi" => (LEAF7_ECX(1), Zmm),
        "avx512vbmi2" => (LEAF7_ECX(6), Zmm),
        "gfni" => (LEAF7_ECX(8), Basic),
        "avx512vnni" => (LEAF7_ECX(11), Zmm),
        "avx512bitalg" => (LEAF7_ECX(12), Zmm),
        "avx512vpopcntdq" => (LEAF7_ECX(14), Zmm),
        "avx512fp16" => (LEAF7_EDX(23), Zmm),
        "avxvnni" => (LEAF7_1_EAX(4), Ymm),
        "avx512bf16" => (LEAF7_1_EAX(5), Zmm),
        "avxifma" => (LEAF7_1_EAX(23), Ymm),
        "avxvnniint8" => (LEAF7_1_EDX(4), Ymm),
        "avxneconvert" => (LEAF7_1_EDX(5), Ymm),
        "avxvnniint16" => (LEAF7_1_EDX(10), Ymm),
        "lzcnt" => (EXTENDED_ECX(5), Basic),
        "sse4a" => (EXTENDED_ECX(6), Basic),
        "prfchw" => (EXTENDED_ECX(8), Basic),
        "xop" => (EXTENDED_ECX(11), Ymm),
        "fma4" => (EXTENDED_ECX(16), Ymm),
        "tbm" => (EXTENDED_ECX(21), Basic),
        _ => return None,
    })
}

/// The answers that hold the bits; zeros for those that the processor does not have.
fn leaves() -> &'static [CpuidResult; 4] {
    static LEAVES: OnceLock<[CpuidResult; 4]> = OnceLock::new();
    LEAVES.get_or_init(|| {
        let none = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
        let leaf7 = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0) } else { none };
        let leaf7_1 = if leaf7.eax >= 1 { __cpuid_count(7, 1) } else { none };
        let extended = if __cpuid(0x8000_0000).eax > 0x8000_0000 { __cpuid(0x8000_0001) } else { none };
        [__cpuid(1), leaf7, leaf7_1, extended]
    })
}

/// Whether the processor has a feature; one that is not known here is missing.
pub fn has(feature: &str) -> bool {
    let Some((Bit(leaf, register, bit), state)) = bit_of(feature) else {
        return false;
    };
    let is_saved = match state {
        Basic => true,
        Ymm => is_x86_feature_detected!("avx"),
        Zmm => is_x86_feature_detected!("avx512f"),
    };
    is_saved && register(&leaves()[leaf]) & (1 << bit) != 0
}

/// The features that a native object needs and the processor does not have.
pub fn missing(object: &[u8]) -> Result<Vec<String>, LoadError> {
    let text = loader::optional_section(object, FEATURES_SECTION)?.unwrap_or_default();
    let text = str::from_utf8(text).map_err(|_| LoadError::Section {
        section: FEATURES_SECTION.to_owned(),
        reason: "the names of features are not UTF-8",
    })?;
    Ok(text.split_ascii_whitespace().filter(|feature| !has(feature)).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use tandem_native_cpu::FEATURES;

    use super::*;

    #[test]
    fn every_feature_has_a_bit() {
        for feature in FEATURES {
            assert!(bit_of(feature).is_some(), "{feature}");
        }
        assert!(!has("warp-drive"));
    }

    #[test]
    fn the_standard_library_sees_the_same() {
        macro_rules! check {
            ($($feature:tt)*) => {$(
                assert_eq!(has(&$feature.replace("bmi1", "bmi")), is_x86_feature_detected!($feature), $feature);
            )*};
        }
        check!("sse3" "ssse3" "sse4.1" "sse4.2" "sse4a" "popcnt" "movbe" "lzcnt" "bmi1" "bmi2" "avx" "f16c" "fma"
            "avx2" "gfni" "avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512vbmi" "avx512vnni" "avx512bf16"
            "avx512fp16" "avx512vpopcntdq" "avxvnni");
    }
}
