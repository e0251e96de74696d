//! Kernels in OpenCL C on the OpenCL platforms of this machine, by programs in
//! Python (`opencl.py`).

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use crate::measure::{Bench, finish};

/// Names a Python interpreter with pyopencl, when `python3` has none.
const PYTHON_VARIABLE: &str = "TANDEM_BENCH_PYTHON";

/// Milliseconds by kernel.
pub type Figures = BTreeMap<String, f64>;

/// Times the kernels of a program, by platform. Peers are optional: none when
/// there is no Python with pyopencl or no driver.
pub fn platforms(bench: &Bench, program: &str, args: &[&str]) -> BTreeMap<String, Figures> {
    let python = std::env::var_os(PYTHON_VARIABLE).unwrap_or_else(|| "python3".into());
    let mut command = Command::new(python);
    command.arg(bench.source(program)).args(args).stderr(Stdio::null()).env("PYTHONDONTWRITEBYTECODE", "1");
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

/// Prints how to get peers if there are `none`.
pub fn hint(none: bool) {
    if none {
        println!("\nNo other implementation of OpenCL: set {PYTHON_VARIABLE} to a Python with pyopencl and a driver.");
    }
}
