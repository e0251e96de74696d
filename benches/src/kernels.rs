//! Kernels with and without barriers (`barrier.cpp`), and twelve kernels of several kinds compared
//! with other implementations of OpenCL (`ocl_kernels.cpp`, `ocl_kernels.py`).

use anyhow::Result;

use crate::measure::{Bench, finish, heading, row};
use crate::opencl;
use crate::peers::{self, AdaptiveCpp};

/// Runs of each kernel of `ocl_kernels.cpp`; its figures are medians.
const RUNS: &str = "15";

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
    let peers = opencl::platforms(bench, "ocl_kernels.py", &["--runs", RUNS]);
    let mut columns = vec!["kernel", "Tandem, ms"];
    columns.extend(peers.keys().map(String::as_str));
    heading("Kernels beside peers (ocl_kernels.cpp)", &columns);
    for line in finished.stdout.lines() {
        let Some((name, figure)) = line.split_once(char::is_whitespace) else { continue };
        let mut cells = vec![name.to_owned(), figure.trim().to_owned()];
        cells.extend(peers.values().map(|figures| peers::figure(figures.get(name).copied())));
        row(&cells);
    }
    opencl::hint(peers.is_empty());
    Ok(())
}
