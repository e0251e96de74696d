//! Tools (`TANDEM_TOOLS`): what libraries hear of a program, and libraries that cannot be tools.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, root, run, transcript};
use tempfile::TempDir;

/// A program and a tool, compiled.
struct Built {
    folder: TempDir,
}

impl Built {
    /// Compiles the program of the timeline's tests, and `record.c`.
    fn new() -> Result<Self> {
        let built = Self { folder: tempfile::tempdir()? };
        let mut compile = Command::new(prefix()?.join("bin/tandem++"));
        compile.args(["-fsycl", "-O1"]).arg(root().join("tests/timeline/chain.cpp")).arg("-o").arg(built.path("chain"));
        let mut tool = Command::new("cc");
        tool.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-I"]);
        tool.arg(root().join("include"))
            .arg(root().join("tests/tools/record.c"))
            .arg("-o")
            .arg(built.path("record.so"));
        for mut command in [compile, tool] {
            let output = run(&mut command)?;
            ensure!(output.status.success(), "{command:?}: {}", transcript(&output));
        }
        Ok(built)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program with these tools. It has to work, whatever the tools are.
    fn run(&self, tools: &[&Path], variables: &[(&str, &str)]) -> Result<Output> {
        let mut command = Command::new(self.path("chain"));
        command.env("TANDEM_TOOLS", std::env::join_paths(tools)?).env("RECORD", self.path("record"));
        command.env("ONEAPI_DEVICE_SELECTOR", "native_cpu:cpu").env("SYCL_CACHE_DIR", self.path("cache"));
        let output = run(command.envs(variables.iter().copied()))?;
        ensure!(output.status.success() && output.stdout == b"32766 5\n", "{}", transcript(&output));
        Ok(output)
    }

    /// The lines that the tool wrote.
    fn record(&self) -> Result<Vec<String>> {
        let text = fs::read_to_string(self.path("record")).context("the tool wrote nothing")?;
        Ok(text.lines().map(str::to_owned).collect())
    }
}

/// Where the first line is that begins and ends so.
fn find(lines: &[String], start: &str, end: &str) -> Result<usize> {
    let found = lines.iter().position(|line| line.starts_with(start) && line.ends_with(end));
    found.with_context(|| format!("no line `{start}…{end}`:\n{}", lines.join("\n")))
}

/// The number of the command with this name, which is submitted before it ends, once.
fn check_command(lines: &[String], kind: u32, name: &str) -> Result<u64> {
    let submitted = lines.iter().position(|line| line.starts_with("submitted") && line.contains(name));
    let submitted = submitted.with_context(|| format!("`{name}` is not submitted:\n{}", lines.join("\n")))?;
    let line = &lines[submitted];
    ensure!(line.contains(&format!(" kind {kind} size 1 span 1 ")), "{line}");
    let number = line.split(' ').nth(1).context("a number")?;
    let ended = find(lines, &format!("ended {number} failed 0 span 1 in order 1"), "")?;
    ensure!(ended > submitted, "`{name}` ends before it is submitted");
    let ends = lines.iter().filter(|line| line.starts_with(&format!("ended {number} "))).count();
    ensure!(ends == 1, "`{name}` ends {ends} times");
    Ok(number.parse()?)
}

fn check_record(lines: &[String]) -> Result<()> {
    check_command(lines, 1, "first_kernel")?;
    check_command(lines, 1, "second_kernel")?;
    let fill = check_command(lines, 2, "fill 65536 bytes")?;
    let copy = check_command(lines, 2, "copy 65536 bytes")?;
    find(lines, &format!("submitted {copy} kind 2 size 1 span 1 waits {fill} "), "")?;
    for kernel in ["first_kernel", "second_kernel"] {
        find(lines, "built 1 failed 0 ", kernel)?;
    }
    find(lines, "host queue::wait span 1", "")?;
    find(lines, "host host task span 1", "")?;
    let allocated = find(lines, "allocated kind 2 bytes 65536 at 0x", " device 1")?;
    let freed = find(lines, &lines[allocated].replace("allocated", "freed"), "")?;
    ensure!(allocated < freed, "freed before it is allocated");
    let [loaded, unloaded] = ["loaded native_cpu 1", "unloaded native_cpu"].map(|line| find(lines, line, ""));
    ensure!(loaded? == 0, "something comes before the plugin");
    ensure!(unloaded? == lines.len() - 2 && lines[lines.len() - 1] == "finished", "the end:\n{}", lines.join("\n"));
    Ok(())
}

#[test]
fn a_tool_hears_what_happens() -> Result<()> {
    let built = Built::new()?;
    let output = built.run(&[&built.path("record.so")], &[])?;
    ensure!(output.stderr.is_empty(), "{}", transcript(&output));
    check_record(&built.record()?)
}

#[test]
fn a_tool_and_the_timeline_see_the_same_commands() -> Result<()> {
    let built = Built::new()?;
    let trace = built.path("trace.json");
    built.run(&[&built.path("record.so")], &[("TANDEM_TRACE", trace.to_str().context("UTF-8")?)])?;
    let lines = built.record()?;
    check_record(&lines)?;
    let trace = fs::read_to_string(trace)?;
    let in_trace = trace.matches(r#""name":"submit "#).count();
    let told = lines.iter().filter(|line| line.starts_with("ended ")).count();
    ensure!(in_trace == told, "{in_trace} commands in the timeline, {told} told to the tool");
    Ok(())
}

/// One warning that names the file; the program and the other tools work.
fn check_refused(built: &Built, file: &Path, reason: &str, variables: &[(&str, &str)]) -> Result<()> {
    let output = built.run(&[file], variables)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let start = format!("tandem: warning: tool {} is not used: ", file.display());
    ensure!(errors.starts_with(&start) && errors.contains(reason) && errors.lines().count() == 1, "{errors}");
    Ok(())
}

#[test]
fn what_cannot_be_a_tool_is_a_warning() -> Result<()> {
    let built = Built::new()?;
    let missing = built.path("missing.so");
    check_refused(&built, &missing, "cannot open shared object file", &[])?;
    let empty = built.path("empty.so");
    let mut compile = Command::new("cc");
    let output = run(compile.args(["-shared", "-x", "c", "/dev/null", "-o"]).arg(&empty))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    check_refused(&built, &empty, "no function tandem_tool_attach", &[])?;
    let tool = built.path("record.so");
    check_refused(&built, &tool, "needs a newer libtandem.so", &[("NEWER", "1")])?;
    // The program still uses the other tool.
    let output = built.run(&[&missing, &tool], &[])?;
    ensure!(String::from_utf8_lossy(&output.stderr).lines().count() == 1, "{}", transcript(&output));
    check_record(&built.record()?)
}

#[test]
fn a_newer_tool_that_uses_nothing_new_works() -> Result<()> {
    let built = Built::new()?;
    let output = built.run(&[&built.path("record.so")], &[("NEWER", "")])?;
    ensure!(output.stderr.is_empty(), "{}", transcript(&output));
    check_record(&built.record()?)
}
