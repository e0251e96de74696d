//! `./x structure [FOLDER]`: figures about how the crates of a checkout are built, to compare two states of it.
//! Nothing here is a limit; the limits are tests (`tests/layers.rs`, `tests/module_layers.rs`).

mod repeats;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tandem_tests::rust_sources::{self, Source, files, graph};

/// Lines of a function from which on it is long.
const LONG: usize = 60;

/// The measurements of one crate.
struct Figures {
    name: String,
    sources: Vec<Source>,
    /// Files that use each other.
    circles: Vec<Vec<String>>,
}

impl Figures {
    fn of(folder: &Path) -> Result<Self> {
        let name = folder.file_name().context("a crate has a name")?.to_string_lossy().into_owned();
        let sources = rust_sources::of_crate(folder)?;
        let circles = graph::circles(&sources);
        Ok(Self { name, sources, circles })
    }

    fn sum(&self, count: impl Fn(&Source) -> usize) -> usize {
        self.sources.iter().map(count).sum()
    }

    fn print(&self) {
        println!(
            "{:20} {:6} {:8} {:8} {:8} {:6} {:8} {:8}",
            self.name,
            self.sources.len(),
            self.sum(|source| source.lines.len()),
            self.circles.len(),
            self.circles.iter().map(Vec::len).max().unwrap_or(0),
            self.sum(|source| source.functions.iter().filter(|&&lines| lines > LONG).count()),
            self.sum(|source| source.safety),
            self.sum(|source| source.passed_on),
        );
    }
}

fn main() -> Result<()> {
    let root = std::env::args_os().nth(1).map_or_else(tandem_tests::root, PathBuf::from);
    let crates = files::crates(&root.join("crates"))?;
    let crates = crates.iter().map(|folder| Figures::of(folder)).collect::<Result<Vec<_>>>()?;
    println!("crate                 files    lines  circles  largest  long>{LONG}  SAFETY  duty passed on");
    crates.iter().for_each(Figures::print);
    let sum = |count: &dyn Fn(&Figures) -> usize| crates.iter().map(count).sum::<usize>();
    println!();
    println!(
        "lines                                       {}",
        sum(&|figures| figures.sum(|source| source.lines.len()))
    );
    println!("circles of files                            {}", sum(&|figures| figures.circles.len()));
    let sources: Vec<&Source> = crates.iter().flat_map(|figures| &figures.sources).collect();
    println!("pairs of places with {} and more equal lines {}", repeats::LINES, repeats::count(&sources));
    println!();
    for figures in &crates {
        figures.circles.iter().for_each(|circle| println!("{}: {}", figures.name, circle.join(", ")));
    }
    Ok(())
}
