//! Running commands under the clock, and printing rows.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// Where things are, and how often to measure.
pub struct Bench {
    /// Repetitions of each measurement.
    pub reps: usize,
    prefix: PathBuf,
    scratch: tempfile::TempDir,
}

/// Wall times of one case.
pub struct Sample(Vec<Duration>);

/// The output of a finished program and what it used.
pub struct Finished {
    /// Standard output.
    pub stdout: String,
    /// Peak resident memory in KiB: its own or that of a program that it ran.
    pub peak_kib: i64,
    /// Processor time, with that of the programs that it ran.
    pub processor_time: Duration,
}

impl Bench {
    /// Finds the built tree.
    pub fn new(reps: usize) -> Result<Self> {
        Ok(Self { reps: reps.max(1), prefix: tandem_tests::prefix()?, scratch: tempfile::tempdir()? })
    }

    /// The SYCL compiler.
    pub fn compiler(&self) -> Command {
        Command::new(self.prefix.join("bin/tandem++"))
    }

    /// A benchmark's source.
    pub fn source(&self, name: &str) -> PathBuf {
        tandem_tests::root().join("benches/programs").join(name)
    }

    /// A path in the scratch folder.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// Folder of the persistent cache that the measured programs use.
    pub fn cache(&self) -> PathBuf {
        self.scratch("cache")
    }

    /// The headers.
    pub fn include(&self) -> PathBuf {
        self.prefix.join("include")
    }

    /// Compiles a benchmark with `-fsycl -O3`, once.
    pub fn build(&self, name: &str) -> Result<PathBuf> {
        self.build_with(name, &[])
    }

    /// Compiles a benchmark with more options, once.
    pub fn build_with(&self, name: &str, options: &[&str]) -> Result<PathBuf> {
        let exe = self.scratch(&format!("{}{}", name.trim_end_matches(".cpp"), options.concat()).replace('/', "-"));
        if !exe.exists() {
            let mut command = self.compiler();
            command.args(["-fsycl", "-O3", "-std=c++17"]).arg(self.source(name)).args(options);
            run(command.arg("-o").arg(&exe))?;
        }
        Ok(exe)
    }

    /// A command for a built benchmark, with the scratch cache.
    pub fn program(&self, exe: &Path) -> Command {
        let mut command = Command::new(exe);
        command.env("SYCL_CACHE_DIR", self.cache());
        command
    }

    /// Times the commands in turn, `reps` times each; `before` runs untimed
    /// before every single one.
    pub fn interleave<const N: usize>(
        &self,
        mut commands: [Command; N],
        before: impl Fn() -> Result<()>,
    ) -> Result<[Sample; N]> {
        let mut samples = [const { Vec::new() }; N];
        for _ in 0..self.reps {
            for (command, sample) in commands.iter_mut().zip(&mut samples) {
                before()?;
                let start = Instant::now();
                run(command)?;
                sample.push(start.elapsed());
            }
        }
        Ok(samples.map(Sample::new))
    }
}

impl Sample {
    /// A sample of times that were measured elsewhere.
    pub fn new(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    /// Median in milliseconds.
    pub fn median_ms(&self) -> f64 {
        self.0[self.0.len() / 2].as_secs_f64() * 1e3
    }

    /// Minimum in milliseconds.
    pub fn min_ms(&self) -> f64 {
        self.0[0].as_secs_f64() * 1e3
    }
}

/// Runs a command that must succeed, output discarded unless it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let output = tandem_tests::run(command.stdin(Stdio::null()))?;
    ensure!(output.status.success(), "{command:?} failed: {}", tandem_tests::transcript(&output));
    Ok(())
}

/// Runs a program that must succeed, and keeps its output and peak memory.
pub fn finish(command: &mut Command) -> Result<Finished> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .env_remove("LD_LIBRARY_PATH")
        .spawn()
        .with_context(|| format!("cannot run {command:?}"))?;
    let pid = child.id() as libc::pid_t;
    let mut stdout = String::new();
    std::io::Read::read_to_string(&mut child.stdout.context("piped")?, &mut stdout)?;
    let mut status = 0;
    // SAFETY: an all-zero rusage is valid; the child is ours, and nobody else waits for it.
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &mut status, 0, &mut usage), usage)
    };
    ensure!(
        waited == pid && libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
        "{command:?} failed:\n{stdout}"
    );
    let time = |value: libc::timeval| Duration::new(value.tv_sec as u64, value.tv_usec as u32 * 1000);
    let processor_time = time(usage.ru_utime) + time(usage.ru_stime);
    Ok(Finished { stdout, peak_kib: usage.ru_maxrss, processor_time })
}

/// Prints a table's heading.
pub fn heading(title: &str, columns: &[&str]) {
    println!("## {title}\n");
    println!("| {} |", columns.join(" | "));
    println!("|{}", "---|".repeat(columns.len()));
}

/// Prints a table's row.
pub fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}
