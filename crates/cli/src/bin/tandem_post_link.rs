//! `tandem-post-link`: what `tandem++` runs behind the device pass. See
//! `tandem_compiler::post_link_request` for its command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    tandem_compiler::post_link_tool::main(std::env::args().skip(1).collect())
}
