//! The host pass: clang as the user called it, in SYCL's host mode.

use super::precompiled::{PRECOMPILE_OPTIONS, words_for_precompiling};
use super::put_input;
use super::unit::{IdSource, Unit, unit_macros, uses_precompiled_header};
use crate::dependencies::default_file;
use crate::front_end::{HOST_MODE, QUIET_ABOUT_ATTRIBUTES};
use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::options::{Input, Options, Phase, Role};
use crate::toolchain::Toolchain;

/// The host pass of a source. `phase` is the option that selects the kind of output, `output` its file, `precompiled`
/// the SYCL header in that form.
pub fn host(
    toolchain: &Toolchain,
    options: &Options,
    unit: &Unit<'_>,
    phase: &str,
    output: Option<&str>,
    precompiled: Option<&str>,
) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    let is_cxx = unit.input.kind() == Kind::Cxx || unit.input.is_preprocessed();
    if is_cxx {
        clang.arg(QUIET_ABOUT_ATTRIBUTES);
    }
    for (role, spelling) in options.options() {
        match role {
            Role::Common | Role::Preprocess | Role::Host | Role::Dependencies => {
                clang.args(spelling);
            }
            Role::Link | Role::Mode => {}
        }
    }
    if options.verbose {
        clang.arg("-v");
    }
    if is_cxx {
        if let Some(precompiled) = precompiled {
            clang.args(["-include-pch", precompiled]);
        }
        clang.args(host_sycl_options(toolchain, options, unit, precompiled.is_some()));
    }
    if options.has_prefix("-flto") && phase == "-c" {
        // The device part needs an ELF object to travel in.
        clang.arg("-ffat-lto-objects");
    }
    if options.phase == Phase::Link {
        clang.args(implied_by_link(options, unit.input));
    }
    clang.arg(phase);
    if let Some(output) = output {
        clang.args(["-o", output]);
    }
    put_input(&mut clang, unit.input);
    clang
}

/// The options that make the host pass a SYCL compilation.
pub fn host_sycl_options(toolchain: &Toolchain, options: &Options, unit: &Unit<'_>, precompiled: bool) -> Vec<String> {
    let id_source = match unit.input.kind() {
        Kind::Header => IdSource::DeclaredVariable,
        _ if precompiled || uses_precompiled_header(options) => IdSource::DefinedVariable,
        _ => IdSource::Macro,
    };
    let mut words = HOST_MODE.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    words.extend(toolchain.include_options());
    words.extend(unit_macros(toolchain, options, &unit.id, id_source));
    words
}

/// Names that clang would derive from the program's name, were compiling and
/// linking one call: of side outputs, and of the dependency file.
fn implied_by_link(options: &Options, input: &Input) -> Vec<String> {
    let mut words = Vec::new();
    let output = options.output.as_deref();
    if !options.has(&["-dumpdir"]) {
        words.extend(["-dumpdir".to_owned(), format!("{}-", output.unwrap_or("a"))]);
    }
    let has_value = |name| options.has_prefix(name);
    if options.has(&["-MD", "-MMD"]) && !has_value("-MF") {
        let file = default_file(options, input);
        words.extend(["-MF".to_owned(), file]);
    }
    if options.has(&["-MD", "-MMD"]) && !has_value("-MT") && !has_value("-MQ") {
        let target = match output {
            Some(output) => output.to_owned(),
            None => input.with_extension("o"),
        };
        words.extend(["-MQ".to_owned(), target]);
    }
    words
}

/// The pass that precompiles SYCL's header for the host passes of a command
/// line. `dependencies` lists the files that went into it.
pub fn precompile_host(toolchain: &Toolchain, options: &Options, output: &str, dependencies: &str) -> Invocation {
    let header = toolchain.precompiled_header();
    let input = Input { path: header.clone(), language: Some("c++-header".to_owned()) };
    let unit = Unit { input: &input, id: String::new() };
    let mut clang = Invocation::new(&toolchain.clang);
    clang.args(words_for_precompiling(options, &[Role::Common, Role::Preprocess, Role::Host]));
    clang.args(host_sycl_options(toolchain, options, &unit, false));
    clang.args(PRECOMPILE_OPTIONS.iter().copied());
    clang.args(["-MD", "-MF", dependencies, "-o", output, "-x", "c++-header", &header]);
    clang
}
