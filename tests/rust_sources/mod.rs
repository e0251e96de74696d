//! The Rust sources of crates: what files name, and which of them use each other.

pub mod files;
pub mod graph;
mod source;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub use source::Source;

/// The files of the crate in a folder.
///
/// # Errors
/// When one cannot be read or parsed.
pub fn of_crate(folder: &Path) -> Result<Vec<Source>> {
    let root = folder.join("src");
    let read = |path: PathBuf| Source::read(&root, &path).with_context(|| path.display().to_string());
    files::below(&root)?.into_iter().map(read).collect()
}
