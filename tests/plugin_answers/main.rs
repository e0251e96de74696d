//! What two plugins answer about one CPU: `libpi_native_cpu.so` and `libpi_opencl.so`, which runs over a fake of OpenCL,
//! and over each OpenCL platform of this machine that has a CPU and a table. All queries of PI are asked of both
//! (`queries`) and printed side by side. A table (`table`) has the reasons of the differences: one without a reason is an
//! error, and so is a reason without a difference.

mod queries;
mod side_by_side;
mod table;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use queries::{Answers, ask_all};
use side_by_side::{Row, compare, print};
use table::Table;
use tandem_pi_abi::*;
use tandem_pi_host::loader::load_file;
use tandem_pi_host::{Backend, Device, Platform};
use tandem_tests::{fake, prefix, root};

/// Set in the process that asks: the plugin opens one OpenCL per process.
const ASKING: &str = "TANDEM_PLUGIN_ANSWERS";
const TABLES: &str = "tests/plugin_answers";
/// What the line begins with that tells the runner why nothing was tested.
const SKIPPED: &str = "skipped";
const FAKE: &str = "Fake OpenCL";

/// The CPUs of a plugin's platforms, with the names of the platforms.
fn cpus(backend: Backend, file: &str) -> Result<Vec<(String, Platform, Device)>> {
    let plugin = load_file(&prefix()?.join("lib").join(file), backend)?.plugin();
    let mut found = Vec::new();
    for platform in Platform::all(plugin)? {
        if let Some(device) = platform.devices(PI_DEVICE_TYPE_CPU)?.into_iter().next() {
            found.push((platform.info_text(PI_PLATFORM_INFO_NAME)?, platform, device));
        }
    }
    Ok(found)
}

fn answers(backend: Backend, file: &str, platform_name: Option<&str>) -> Result<Answers> {
    let cpus = cpus(backend, file)?;
    let wanted = |name: &str| platform_name.is_none_or(|wanted| wanted == name);
    let (_, platform, device) = cpus.iter().find(|(name, ..)| wanted(name)).context("no CPU of this platform")?;
    ask_all(platform, device).with_context(|| file.to_owned())
}

/// Asks both plugins, and prints the answers with the reasons of a table. The rows, and all answers of the first.
fn ask_both(table: &Table) -> Result<(Vec<Row>, Answers)> {
    let own = answers(Backend::NativeCpu, "libpi_native_cpu.so", None)?;
    let opencl = answers(Backend::OpenCl, "libpi_opencl.so", Some(&table.platform))?;
    let compared = compare(&own, &opencl, table);
    print(["native_cpu", &table.platform], &compared);
    Ok((compared, own))
}

/// Asks both plugins, and checks the answers against the table.
fn check(table: &Table) -> Result<()> {
    let (compared, own) = ask_both(table)?;
    let wrong: Vec<String> = compared.iter().filter_map(|row| row.problem()).chain(table.unknown(&own)).collect();
    ensure!(wrong.is_empty(), "{}:\n{}", table.file.display(), wrong.join("\n"));
    Ok(())
}

/// The tables, by the names of their platforms.
fn tables() -> Result<Vec<Table>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join(TABLES))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files.iter().map(|file| Table::read(file)).collect()
}

/// Runs a test of this program again as a process that asks.
fn again(test: &str, variables: &[(&str, PathBuf)]) -> Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(ASKING, "1");
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    ensure!(command.status()?.success(), "{test}: the answers are above");
    Ok(())
}

fn asks() -> bool {
    std::env::var_os(ASKING).is_some()
}

#[test]
fn differences_from_the_fake_have_reasons() -> Result<()> {
    if !asks() {
        return again(
            "differences_from_the_fake_have_reasons",
            &[("TANDEM_OPENCL_LIBRARY", fake("libfake_opencl.so")?)],
        );
    }
    check(tables()?.iter().find(|table| table.platform == FAKE).context("no table for the fake")?)
}

#[test]
fn differences_from_opencl_of_this_machine_have_reasons() -> Result<()> {
    if !asks() {
        return again("differences_from_opencl_of_this_machine_have_reasons", &[]);
    }
    let tables = tables()?;
    let names: Vec<String> = cpus(Backend::OpenCl, "libpi_opencl.so")?.into_iter().map(|(name, ..)| name).collect();
    let known: Vec<&Table> = tables.iter().filter(|table| names.contains(&table.platform)).collect();
    if known.is_empty() {
        // The test program has begun a line on the other stream.
        eprintln!("\n{SKIPPED}: no CPU of OpenCL with a table in {TABLES}; there are {} without", names.len());
    }
    for name in names.iter().filter(|name| !known.iter().any(|table| table.platform == **name)) {
        // Its answers are for people alone. Devices that take no SPIR-V, for one, cannot be asked everything.
        if let Err(error) = ask_both(&Table::without_reasons(name)) {
            eprintln!("{name}: {error:#}");
        }
    }
    known.into_iter().try_for_each(check)
}
