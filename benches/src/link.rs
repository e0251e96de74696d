//! Link time of programs with many kernels in many translation units: it has to
//! grow with their number, and no faster.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::measure::{Bench, Sample, finish, heading, row, run};

/// Translation units of the largest program.
const UNITS: usize = 200;
/// Kernels in each.
const KERNELS: usize = 25;
/// How many of the units make the smaller programs.
const SIZES: [usize; 3] = [40, 80, UNITS];

/// Prints the table.
pub fn run_all(bench: &Bench) -> Result<()> {
    let objects = compile(bench)?;
    let columns = [
        "kernels",
        "units",
        "processor time, s (min)",
        "ms / kernel",
        "peak memory, MiB",
        "wall, s (min)",
        "wall with two jobs, s (min)",
        "object, MiB",
    ];
    heading("Linking many kernels (link_units)", &columns);
    for units in SIZES {
        let (mut processor, mut one, mut two, mut peak) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for _ in 0..bench.reps {
            for (jobs, times) in [(1, &mut one), (2, &mut two)] {
                let start = Instant::now();
                let finished = finish(&mut link(bench, &objects[..units], jobs))?;
                times.push(start.elapsed());
                if jobs == 1 {
                    peak = finished.peak_kib.max(peak);
                    processor.push(finished.processor_time);
                }
            }
        }
        let kernels = units * KERNELS;
        let [processor, one, two] = [processor, one, two].map(Sample::new);
        row(&[
            kernels.to_string(),
            units.to_string(),
            seconds(&processor),
            format!("{:.2}", processor.median_ms() / kernels as f64),
            (peak / 1024).to_string(),
            seconds(&one),
            seconds(&two),
            format!("{:.1}", image_bytes(bench)? as f64 / f64::from(1 << 20)),
        ]);
    }
    Ok(())
}

/// The device link, whose result is an object: what the host's linker takes is
/// not the question here.
fn link(bench: &Bench, objects: &[PathBuf], jobs: usize) -> Command {
    let mut command = bench.compiler();
    command.args(["-fsycl", "-fsycl-link", "-O2"]).arg(format!("-fsycl-max-parallel-link-jobs={jobs}"));
    command.args(objects).arg("-o").arg(bench.scratch("images.o"));
    command
}

fn image_bytes(bench: &Bench) -> Result<u64> {
    let images = bench.scratch("images.o");
    Ok(std::fs::metadata(&images).with_context(|| images.display().to_string())?.len())
}

/// Compiles the units, one per processor at a time.
fn compile(bench: &Bench) -> Result<Vec<PathBuf>> {
    let objects: Vec<PathBuf> = (0..UNITS).map(|unit| bench.scratch(&format!("unit{unit}.o"))).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let compile_unit = |unit: usize| {
        let mut command = bench.compiler();
        command.args(["-fsycl", "-O2", "-std=c++17", "-c"]).arg(format!("-DUNIT={unit}"));
        command.args([format!("-DUNITS={UNITS}"), format!("-DKERNELS={KERNELS}")]);
        run(command.arg(bench.source("link_units.cpp")).arg("-o").arg(&objects[unit]))
    };
    let results: Vec<Result<()>> = std::thread::scope(|scope| {
        let threads = (0..workers).map(|worker| {
            let compile_unit = &compile_unit;
            scope.spawn(move || (worker..UNITS).step_by(workers).try_for_each(compile_unit))
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| anyhow::bail!("a thread panicked"))).collect()
    });
    results.into_iter().collect::<Result<()>>()?;
    ensure!(objects.iter().all(|object| object.exists()), "a unit was not compiled");
    Ok(objects)
}

fn seconds(sample: &Sample) -> String {
    format!("{:.1} ({:.1})", sample.median_ms() / 1e3, sample.min_ms() / 1e3)
}
