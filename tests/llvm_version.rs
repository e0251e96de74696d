//! The version of LLVM is named once in each language, and everywhere the same.

use std::fs;
use std::path::Path;
use std::process::Command;

use tandem_llvm_version::LLVM;
use tandem_tests::{root, run, transcript};

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn all_places_name_the_same() {
    let major = LLVM.major();
    assert!(text("scripts/llvm.sh").contains(&format!("readonly LLVM_MAJOR={major}\n")));
    // Versions of `llvm-sys` begin with LLVM's major and minor number.
    let crate_version = format!("llvm-sys = {{ version = \"{major}");
    assert!(text("Cargo.toml").contains(&crate_version), "{crate_version}");
    let folder = LLVM.distribution_folder();
    let variable = format!("{} = \"{}\"", LLVM.prefix_variable(), folder.display());
    assert!(text(".cargo/config.toml").contains(&variable), "{variable}");
    assert!(LLVM.prefix_variable().starts_with(&format!("LLVM_SYS_{major}")));
}

/// Names of programs, packages and folders have the number from one of these places.
#[test]
fn no_other_file_of_code_names_it() {
    const PLACES: [&str; 4] =
        [".cargo/config.toml", "crates/compile/llvm-version/src/lib.rs", "scripts/llvm.sh", "tests/llvm_version.rs"];
    let mut git = Command::new("git");
    let forbidden = format!(r"(clang|llvm|lld|libomp|libc\+\+)[a-z+-]*-{0}\b|LLVM_SYS_{0}", LLVM.major());
    git.current_dir(root()).args(["grep", "--untracked", "-nIE", &forbidden, "--"]);
    git.args(["*.rs", "*.sh", "*.toml", "*.cmake", "*CMakeLists.txt", "x"]);
    let output = run(&mut git).expect("git is installed");
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!found.is_empty(), "the search finds nothing: {}", transcript(&output));
    let is_place =
        |line: &str| PLACES.iter().any(|place| line.strip_prefix(place).is_some_and(|rest| rest.starts_with(':')));
    let others: Vec<_> = found.lines().filter(|line| !is_place(line)).collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
}
