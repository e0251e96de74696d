//! Memory and semaphores of other programs, from a SYCL program down to CUDA's driver. The driver is a fake, since it
//! imports what a test can export without a GPU: files in memory. `tests/e2e/images/external_memory.cpp` is about GPUs.

use std::process::Command;

use anyhow::{Result, ensure};
use tandem_tests::{fake, prefix, root, run, transcript};

const EXPECTED: &str = "range: 0 wrong\nimage: 0 wrong\nsemaphore: waited\nvalue: 5 and 9\nrefused: 5 of 5\n";

#[test]
fn a_program_uses_memory_and_semaphores_of_another() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    compile.args(["-fsycl", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"]).arg(&program);
    let output = run(compile.arg(root().join("tests/imports/program.cpp")))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    let mut program = Command::new(program);
    program.env("TANDEM_CUDA_DRIVER", fake("libfake_cuda.so")?).env("ONEAPI_DEVICE_SELECTOR", "cuda:*");
    // The runtime is alive when the fake checks what is left.
    program.env("FAKE_CUDA_LEFT", "memory");
    let output = run(&mut program)?;
    ensure!(output.status.success() && output.stdout == EXPECTED.as_bytes(), "{}", transcript(&output));
    Ok(())
}
