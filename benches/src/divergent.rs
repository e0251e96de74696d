//! Twelve kernels whose work-items take different paths (`divergent.cpp`, `divergent.py`), and loop
//! nests under guards (`guards.cpp`), compared with plain loops of the host.
//!
//! Comparisons use one thread on each side and processor time, which other processes hardly affect.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};

use crate::measure::{Bench, finish, heading, row};
use crate::opencl::{self, Figures};

/// Runs of each kernel; the figures are medians.
const RUNS: &str = "15";
/// The host's loops may use what the CPU device does: all instructions of this
/// machine, and functions that set no `errno`.
const HOST_OPTIONS: [&str; 2] = ["-march=native", "-fno-math-errno"];
const THREADS_VARIABLE: &str = "TANDEM_CPU_THREADS";

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    divergent(bench)?;
    println!();
    guards(bench)
}

/// A line of a program's output: a name, and figures in ms.
type Line = (String, [f64; 3]);

/// Runs a program and reads its lines, whose last three words are figures.
fn lines(bench: &Bench, exe: &Path, threads: Option<&str>) -> Result<Vec<Line>> {
    let mut command = bench.program(exe);
    command.arg(RUNS).env_remove(THREADS_VARIABLE);
    command.envs(threads.map(|threads| (THREADS_VARIABLE, threads)));
    let finished = finish(&mut command)?;
    finished.stdout.lines().map(|line| parse(line).with_context(|| format!("no three figures in `{line}`"))).collect()
}

fn parse(line: &str) -> Option<Line> {
    let mut words = line.rsplitn(4, ' ');
    let mut figure = || words.next()?.parse().ok();
    let (third, second, first) = (figure()?, figure()?, figure()?);
    Some((words.next()?.trim_end().trim_end_matches(':').to_owned(), [first, second, third]))
}

fn divergent(bench: &Bench) -> Result<()> {
    let exe = bench.build_with("divergent.cpp", &HOST_OPTIONS)?;
    let all_threads = lines(bench, &exe, None)?;
    let one_thread = lines(bench, &exe, Some("1"))?;
    let peers = Peer::measure(bench);
    let peer_columns: Vec<String> = peers.iter().flat_map(Peer::columns).collect();
    let mut columns = vec!["kernel", "Tandem, ms", "on one thread", "scalar C++", "speed-up"];
    columns.extend(peer_columns.iter().map(String::as_str));
    heading("Kernels whose work-items diverge (divergent.cpp)", &columns);
    let mut means = Means::default();
    for ((name, [wall, ..]), (_, [_, tandem, scalar])) in all_threads.iter().zip(&one_thread) {
        let mut cells = vec![name.clone(), ms(*wall), ms(*tandem), ms(*scalar)];
        cells.push(means.ratio(cells.len(), scalar / tandem));
        for peer in &peers {
            cells.extend([cell(&peer.all_threads, name), cell(&peer.one_thread, name)]);
            let ratio = peer.one_thread.get(name).map(|peer| means.ratio(cells.len(), peer / tandem));
            cells.push(ratio.unwrap_or_else(dash));
        }
        row(&cells);
    }
    row(&means.cells(columns.len()));
    opencl::hint(peers.is_empty());
    Ok(())
}

fn guards(bench: &Bench) -> Result<()> {
    let exe = bench.build_with("guards.cpp", &HOST_OPTIONS)?;
    let columns = ["loop nest", "guarded, ms", "unguarded, ms", "guarded / unguarded", "plain C++, ms", "speed-up"];
    heading("Loop nests under a guard, on one thread (guards.cpp)", &columns);
    let mut means = Means::default();
    for (name, [guarded, unguarded, plain]) in lines(bench, &exe, Some("1"))? {
        let cost = means.ratio(3, guarded / unguarded);
        let speed_up = means.ratio(5, plain / guarded);
        row(&[name, ms(guarded), ms(unguarded), cost, ms(plain), speed_up]);
    }
    row(&means.cells(columns.len()));
    Ok(())
}

/// An OpenCL platform's figures.
struct Peer {
    name: String,
    all_threads: Figures,
    one_thread: Figures,
}

impl Peer {
    fn measure(bench: &Bench) -> Vec<Self> {
        let all_threads = opencl::platforms(bench, "divergent.py", &["--runs", RUNS]);
        let mut one_thread = opencl::platforms(bench, "divergent.py", &["--runs", RUNS, "--one-thread"]);
        let peer = |(name, all_threads)| {
            let one_thread = one_thread.remove(&name).unwrap_or_default();
            Self { name, all_threads, one_thread }
        };
        all_threads.into_iter().map(peer).collect()
    }

    fn columns(&self) -> [String; 3] {
        let name = &self.name;
        [format!("{name}, ms"), "on one thread".into(), format!("{name} / Tandem")]
    }
}

/// Geometric means of ratios, by column.
#[derive(Default)]
struct Means(BTreeMap<usize, Vec<f64>>);

impl Means {
    /// Notes a ratio; its cell.
    fn ratio(&mut self, column: usize, ratio: f64) -> String {
        self.0.entry(column).or_default().push(ratio);
        format!("{ratio:.2}")
    }

    /// The table's last row.
    fn cells(&self, columns: usize) -> Vec<String> {
        let mean = |ratios: &Vec<f64>| ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        let cell = |column| self.0.get(&column).map_or_else(String::new, |ratios| format!("{:.2}", mean(ratios).exp()));
        std::iter::once("geometric mean".into()).chain((1..columns).map(cell)).collect()
    }
}

fn ms(figure: f64) -> String {
    format!("{figure:.2}")
}

fn cell(figures: &Figures, kernel: &str) -> String {
    figures.get(kernel).copied().map_or_else(dash, ms)
}

fn dash() -> String {
    "–".into()
}
