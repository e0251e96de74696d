//! Process start to first result: one tiny kernel, with an empty and with a
//! filled compiler cache.

use std::fs;

use anyhow::Result;

use crate::measure::{Bench, heading, row};
use crate::peers;

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.build("vadd_usm.cpp")?;
    let [cold] = bench.interleave([bench.program(&exe)], || {
        let _ = fs::remove_dir_all(bench.cache());
        Ok(())
    })?;
    let [warm] = bench.interleave([bench.program(&exe)], || Ok(()))?;
    heading("Whole process, one kernel (vadd_usm)", &["compiler cache", "ms (min)", "AdaptiveCpp ms"]);
    for (name, sample, peer) in [("cold", cold, peers::ACPP_PROCESS_MS.0), ("warm", warm, peers::ACPP_PROCESS_MS.1)] {
        row(&[name.into(), format!("{:.1} ({:.1})", sample.median_ms(), sample.min_ms()), format!("{peer}")]);
    }
    Ok(())
}
