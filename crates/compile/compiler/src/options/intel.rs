//! Options of Intel's compilers (`icpx`) that clang spells differently. Each is replaced by clang's spelling, omitted
//! if it is a hint or a permission, or refused with an alternative.

use Meaning::{Nothing, NothingWithValue, Refused, Words};

/// The meaning of an option of Intel's compilers for clang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It is replaced by these words.
    Words(&'static [&'static str]),
    /// A hint or a permission: left out.
    Nothing,
    /// The same for an option whose value is the next word.
    NothingWithValue,
    /// It is refused, with an alternative.
    Refused(&'static str),
}

/// This machine's processor. For some processors, clang 19 finds features in conflict, and warns about its own choice.
const NATIVE: &[&str] = &["-march=native", "-Wno-invalid-feature-combination"];

/// Options in full.
const OPTIONS: &[(&str, Meaning)] = &[
    // OpenMP.
    ("-qopenmp", Words(&["-fopenmp"])),
    ("-fiopenmp", Words(&["-fopenmp"])),
    ("-qno-openmp", Words(&["-fno-openmp"])),
    ("-qopenmp-simd", Words(&["-fopenmp-simd"])),
    ("-fiopenmp-simd", Words(&["-fopenmp-simd"])),
    ("-qno-openmp-simd", Words(&["-fno-openmp-simd"])),
    ("-qopenmp-stubs", Refused("leave it out: OpenMP's directives are ignored without -fopenmp")),
    ("-qopenmp-link=dynamic", Nothing),
    ("-qopenmp-link=static", Words(&["-static-openmp"])),
    // Processors.
    ("-xHost", Words(NATIVE)),
    ("-xHOST", Words(NATIVE)),
    ("-xhost", Words(NATIVE)),
    ("-xSSE2", Words(&["-march=x86-64"])),
    ("-xSSE3", Words(&["-msse3"])),
    ("-xSSSE3", Words(&["-mssse3"])),
    ("-xSSE4.1", Words(&["-msse4.1"])),
    ("-xSSE4.2", Words(&["-march=nehalem"])),
    ("-xAVX", Words(&["-march=sandybridge"])),
    ("-xCORE-AVX-I", Words(&["-march=ivybridge"])),
    ("-xCORE-AVX2", Words(&["-march=haswell"])),
    ("-xCORE-AVX512", Words(&["-march=skylake-avx512"])),
    ("-xCOMMON-AVX512", Words(&["-march=haswell", "-mavx512f", "-mavx512cd"])),
    ("-xBROADWELL", Words(&["-march=broadwell"])),
    ("-xSKYLAKE", Words(&["-march=skylake"])),
    ("-xSKYLAKE-AVX512", Words(&["-march=skylake-avx512"])),
    ("-xCASCADELAKE", Words(&["-march=cascadelake"])),
    ("-xICELAKE-CLIENT", Words(&["-march=icelake-client"])),
    ("-xICELAKE-SERVER", Words(&["-march=icelake-server"])),
    ("-xALDERLAKE", Words(&["-march=alderlake"])),
    ("-xSAPPHIRERAPIDS", Words(&["-march=sapphirerapids"])),
    ("-xGRANITERAPIDS", Words(&["-march=graniterapids"])),
    ("-qopt-zmm-usage=high", Words(&["-mprefer-vector-width=512"])),
    ("-qopt-zmm-usage=low", Words(&["-mprefer-vector-width=256"])),
    // Floating point.
    ("-fp-model=fast", Words(&["-ffp-model=fast"])),
    ("-fp-model=fast=1", Words(&["-ffp-model=fast"])),
    ("-fp-model=fast=2", Words(&["-ffp-model=fast"])),
    ("-fp-model=precise", Words(&["-ffp-model=precise"])),
    ("-fp-model=source", Words(&["-ffp-model=precise"])),
    ("-fp-model=consistent", Words(&["-ffp-model=precise", "-ffp-contract=off"])),
    ("-fp-model=strict", Words(&["-ffp-model=strict"])),
    ("-fma", Nothing),
    ("-no-fma", Words(&["-ffp-contract=off"])),
    ("-ftz", Nothing),
    ("-no-ftz", Nothing),
    ("-prec-div", Nothing),
    ("-no-prec-div", Nothing),
    ("-prec-sqrt", Nothing),
    ("-no-prec-sqrt", Nothing),
    // Optimization.
    ("-ipo", Words(&["-flto"])),
    ("-no-ipo", Words(&["-fno-lto"])),
    ("-ip", Nothing),
    ("-no-ip", Nothing),
    ("-fast", Refused("use '-O3 -march=native -ffp-model=fast -flto'")),
    ("-vec", Nothing),
    ("-no-vec", Words(&["-fno-vectorize", "-fno-slp-vectorize"])),
    ("-ansi-alias", Words(&["-fstrict-aliasing"])),
    ("-no-ansi-alias", Words(&["-fno-strict-aliasing"])),
    ("-restrict", Nothing),
    // Libraries.
    ("-static-intel", Nothing),
    ("-shared-intel", Nothing),
    ("-no-intel-lib", Nothing),
    ("-qtbb", Words(&["-ltbb"])),
    // Messages.
    ("-traceback", Nothing),
    ("-notraceback", Nothing),
    ("-diag-disable", NothingWithValue),
    ("-diag-enable", NothingWithValue),
    ("-diag-error", NothingWithValue),
    ("-diag-remark", NothingWithValue),
    ("-diag-warning", NothingWithValue),
];

