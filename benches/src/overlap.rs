//! Copies and kernels of independent buffers at the same time (`overlap.cpp`),
//! on island devices, whose commands take a known time.

use anyhow::{Context, Result};

use crate::measure::{Bench, finish, heading, row};

/// The duration of each command (milliseconds): long compared with the work of the host.
const LATENCY_MS: u32 = 5;

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.build("overlap.cpp")?;
    let mut program = bench.program(&exe);
    program.args([LATENCY_MS.to_string(), bench.reps.to_string()]);
    program.env("TANDEM_ISLAND_DEVICE", format!("devices=2,latency={LATENCY_MS}ms,jitter=no"));
    program.env("ONEAPI_DEVICE_SELECTOR", "island:*");
    let finished = finish(&mut program)?;
    heading(
        &format!("Overlap on island devices (overlap), commands of {LATENCY_MS} ms one after the other"),
        &["case", "ideal", "measured", "of the ideal"],
    );
    for line in finished.stdout.lines() {
        let (case, ideal, measured) = parse_line(line).with_context(|| format!("`{line}` is no measurement"))?;
        let share = format!("{:.0} %", ideal / measured * 100.0);
        row(&[case.into(), format!("{ideal:.0}"), format!("{measured:.2}"), share]);
    }
    Ok(())
}

/// Reads `<case>: <ideal> <measured>`.
fn parse_line(line: &str) -> Option<(&str, f64, f64)> {
    let (rest, measured) = line.rsplit_once(' ')?;
    let (case, ideal) = rest.rsplit_once(' ')?;
    Some((case.trim_end_matches(':'), ideal.parse().ok()?, measured.parse().ok()?))
}
