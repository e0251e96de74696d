//! The runner of the end-to-end programs: `tests/e2e/*/*.cpp` are compiled once and run on every
//! selected device, each run as a separate test. `tests/e2e/README.md` describes the directives.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use libtest_mimic::{Failed, Trial};

use crate::{prefix, sources_by_topic};
use directives::{Exception, Program};
use execution::Build;

pub mod devices;
pub mod directives;
mod execution;
mod matching;

/// Where the programs are, from the root of the repository.
pub const FOLDER: &str = "tests/e2e";

/// The programs by name, `topic/program`.
///
/// # Errors
/// When there are none, or one has a directive that is not understood.
pub fn programs() -> Result<Vec<(String, Program)>> {
    let parse = |source: std::path::PathBuf| {
        let program = Program::parse(&source).with_context(|| source.display().to_string())?;
        Ok((name_of(&source), program))
    };
    sources_by_topic(FOLDER)?.into_iter().map(parse).collect()
}

/// The variable that has programs built in `E2E_FOLDER`, to be run elsewhere.
const BUILD_ONLY: &str = "E2E_BUILD_ONLY";

/// A test for each program on each selected device, or, where programs are to be run elsewhere, a
/// test that builds it. Programs are built in a
/// folder that all tests of this run share. The tests of one device
/// come together: so no test waits for another one that is compiling the same
/// program.
///
/// # Errors
/// When a program has a directive that is not understood, or `E2E_DEVICES`
/// selects no device.
pub fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let prefix = prefix()?;
    if std::env::var_os(BUILD_ONLY).is_some() {
        return builds(&prefix, shared);
    }
    let devices = devices::selected(&prefix, shared)?;
    let (mut trials, mut builds) = (Vec::new(), Vec::new());
    for (name, program) in programs()? {
        program.check_requirements(&devices).with_context(|| name.clone())?;
        let runs = program.errors.is_empty();
        let build = Arc::new(Build::new(&name, program, prefix.clone(), shared));
        if runs {
            builds.push((name, build));
        } else {
            trials.push(Trial::test(name, move || build.compile().map_err(failed)));
        }
    }
    for device in devices.into_iter().map(Arc::new) {
        for (name, build) in &builds {
            let name = format!("{name}@{}", device.name);
            let (device, build) = (device.clone(), build.clone());
            trials.push(Trial::ignorable_test(name, move || build.run(&device).map_err(failed)));
        }
    }
    Ok(trials)
}

/// A test for each program that builds it, and one for the query of the devices.
fn builds(prefix: &Path, shared: &Path) -> Result<Vec<Trial>> {
    let build = |(name, program): (String, Program)| {
        let build = Build::new(&name, program, prefix.to_owned(), shared);
        Trial::test(name, move || build.compile().map_err(failed))
    };
    let mut trials: Vec<Trial> = programs()?.into_iter().map(build).collect();
    let (prefix, shared) = (prefix.to_owned(), shared.to_owned());
    trials.push(Trial::test("devices", move || devices::build_query(&prefix, &shared).map(|_| ()).map_err(failed)));
    Ok(trials)
}

/// The table of the programs that are not run, or fail, on some device.
///
/// # Errors
/// As [`programs`].
pub fn table() -> Result<String> {
    let mut table = String::from("| program | devices | directive | reason |\n|---|---|---|---|\n");
    for (name, program) in programs()? {
        for (directive, exceptions) in [("UNSUPPORTED", &program.unsupported), ("XFAIL", &program.expected_failures)] {
            for Exception { devices, reason } in exceptions {
                writeln!(table, "| `{name}` | `{devices}` | {directive} | {reason} |")?;
            }
        }
    }
    Ok(table)
}

fn failed(error: anyhow::Error) -> Failed {
    Failed::from(format!("{error:#}"))
}

/// `topic/program`.
fn name_of(source: &Path) -> String {
    let stem = source.with_extension("");
    let topic = stem.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(topic).join(stem.file_name().unwrap_or_default()).display().to_string()
}
