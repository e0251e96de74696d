//! Kernels with and without barriers (`barrier.cpp`).

use anyhow::Result;

use crate::measure::{Bench, finish, heading, row};
use crate::peers;

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.build("barrier.cpp")?;
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
