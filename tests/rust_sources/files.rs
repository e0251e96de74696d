//! Folders and files of crates, in order.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The entries of a folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The folders of crates in a folder, also in the folders of that folder.
pub fn crates(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        if path.join("Cargo.toml").exists() {
            found.push(path);
        } else {
            found.extend(crates(&path)?);
        }
    }
    Ok(found)
}

/// All Rust files below a folder.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}
