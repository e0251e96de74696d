//! An editor's view of a SYCL project: clangd, with the configuration that
//! `tandem++ --clangd` prints, reports no error but those there are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tandem_llvm_version::LLVM;
use tandem_tests::{prefix, root, run, transcript};

/// The project `tests/clangd`, with CMake's command lines and the configuration.
fn project(compiler: &Path) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for name in ["CMakeLists.txt", "kernels.cpp"] {
        fs::copy(root().join("tests/clangd").join(name), folder.path().join(name))?;
    }
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(folder.path()).arg("-B").arg(folder.path().join("build"));
    cmake.arg("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON").arg(format!("-DCMAKE_CXX_COMPILER={}", compiler.display()));
    cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix()?.display()));
    let output = run(&mut cmake)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    let configuration = run(Command::new(tandem_cxx()?).arg("--clangd"))?;
    ensure!(configuration.status.success(), "{}", transcript(&configuration));
    fs::write(folder.path().join(".clangd"), &configuration.stdout)?;
    Ok(folder)
}

fn tandem_cxx() -> Result<PathBuf> {
    Ok(prefix()?.join("bin/tandem++"))
}

/// The diagnostics of clangd for a source of the project: each line is `[diagnostic] Line N: text`.
fn diagnostics(project: &Path) -> Result<Vec<String>> {
    let mut clangd = Command::new(LLVM.program("clangd"));
    clangd.current_dir(project).arg("--compile-commands-dir=build").arg("--check-locations=false");
    let output = run(clangd.arg("--check=kernels.cpp"))?;
    let text = transcript(&output);
    ensure!(text.contains("Compile command from CDB"), "clangd has not found the command line:\n{text}");
    ensure!(text.contains("All checks completed"), "{text}");
    let diagnostic = regex::Regex::new(r"(?m)^[EIW]\[[\d:.]+\] (\[[\w-]+\] Line \d+: .*)$")?;
    Ok(diagnostic.captures_iter(&text).map(|captures| captures[1].to_owned()).collect())
}

#[track_caller]
fn check(compiler: &Path) -> Result<()> {
    let project = project(compiler)?;
    assert_eq!(diagnostics(project.path())?, Vec::<String>::new());

    // Errors are reported.
    let source = project.path().join("kernels.cpp");
    let text = fs::read_to_string(&source)?;
    let line = text.lines().position(|line| line.contains("sycl::sin")).context("a line with sin")? + 1;
    fs::write(&source, text.replace("sycl::sin", "sycl::sine"))?;
    let found = diagnostics(project.path())?;
    assert!(found.iter().any(|text| text.contains(&format!("Line {line}: no member named 'sine'"))), "{found:?}");

    // Without the configuration, clangd is at a loss.
    fs::write(&source, text)?;
    fs::remove_file(project.path().join(".clangd"))?;
    assert_ne!(diagnostics(project.path())?, Vec::<String>::new());
    Ok(())
}

#[test]
fn a_project_of_tandem_has_no_false_errors() -> Result<()> {
    check(&tandem_cxx()?)
}

#[test]
fn a_project_with_the_cmake_package_has_no_false_errors() -> Result<()> {
    check(Path::new(&LLVM.program("clang++")))
}
