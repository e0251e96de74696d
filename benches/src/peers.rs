//! Figures of AdaptiveCpp for comparison: from the same run if its compiler is available, otherwise
//! from another machine (2 vCPU Xeon 2.5 GHz, Debian 12), as an order of magnitude only. Claims
//! come from runs that measure both sides.

use std::collections::BTreeMap;
use std::process::Command;

use crate::measure::{Bench, run};

/// Names AdaptiveCpp's compiler, `acpp`.
const ACPP_VARIABLE: &str = "TANDEM_BENCH_ACPP";

/// AdaptiveCpp's compiler, if there is one, for a target.
pub fn acpp(target: &str) -> Option<Command> {
    let mut command = Command::new(std::env::var_os(ACPP_VARIABLE)?);
    command.arg(format!("--acpp-targets={target}"));
    Some(command)
}

/// The times of AdaptiveCpp's targets `generic` and `omp` for the cases of a program.
pub struct AdaptiveCpp([BTreeMap<String, f64>; 2]);

impl AdaptiveCpp {
    /// Runs the program with both targets, or takes what was `recorded` on the
    /// other machine. `parse` finds a case and its figure in a line of output.
    pub fn measure(
        bench: &Bench,
        source: &str,
        args: &[&str],
        recorded: &[(&str, f64, f64)],
        parse: impl Fn(&str) -> Option<(&str, f64)>,
    ) -> Self {
        let measured = |target| {
            let lines = output(bench, source, args, target)?;
            Some(lines.lines().filter_map(&parse).map(|(case, figure)| (case.to_owned(), figure)).collect())
        };
        let recorded = |figure: fn(&(&str, f64, f64)) -> f64| {
            recorded.iter().map(|entry| (entry.0.to_owned(), figure(entry))).collect()
        };
        Self([
            measured("generic").unwrap_or_else(|| recorded(|entry| entry.1)),
            measured("omp").unwrap_or_else(|| recorded(|entry| entry.2)),
        ])
    }

    /// The cells of a case.
    pub fn cells(&self, case: &str) -> [String; 2] {
        self.0.each_ref().map(|figures| figure(figures.get(case).copied()))
    }
}

/// The output of a program that AdaptiveCpp compiled, in its second run, which has no kernels to
/// compile. The output may be partial: some programs end early, some do not compile.
fn output(bench: &Bench, source: &str, args: &[&str], target: &str) -> Option<String> {
    let mut compiler = acpp(target)?;
    let exe = bench.scratch(&format!("{source}.{target}"));
    let mut printed = Vec::new();
    // Its kernels with group algorithms do not load on the CPU (49544a48): what they take is the time to fail.
    if run(compiler.args(["-O3", "-std=c++17", "-DNO_GROUP_ALGO", "-o"]).arg(&exe).arg(bench.source(source))).is_ok() {
        for _ in 0..2 {
            printed = tandem_tests::run(Command::new(&exe).args(args)).ok()?.stdout;
        }
    }
    Some(String::from_utf8_lossy(&printed).into_owned())
}

/// AdaptiveCpp 24.06+, `generic` target: compile time in seconds.
pub const ACPP_COMPILE_S: [(&str, f64); 2] = [("vadd_buffer", 16.4), ("vadd_usm", 14.5)];
/// AdaptiveCpp: parsing of the headers in seconds.
pub const ACPP_PARSE_S: f64 = 6.6;
/// DPC++: parsing of `sycl.hpp` in seconds (intel/llvm#22182).
pub const DPCPP_PARSE_S: f64 = 3.9;
/// AdaptiveCpp: whole process with one tiny kernel, cold and warm, in ms.
pub const ACPP_PROCESS_MS: (f64, f64) = (171.0, 24.0);

/// AdaptiveCpp `generic` / `omp`, µs per operation, by the line that the
/// benchmark prints.
pub const ACPP_LAUNCH_US: [(&str, f64, f64); 13] = [
    ("in_order  single_task empty      throughput", 3.9, 4.0),
    ("in_order  parallel_for(1)        throughput", 4.7, 52.8),
    ("in_order  nd_range(256/64)       throughput", 52.7, 55.9),
    ("in_order  memcpy 4 KiB dev->dev  throughput", 4.4, 3.7),
    ("in_order  single_task            submit+ev.wait", 13.5, 18.5),
    ("in_order  parallel_for(1)        submit+ev.wait", 19.2, 67.1),
    ("ooo       single_task empty      throughput", 3.7, 3.5),
    ("1 accessor, dependent chain      throughput", 7.0, 6.1),
    ("1 accessor, 64 independent bufs  throughput", 5.9, 6.2),
    ("3 accessors, dependent chain     throughput", 9.5, 16.3),
    ("submit + host_accessor read      round trip", 17.9, 20.5),
    ("create buf(host ptr)+submit+destroy (1 KiB)", 19.8, 22.8),
    ("1 accessor                       submit+q.wait", f64::NAN, f64::NAN),
];

/// AdaptiveCpp `generic` / `omp`, ms per kernel of `barrier.cpp`.
pub const ACPP_KERNEL_MS: [(&str, f64, f64); 7] = [
    ("triad range", 2.4, 2.4),
    ("exp range", 9.5, 9.5),
    ("sin range", 8.9, 8.9),
    ("local tree reduction (8 barriers)", 11.0, 3.7),
    ("reduce_over_group", f64::NAN, 4.8),
    ("sycl::reduction (sum)", 2.5, 20.8),
    ("16x16 tiled matmul 512 (2 barriers)", 23.1, f64::NAN),
];

/// A peer's figure, or a dash where there is none.
pub fn figure(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_finite() => format!("{value}"),
        _ => "–".into(),
    }
}
