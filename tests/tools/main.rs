//! Tools (`TANDEM_TOOLS`): what they are told about a program, and what becomes of those that cannot be used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, root, run, transcript};
use tempfile::TempDir;

const PROGRAM_OUTPUT: &str = "32766 5";

/// A program, and tools for it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Result<Self> {
        let bench = Self { folder: tempfile::tempdir()? };
        let mut compile = Command::new(prefix()?.join("bin/tandem++"));
        compile.args(["-fsycl", "-O1"]).arg(root().join("tests/timeline/chain.cpp")).arg("-o").arg(bench.path("chain"));
        let output = run(&mut compile)?;
        ensure!(output.status.success(), "{}", transcript(&output));
        Ok(bench)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles a tool as C11, with the installed header.
    fn tool(&self, source: &Path, name: &str, options: &[&str]) -> Result<PathBuf> {
        let mut compile = Command::new("cc");
        // `strdup` of the example is POSIX's.
        compile.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]);
        compile.args(options).arg("-I").arg(prefix()?.join("include")).arg(source).arg("-o").arg(self.path(name));
        let output = run(&mut compile)?;
        ensure!(output.status.success(), "{}", transcript(&output));
        Ok(self.path(name))
    }

    fn everything(&self, name: &str, options: &[&str]) -> Result<PathBuf> {
        self.tool(&root().join("tests/tools/everything.c"), name, options)
    }

    /// Runs the program with tools on a device.
    fn run(&self, tools: &[&Path], device: &str) -> Result<Output> {
        let mut command = Command::new(self.path("chain"));
        command.env("TANDEM_TOOLS", std::env::join_paths(tools)?).env("SYCL_CACHE_DIR", self.path("cache"));
        command.env("ONEAPI_DEVICE_SELECTOR", device).env("TANDEM_ISLAND_DEVICE", "1");
        let output = run(&mut command)?;
        ensure!(output.status.success(), "{}", transcript(&output));
        Ok(output)
    }
}

/// The lines that a tool has printed.
struct Lines(Vec<String>);

