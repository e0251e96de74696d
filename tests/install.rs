//! The installed tree works from any place it is moved to, and with CMake.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use tandem_llvm_version::LLVM;
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
            .arg(format!("-DCMAKE_CXX_COMPILER={}", LLVM.program("clang++")))
            .arg(format!("-DCMAKE_PREFIX_PATH={}", tree.display())),
    )?;
    succeed(Command::new("cmake").arg("--build").arg(&build))?;
    assert!(succeed(&mut Command::new(build.join("app")))?.contains("sum = 2016"));
    Ok(())
}

/// All files below a folder, links not among them.
fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => found.extend(files(&entry.path())?),
            kind if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(found)
}

#[test]
fn the_tree_is_small_and_debug_information_lies_beside() -> Result<()> {
    const MOST_BYTES: u64 = 37_000_000;
    let mut bytes = 0;
    for path in files(&prefix()?)? {
        bytes += path.metadata()?.len();
    }
    assert!(bytes <= MOST_BYTES, "the tree has {bytes} bytes");

    let sections = succeed(Command::new("readelf").arg("-SW").arg(prefix()?.join("lib/libtandem.so")))?;
    assert!(!sections.contains(".debug_info"), "{sections}");
    // Backtraces name functions.
    assert!(sections.contains(".symtab"), "{sections}");
    Ok(())
}

#[test]
fn programs_ask_for_the_library_of_their_abi() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let exe = folder.path().join("vadd");
    let source = root().join("benches/programs/vadd_usm.cpp");
    succeed(Command::new(prefix()?.join("bin/tandem++")).args(["-fsycl", "-O2"]).arg(source).arg("-o").arg(&exe))?;
    let needed = succeed(Command::new("readelf").arg("-d").arg(&exe))?;
    assert!(needed.contains("Shared library: [libtandem.so.1]"), "{needed}");
    for (library, soname) in [
        ("libtandem.so", "libtandem.so.1"),
        ("libpi_native_cpu.so", "libpi_native_cpu.so"),
        ("libpi_cuda.so", "libpi_cuda.so"),
        ("libpi_island.so", "libpi_island.so"),
        ("libpi_opencl.so", "libpi_opencl.so"),
        ("libtandem_codegen_cpu.so", "libtandem_codegen_cpu.so"),
        ("libtandem_codegen_nvptx.so", "libtandem_codegen_nvptx.so"),
    ] {
        let dynamic = succeed(Command::new("readelf").arg("-d").arg(prefix()?.join("lib").join(library)))?;
        assert!(dynamic.contains(&format!("soname: [{soname}]")), "{library}: {dynamic}");
    }
    Ok(())
}

/// Loading LLVM takes longer than all that these programs do before they start clang.
#[test]
fn only_post_link_and_code_generators_load_llvm() -> Result<()> {
    for (file, loads) in
        [("bin/tandem++", false), ("bin/tandem", false), ("bin/tandem-post-link", true), ("lib/libtandem.so", false)]
    {
        let dynamic = succeed(Command::new("readelf").arg("-d").arg(prefix()?.join(file)))?;
        assert_eq!(dynamic.contains("libLLVM"), loads, "{file}: {dynamic}");
    }
    Ok(())
}

/// The version of a symbol is the minor version that has it first.
#[test]
fn the_library_exports_its_own_names_with_versions() -> Result<()> {
    let library = prefix()?.join("lib/libtandem.so");
    let symbols = succeed(Command::new("nm").args(["-D", "--defined-only"]).arg(&library))?;
    let functions: Vec<&str> =
        symbols.lines().filter_map(|line| line.split_once(" T ")).map(|(_, name)| name).collect();
    assert!(functions.len() > 40, "{symbols}");
    for function in &functions {
        assert!(function.starts_with("tandem_") && function.contains("@@TANDEM_1."), "{function}");
    }
    assert!(functions.contains(&"tandem_submit@@TANDEM_1.0"), "{symbols}");
    // All other symbols are the versions themselves.
    assert!(symbols.lines().all(|line| line.contains(" T ") || line.contains(" A TANDEM_1.")), "{symbols}");
    Ok(())
}

#[test]
fn pkg_config_names_a_moved_tree() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let tree = moved_tree(folder.path())?;
    let mut pkg_config = Command::new("pkg-config");
    pkg_config.env("PKG_CONFIG_PATH", tree.join("lib/pkgconfig"));
    let flags = succeed(pkg_config.args(["--cflags", "--libs", "tandem"]))?;
    let tree = tree.canonicalize()?.display().to_string().replace(' ', "\\ ");
    assert!(flags.contains(&format!("-I{tree}/lib/pkgconfig/../../include")), "{flags}");
    assert!(flags.contains("-ltandem"), "{flags}");
    let version = succeed(pkg_config.arg("--modversion"))?;
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
    Ok(())
}
