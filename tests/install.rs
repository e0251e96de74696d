//! The installed tree works from any place it is moved to, and with CMake.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use tandem_tests::{prefix, root, run, transcript};

/// Copies the built tree to a place with a blank in its name.
fn moved_tree(to: &Path) -> Result<std::path::PathBuf> {
    let moved = to.join("some where/tandem");
    fs::create_dir_all(moved.parent().expect("has a parent"))?;
    let output = run(Command::new("cp").arg("-r").arg(prefix()?).arg(&moved))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(moved)
}

fn succeed(command: &mut Command) -> Result<String> {
    let output = run(command)?;
    ensure!(output.status.success(), "{command:?}: {}", transcript(&output));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_moved_tree_compiles_and_runs() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tree = moved_tree(folder.path())?;
    let exe = folder.path().join("vadd");
    let source = root().join("benches/programs/vadd_usm.cpp");
    succeed(Command::new(tree.join("bin/tandem++")).args(["-fsycl", "-O2"]).arg(source).arg("-o").arg(&exe))?;
    assert!(succeed(&mut Command::new(exe))?.contains("PASS"));
    assert!(succeed(Command::new(tree.join("bin/tandem")).arg("ls"))?.contains("cpu"));
    Ok(())
}

#[test]
fn an_ordinary_cmake_project_builds() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let project = root().join("tests/cmake/plain");
    let build = folder.path().join("build");
    succeed(
        Command::new("cmake")
            .arg("-S")
            .arg(project)
            .arg("-B")
            .arg(&build)
            .arg(format!("-DCMAKE_CXX_COMPILER={}", prefix()?.join("bin/tandem++").display()))
            .arg("-DCMAKE_CXX_FLAGS=-fsycl"),
    )?;
    succeed(Command::new("cmake").arg("--build").arg(&build))?;
    assert!(succeed(&mut Command::new(build.join("app")))?.contains("sum = 2016"));
    Ok(())
}

#[test]
fn find_package_offers_add_sycl_to_target() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tree = moved_tree(folder.path())?;
    let build = folder.path().join("build");
    // The project's own compiler is another one; only the target with kernels uses tandem++.
    succeed(
        Command::new("cmake")
            .arg("-S")
            .arg(root().join("tests/cmake/package"))
            .arg("-B")
            .arg(&build)
            .arg("-DCMAKE_CXX_COMPILER=clang++-19")
            .arg(format!("-DCMAKE_PREFIX_PATH={}", tree.display())),
    )?;
    succeed(Command::new("cmake").arg("--build").arg(&build))?;
    assert!(succeed(&mut Command::new(build.join("app")))?.contains("sum = 2016"));
    Ok(())
}
