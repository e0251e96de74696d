//! What the whole-system tests share: where the built tree and the sources
//! are, and running a command with its output captured.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result};

/// Root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the root").to_owned()
}

/// The tree that `./x build` made.
///
/// # Errors
/// When there is none: tests do not build it, since they run in parallel.
pub fn prefix() -> Result<PathBuf> {
    let prefix = std::env::var_os("TANDEM_PREFIX").map_or_else(|| root().join("build/tandem"), PathBuf::from);
    anyhow::ensure!(
        prefix.join("bin/tandem++").exists(),
        "{} holds no Tandem; run `./x build` first",
        prefix.display()
    );
    Ok(prefix)
}

/// Runs a command to its end. Cargo's library path would let programs load
/// plugins of the build folder instead of the installed ones.
pub fn run(command: &mut Command) -> Result<Output> {
    command.env_remove("LD_LIBRARY_PATH").output().with_context(|| format!("cannot run {command:?}"))
}

/// Standard output and error of a finished command, for messages.
pub fn transcript(output: &Output) -> String {
    format!(
        "{}\n--- stdout\n{}--- stderr\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
