//! The table of command-line options that the driver must know: those with a
//! separate value (so that the value is not taken for an input), those that
//! belong to one stage only, and DPC++'s own.
//!
//! Everything that is not here is an option for clang in one word, and goes to
//! every stage. To add an option: one line in [`TABLE`], and, where it is a
//! [`Role::Sycl`] one, an arm in `Options::apply_sycl`.

use Form::{Flag, Joined, JoinedAndSeparate, JoinedOrSeparate, Separate};
use Role::{Common, Dependencies, Host, Link, Mode, Preprocess, Sycl, SyclIgnored, SyclMissing};

use super::intel;

/// How an option and its value are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The word itself.
    Flag,
    /// The value follows in the same word.
    Joined,
    /// The value is the next word.
    Separate,
    /// Either.
    JoinedOrSeparate,
    /// One value in the same word, and another one in the next.
    JoinedAndSeparate,
}

/// Which stage an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compilers and linker.
    Common,
    /// Compilers, and only where they preprocess.
    Preprocess,
    /// The host compiler and the linker, but not the device compiler: host
    /// instrumentation, debug information, optimization.
    Host,
    /// The host compiler only: dependency files.
    Dependencies,
    /// The linker only.
    Link,
    /// The driver: what to do.
    Mode,
    /// DPC++'s options, which clang does not know.
    Sycl,
    /// DPC++'s options that make no difference here.
    SyclIgnored,
    /// DPC++'s options whose effect Tandem does not have.
    SyclMissing,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The option, or its beginning for forms with a joined value.
    pub name: &'static str,
    /// How its value is spelled.
    pub form: Form,
    /// Which stage it is for.
    pub role: Role,
}

const fn spec(name: &'static str, form: Form, role: Role) -> Spec {
    Spec { name, form, role }
}

