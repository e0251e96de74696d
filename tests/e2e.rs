//! Runs the end-to-end programs on the devices that `E2E_DEVICES` selects. They
//! are built in the folder `E2E_FOLDER`, where the processes of one test run
//! find what others built, or else in a folder of this process.

use std::path::PathBuf;
use std::process::ExitCode;

use tandem_tests::{e2e_runner, run_trials};

fn main() -> ExitCode {
    let own = match tempfile::tempdir() {
        Ok(own) => own,
        Err(error) => {
            eprintln!("cannot make a folder: {error}");
            return ExitCode::FAILURE;
        }
    };
    let shared = std::env::var_os("E2E_FOLDER").map_or_else(|| own.path().to_owned(), PathBuf::from);
    run_trials(e2e_runner::trials(&shared))
}
