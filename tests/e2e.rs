//! Runs the end-to-end programs on the devices that `E2E_DEVICES` selects.

use std::process::ExitCode;

use tandem_tests::{e2e_runner, run_trials};

fn main() -> ExitCode {
    run_trials(e2e_runner::trials())
}
