//! Allocating and freeing USM (`usm_alloc.cpp`), as a multiple of `malloc`.

use anyhow::{Context, Result};

use crate::measure::{Bench, finish, heading, row};

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.build("usm_alloc.cpp")?;
    let finished = finish(&mut bench.program(&exe))?;
    heading(
        "Allocating and freeing (usm_alloc)",
        &["threads", "bytes", "malloc, ns", "calloc, ns (× malloc)", "host", "shared", "device"],
    );
    for line in finished.stdout.lines() {
        let ([threads, bytes], times) = parse_line(line).with_context(|| format!("`{line}` is no line of times"))?;
        let [malloc, others @ ..] = &times[..] else { continue };
        let others = others.iter().map(|time| format!("{time:.0} ({:.1})", time / malloc));
        let cells = [threads.to_owned(), bytes.to_owned(), format!("{malloc:.0}")];
        row(&cells.into_iter().chain(others).collect::<Vec<_>>());
    }
    Ok(())
}

/// Reads `<threads> <bytes> <name> <ns> <name> <ns> …`.
fn parse_line(line: &str) -> Option<([&str; 2], Vec<f64>)> {
    let mut words = line.split_whitespace();
    let first = [words.next()?, words.next()?];
    let times: Option<Vec<f64>> = words.skip(1).step_by(2).map(|word| word.parse().ok()).collect();
    Some((first, times?))
}
