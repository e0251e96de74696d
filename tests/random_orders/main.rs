//! Random programs of commands, against a model of their order, their results and their failures.
//!
//! One C++ program makes and runs all of them. A seed is one program: queues of one or two devices
//! and contexts, buffers and their parts, USM, graphs, and up to 60 commands and waits, some of
//! which fail. What each memory holds in the end, what commands have seen, when they ran, and which
//! errors arrived is what the model says.
//!
//! `TANDEM_RANDOM_PROGRAMS` sets how many programs run on each device, `TANDEM_RANDOM_SEED` where
//! they start, `E2E_DEVICES` the devices. With `TANDEM_SLOW_TESTS`, more programs run.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use tandem_tests::e2e_runner::devices::{Device, selected_or};
use tandem_tests::{prefix, root, run, sources, transcript};

/// Devices when `E2E_DEVICES` is not set: each kind, and pairs.
const DEFAULT_DEVICES: &str = "native_cpu:cpu native_cpu:basic island:0 island:0[profile=2] \
    island:0+island:1[devices=2] island:0+island:1[platforms=2] native_cpu:cpu+island:0";

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn build(prefix: &Path, program: &Path) -> Result<()> {
    let mut compile = Command::new(prefix.join("bin/tandem++"));
    compile.args(["-fsycl", "-O1", "-std=c++17", "-pthread"]);
    compile.args(sources("tests/random_orders")?.iter().map(|source| root().join(source)));
    let output = run(compile.arg("-o").arg(program))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}

/// Runs programs on a device. The program itself notices when one of them hangs.
fn check(program: &Path, device: &Device, seed: u64, count: u64) -> Result<()> {
    let mut command = Command::new(program);
    command.args(["--seed", &seed.to_string(), "--programs", &count.to_string()]).envs(device.environment());
    let output = run(&mut command)?;
    ensure!(output.status.success(), "{}: {}", device.name, transcript(&output));
    Ok(())
}

#[test]
fn random_orders() -> Result<()> {
    let (prefix, folder) = (prefix()?, tempfile::tempdir()?);
    let program = folder.path().join("random_orders");
    build(&prefix, &program)?;
    let usual = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 20_000 } else { 200 };
    let (seed, count) = (from_env("TANDEM_RANDOM_SEED", 1), from_env("TANDEM_RANDOM_PROGRAMS", usual));
    let results: Vec<_> = selected_or(DEFAULT_DEVICES, &prefix, folder.path())?
        .iter()
        .filter_map(|device| check(&program, device, seed, count).err())
        .map(|error| format!("{error:#}"))
        .collect();
    ensure!(results.is_empty(), "{}", results.join("\n"));
    Ok(())
}
