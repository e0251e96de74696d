//! Cost of a submission and of a round trip with USM (`launch.cpp`) and with
//! buffers (`cgroup.cpp`), and whether memory stays flat.

use anyhow::Result;

use crate::measure::{Bench, finish, heading, row};
use crate::peers::{self, AdaptiveCpp};

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    for (source, args) in [("launch.cpp", ["100000", "10000", "3"]), ("cgroup.cpp", ["100000", "10000", "3"])] {
        let exe = bench.build(source)?;
        let finished = finish(bench.program(&exe).args(args))?;
        let peer = AdaptiveCpp::measure(bench, source, &args, &peers::ACPP_LAUNCH_US, |line| {
            parse_line(line).map(|(case, median, _)| (case, median))
        });
        heading(
            &format!("{source} {}", args.join(" ")),
            &["case", "µs (min)", "AdaptiveCpp generic", "AdaptiveCpp omp"],
        );
        for (case, median, min) in finished.stdout.lines().filter_map(parse_line) {
            let [generic, omp] = peer.cells(case);
            row(&[case.into(), format!("{median:.2} ({min:.2})"), generic, omp]);
        }
        println!();
        memory(bench, source, &exe)?;
    }
    Ok(())
}

/// Peak memory of few and of many submissions: the difference is the memory that each submission
/// retains.
fn memory(bench: &Bench, source: &str, exe: &std::path::Path) -> Result<()> {
    heading(&format!("{source}: peak resident memory"), &["submissions per case", "MiB"]);
    for submissions in ["1000", "10000", "100000"] {
        let finished = finish(bench.program(exe).args([submissions, "100", "1"]))?;
        row(&[submissions.into(), format!("{:.1}", finished.peak_kib as f64 / 1024.0)]);
    }
    println!();
    Ok(())
}

/// Reads `<case>  median <x> us   min <y> us …`.
fn parse_line(line: &str) -> Option<(&str, f64, f64)> {
    let (case, rest) = line.split_once(" median ")?;
    let mut words = rest.split_whitespace();
    let median = words.next()?.parse().ok()?;
    let min = words.skip_while(|word| *word != "min").nth(1)?.parse().ok()?;
    Some((case.trim_end(), median, min))
}