/// The known options. Of several that match a word, the longest name counts.
pub const TABLE: &[Spec] = &[
    // What to do.
    spec("-c", Flag, Mode),
    spec("-S", Flag, Mode),
    spec("-E", Flag, Mode),
    spec("-M", Flag, Mode),
    spec("-MM", Flag, Mode),
    spec("-fsyntax-only", Flag, Mode),
    spec("--analyze", Flag, Mode),
    spec("--precompile", Flag, Mode),
    spec("-o", JoinedOrSeparate, Mode),
    spec("--output", Separate, Mode),
    spec("--output=", Joined, Mode),
    spec("-x", JoinedOrSeparate, Mode),
    spec("--language=", Joined, Mode),
    spec("-###", Flag, Mode),
    spec("-v", Flag, Mode),
    spec("--verbose", Flag, Mode),
    spec("-save-temps", Flag, Mode),
    spec("--save-temps", Flag, Mode),
    spec("-save-temps=", Joined, Mode),
    spec("--save-temps=", Joined, Mode),
    // Dependency files.
    spec("-MD", Flag, Dependencies),
    spec("-MMD", Flag, Dependencies),
    spec("-MP", Flag, Dependencies),
    spec("-MG", Flag, Dependencies),
    spec("-MV", Flag, Dependencies),
    spec("-MF", JoinedOrSeparate, Dependencies),
    spec("-MT", JoinedOrSeparate, Dependencies),
    spec("-MQ", JoinedOrSeparate, Dependencies),
    spec("-MJ", JoinedOrSeparate, Dependencies),
    spec("-Wp,-M", Joined, Dependencies),
    spec("--write-dependencies", Flag, Dependencies),
    spec("--write-user-dependencies", Flag, Dependencies),
    // Preprocessing.
    spec("-D", JoinedOrSeparate, Preprocess),
    spec("-U", JoinedOrSeparate, Preprocess),
    spec("-I", JoinedOrSeparate, Preprocess),
    spec("-include", JoinedOrSeparate, Preprocess),
    spec("-include-pch", Separate, Preprocess),
    spec("-imacros", JoinedOrSeparate, Preprocess),
    spec("-iquote", JoinedOrSeparate, Preprocess),
    spec("-isystem", JoinedOrSeparate, Preprocess),
    spec("-isystem-after", JoinedOrSeparate, Preprocess),
    spec("-idirafter", JoinedOrSeparate, Preprocess),
    spec("-iprefix", JoinedOrSeparate, Preprocess),
    spec("-iwithprefix", JoinedOrSeparate, Preprocess),
    spec("-iwithprefixbefore", JoinedOrSeparate, Preprocess),
    spec("-ivfsoverlay", JoinedOrSeparate, Preprocess),
    spec("-cxx-isystem", JoinedOrSeparate, Preprocess),
    spec("--define-macro", Separate, Preprocess),
    spec("--undefine-macro", Separate, Preprocess),
    spec("--include-directory", Separate, Preprocess),
    spec("-undef", Flag, Preprocess),
    spec("-Xpreprocessor", Separate, Preprocess),
    spec("-Wp,", Joined, Preprocess),
    // Options with a separate value for every stage.
    spec("-Xclang", Separate, Common),
    spec("-mllvm", Separate, Common),
    spec("-target", Separate, Common),
    spec("--param", Separate, Common),
    spec("-arch", Separate, Common),
    spec("-isysroot", JoinedOrSeparate, Common),
    spec("--sysroot", Separate, Common),
    spec("--sysroot=", Joined, Common),
    spec("-B", JoinedOrSeparate, Common),
    spec("--prefix", Separate, Common),
    spec("-working-directory", Separate, Common),
    spec("--config", Separate, Common),
    spec("--config=", Joined, Common),
    spec("-gcc-toolchain", Separate, Common),
    spec("-resource-dir", Separate, Common),
    spec("-dumpdir", Separate, Common),
    spec("-ccc-gcc-name", Separate, Common),
    spec("-Xarch_host", Separate, Host),
    spec("-Xarch_device", Separate, Host),
    spec("-Xassembler", Separate, Host),
    spec("-Wa,", Joined, Host),
    // Host code generation. The device pass has its own settings.
    spec("-g", Joined, Host),
    spec("-gcc-install-dir=", Joined, Common),
    spec("--gcc-install-dir=", Joined, Common),
    spec("-O", Joined, Host),
    spec("--optimize", Flag, Host),
    spec("-fsanitize", Joined, Host),
    spec("-fno-sanitize", Joined, Host),
    spec("-flto", Joined, Host),
    spec("-fno-lto", Joined, Host),
    spec("-ffat-lto-objects", Flag, Host),
    spec("-fwhole-program-vtables", Flag, Host),
    spec("-fprofile", Joined, Host),
    spec("-fno-profile", Joined, Host),
    spec("-fcs-profile", Joined, Host),
    spec("-fcoverage", Joined, Host),
    spec("-fno-coverage", Joined, Host),
    spec("-ftest-coverage", Flag, Host),
    spec("--coverage", Flag, Host),
    spec("-coverage", Flag, Host),
    spec("-pg", Flag, Host),
    spec("-finstrument-functions", Joined, Host),
    spec("-fxray", Joined, Host),
    spec("-fstack-protector", Joined, Host),
    spec("-fstack-clash-protection", Flag, Host),
    spec("-fsplit-stack", Flag, Host),
    spec("-fstack-usage", Flag, Host),
    spec("-fcf-protection", Joined, Host),
    spec("-fpatchable-function-entry", Joined, Host),
    spec("-ftrivial-auto-var-init", Joined, Host),
    spec("-fzero-call-used-regs", Joined, Host),
    spec("-fhardened", Flag, Host),
    // With OpenMP, clang takes every function for one that is needed, and host code would be refused where kernels
    // cannot run it. The device pass gets the macro alone.
    spec("-fopenmp", Joined, Host),
    spec("-fno-openmp", Joined, Host),
    spec("-fsplit-dwarf-inlining", Flag, Host),
    spec("-fdebug-macro", Flag, Host),
    spec("-ftime-trace", Joined, Host),
    spec("-ftime-report", Joined, Host),
    spec("-fsave-optimization-record", Joined, Host),
    spec("-foptimization-record", Joined, Host),
    spec("-Rpass", Joined, Host),
    spec("-Rno-pass", Joined, Host),
    spec("-fcrash-diagnostics", Joined, Host),
    spec("-emit-llvm", Flag, Host),
    spec("-emit-ast", Flag, Host),
    spec("-d", Joined, Host),
    spec("-W", Joined, Host),
    spec("-w", Flag, Host),
    spec("--warn-", Joined, Host),
    spec("-pedantic", Joined, Host),
    spec("--serialize-diagnostics", Separate, Host),
    spec("-fdiagnostics-", Joined, Common),
    // Linking.
    spec("-l", JoinedOrSeparate, Link),
    spec("-L", JoinedOrSeparate, Link),
    spec("--library-directory", Separate, Link),
    spec("--library-directory=", Joined, Link),
    spec("-Wl,", Joined, Link),
    spec("-Xlinker", Separate, Link),
    spec("-T", JoinedOrSeparate, Link),
    spec("-u", JoinedOrSeparate, Link),
    spec("-e", JoinedOrSeparate, Link),
    spec("-z", Separate, Link),
    spec("-r", Flag, Link),
    spec("-s", Flag, Link),
    spec("-t", Flag, Link),
    spec("-shared", Flag, Link),
    spec("--shared", Flag, Link),
    spec("-static", Flag, Link),
    spec("--static", Flag, Link),
    spec("-static-pie", Flag, Link),
    spec("-static-libgcc", Flag, Link),
    spec("-static-libstdc++", Flag, Link),
    spec("-shared-libgcc", Flag, Link),
    spec("-pie", Flag, Link),
    spec("--pie", Flag, Link),
    spec("-no-pie", Flag, Link),
    spec("--no-pie", Flag, Link),
    spec("-nopie", Flag, Link),
    spec("-rdynamic", Flag, Link),
    spec("-rpath", Separate, Link),
    spec("-nostdlib", Flag, Link),
    spec("-nostdlib++", Flag, Link),
    spec("-nodefaultlibs", Flag, Link),
    spec("-nostartfiles", Flag, Link),
    spec("-nolibc", Flag, Link),
    spec("-fuse-ld=", Joined, Link),
    spec("--ld-path=", Joined, Link),
    spec("-rtlib=", Joined, Link),
    spec("--rtlib=", Joined, Link),
    spec("-unwindlib=", Joined, Link),
    spec("--unwindlib=", Joined, Link),
    // DPC++.
    spec("-fsycl", Flag, Sycl),
    spec("-fno-sycl", Flag, Sycl),
    spec("-nolibsycl", Flag, Sycl),
    spec("-fsycl-targets=", Joined, Sycl),
    spec("-fsycl-add-targets=", Joined, Sycl),
    spec("-fsycl-device-only", Flag, Sycl),
    spec("-fsycl-device-code-split", Flag, Sycl),
    spec("-fno-sycl-device-code-split", Flag, Sycl),
    spec("-fsycl-device-code-split=", Joined, Sycl),
    spec("-fsycl-link", Flag, Sycl),
    spec("-fsycl-link=", Joined, Sycl),
    spec("-fsycl-dump-device-code=", Joined, Sycl),
    spec("-fsycl-dead-args-optimization", Flag, Sycl),
    spec("-fno-sycl-dead-args-optimization", Flag, Sycl),
    spec("-fsycl-id-queries-fit-in-int", Flag, Sycl),
    spec("-fno-sycl-id-queries-fit-in-int", Flag, Sycl),
    spec("-fsycl-host-compiler=", Joined, Sycl),
    spec("-fsycl-host-compiler-options=", Joined, Sycl),
    spec("-fsycl-int-header=", Joined, Sycl),
    spec("-fsycl-rdc", Flag, Sycl),
    spec("-fno-sycl-rdc", Flag, Sycl),
    spec("-fsycl-max-parallel-link-jobs=", Joined, Sycl),
    spec("-Xsycl-target-backend", Separate, Sycl),
    spec("-Xsycl-target-backend=", JoinedAndSeparate, Sycl),
    spec("-Xsycl-target-linker", Separate, Sycl),
    spec("-Xsycl-target-linker=", JoinedAndSeparate, Sycl),
    spec("-Xsycl-target-frontend", Separate, Sycl),
    spec("-Xsycl-target-frontend=", JoinedAndSeparate, Sycl),
    spec("-Xs", JoinedOrSeparate, Sycl),
    spec("-foffload-static-lib=", Joined, Sycl),
    spec("-foffload-whole-static-lib=", Joined, Sycl),
    // Of DPC++'s, without a difference here: the language's version, libraries and forms of device code that Tandem
    // does not have, and what it always does.
    spec("-sycl-std=", Joined, SyclIgnored),
    spec("-Wsycl-", Joined, SyclIgnored),
    spec("-Wno-sycl-", Joined, SyclIgnored),
    spec("-Werror=sycl-", Joined, SyclIgnored),
    spec("-Wno-error=sycl-", Joined, SyclIgnored),
    spec("-fsycl-unnamed-lambda", Flag, SyclIgnored),
    spec("-fno-sycl-unnamed-lambda", Flag, SyclIgnored),
    spec("-fsycl-explicit-simd", Flag, SyclIgnored),
    spec("-fno-sycl-explicit-simd", Flag, SyclIgnored),
    spec("-fsycl-esimd-", Joined, SyclIgnored),
    spec("-fno-sycl-esimd-", Joined, SyclIgnored),
    spec("-fsycl-early-optimizations", Flag, SyclIgnored),
    spec("-fno-sycl-early-optimizations", Flag, SyclIgnored),
    spec("-fsycl-optimize-non-user-code", Flag, SyclIgnored),
    spec("-fno-sycl-optimize-non-user-code", Flag, SyclIgnored),
    spec("-fsycl-device-lib", Joined, SyclIgnored),
    spec("-fno-sycl-device-lib", Joined, SyclIgnored),
    spec("-fsycl-libspirv-path=", Joined, SyclIgnored),
    spec("-fno-sycl-libspirv", Flag, SyclIgnored),
    spec("-fsycl-instrument-device-code", Flag, SyclIgnored),
    spec("-fno-sycl-instrument-device-code", Flag, SyclIgnored),
    spec("-fsycl-use-bitcode", Flag, SyclIgnored),
    spec("-fsycl-device-obj=", Joined, SyclIgnored),
    spec("-fsycl-use-spirv-backend-for-spirv-gen", Flag, SyclIgnored),
    spec("-fno-sycl-use-spirv-backend-for-spirv-gen", Flag, SyclIgnored),
    spec("-fsycl-disable-range-rounding", Flag, SyclIgnored),
    spec("-fsycl-range-rounding=", Joined, SyclIgnored),
    spec("-fsycl-exp-range-rounding", Flag, SyclIgnored),
    spec("-fno-sycl-exp-range-rounding", Flag, SyclIgnored),
    spec("-fsycl-allow-func-ptr", Joined, SyclIgnored),
    spec("-fno-sycl-allow-func-ptr", Flag, SyclIgnored),
    spec("-fsycl-allow-device-image-dependencies", Flag, SyclIgnored),
    spec("-fno-sycl-allow-device-image-dependencies", Flag, SyclIgnored),
    spec("-fsycl-allow-device-dependencies", Flag, SyclIgnored),
    spec("-fno-sycl-allow-device-dependencies", Flag, SyclIgnored),
    spec("-fsycl-force-inline-kernel-lambda", Flag, SyclIgnored),
    spec("-fno-sycl-force-inline-kernel-lambda", Flag, SyclIgnored),
    spec("-fsycl-decompose-functor", Flag, SyclIgnored),
    spec("-fno-sycl-decompose-functor", Flag, SyclIgnored),
    spec("-fsycl-fp32-prec-sqrt", Flag, SyclIgnored),
    spec("-fno-sycl-fp32-prec-sqrt", Flag, SyclIgnored),
    spec("-foffload-fp32-prec-", Joined, SyclIgnored),
    spec("-fno-offload-fp32-prec-", Joined, SyclIgnored),
    spec("-fsycl-remove-unused-external-funcs", Flag, SyclIgnored),
    spec("-fno-sycl-remove-unused-external-funcs", Flag, SyclIgnored),
    spec("-fsycl-add-default-spec-consts-image", Flag, SyclIgnored),
    spec("-fno-sycl-add-default-spec-consts-image", Flag, SyclIgnored),
    spec("-fsycl-preserve-device-nonsemantic-metadata", Flag, SyclIgnored),
    spec("-fno-sycl-preserve-device-nonsemantic-metadata", Flag, SyclIgnored),
    spec("-fenable-sycl-dae", Flag, SyclIgnored),
    spec("-fsycl-use-footer", Flag, SyclIgnored),
    spec("-fno-sycl-use-footer", Flag, SyclIgnored),
    spec("-fsycl-footer-path=", Joined, SyclIgnored),
    spec("-fsycl-enable-int-header-diags", Flag, SyclIgnored),
    spec("-fno-sycl-pstl-offload", Flag, SyclIgnored),
    spec("-fsycl-embed-ir", Flag, SyclIgnored),
    spec("-fno-sycl-embed-ir", Flag, SyclIgnored),
    spec("-fsycl-remarks", Flag, SyclIgnored),
    spec("-fgpu-inline-threshold=", Joined, SyclIgnored),
    spec("--offload-compress", Flag, SyclIgnored),
    spec("--no-offload-compress", Flag, SyclIgnored),
    spec("--offload-compression-level=", Joined, SyclIgnored),
    spec("-ftarget-compile-fast", Flag, SyclIgnored),
    spec("-ftarget-export-symbols", Flag, SyclIgnored),
    spec("-fno-target-export-symbols", Flag, SyclIgnored),
    spec("-ftarget-register-alloc-mode=", Joined, SyclIgnored),
    spec("-fpreview-breaking-changes", Flag, SyclIgnored),
    spec("-flink-huge-device-code", Flag, SyclIgnored),
    spec("-fno-link-huge-device-code", Flag, SyclIgnored),
    spec("-reuse-exe=", Joined, SyclIgnored),
    spec("-Xspirv-translator", Separate, SyclIgnored),
    spec("-Xspirv-translator=", JoinedAndSeparate, SyclIgnored),
    spec("-Xdevice-post-link", Separate, SyclIgnored),
    spec("-Xspirv-to-ir-wrapper", Separate, SyclIgnored),
    // Of DPC++'s, with an effect that Tandem does not have.
    spec("-fsycl-default-sub-group-size", Separate, SyclMissing),
    spec("-fsycl-default-sub-group-size=", Joined, SyclMissing),
    spec("-fintelfpga", Flag, SyclMissing),
    spec("-fsycl-", Joined, SyclMissing),
    spec("-fno-sycl-", Joined, SyclMissing),
];

/// The entry for `word`: the longest name that fits its form.
pub fn find(word: &str) -> Option<&'static Spec> {
    TABLE
        .iter()
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

/// Whether `word` is an option of DPC++'s. Those by which `tandem++` has clang compile SYCL are clang's.
pub fn is_dpcpp_option(word: &str) -> bool {
    let is_sycl = |spec: &Spec| matches!(spec.role, Role::Sycl | Role::SyclIgnored | Role::SyclMissing);
    !["-fsycl-is-device", "-fsycl-is-host"].contains(&word) && find(word).is_some_and(is_sycl)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (i, spec) in TABLE.iter().enumerate() {
            let again = TABLE[i + 1..].iter().find(|other| other.name == spec.name);
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
