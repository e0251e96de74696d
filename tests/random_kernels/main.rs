//! Random C++ in kernels, compared with the same functions on the host.
//!
//! A program is made of functions that compute with integers of all widths, bit-fields, structures
//! by value, arrays, pointers, switches and loops. Their results are defined for all operands, so
//! each work-item must compute the same values as the host. A seed determines one program,
//! including the optimization level of its kernels.
//!
//! `TANDEM_RANDOM_PROGRAMS` sets the number of programs, `TANDEM_RANDOM_SEED` the first seed,
//! `TANDEM_RANDOM_LEVEL` the optimization level, `E2E_DEVICES` the devices. With
//! `TANDEM_SLOW_TESTS`, more programs run.

mod expressions;
mod program;
mod statements;
mod types;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tandem_tests::e2e_runner::devices::{Device, selected};
use tandem_tests::{prefix, run, transcript};

/// A program that runs longer hangs.
const SECONDS: &str = "60";

/// The host's results are those of unoptimized code, which keeps errors of clang's optimizer out of them.
const REFERENCE: [&str; 2] = ["-Xarch_host", "-O0"];

/// The usual programs: small ones, one at each optimization level.
const USUAL: Range<u64> = 289..293;

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Writes the program of a seed to a folder, builds it and runs it on all devices.
fn check(seed: u64, folder: &Path, prefix: &Path, devices: &[Device]) -> Result<()> {
    let level = from_env("TANDEM_RANDOM_LEVEL", seed % 4);
    let (source, executable) = (folder.join(format!("seed-{seed}.cpp")), folder.join("program"));
    std::fs::write(&source, program::program(seed))?;
    let mut compile = Command::new(prefix.join("bin/tandem++"));
    compile.args(["-fsycl", "-std=c++17", "-w", &format!("-O{level}")]).args(REFERENCE);
    compile.arg(&source).arg("-o").arg(&executable);
    let output = run(&mut compile)?;
    ensure!(output.status.success(), "{compile:?}\n{}", transcript(&output));
    for device in devices {
        let mut program = Command::new("timeout");
        let output = run(program.arg(SECONDS).arg(&executable).envs(device.environment()))?;
        ensure!(output.status.success(), "{compile:?}\n{}: {}", device.name, transcript(&output));
    }
    Ok(())
}

/// Keeps the source of a program that fails.
fn keep(seed: u64, folder: &Path) -> Result<PathBuf> {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random_kernels-{seed}.cpp"));
    std::fs::copy(folder.join(format!("seed-{seed}.cpp")), &kept).context("cannot keep the program")?;
    Ok(kept)
}

#[test]
fn random_kernels() -> Result<()> {
    let (prefix, folder) = (prefix()?, tempfile::tempdir()?);
    let usual = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 200 } else { USUAL.end - USUAL.start };
    let (first, count) = (from_env("TANDEM_RANDOM_SEED", USUAL.start), from_env("TANDEM_RANDOM_PROGRAMS", usual));
    let devices = selected(&prefix, folder.path())?;
    let mut failed = 0;
    for seed in first..first + count {
        if let Err(error) = check(seed, folder.path(), &prefix, &devices) {
            failed += 1;
            let kept = keep(seed, folder.path())?;
            eprintln!("seed {seed}, kept as {}: {error:#}", kept.display());
            eprintln!(
                "TANDEM_RANDOM_SEED={seed} TANDEM_RANDOM_PROGRAMS=1 cargo test -p tandem-tests --test random_kernels"
            );
        }
    }
    ensure!(failed == 0, "{failed} of {count} programs failed");
    Ok(())
}
