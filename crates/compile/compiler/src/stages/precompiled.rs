//! Decides which command lines can use SYCL's header in precompiled form, and which of their options affect it.

use std::path::Path;

use crate::options::{Options, Role};
use crate::scan::SYCL_HEADERS;

/// Options of the passes that precompile.
pub(super) const PRECOMPILE_OPTIONS: &[&str] = &["-fpch-instantiate-templates", "-w"];

/// Prefixes of options that rule out a precompiled header: they insert text before the header, inspect its text, or
/// write additional files.
const RULED_OUT: &[&str] = &[
    "-include",
    "-imacros",
    "-Xclang",
    "-Xpreprocessor",
    "-Wp,",
    "-fmodule",
    "-fpch",
    "-ftime-trace",
    "-fsave-optimization-record",
    "-ftest-coverage",
    "-fcoverage",
    "--coverage",
    "-coverage",
    "-ivfsoverlay",
    "-working-directory",
    "--config",
    "-save-temps",
    "--save-temps",
];

/// Beginnings of options that make no difference to the header.
const MAKES_NO_DIFFERENCE: &[&str] = &[
    "-I",
    "-iquote",
    "--include-directory",
    "-W",
    "-w",
    "-pedantic",
    "-g",
    "-Wa,",
    "-Xassembler",
    "-fdiagnostics-",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fansi-escape-codes",
];

/// Whether a precompiled header results in the same program, as far as options are concerned.
pub fn allows_precompiled(options: &Options) -> bool {
    options.options().all(|(_, spelling)| {
        let ruled_out = RULED_OUT.iter().any(|name| spelling[0].starts_with(name));
        // A user's folder that has SYCL headers precedes ours.
        let hides_ours = include_dir(spelling)
            .is_some_and(|dir| SYCL_HEADERS.iter().any(|header| Path::new(dir).join(header).exists()));
        !ruled_out && !hides_ours
    })
}

/// Whether options that affect a precompiled header name files or folders relative to the working directory.
pub fn has_relative_paths(options: &Options) -> bool {
    const PATH_OPTIONS: &[&str] = &[
        "-isystem",
        "-cxx-isystem",
        "-idirafter",
        "-iprefix",
        "-isysroot",
        "--sysroot=",
        "--sysroot",
        "-B",
        "--gcc-toolchain=",
        "-gcc-toolchain",
        "-resource-dir",
    ];
    options.options().any(|(_, spelling)| {
        let name = PATH_OPTIONS.iter().find(|name| spelling[0].starts_with(**name));
        let value = match (name, spelling) {
            (Some(_), [_, value]) => value,
            (Some(name), [option]) => &option[name.len()..],
            _ => return false,
        };
        !value.starts_with('/')
    })
}

fn include_dir(spelling: &[String]) -> Option<&str> {
    match spelling {
        [option, dir] if option == "-I" || option == "-isystem" => Some(dir),
        [option] => option.strip_prefix("-I").or_else(|| option.strip_prefix("-isystem")),
        _ => None,
    }
}

/// The user's options of these roles that affect a precompiled header.
pub(super) fn words_for_precompiling<'a>(options: &'a Options, roles: &'a [Role]) -> impl Iterator<Item = &'a String> {
    options
        .options()
        .filter(|(role, spelling)| {
            let ignored = MAKES_NO_DIFFERENCE.iter().any(|name| spelling[0].starts_with(name));
            roles.contains(role) && !ignored
        })
        .flat_map(|(_, spelling)| spelling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::made_up;

    fn parse(line: &str) -> Options {
        Options::parse(line.split_whitespace().map(str::to_owned), made_up::REGISTRY).unwrap()
    }

    #[test]
    fn options_that_rule_it_out() {
        for line in ["", "-O2 -g -Wall -Iinc -DX -MD -march=native -std=c++20 -fsanitize=address"] {
            assert!(allows_precompiled(&parse(line)), "{line}");
        }
        for line in ["-include x.h", "-Xclang -foo", "--coverage", "-fmodules", "-save-temps=obj"] {
            assert!(!allows_precompiled(&parse(line)), "{line}");
        }
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("sycl")).unwrap();
        std::fs::write(dir.path().join("sycl/sycl.hpp"), "").unwrap();
        assert!(!allows_precompiled(&parse(&format!("-I{}", dir.path().display()))));
        assert!(!allows_precompiled(&parse(&format!("-isystem {}", dir.path().display()))));
    }

    #[test]
    fn options_that_go_into_it() {
        let options = parse("-O2 -g3 -Wall -Iinc -I inc -DX -D Y -MD -lm -std=c++20 -fdiagnostics-color a.cpp");
        let words = |roles| words_for_precompiling(&options, roles).map(String::as_str).collect::<Vec<_>>().join(" ");
        assert_eq!(words(&[Role::Common, Role::Preprocess, Role::Host]), "-O2 -DX -D Y -std=c++20");
        assert_eq!(words(&[Role::Common, Role::Preprocess]), "-DX -D Y -std=c++20");
    }

    #[test]
    fn relative_paths() {
        for line in ["-isystem inc", "-isysteminc", "--sysroot=x", "-B .", "-isystem /a -isystem b"] {
            assert!(has_relative_paths(&parse(line)), "{line}");
        }
        for line in ["-isystem /inc", "-isystem/inc", "--sysroot=/x", "-Iinc", "-std=c++20"] {
            assert!(!has_relative_paths(&parse(line)), "{line}");
        }
    }
}
