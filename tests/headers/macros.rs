//! Macros that programs define before they include the headers, such as `-DN=1024`, `-DT=float`
//! or the `min` of other libraries: no name in the headers is a single letter or a usual word of
//! benchmarks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use regex::Regex;
use tandem_tests::{prefix, root, run, transcript};

use super::{MODES, for_each_file, include_dir, public_headers, standard_headers};

/// SYCL itself has these names: the elements of `vec`, the matrices `use::a` and `use::b`, and the
/// channels `image_channel_order::r` and `image_channel_order::a`.
/// A program that defines them as macros cannot use what they name.
const LETTERS_OF_SYCL: &str = "xyzwrgba";

/// The headers with names of [`LETTERS_OF_SYCL`].
const HEADERS_WITH_LETTERS: [&str; 4] = [
    "sycl/vec.hpp",
    "sycl/image_channels.hpp",
    "sycl/detail/kernel/simple_swizzles.hpp",
    "sycl/ext/oneapi/matrix/matrix.hpp",
];

const WORDS: [&str; 20] = [
    "BLOCK",
    "BLOCK_SIZE",
    "COLS",
    "DATA_TYPE",
    "DIM",
    "DIMS",
    "EPS",
    "EPSILON",
    "LEN",
    "LENGTH",
    "MAX",
    "MIN",
    "PI",
    "REAL",
    "ROWS",
    "SIZE",
    "TILE",
    "TYPE",
    "VALUE",
    "WARP_SIZE",
];

/// Functions that programs define as macros with arguments.
const FUNCTIONS: [&str; 4] = ["abs", "clamp", "max", "min"];

/// A text in front of which each letter, word and function is a macro that is no C++. The headers
/// of the C++ library come first: it has such names itself, as `std::numbers::e` and `std::min`.
fn behind_macros(folder: &Path, text: &str) -> Result<PathBuf> {
    let letters = ('a'..='z').chain('A'..='Z').filter(|letter| !LETTERS_OF_SYCL.contains(*letter));
    let names = letters.map(String::from).chain(WORDS.map(str::to_owned));
    let mut source: String = standard_headers()?.iter().map(|name| format!("#include <{name}>\n")).collect();
    source.extend(names.map(|name| format!("#define {name} no C++;\n")));
    source.extend(FUNCTIONS.map(|name| format!("#define {name}(left, right) no C++;\n")));
    let path = folder.join("source.cpp");
    fs::write(&path, source + text)?;
    Ok(path)
}

#[test]
fn headers_compile_behind_macros_of_programs() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let includes: String = public_headers()?.iter().map(|name| format!("#include <{name}>\n")).collect();
    let source = behind_macros(folder.path(), &includes)?;
    for mode in MODES {
        let output = run(&mut mode.command("c++20", &source))?;
        ensure!(output.status.success(), "{}: {}", mode.name, transcript(&output));
    }
    Ok(())
}

#[test]
fn programs_compile_behind_their_macros() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let uses = fs::read_to_string(root().join("tests/headers/uses.cpp"))?;
    let source = behind_macros(folder.path(), &format!("#include <sycl/sycl.hpp>\n{uses}"))?;
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    compile.args(["-fsycl", "-std=c++20", "-c"]).arg(source).arg("-o").arg(folder.path().join("uses.o"));
    // A precompiled header would come ahead of the macros.
    let output = run(compile.env("TANDEM_PCH_DIR", ""))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}

/// The letters that cannot be macros in the tests above.
#[test]
fn letters_name_nothing_but_what_sycl_names() -> Result<()> {
    let comment_or_text = Regex::new(r#"//.*|"(\\.|[^"\\\n])*""#)?;
    let letter = Regex::new(&format!(r"\b[{LETTERS_OF_SYCL}]\b"))?;
    for_each_file(&include_dir(), &mut |path, text| {
        let code = comment_or_text.replace_all(text, "");
        let found = code.lines().position(|line| letter.is_match(line));
        let expected = HEADERS_WITH_LETTERS.iter().any(|header| path.ends_with(header));
        assert_eq!(found.is_some(), expected, "{}, line {:?}", path.display(), found.map(|line| line + 1));
    })
}
