//! Many processes start cold on one compiler cache at once, and one of them is
//! killed: all others are right, and nothing half-written counts as an entry.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tandem_tests::{prefix, run, transcript};

/// So many kernels that building them takes longer than starting a process.
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
  std::printf("%d\n", apply<12>(q, data));
  sycl::free(data, q);
}
"#;
const PROCESSES: usize = 16;

#[test]
fn processes_share_a_cold_cache() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("kernels.cpp"), folder.path().join("kernels"));
    fs::write(&source, SOURCE)?;
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    // An image for each kernel: many entries, written by all at once.
    compile.args(["-fsycl", "-O1", "-fsycl-device-code-split=per_kernel"]).arg(&source).arg("-o").arg(&program);
    let output = run(&mut compile)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    let expected = run(Command::new(&program).env("SYCL_CACHE_PERSISTENT", "0"))?;
    ensure!(expected.status.success(), "{}", transcript(&expected));

    let rounds = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 20 } else { 2 };
    for round in 0..rounds {
        let cache = folder.path().join(format!("cache-{round}"));
        let mut processes = (0..PROCESSES).map(|_| start(&program, &cache)).collect::<Result<Vec<_>>>()?;
        // Killed a little later each time, to meet it in different states.
        std::thread::sleep(Duration::from_millis(5 * round as u64));
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
        ensure!(fs::read_dir(&cache)?.next().is_some(), "nothing was cached");
        let warm = run(Command::new(&program).env("SYCL_CACHE_DIR", &cache))?;
        ensure!(warm.stdout == expected.stdout && warm.stderr.is_empty(), "{}", transcript(&warm));
    }
    Ok(())
}

fn start(program: &Path, cache: &Path) -> Result<Child> {
    let mut command = Command::new(program);
    command.env_remove("LD_LIBRARY_PATH").env("SYCL_CACHE_DIR", cache);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().with_context(|| format!("cannot start {}", program.display()))
}
