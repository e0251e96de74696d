//! `tandem-post-link`: everything that needs LLVM. `tandem++` runs it after the device pass
//! (`tandem_command_line::post_link_request` has the command line), and `tandem` for its commands `post-link` and
//! `no-kernel`.

use std::process::ExitCode;

use tandem_codegen::AheadOfTime;
use tandem_codegen_cpu::Cpu;
use tandem_codegen_nvptx::Nvptx;
use tandem_device_target::CodeGenerator;
use tandem_device_target::known::REGISTRY;
use tandem_offline_compilers::{Aoc, EarlyAoc, Ocloc};
use tandem_post_link::offload_tools::{ToolError, no_kernel, post_link};
use tandem_post_link::program;

/// The code generators of targets that are compiled ahead of time: one for each of [`REGISTRY`], and for each of their
/// early device links.
const CODE_GENERATORS: &[&dyn CodeGenerator] =
    &[&AheadOfTime::<Cpu>::NEW, &AheadOfTime::<Nvptx>::NEW, &Ocloc, &Aoc, &EarlyAoc];

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("post-link") => split(args.split_off(1)),
        Some("no-kernel") => find_kernels(args.split_off(1)),
        _ => program::main(args, &REGISTRY, CODE_GENERATORS),
    }
}

fn split(args: Vec<String>) -> ExitCode {
    match post_link::Request::parse(args).and_then(|request| post_link::run(&request)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report("post-link", &error, 1),
    }
}

/// The exit status is 0 without kernels, 1 with kernels, and 2 if that is unknown.
fn find_kernels(args: Vec<String>) -> ExitCode {
    match no_kernel::Request::parse(args).and_then(|request| no_kernel::has_kernels(&request)) {
        Ok(has_kernels) => ExitCode::from(u8::from(has_kernels)),
        Err(error) => report("no-kernel", &error, 2),
    }
}

fn report(tool: &str, error: &ToolError, status: u8) -> ExitCode {
    match error {
        // Diagnostics begin with their places.
        ToolError::Code(diagnostics) => eprintln!("{diagnostics}"),
        _ => eprintln!("tandem {tool}: error: {error}"),
    }
    ExitCode::from(status)
}

#[cfg(test)]
mod tests {
    use tandem_device_target::{Code, Target};

    use super::*;

    #[test]
    fn every_target_has_its_code_generator() {
        let targets = REGISTRY.targets().flat_map(|target| [target].into_iter().chain(target.early));
        let compiled: Vec<&Target> = targets.filter(|target| target.code != Code::Portable).collect();
        let generated: Vec<&Target> = CODE_GENERATORS.iter().map(|generator| generator.target()).collect();
        assert_eq!(generated, compiled);
    }
}