/// Options by prefix, checked after the full names. The first match counts.
const FAMILIES: &[(&str, Meaning)] = &[
    ("-ax", Nothing),
    ("-fimf-", Nothing),
    ("-fp-speculation=", Nothing),
    ("-fp-model=", Refused("use '-ffp-model=' with 'precise', 'strict' or 'fast'")),
    ("-inline-level=", Nothing),
    ("-unroll", Nothing),
    ("-diag-", Nothing),
    ("-qopt-", Nothing),
    ("-qno-opt-", Nothing),
    ("-qmkl", Refused("name MKL's include folder and libraries, as its CMake package does")),
    ("-qipp", Refused("name IPP's include folder and libraries, as its CMake package does")),
    ("-qdaal", Refused("name DAL's include folder and libraries, as its CMake package does")),
    ("-q", Refused("clang has no counterpart; leave it out")),
];

/// The meaning of `word` for clang, if only Intel's compilers have this option.
pub fn meaning(word: &str) -> Option<Meaning> {
    if let Some((_, meaning)) = OPTIONS.iter().find(|(name, _)| *name == word) {
        return Some(*meaning);
    }
    // Languages have small letters; numbers of warnings follow -wd and its like.
    let begins = |prefix: &str, is_next: fn(char) -> bool| {
        word.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(is_next))
    };
    if begins("-x", |c| c.is_ascii_uppercase()) {
        return Some(Refused("use '-march=' with clang's name of the processor"));
    }
    if ["-wd", "-we", "-wo", "-wr", "-ww"].iter().any(|prefix| begins(prefix, |c| c.is_ascii_digit())) {
        return Some(Nothing);
    }
    FAMILIES.iter().find(|(prefix, _)| word.starts_with(prefix)).map(|(_, meaning)| *meaning)
}

/// `-fp-model`, whose value may also be the next word.
pub const FP_MODEL: &str = "-fp-model";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_from_those_of_clang() {
        assert_eq!(meaning("-xHost"), Some(Words(NATIVE)));
        assert_eq!(meaning("-qopt-report=5"), Some(Nothing));
        assert_eq!(meaning("-wd3218"), Some(Nothing));
        assert!(matches!(meaning("-xMIC-AVX512"), Some(Refused(_))));
        assert!(matches!(meaning("-qmkl=parallel"), Some(Refused(_))));
        for word in ["-x", "-xc++", "-xnone", "-w", "-ffp-model=fast", "-fopenmp", "-ffast-math", "-Ofast", "-I-x"] {
            assert_eq!(meaning(word), None, "{word}");
        }
    }

    #[test]
    fn names_are_unique() {
        for (i, (name, _)) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[i + 1..].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
