//! Many processes start cold on one persistent cache at once, and one of them
//! is killed: all others are right and say nothing, no entry is damaged, and
//! what the killed one left goes.
//!
//! `./x test-slow` runs 20 rounds with 50 kernels, `./x test` a short form.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, run, transcript};

const SOURCE: &str = r#"
#include <sycl/sycl.hpp>
#include <cstdio>
template <int N> int apply(sycl::queue &q, int *data) {
  q.parallel_for(64, [=](sycl::id<1> i) { data[i] = data[i] * N + int(i); }).wait();
  if constexpr (N > 1)
    return apply<N - 1>(q, data);
  return data[63];
}
int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    data[i] = 1;
  std::printf("%d\n", apply<KERNELS>(q, data));
  sycl::free(data, q);
}
"#;
const PROCESSES: usize = 16;
/// The last process ends earlier than this, or hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Rounds, and kernels of the program.
fn extent() -> (usize, usize) {
    if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { (20, 50) } else { (2, 12) }
}

#[test]
fn processes_share_a_cold_cache() -> Result<()> {
    let (rounds, kernels) = extent();
    let folder = tempfile::tempdir()?;
    let program = compile(folder.path(), kernels)?;
    let expected = run(Command::new(&program).env("SYCL_CACHE_PERSISTENT", "0"))?;
    ensure!(expected.status.success(), "{}", transcript(&expected));
    for round in 0..rounds {
        let cache = folder.path().join(format!("cache-{round}"));
        let mut processes = (0..PROCESSES).map(|_| start(&program, &cache)).collect::<Result<Vec<_>>>()?;
        // Killed a little later each time, to meet it in different states.
        wait_for_entries(&cache, kernels * round / rounds)?;
        let mut killed = processes.swap_remove(0);
        let kill = killed.kill();
        killed.wait()?;
        kill?;
        processes.push(start(&program, &cache)?);
        for process in processes {
            let output = process.wait_with_output()?;
            let is_right = output.status.success() && output.stdout == expected.stdout && output.stderr.is_empty();
            ensure!(is_right, "round {round}: {}", transcript(&output));
        }
        check_cache(&program, &cache, kernels, &expected.stdout).with_context(|| format!("round {round}"))?;
    }
    Ok(())
}

/// An image for each kernel: many entries, written by all at once.
fn compile(folder: &Path, kernels: usize) -> Result<PathBuf> {
    let (source, program) = (folder.join("kernels.cpp"), folder.join("kernels"));
    fs::write(&source, SOURCE)?;
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    compile.args(["-fsycl", "-O1", "-fsycl-device-code-split=per_kernel", &format!("-DKERNELS={kernels}")]);
    let output = run(compile.arg(&source).arg("-o").arg(&program))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(program)
}

fn start(program: &Path, cache: &Path) -> Result<Child> {
    let mut command = Command::new(program);
    command.env_remove("LD_LIBRARY_PATH").env("SYCL_CACHE_DIR", cache);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().with_context(|| format!("cannot start {}", program.display()))
}

fn files(folder: PathBuf) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

fn wait_for_entries(cache: &Path, count: usize) -> Result<()> {
    let start = Instant::now();
    while files(cache.join("device-code/entries")) < count {
        ensure!(start.elapsed() < PATIENCE, "{count} entries do not come");
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// All entries are there and intact, and a warm program finds them. At most
/// the one file that the killed process was writing is left, until it is
/// cleared.
fn check_cache(program: &Path, cache: &Path, kernels: usize, expected: &[u8]) -> Result<()> {
    let tandem = prefix()?.join("bin/tandem");
    let tool = |command: &str| run(Command::new(&tandem).args(["cache", command]).env("SYCL_CACHE_DIR", cache));
    let verified = tool("verify")?;
    let intact = format!("{kernels} entries, all intact\n");
    ensure!(verified.stdout == intact.as_bytes(), "{}", transcript(&verified));
    ensure!(files(cache.join("device-code/writing")) <= 1, "unfinished entries were left");
    let warm = run(Command::new(program).env("SYCL_CACHE_DIR", cache).env("SYCL_CACHE_TRACE", "1"))?;
    let hits = String::from_utf8_lossy(&warm.stderr).matches("hit: ").count();
    ensure!(warm.stdout == expected && hits == kernels, "{}", transcript(&warm));
    tool("clear")?;
    ensure!(files(cache.join("device-code/writing")) == 0, "what the killed process left stays");
    Ok(())
}
