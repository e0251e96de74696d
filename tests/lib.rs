//! Shared code of the whole-system tests: the locations of the built tree and the sources, a test
//! for each program of a folder, and running a command with its output captured.

pub mod architecture;
pub mod e2e_runner;
pub mod pages;
pub mod rust_sources;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use anyhow::{Context, Result, ensure};
use libtest_mimic::{Arguments, Trial};

/// Root of the repository, or the folder that `E2E_ROOT` names: where tests run that were built
/// elsewhere, it has the files that they read.
pub fn root() -> PathBuf {
    let built_in = || Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the root").to_owned();
    std::env::var_os("E2E_ROOT").map_or_else(built_in, PathBuf::from)
}

/// The tree that `./x build` made.
///
/// # Errors
/// When there is none: tests do not build it, since they run in parallel.
pub fn prefix() -> Result<PathBuf> {
    let prefix = std::env::var_os("TANDEM_PREFIX").map_or_else(|| root().join("build/tandem"), PathBuf::from);
    anyhow::ensure!(prefix.join("bin/tandem").exists(), "{} holds no Tandem; run `./x build` first", prefix.display());
    Ok(prefix)
}

/// A fake of a driver, which cargo builds in the folder of the test program or a folder above.
///
/// # Errors
/// When it is not there.
pub fn fake(library: &str) -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let mut paths = program.ancestors().skip(1).take(2).map(|folder| folder.join(library));
    paths.find(|path| path.exists()).with_context(|| format!("cargo has not built {library}"))
}

/// The C++ sources in the folders below a folder of the repository, by name.
///
/// # Errors
/// When there are none, or a folder cannot be read.
pub fn sources_by_topic(folder: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).with_context(|| folder.to_owned())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        }
    }
    ensure!(!found.is_empty(), "no folders with programs in {folder}");
    found.sort();
    Ok(found)
}

/// The C++ sources in a folder of the repository, by name.
///
/// # Errors
/// When there are none, or the folder cannot be read.
pub fn sources(folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
    let folder = folder.as_ref();
    let entries = std::fs::read_dir(root().join(folder)).with_context(|| folder.display().to_string())?;
    let mut sources: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    sources.sort();
    ensure!(!sources.is_empty(), "no programs in {}", folder.display());
    Ok(sources)
}

/// Runs tests that were made at run time, as the options of the command line
/// say. That they could not be made is a failure.
pub fn run_trials(trials: Result<Vec<Trial>>) -> ExitCode {
    let args = Arguments::from_args();
    match trials {
        Ok(trials) => libtest_mimic::run(&args, trials).exit_code(),
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A script for bash in which an unquoted variable stays one word, also where
/// the path that it holds has spaces.
pub fn script(text: &str) -> String {
    format!("IFS=$'\\n'\n{text}")
}

/// Runs a command to its end. Cargo's library path would let programs load
/// plugins of the build folder instead of the installed ones. `E2E_LIBRARIES` is where the
/// libraries of programs are that were built elsewhere.
pub fn run(command: &mut Command) -> Result<Output> {
    command.env_remove("LD_LIBRARY_PATH");
    if let Some(folders) = std::env::var_os("E2E_LIBRARIES") {
        command.env("LD_LIBRARY_PATH", folders);
    }
    command.output().with_context(|| format!("cannot run {command:?}"))
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
