//! The device pass: stock clang on the host's triple (design decision D1), so
//! that both passes see the same headers, layouts and names.

use super::precompiled::{PRECOMPILE_OPTIONS, words_for_precompiling};
use super::put_input;
use super::unit::{IdSource, Unit, precompiled_include, unit_macros};
use crate::front_end::{ATTRIBUTE_WARNINGS, DEVICE_MODE, NO_WARNINGS, is_about_header_modules};
use crate::invocation::Invocation;
use crate::options::{Options, Role};
use crate::toolchain::Toolchain;

/// Options of the device pass before the user's own, which may change them.
const DEVICE_DEFAULTS: &[&str] = &["-ffp-contract=on"];

/// Options of the device pass that the user's own must not change.
const DEVICE_OPTIONS: &[&str] = &[
    "-D__SYCL_DEVICE_ONLY__=1",
    // A device cannot call the library's checking functions, and none of these
    // macros changes a layout.
    "-U_FORTIFY_SOURCE",
    "-U_GLIBCXX_ASSERTIONS",
    // The C library's inline functions of <ctype.h> read tables of the host.
    "-D__NO_CTYPE",
    "-fno-math-errno",
    // Without -O2, clang marks everything optnone; the passes themselves run
    // after post-link has looked at the code.
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
];

/// Has clang diagnose `throw` and `try`.
const NO_EXCEPTIONS: &str = "-fno-exceptions";

/// The macros that headers see if exceptions are enabled in the host pass. The device pass disables exceptions, so that
/// clang diagnoses `throw` and `try` in kernels only.
const EXCEPTION_MACROS: &[&str] = &["-D__EXCEPTIONS=1", "-D__cpp_exceptions=199711L"];

/// The output of the device pass of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceOutput {
    /// LLVM bitcode.
    Bitcode,
    /// LLVM bitcode of a source with errors: the use of exceptions is none then.
    BitcodeWithExceptions,
    /// LLVM IR as text.
    Ir,
    /// Preprocessed source.
    Preprocessed,
}

/// The input of the device pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceSource<'a> {
    /// The source itself.
    Original,
    /// The source itself, with SYCL's header in precompiled form.
    WithPrecompiled(&'a str),
    /// Text that was preprocessed before.
    Preprocessed(&'a str),
}

/// The device pass of a source.
pub fn device(
    toolchain: &Toolchain,
    options: &Options,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    source: DeviceSource<'_>,
    output: &str,
) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    clang.args(DEVICE_DEFAULTS.iter().copied());
    put_user_words(&mut clang, options, matches!(source, DeviceSource::Preprocessed(_)));
    clang.args(device_options(toolchain, options, exceptions_option(kind)));
    let id_source = match source {
        DeviceSource::WithPrecompiled(precompiled) => {
            clang.args(["-include-pch", precompiled]);
            IdSource::DefinedVariable
        }
        DeviceSource::Original | DeviceSource::Preprocessed(_) => IdSource::Macro,
    };
    clang.args(unit_macros(toolchain, options, &unit.id, id_source));
    match kind {
        DeviceOutput::Bitcode | DeviceOutput::BitcodeWithExceptions => clang.args(["-emit-llvm", "-c"]),
        DeviceOutput::Ir => clang.args(["-emit-llvm", "-S"]),
        DeviceOutput::Preprocessed => clang.arg("-E"),
    };
    clang.args(["-o", output]);
    match source {
        DeviceSource::Preprocessed(text) => {
            clang.args(["-x", "c++-cpp-output", text]);
        }
        DeviceSource::Original | DeviceSource::WithPrecompiled(_) => put_input(&mut clang, unit.input),
    }
    clang
}

/// The user's options that concern device code.
fn put_user_words(clang: &mut Invocation, options: &Options, preprocessed: bool) {
    let mut words = options.options();
    while let Some((role, spelling)) = words.next() {
        // A header that was precompiled for the host is of no use here. Its
        // text is included, by another option or instead.
        match spelling[0].as_str() {
            "-include-pch" => continue,
            "-Xclang" if NO_WARNINGS.contains(&spelling[1].as_str()) => continue,
            option if is_about_header_modules(option) => continue,
            "-Xclang" if spelling[1] == "-include-pch" => {
                words.next();
                continue;
            }
            _ => {}
        }
        match role {
            Role::Preprocess if preprocessed => {}
            Role::Common | Role::Preprocess => match precompiled_include(spelling) {
                // Clang's front end does not search for precompiled files next to headers.
                Some(header) => {
                    clang.args(["-Xclang", "-include", "-Xclang", header]);
                }
                None => {
                    clang.args(spelling);
                }
            },
            _ => {}
        }
    }
    clang.args(frontend_options(options));
}

