//! Kernels that read and write images (`images.cpp`, `images.py`), with one
//! thread on each side: processor time, which other processes change little.

use anyhow::{Context, Result};

use crate::measure::{Bench, finish, heading, row};
use crate::opencl;

const RUNS: &str = "9";

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let exe = bench.build("images.cpp")?;
    let finished = finish(bench.program(&exe).arg(RUNS).env("TANDEM_CPU_THREADS", "1"))?;
    let peers = opencl::platforms(bench, "images.py", &["--runs", RUNS, "--one-thread"]);
    let peer_columns: Vec<String> =
        peers.keys().flat_map(|name| [format!("{name}, ms"), format!("{name} / Tandem")]).collect();
    let mut columns = vec!["kernel", "Tandem, ms"];
    columns.extend(peer_columns.iter().map(String::as_str));
    heading("Kernels that use images, on one thread (images.cpp)", &columns);
    for line in finished.stdout.lines() {
        let (name, milliseconds) = parse(line).with_context(|| format!("no kernel and two figures in `{line}`"))?;
        let mut cells = vec![name.to_owned(), format!("{milliseconds:.1}")];
        for figures in peers.values() {
            let figure = figures.get(name);
            cells.push(figure.map_or_else(dash, |peer| format!("{peer:.1}")));
            cells.push(figure.map_or_else(dash, |peer| format!("{:.2}", peer / milliseconds)));
        }
        row(&cells);
    }
    opencl::hint(peers.is_empty());
    Ok(())
}

/// The kernel and its processor time, the last of two figures.
fn parse(line: &str) -> Option<(&str, f64)> {
    let mut words = line.split(' ');
    let (name, _wall, processor) = (words.next()?, words.next()?, words.next()?);
    Some((name, processor.parse().ok()?))
}

fn dash() -> String {
    "–".into()
}
