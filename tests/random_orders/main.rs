//! Random programs of commands, compared with a model of their order, results and failures.
//!
//! One C++ program makes and runs all of them. A seed is one program: queues of one or two devices
//! and contexts, buffers and their parts, USM, graphs, and up to 60 commands and waits, some of
//! which fail. The model predicts the final contents of each memory, the values that commands read,
//! the order of the commands, and the errors.
//!
//! `TANDEM_RANDOM_PROGRAMS` sets the number of programs for each device, `TANDEM_RANDOM_SEED` the
//! first seed, `E2E_DEVICES` the devices. With `TANDEM_SLOW_TESTS`, more programs run.

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

/// Runs programs. The program itself notices when one of them hangs.
fn check(command: &mut Command, seed: u64, count: u64) -> Result<()> {
    command.args(["--seed", &seed.to_string(), "--programs", &count.to_string()]);
    let output = run(command)?;
    ensure!(output.status.success(), "{command:?}: {}", transcript(&output));
    Ok(())
}

/// Combines the differences that all checks found.
fn all(results: impl Iterator<Item = Result<()>>) -> Result<()> {
    let errors: Vec<String> = results.filter_map(Result::err).map(|error| format!("{error:#}")).collect();
    ensure!(errors.is_empty(), "{}", errors.join("\n"));
    Ok(())
}

fn on_devices(program: &Path, devices: &[Device], seed: u64, count: u64) -> Result<()> {
    all(devices.iter().map(|device| check(Command::new(program).envs(device.environment()), seed, count)))
}

/// Programs of which the device fails one kernel. A process has one such failure.
fn with_failing_launches(program: &Path, seed: u64, count: u64) -> Result<()> {
    all((seed..seed + count).map(|seed| {
        let islands = format!("devices=2,fail-launch={}", seed % 15 + 1);
        let mut command = Command::new(program);
        command.env("ONEAPI_DEVICE_SELECTOR", "island:*").env("TANDEM_ISLAND_DEVICE", islands);
        check(command.arg("--failing-launch"), seed, 1)
    }))
}

#[test]
fn random_orders() -> Result<()> {
    let (prefix, folder) = (prefix()?, tempfile::tempdir()?);
    let program = folder.path().join("random_orders");
    build(&prefix, &program)?;
    let usual = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 20_000 } else { 300 };
    let (seed, count) = (from_env("TANDEM_RANDOM_SEED", 1), from_env("TANDEM_RANDOM_PROGRAMS", usual));
    let devices = selected_or(DEFAULT_DEVICES, &prefix, folder.path())?;
    on_devices(&program, &devices, seed, count)?;
    with_failing_launches(&program, seed, count / 10)
}
