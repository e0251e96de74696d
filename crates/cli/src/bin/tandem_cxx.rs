//! `tandem++`: the C++ compiler driver. See `tandem_compiler::driver`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tandem_compiler::driver::main(std::env::args_os().skip(1).collect())
}
