//! gdb stops in kernels: breakpoints by file and line that are set before the
//! kernel is compiled, and backtraces from the kernel to `main`. The session is
//! that of `docs/debugging.md`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, root, run, transcript};

#[test]
fn breakpoints_by_line_stop_in_kernels() -> Result<()> {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("skipped: gdb is not installed");
        return Ok(());
    }
    let source = root().join("tests/debugging/kernel.cpp");
    let text = fs::read_to_string(&source)?;
    let line = |comment: &str| -> Result<usize> {
        let found = text.lines().position(|line| line.ends_with(&format!("// {comment}")));
        Ok(found.with_context(|| format!("no line `{comment}`"))? + 1)
    };
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("kernel");
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    let output = run(compile.args(["-fsycl", "-g", "-O0"]).arg(&source).arg("-o").arg(&program))?;
    ensure!(output.status.success(), "{}", transcript(&output));

    let (first, last, function) = (line("first in the kernel")?, line("last in the kernel")?, line("in a function")?);
    let mut gdb = Command::new("gdb");
    gdb.args(["-q", "-batch", "-nx", "-ex", "set debuginfod enabled off", "-ex", "set breakpoint pending on"]);
    for line in [first, function, last] {
        gdb.args(["-ex", &format!("tbreak kernel.cpp:{line}")]);
    }
    gdb.args(["-ex", "run", "-ex", "echo @first\\n", "-ex", "continue", "-ex", "echo @function\\n", "-ex", "bt"]);
    gdb.args(["-ex", "continue", "-ex", "echo @last\\n", "-ex", "continue"]);
    let output = run(gdb.arg(&program).env("SYCL_CACHE_PERSISTENT", "0"))?;
    let session = String::from_utf8_lossy(&output.stdout);
    let mut rest = &*session;
    for wanted in [
        format!("kernel.cpp:{first}"),
        "@first".into(),
        format!("kernel.cpp:{function}"),
        "@function".into(),
        "twice".into(),
        "main".into(),
        format!("kernel.cpp:{last}"),
        "@last".into(),
        "result 7, on the host 7".into(),
    ] {
        let at = rest.find(&wanted).with_context(|| format!("`{wanted}` is missing: {}", transcript(&output)))?;
        rest = &rest[at + wanted.len()..];
    }
    Ok(())
}
