//! `tandem++`: the C++ compiler driver. See `tandem_compiler::driver`.

use std::process::ExitCode;

use tandem_device_target::known::REGISTRY;

fn main() -> ExitCode {
    tandem_compiler::driver::main(std::env::args_os().skip(1).collect(), REGISTRY)
}
