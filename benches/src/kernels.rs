//! Kernels with and without barriers (`barrier.cpp`).

use anyhow::Result;

use crate::measure::{Bench, finish, heading, row, run as run_command};
use crate::peers;

/// Parts of `barrier.cpp` that need what is not there yet.
const LEFT_OUT: [&str; 2] = ["-DNO_GROUP_ALGO", "-DNO_REDUCTION"];

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.scratch("barrier");
    let mut compile = bench.compiler();
    compile.args(["-fsycl", "-O3", "-std=c++17"]).args(LEFT_OUT).arg(bench.source("barrier.cpp")).arg("-o").arg(&exe);
    run_command(&mut compile)?;
    let finished = finish(&mut bench.program(&exe))?;
    heading("Kernels (barrier.cpp, 4 Mi floats)", &["kernel", "ms (min)", "AdaptiveCpp generic", "AdaptiveCpp omp"]);
    for line in finished.stdout.lines() {
        let Some((name, rest)) = line.split_once(" median ") else { continue };
        let figures: Vec<f64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let peer = peers::ACPP_KERNEL_MS.iter().find(|(peer, ..)| *peer == name.trim_end());
        row(&[
            name.trim_end().into(),
            format!("{:.3} ({:.3})", figures[0], figures[1]),
            peers::figure(peer.map(|peer| peer.1)),
            peers::figure(peer.map(|peer| peer.2)),
        ]);
    }
    Ok(())
}
