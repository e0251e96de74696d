//! Process start to first result, and latency of the first kernel, with an
//! empty and with a filled persistent cache.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::measure::{Bench, Sample, finish, heading, row};
use crate::peers;

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    whole_process(bench)?;
    println!();
    first_kernel(bench)
}

fn whole_process(bench: &Bench) -> Result<()> {
    let exe = bench.build("vadd_usm.cpp")?;
    let [cold] = bench.interleave([bench.program(&exe)], || {
        let _ = fs::remove_dir_all(bench.cache());
        Ok(())
    })?;
    let [warm] = bench.interleave([bench.program(&exe)], || Ok(()))?;
    heading("Whole process, one kernel (vadd_usm)", &["persistent cache", "ms (min)", "AdaptiveCpp ms"]);
    for (name, sample, peer) in [("cold", cold, peers::ACPP_PROCESS_MS.0), ("warm", warm, peers::ACPP_PROCESS_MS.1)] {
        row(&[name.into(), figure(&sample), format!("{peer}")]);
    }
    Ok(())
}

/// From a submission to its end: code made, found on disk, found in memory, and
/// in the program from the start.
fn first_kernel(bench: &Bench) -> Result<()> {
    let columns = [
        "kernels in the image",
        "cold, ms (min)",
        "on disk, ms (min)",
        "in memory, ms (min)",
        "cold / on disk",
        "ahead of time, ms (min)",
    ];
    heading("First kernel, submission to end (first_kernel)", &columns);
    for kernels in [1, 500] {
        let size = format!("-DKERNELS={kernels}");
        let exe = bench.build_with("first_kernel.cpp", &[&size])?;
        let native = bench.build_with("first_kernel.cpp", &[&size, "-fsycl-targets=spir64_x86_64"])?;
        let (mut cold, mut on_disk, mut in_memory, mut ahead) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..bench.reps {
            let _ = fs::remove_dir_all(bench.cache());
            cold.push(latencies(bench, &exe)?.0);
            let (first, again) = latencies(bench, &exe)?;
            on_disk.push(first);
            in_memory.push(again);
            ahead.push(latencies(bench, &native)?.0);
        }
        let [cold, on_disk, in_memory, ahead] = [cold, on_disk, in_memory, ahead].map(Sample::new);
        let ratio = format!("{:.0}", cold.median_ms() / on_disk.median_ms());
        row(&[kernels.to_string(), figure(&cold), figure(&on_disk), figure(&in_memory), ratio, figure(&ahead)]);
    }
    Ok(())
}

/// Latencies of the first launch and of the second one.
fn latencies(bench: &Bench, exe: &Path) -> Result<(Duration, Duration)> {
    let printed = finish(&mut bench.program(exe))?.stdout;
    let find = |which: &str| -> Result<Duration> {
        let text = printed.lines().find_map(|line| line.strip_prefix(which)).context("a latency")?;
        Ok(Duration::from_secs_f64(text.trim().parse::<f64>()? * 1e-6))
    };
    Ok((find("first ")?, find("again ")?))
}

fn figure(sample: &Sample) -> String {
    format!("{:.3} ({:.3})", sample.median_ms(), sample.min_ms())
}
