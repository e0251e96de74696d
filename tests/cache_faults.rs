//! A persistent cache that cannot be written: programs say so once, and run.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Result, ensure};
use tandem_llvm_version::LLVM;
use tandem_tests::{prefix, root, run, transcript};

const SOURCE: &str = r#"
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(1, q);
  q.single_task<class A>([=] { *data = 1; }).wait();
  q.single_task<class B>([=] { *data += 20; }).wait();
  q.single_task<class C>([=] { *data *= 2; }).wait();
  std::printf("%d\n", *data);
  sycl::free(data, q);
}
"#;
const READ_ONLY: (&str, i32) = ("FAULT_OPEN", 30);
const FULL: (&str, i32) = ("FAULT_WRITE", 28);

/// Compiles the program and the library with the faults.
fn prepare(folder: &Path) -> Result<()> {
    fs::write(folder.join("program.cpp"), SOURCE)?;
    let mut program = Command::new(prefix()?.join("bin/tandem++"));
    program.args(["-fsycl", "-O1", "-fsycl-device-code-split=per_kernel", "program.cpp", "-o", "program"]);
    let mut faults = Command::new(LLVM.program("clang"));
    faults.args(["-shared", "-fPIC", "-o", "libfault.so"]).arg(root().join("tests/cache_faults/fault.c"));
    for command in [&mut program, &mut faults] {
        let output = run(command.current_dir(folder))?;
        ensure!(output.status.success(), "{}", transcript(&output));
    }
    Ok(())
}

/// Runs the program, with a fault that it meets in the cache's folder.
fn execute(folder: &Path, fault: Option<(&str, i32)>) -> Result<Output> {
    let mut program = Command::new(folder.join("program"));
    program.env("SYCL_CACHE_DIR", folder.join("cache"));
    if let Some((name, number)) = fault {
        program.env("LD_PRELOAD", folder.join("libfault.so")).env(name, number.to_string());
    }
    let output = run(&mut program)?;
    ensure!(output.status.success() && output.stdout == b"42\n", "{}", transcript(&output));
    Ok(output)
}

fn files(folder: &Path, name: &str) -> usize {
    fs::read_dir(folder.join("cache/device-code").join(name)).map_or(0, Iterator::count)
}

#[track_caller]
fn assert_warned_once(output: &Output, reason: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("tandem: warning: the persistent cache in "), "{text}");
    assert!(text.contains(reason) && text.lines().count() == 1, "{text}");
}

#[test]
fn a_read_only_folder() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    prepare(folder)?;
    assert_warned_once(&execute(folder, Some(READ_ONLY))?, "Read-only file system");
    assert!(!folder.join("cache").exists());
    // The existing entries can be used, so there is nothing to report.
    assert!(execute(folder, None)?.stderr.is_empty());
    assert_eq!(files(folder, "entries"), 3);
    assert!(execute(folder, Some(READ_ONLY))?.stderr.is_empty());
    Ok(())
}

#[test]
fn a_full_folder() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    prepare(folder)?;
    assert_warned_once(&execute(folder, Some(FULL))?, "No space left on device");
    assert_eq!((files(folder, "entries"), files(folder, "writing")), (0, 0), "something half-written stays");
    assert!(execute(folder, None)?.stderr.is_empty());
    assert_eq!(files(folder, "entries"), 3);
    Ok(())
}

#[test]
fn a_limit_on_the_size_of_files() -> Result<()> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    let mut shell = Command::new("bash");
    shell.args(["-c", "ulimit -f 1; exec ./program"]).current_dir(folder.path());
    let output = run(shell.env("SYCL_CACHE_DIR", folder.path().join("cache")))?;
    ensure!(output.status.success() && output.stdout == b"42\n", "{}", transcript(&output));
    assert_warned_once(&output, "file too large");
    Ok(())
}
