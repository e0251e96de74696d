//! gdb in kernels: runs the session of `docs/debugging.md`, with breakpoints that are set before the kernels are
//! compiled, steps, backtraces, and the variables of each work-item.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, root, run, transcript};

/// The start of the session in the page.
const START: &str = "    $ gdb ./kernel\n";
const PROMPT: &str = "    (gdb) ";

/// A command of the session, with the lines that it prints; `…` matches any text.
struct Step<'a> {
    command: &'a str,
    printed: Vec<&'a str>,
}

/// The session that a page shows.
fn session(page: &str) -> Result<Vec<Step<'_>>> {
    let (_, text) = page.split_once(START).context("the page has no session")?;
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in text.lines().take_while(|line| line.starts_with("    ")) {
        match (line.strip_prefix(PROMPT), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command, printed: Vec::new() }),
            (None, Some(step)) => step.printed.push(line.trim()),
            (None, None) => {}
        }
    }
    ensure!(!steps.is_empty(), "the session is empty");
    Ok(steps)
}

/// Plays a session with `program` and compares what its commands print.
fn play(session: &[Step<'_>], program: &Path) -> Result<()> {
    let mut gdb = Command::new("gdb");
    gdb.args(["-q", "-batch", "-nx"]);
    for (number, step) in session.iter().enumerate() {
        gdb.args(["-ex", &format!("echo @{number}@"), "-ex", step.command]);
    }
    gdb.arg(program).env("SYCL_CACHE_PERSISTENT", "0").env_remove("DEBUGINFOD_URLS");
    let output = run(&mut gdb)?;
    let all = String::from_utf8_lossy(&output.stdout);
    for (number, step) in session.iter().enumerate() {
        let (mark, next) = (format!("@{number}@"), format!("@{}@", number + 1));
        let own = all.split_once(&mark).map(|(_, own)| own.split_once(&next).map_or(own, |(own, _)| own));
        let mut own = own.with_context(|| format!("`{}` was not reached: {}", step.command, transcript(&output)))?;
        for wanted in step.printed.iter().flat_map(|line| line.split('…')) {
            let at = own.find(wanted);
            let missing = || format!("`{}` did not print `{wanted}`: {}", step.command, transcript(&output));
            own = &own[at.with_context(missing)? + wanted.len()..];
        }
    }
    Ok(())
}

#[test]
fn kernels_can_be_debugged() -> Result<()> {
    let page = fs::read_to_string(root().join("docs/debugging.md"))?;
    let session = session(&page)?;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("kernel");
    // Compiled where it runs, and ahead of time.
    for target in ["spir64", "spir64_x86_64"] {
        let mut compile = Command::new(prefix()?.join("bin/tandem++"));
        compile.args(["-fsycl", &format!("-fsycl-targets={target}"), "-g", "-O0"]);
        let output = run(compile.arg(root().join("tests/debugging/kernel.cpp")).arg("-o").arg(&program))?;
        ensure!(output.status.success(), "{}", transcript(&output));
        play(&session, &program)?;
    }
    Ok(())
}
