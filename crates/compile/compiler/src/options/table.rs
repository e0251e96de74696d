//! The table of command-line options that the driver handles.
//!
//! Any other word is an option for clang without a separate value, and is passed to every stage. To add an option, add
//! one row in [`clang`] or [`dpcpp`].

use super::spec::{Form, Spec};
use super::{clang, dpcpp, intel};

/// The entry for `word`: the longest name that fits its form.
pub fn find(word: &str) -> Option<&'static Spec> {
    (clang::OPTIONS.iter().chain(dpcpp::OPTIONS))
        .filter(|spec| match spec.form {
            Form::Flag | Form::Separate => word == spec.name,
            Form::Joined | Form::JoinedOrSeparate | Form::JoinedAndSeparate => word.starts_with(spec.name),
        })
        .max_by_key(|spec| spec.name.len())
}

/// Whether `word` is an option of DPC++'s or of Intel's compilers, which clang
/// must not see.
pub fn is_foreign_option(word: &str) -> bool {
    word == intel::FP_MODEL || intel::meaning(word).is_some() || is_dpcpp_option(word)
}

/// Whether `word` is an option of DPC++. The options by which `tandem++` makes clang compile SYCL count as clang's.
pub fn is_dpcpp_option(word: &str) -> bool {
    let is_dpcpp = |spec: &Spec| dpcpp::OPTIONS.iter().any(|option| option.name == spec.name);
    !["-fsycl-is-device", "-fsycl-is-host"].contains(&word) && find(word).is_some_and(is_dpcpp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let all: Vec<&Spec> = clang::OPTIONS.iter().chain(dpcpp::OPTIONS).collect();
        for (i, spec) in all.iter().enumerate() {
            let again = all[i + 1..].iter().find(|other| other.name == spec.name);
            assert!(again.is_none(), "{}", spec.name);
        }
    }

    #[track_caller]
    fn check(word: &str, name: Option<&str>) {
        assert_eq!(find(word).map(|spec| spec.name), name, "{word}");
    }

    #[test]
    fn the_longest_name_wins() {
        check("-MD", Some("-MD"));
        check("-MFx.d", Some("-MF"));
        check("-Wl,-rpath,/x", Some("-Wl,"));
        check("-Wall", Some("-W"));
        check("-include-pch", Some("-include-pch"));
        check("-fsycl", Some("-fsycl"));
        check("-fsycl-targets=x", Some("-fsycl-targets="));
        check("-fsycl-max-parallel-link-jobs=4", Some("-fsycl-max-parallel-link-jobs="));
        check("-fsycl-host-compiler-options=-O2", Some("-fsycl-host-compiler-options="));
        check("-fsycl-unnamed-lambda", Some("-fsycl-unnamed-lambda"));
        check("-fsycl-of-tomorrow", Some("-fsycl-"));
        check("-Wsycl-strict", Some("-Wsycl-"));
        check("-shared", Some("-shared"));
        check("-std=c++20", None);
        check("-march=native", None);
        check("-fPIC", None);
    }
}
