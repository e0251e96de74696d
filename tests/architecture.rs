//! The tables of ARCHITECTURE.md, which tests hold the code to.

use std::path::PathBuf;

/// A crate in the code map.
pub struct Crate {
    /// The name of its folder, and that of its package without `tandem-`.
    pub name: String,
    /// The subfolder of `crates` that contains the crate.
    pub part: String,
    /// The names of the crates that it may use.
    pub may_use: Vec<String>,
}

impl Crate {
    /// Where it is.
    pub fn folder(&self) -> PathBuf {
        crate::root().join("crates").join(&self.part).join(&self.name)
    }

    /// Its `Cargo.toml`.
    ///
    /// # Panics
    /// If there is none.
    pub fn manifest(&self) -> String {
        std::fs::read_to_string(self.folder().join("Cargo.toml")).expect("a manifest")
    }
}

/// The crates of the code map, in its order.
///
/// # Panics
/// If there is none.
pub fn crates() -> Vec<Crate> {
    let page = page();
    let (_, map) = page.split_once("\n## Code map\n").expect("a code map");
    let map = map.split("\n## ").next().expect("its text");
    let mut crates = Vec::new();
    for section in map.split("\n### `crates/").skip(1) {
        let part = section.split('`').next().expect("the name of a folder").to_owned();
        crates.extend(table(section).iter().map(|row| Crate {
            name: words(&row[0]).remove(0),
            part: part.clone(),
            may_use: words(&row[2]),
        }));
    }
    assert!(!crates.is_empty(), "no crates in the code map");
    crates
}

/// The cells of the first table below a heading, without its head.
///
/// # Panics
/// If there is none.
pub fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = page();
    let (_, section) = page.split_once(&format!("# {heading}\n")).expect("a section with the table");
    let rows = table(section);
    assert!(!rows.is_empty(), "no table below `{heading}`");
    rows
}

fn page() -> String {
    std::fs::read_to_string(crate::root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md exists")
}

/// The cells of the first table in a text, without its head.
fn table(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    lines.skip(2).map(cells).collect()
}

/// The words in backticks.
pub fn words(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
