//! Process start to first result, and latencies of the kernels of a source, with an
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
    kernels_of_a_source(bench)
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

/// From a submission to its end: code made, found on disk, and in the program from the start.
fn kernels_of_a_source(bench: &Bench) -> Result<()> {
    let columns = [
        "kernels in the source",
        "code",
        "first, ms (min)",
        "again, ms (min)",
        "all in turn, ms (min)",
        "bundle of all, ms (min)",
    ];
    heading("Kernels of a source, submission to end (first_kernel)", &columns);
    for kernels in [1, 16, 64, 500] {
        let size = format!("-DKERNELS={kernels}");
        let exe = bench.build_with("first_kernel.cpp", &[&size])?;
        let native = bench.build_with("first_kernel.cpp", &[&size, "-fsycl-targets=spir64_x86_64"])?;
        let codes = [("cold", &exe), ("on disk", &exe), ("ahead of time", &native)];
        let mut latencies = codes.map(|_| Latencies::default());
        for _ in 0..bench.reps {
            let _ = fs::remove_dir_all(bench.cache());
            for ((_, exe), latencies) in codes.iter().zip(&mut latencies) {
                latencies.measure_in_turn(bench, exe)?;
            }
            let _ = fs::remove_dir_all(bench.cache());
            for ((_, exe), latencies) in codes.iter().zip(&mut latencies) {
                latencies.measure_bundle(bench, exe)?;
            }
        }
        for ((code, _), Latencies { first, again, all, bundle }) in codes.into_iter().zip(latencies) {
            let figures = [first, again, all, bundle].map(|times| figure(&Sample::new(times)));
            row(&[&[kernels.to_string(), code.to_owned()], figures.as_slice()].concat());
        }
    }
    Ok(())
}

/// The launch times of a source's kernels, each launched once per process.
#[derive(Default)]
struct Latencies {
    first: Vec<Duration>,
    again: Vec<Duration>,
    /// All, one after the other.
    all: Vec<Duration>,
    /// A bundle of all.
    bundle: Vec<Duration>,
}

impl Latencies {
    fn measure_in_turn(&mut self, bench: &Bench, exe: &Path) -> Result<()> {
        let printed = finish(&mut bench.program(exe))?.stdout;
        let first = latency(&printed, "first")?;
        self.first.push(first);
        self.again.push(latency(&printed, "again")?);
        self.all.push(first + latency(&printed, "others")?);
        Ok(())
    }

    fn measure_bundle(&mut self, bench: &Bench, exe: &Path) -> Result<()> {
        let printed = finish(bench.program(exe).arg("bundle"))?.stdout;
        self.bundle.push(latency(&printed, "bundle")?);
        Ok(())
    }
}

/// The latency that a program printed.
fn latency(printed: &str, which: &str) -> Result<Duration> {
    let text = printed.lines().find_map(|line| line.strip_prefix(which)).context("a latency")?;
    Ok(Duration::from_secs_f64(text.trim().parse::<f64>()? * 1e-6))
}

fn figure(sample: &Sample) -> String {
    format!("{:.3} ({:.3})", sample.median_ms(), sample.min_ms())
}
