//! Rules of the repository that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file of the workspace's crates.
fn rust_files() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("readable folder") {
            let path = entry.expect("readable entry").path();
            if path.is_dir() && !path.ends_with("target") {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in ["crates", "tests", "benches"] {
        walk(&tandem_tests::root().join(folder), &mut files);
    }
    files
}

#[test]
fn every_module_says_what_it_owns() {
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("UTF-8");
        assert!(text.starts_with("//!"), "{} has no `//!` header", path.display());
    }
}

#[test]
fn no_file_names_an_absolute_home() {
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("UTF-8");
        for forbidden in [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")] {
            assert!(!text.contains(forbidden), "{} names {forbidden}", path.display());
        }
    }
}

#[test]
fn nothing_is_ignored() {
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("UTF-8");
        assert!(!text.contains(concat!("#[ig", "nore")), "{} ignores a test", path.display());
    }
}
