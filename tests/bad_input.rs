//! Bad input, each with a clear error and exit status, and nothing
//! half-written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, root, run, transcript};

const HELLO: &str = "benches/programs/vadd_usm.cpp";
/// Exit status of `bad_input/program.cpp` when it caught an exception.
const CAUGHT: i32 = 3;
const SPIRV_MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

fn compiler() -> Result<Command> {
    let mut command = Command::new(prefix()?.join("bin/tandem++"));
    command.arg("-fsycl").arg("-O2");
    Ok(command)
}

/// Compiles the program that prints what it catches.
fn program(folder: &Path) -> Result<PathBuf> {
    let exe = folder.join("program");
    let output = run(compiler()?.arg(root().join("tests/bad_input/program.cpp")).arg("-o").arg(&exe))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(exe)
}

#[track_caller]
fn expect_message(output: &Output, status: i32, parts: &[&str]) {
    let text = transcript(output);
    assert_eq!(output.status.code(), Some(status), "{text}");
    for part in parts {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

/// Runs the program after `change` was applied to its SPIR-V bytes.
fn run_with_changed_image(change: impl Fn(&mut [u8])) -> Result<Output> {
    let folder = tempfile::tempdir()?;
    let exe = program(folder.path())?;
    let mut bytes = fs::read(&exe)?;
    let begin = bytes.windows(4).position(|word| word == SPIRV_MAGIC).context("the program holds SPIR-V")?;
    change(&mut bytes[begin..]);
    fs::write(&exe, bytes)?;
    run(Command::new(&exe).env("SYCL_CACHE_DIR", folder.path().join("cache")))
}

#[test]
fn an_object_cut_in_half() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("hello.o");
    let output = run(compiler()?.arg("-c").arg(root().join(HELLO)).arg("-o").arg(&object))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    let bytes = fs::read(&object)?;
    fs::write(&object, &bytes[..bytes.len() / 2])?;
    let exe = folder.path().join("hello");
    let output = run(compiler()?.arg(&object).arg("-o").arg(&exe))?;
    expect_message(&output, 1, &["hello.o"]);
    assert!(!exe.exists(), "a half-written program was left");
    Ok(())
}

#[test]
fn a_failed_compilation_leaves_no_object() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let object = folder.path().join("bad.o");
    let output = run(compiler()?.arg("-c").arg(root().join("tests/bad_input/recursion.cpp")).arg("-o").arg(&object))?;
    expect_message(&output, 1, &["recursion.cpp:", "error: SYCL kernel cannot call a recursive function", "note: "]);
    assert!(!object.exists(), "a half-written object was left");
    Ok(())
}

#[test]
fn sources_in_a_folder_that_is_named_like_the_headers() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let sources = folder.path().join("include/sycl");
    fs::create_dir_all(&sources)?;
    let source = sources.join("recursion.cpp");
    fs::copy(root().join("tests/bad_input/recursion.cpp"), &source)?;
    let output = run(compiler()?.arg("-c").arg(&source).arg("-o").arg(folder.path().join("bad.o")))?;
    expect_message(&output, 1, &["recursion.cpp:4:", "recursion.cpp:9:35: note: 'factorial(int)' is called here"]);
    Ok(())
}

#[test]
fn an_unknown_attribute_of_sycl() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (source, object) = (folder.path().join("typo.cpp"), folder.path().join("typo.o"));
    fs::write(
        &source,
        "#include <sycl/sycl.hpp>\n#define NAME reqd_workgroup_size\n\
         void f(sycl::queue &q) { q.single_task([=]() [[sycl::NAME(8)]] {}); }\n",
    )?;
    let output = run(compiler()?.arg("-w").arg("-c").arg(&source).arg("-o").arg(&object))?;
    expect_message(&output, 1, &["typo.cpp:3:", "error: unknown attribute 'reqd_workgroup_size'"]);
    assert!(!object.exists(), "a half-written object was left");
    Ok(())
}

#[test]
fn no_clang() -> Result<()> {
    let output = run(compiler()?.arg(root().join(HELLO)).env("TANDEM_CLANG", "/no/such/clang"))?;
    expect_message(&output, 1, &["TANDEM_CLANG", "/no/such/clang"]);
    Ok(())
}

#[test]
fn no_input() -> Result<()> {
    expect_message(&run(&mut compiler()?)?, 1, &["no input files"]);
    expect_message(&run(compiler()?.arg("/no/such/source.cpp"))?, 1, &["/no/such/source.cpp"]);
    Ok(())
}

#[test]
fn an_image_that_is_no_spirv() -> Result<()> {
    let output = run_with_changed_image(|spirv| spirv[..4].copy_from_slice(b"ELF?"))?;
    expect_message(&output, CAUGHT, &["caught: "]);
    Ok(())
}

#[test]
fn an_image_of_an_unknown_spirv_version() -> Result<()> {
    let output = run_with_changed_image(|spirv| spirv[4..8].copy_from_slice(&0x0009_0000_u32.to_le_bytes()))?;
    expect_message(&output, CAUGHT, &["caught: ", "version"]);
    Ok(())
}

#[test]
fn an_image_whose_end_is_missing() -> Result<()> {
    let output = run_with_changed_image(|spirv| spirv[200..400].fill(0))?;
    expect_message(&output, CAUGHT, &["caught: ", "instruction"]);
    Ok(())
}

#[test]
fn plugins_that_are_none() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let exe = program(folder.path())?;
    let no_library = folder.path().join("libno_library.so");
    fs::write(&no_library, "not an ELF file")?;
    let no_plugin = prefix()?.join("lib/libtandem_codegen_cpu.so");
    for (library, complaint) in [(&no_library, "libno_library.so"), (&no_plugin, "piPluginInit")] {
        let config = folder.path().join("pi.conf");
        fs::write(&config, format!("native_cpu {}\n", library.display()))?;
        let output = run(Command::new(&exe).env("SYCL_PI_CONFIG", &config))?;
        expect_message(&output, CAUGHT, &["caught: ", complaint]);
    }
    Ok(())
}

#[test]
fn launches_that_no_device_can_do() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let exe = program(folder.path())?;
    for (case, parts) in [
        ("indivisible", &["caught: ", "7", "100"][..]),
        ("large_group", &["caught: ", "1048576"]),
        ("large_buffer", &["caught: "]),
        ("large_allocation", &["null pointer"]),
    ] {
        let output = run(Command::new(&exe).arg(case).env("SYCL_CACHE_DIR", folder.path().join("cache")))?;
        let status = if case == "large_allocation" { 0 } else { CAUGHT };
        expect_message(&output, status, parts);
    }
    Ok(())
}