/// The user's options for the device pass only.
fn frontend_options(options: &Options) -> impl Iterator<Item = &String> {
    options.sycl.frontend_options.iter().filter(|word| !NO_WARNINGS.contains(&word.as_str()))
}

/// How much debug information the device pass makes. There are always lines, for diagnostics; variables only if they
/// stay in memory.
fn debug_level(options: &Options) -> &'static str {
    let levels = options.options().map(|(_, spelling)| spelling[0].as_str()).filter(|word| word.starts_with("-g"));
    let wanted = levels.fold(false, |wanted, word| match word {
        "-g" | "-g2" | "-g3" | "-ggdb" | "-ggdb2" | "-ggdb3" => true,
        "-g0" | "-g1" | "-ggdb0" | "-ggdb1" | "-gline-tables-only" | "-gline-directives-only" => false,
        _ if word.starts_with("-gdwarf") => true,
        _ => wanted,
    });
    if wanted && options.device_opt_level() == 0 { "-g" } else { "-gline-tables-only" }
}

/// Whether clang takes exceptions in kernels.
fn exceptions_option(kind: DeviceOutput) -> &'static str {
    match kind {
        DeviceOutput::BitcodeWithExceptions => "-fexceptions",
        DeviceOutput::Bitcode | DeviceOutput::Ir | DeviceOutput::Preprocessed => NO_EXCEPTIONS,
    }
}

/// The options that select the device pass. `exceptions` is the option about exceptions in kernels.
fn device_options(toolchain: &Toolchain, options: &Options, exceptions: &str) -> Vec<String> {
    let fixed = [DEVICE_MODE, ATTRIBUTE_WARNINGS, DEVICE_OPTIONS].concat();
    let mut words: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    words.extend([exceptions, debug_level(options)].map(str::to_owned));
    let exceptions = options.options().map(|(_, spelling)| spelling[0].as_str()).fold(true, |on, word| match word {
        "-fexceptions" => true,
        "-fno-exceptions" => false,
        _ => on,
    });
    if exceptions {
        words.extend(EXCEPTION_MACROS.iter().map(|word| (*word).to_owned()));
    }
    words.extend(openmp_macro(options));
    words.extend(toolchain.include_options());
    words
}

/// The value of `_OPENMP` in the host pass, if OpenMP is enabled there. Kernels have no OpenMP: its directives are
/// about host code.
fn openmp_macro(options: &Options) -> Option<String> {
    const DEFAULT_VERSION: &str = "51";
    let (mut on, mut version) = (false, DEFAULT_VERSION);
    for (_, spelling) in options.options() {
        match spelling[0].as_str() {
            "-fopenmp" | "-fopenmp=libomp" | "-fopenmp=libiomp5" => on = true,
            "-fno-openmp" => on = false,
            word => version = word.strip_prefix("-fopenmp-version=").unwrap_or(version),
        }
    }
    let date = match version {
        "31" => "201107",
        "40" => "201307",
        "45" => "201511",
        "50" => "201811",
        "52" => "202111",
        _ => "202011",
    };
    on.then(|| format!("-D_OPENMP={date}"))
}

/// The pass that precompiles SYCL's header for the device passes of a command
/// line. `dependencies` lists the files that went into it.
pub fn precompile_device(toolchain: &Toolchain, options: &Options, output: &str, dependencies: &str) -> Invocation {
    let header = toolchain.precompiled_header();
    let mut clang = Invocation::new(&toolchain.clang);
    clang.args(DEVICE_DEFAULTS.iter().copied());
    clang.args(words_for_precompiling(options, &[Role::Common, Role::Preprocess]));
    clang.args(frontend_options(options));
    clang.args(device_options(toolchain, options, NO_EXCEPTIONS));
    clang.args(unit_macros(toolchain, options, "", IdSource::DeclaredVariable));
    clang.args(PRECOMPILE_OPTIONS.iter().copied());
    clang.args(["-MD", "-MF", dependencies, "-o", output, "-x", "c++-header", &header]);
    clang
}