impl Lines {
    fn of(output: &Output) -> Self {
        Self(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }

    /// The number of the first line that begins so, and has this text.
    fn find(&self, start: &str, text: &str) -> Result<usize> {
        let found = self.0.iter().position(|line| line.starts_with(start) && line.contains(text));
        found.with_context(|| format!("no line `{start}…{text}` in\n{}", self.0.join("\n")))
    }

    fn count(&self, start: &str) -> usize {
        self.0.iter().filter(|line| line.starts_with(start)).count()
    }

    /// The word after another one in a line.
    fn word(&self, line: usize, before: &str) -> Result<&str> {
        let mut words = self.0[line].split(' ').skip_while(|word| *word != before);
        words.nth(1).with_context(|| format!("no word after {before} in `{}`", self.0[line]))
    }

    fn number(&self, line: usize, before: &str) -> Result<u64> {
        Ok(self.word(line, before)?.parse()?)
    }
}

fn check_events(device: &str) -> Result<()> {
    let bench = Bench::new()?;
    let tool = bench.everything("everything.so", &[])?;
    let output = bench.run(&[&tool], device)?;
    ensure!(output.stderr.is_empty(), "{}", transcript(&output));
    let lines = Lines::of(&output);
    ensure!(lines.0.iter().any(|line| line == PROGRAM_OUTPUT), "{}", transcript(&output));
    ensure!(lines.count("too small") == 0 && !lines.0.iter().any(|line| line.contains("ordered 0")), "{:?}", lines.0);
    for (start, text) in [
        ("build 0 succeeded 1", "first_kernel"),
        ("build 0 succeeded 1", "second_kernel"),
        ("host 0 ", "thread 1"),
        ("host 2 ", "thread 1"),
        ("loaded ", "libpi_"),
        ("unloaded ", "libpi_"),
        ("memory 3 ", "bytes 65536"),
    ] {
        lines.find(start, text)?;
    }
    check_commands(&lines)?;
    check_usm(&lines)?;
    ensure!(lines.find("loaded ", "")? < lines.find("> submitted ", "")?, "plugins come first: {:?}", lines.0);
    ensure!(lines.count("loaded ") == lines.count("unloaded "), "{:?}", lines.0);
    let last = lines.find("finished lost 0", "")?;
    ensure!(last == lines.0.len() - 1, "the end is the last line: {:?}", lines.0);
    Ok(())
}

/// Each command is submitted and then ends, and those that wait run later.
fn check_commands(lines: &Lines) -> Result<()> {
    let mut runs = Vec::new();
    for text in ["first_kernel", "second_kernel", "fill 65536 bytes", "copy 65536 bytes"] {
        let submitted = lines.find("> submitted ", text)?;
        let number = lines.number(submitted, "submitted")?;
        let is_kernel = text.ends_with("kernel");
        ensure!((lines.word(submitted, "kind")? == "0") == is_kernel, "{}", lines.0[submitted]);
        ensure!((lines.word(submitted, "symbol")? != "none") == is_kernel, "{}", lines.0[submitted]);
        let ended = lines.find(&format!("ended {number} status 0 "), text)?;
        ensure!(submitted < ended, "{text} ends before it is submitted");
        let (begin, end) = (lines.number(ended, "time")?, lines.0[ended].split(' ').nth(6).context("an end")?.parse()?);
        ensure!(0 < begin && begin <= end, "{}", lines.0[ended]);
        runs.push((number, begin, end, submitted));
    }
    let [first, second, fill, copy] = runs.as_slice() else { unreachable!("four texts") };
    ensure!(first.2 <= second.1 && fill.2 <= copy.1, "commands in order: {runs:?}");
    // A fill that is known to be complete is not among the waits.
    let waits = lines.0[copy.3].split(" waits").nth(1).and_then(|rest| rest.split(" name").next()).unwrap_or_default();
    let is_known = waits.split(' ').any(|wait| wait.parse() == Ok(fill.0));
    ensure!(is_known || lines.find(&format!("ended {} ", fill.0), "")? < copy.3, "{}", lines.0[copy.3]);
    ensure!(lines.count("> submitted ") == lines.count("ended "), "{:?}", lines.0);
    Ok(())
}

fn check_usm(lines: &Lines) -> Result<()> {
    let allocated = lines.find("allocated ", "kind 1 bytes 65536 device ")?;
    let address = lines.word(allocated, "allocated")?;
    let freed = lines.find(&format!("freed {address} "), "kind 1 bytes 65536")?;
    ensure!(allocated < freed, "freed first");
    let used = lines.find("memory 1 ", "bytes 65536 device ")?;
    let unused = lines.find("memory 1 ", "bytes 0 device ")?;
    ensure!(used < unused, "memory is in use before it is not");
    Ok(())
}

#[test]
fn a_tool_is_told_what_a_program_does_on_the_cpu() -> Result<()> {
    check_events("native_cpu:cpu")
}

#[test]
fn a_tool_is_told_what_a_program_does_on_a_device_with_memory_and_a_clock_of_its_own() -> Result<()> {
    check_events("island:gpu")
}

#[test]
fn the_example_of_the_page_counts_kernels() -> Result<()> {
    let bench = Bench::new()?;
    let page = fs::read_to_string(root().join("docs/tools.md"))?;
    let source = page.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).context("no example")?;
    fs::write(bench.path("count.c"), source)?;
    let tool = bench.tool(&bench.path("count.c"), "count.so", &[])?;
    let output = bench.run(&[&tool], "native_cpu:cpu")?;
    let printed = String::from_utf8_lossy(&output.stderr);
    for kernel in ["first_kernel", "second_kernel"] {
        let is_there = printed.lines().any(|line| line.starts_with(&format!("{kernel}: 1 runs, ")));
        ensure!(is_there, "{}", transcript(&output));
    }
    ensure!(printed.lines().count() == 2, "{}", transcript(&output));
    Ok(())
}

#[test]
fn tools_that_cannot_be_used_are_a_warning_each_and_the_others_are_used() -> Result<()> {
    let bench = Bench::new()?;
    let missing = bench.path("missing.so");
    let too_new = bench.everything("too_new.so", &["-DTOO_NEW"])?;
    let refuses = bench.everything("refuses.so", &["-DREFUSES"])?;
    let no_tool = bench.path("no_tool.so");
    fs::copy(prefix()?.join("lib/libtandem_codegen_cpu.so"), &no_tool)?;
    let good = bench.everything("everything.so", &[])?;
    let output = bench.run(&[&missing, &too_new, &refuses, &no_tool, &good], "native_cpu:cpu")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(errors.lines().count() == 4, "{errors}");
    for (tool, reason) in [
        (&missing, "cannot open shared object file"),
        (&too_new, "needs a newer runtime"),
        (&refuses, "tandem_tool_attach returned 7"),
        (&no_tool, "does not export tandem_tool_attach"),
    ] {
        let start = format!("tandem: warning: TANDEM_TOOLS: {}: ", tool.display());
        ensure!(errors.lines().any(|line| line.starts_with(&start) && line.contains(reason)), "{reason}: {errors}");
    }
    Lines::of(&output).find("finished lost 0", "")?;
    Ok(())
}

#[test]
fn two_tools_get_the_same_events() -> Result<()> {
    let bench = Bench::new()?;
    let [first, second] = [bench.everything("first.so", &[])?, bench.everything("second.so", &[])?];
    let output = bench.run(&[&first, &second], "native_cpu:cpu")?;
    let lines = Lines::of(&output);
    for start in ["> submitted ", "ended ", "allocated ", "loaded ", "finished "] {
        let count = lines.count(start);
        ensure!(count > 0 && count.is_multiple_of(2), "{count} lines `{start}`: {:?}", lines.0);
    }
    Ok(())
}
