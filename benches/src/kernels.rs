//! Kernels with and without barriers (`barrier.cpp`), and twelve kernels of
//! several kinds beside other implementations of OpenCL (`ocl_kernels.cpp`,
//! `ocl_kernels.py`).

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::Result;

use crate::measure::{Bench, finish, heading, row};
use crate::peers::{self, AdaptiveCpp};

/// Names a Python interpreter with pyopencl, when `python3` has none.
const PYTHON_VARIABLE: &str = "TANDEM_BENCH_PYTHON";
/// Runs of each kernel of `ocl_kernels.cpp`; its figures are medians.
const RUNS: &str = "15";

/// Milliseconds by kernel.
type Figures = BTreeMap<String, f64>;

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    barrier(bench)?;
    println!();
    beside_peers(bench)
}

fn barrier(bench: &Bench) -> Result<()> {
    let exe = bench.build("barrier.cpp")?;
    let finished = finish(&mut bench.program(&exe))?;
    let peer = AdaptiveCpp::measure(bench, "barrier.cpp", &[], &peers::ACPP_KERNEL_MS, |line| {
        let (name, figures) = parse_line(line)?;
        Some((name, figures[0]))
    });
    heading("Kernels (barrier.cpp, 4 Mi floats)", &["kernel", "ms (min)", "AdaptiveCpp generic", "AdaptiveCpp omp"]);
    for line in finished.stdout.lines() {
        let Some((name, figures)) = parse_line(line) else { continue };
        let [generic, omp] = peer.cells(name);
        row(&[name.into(), format!("{:.3} ({:.3})", figures[0], figures[1]), generic, omp]);
    }
    Ok(())
}

/// Reads `<kernel> median <x> ms min <y> …`.
fn parse_line(line: &str) -> Option<(&str, [f64; 2])> {
    let (name, rest) = line.split_once(" median ")?;
    let mut figures = rest.split_whitespace().filter_map(|word| word.parse().ok());
    Some((name.trim_end(), [figures.next()?, figures.next()?]))
}

fn beside_peers(bench: &Bench) -> Result<()> {
    let exe = bench.build("ocl_kernels.cpp")?;
    let finished = finish(bench.program(&exe).arg(RUNS))?;
    let peers = opencl_platforms(bench);
    let mut columns = vec!["kernel", "Tandem, ms"];
    columns.extend(peers.keys().map(String::as_str));
    heading("Kernels beside peers (ocl_kernels.cpp)", &columns);
    for line in finished.stdout.lines() {
        let Some((name, figure)) = line.split_once(char::is_whitespace) else { continue };
        let mut cells = vec![name.to_owned(), figure.trim().to_owned()];
        cells.extend(peers.values().map(|figures| peers::figure(figures.get(name).copied())));
        row(&cells);
    }
    if peers.is_empty() {
        println!("\nNo other implementation of OpenCL: set {PYTHON_VARIABLE} to a Python with pyopencl and a driver.");
    }
    Ok(())
}

/// Times the same kernels on each OpenCL platform of this machine. Peers are
/// optional: none when there is no Python with pyopencl or no driver.
fn opencl_platforms(bench: &Bench) -> BTreeMap<String, Figures> {
    let python = std::env::var_os(PYTHON_VARIABLE).unwrap_or_else(|| "python3".into());
    let mut command = Command::new(python);
    command.arg(bench.source("ocl_kernels.py")).args(["--runs", RUNS]).stderr(std::process::Stdio::null());
    let mut platforms: BTreeMap<String, Figures> = BTreeMap::new();
    let Ok(finished) = finish(&mut command) else { return platforms };
    for line in finished.stdout.lines() {
        if let [platform, kernel, figure] = line.split('\t').collect::<Vec<_>>()[..]
            && let Ok(figure) = figure.parse()
        {
            platforms.entry(platform.into()).or_default().insert(kernel.into(), figure);
        }
    }
    platforms
}
