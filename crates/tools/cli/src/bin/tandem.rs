//! `tandem`: looks at what Tandem makes and finds, and does single steps of an
//! offload compilation.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write as _, stdout};
use std::os::unix::process::CommandExt as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, Parser as _};
use tandem_cli::command_line::{Cli, Command, ImageCommand};
use tandem_cli::offload::{self, Bundling};
use tandem_cli::{cache, device_list, image_dump, spirv_dump};
use tandem_compiler::offload_tools::wrapper;
use tandem_device_target::known::REGISTRY;

fn main() -> ExitCode {
    match run(Cli::parse_from(offload::with_double_dashes(offload::with_command(std::env::args_os())))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tandem: error: {}", message(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error with its causes; many say themselves what caused them.
fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text += &format!(": {cause}");
        }
    }
    text
}

fn run(cli: Cli) -> Result<()> {
    match cli.command {
        Command::LaunchAsCompiler { compiler: _, args } => become_program("tandem++", &args)?,
        Command::PostLink { args } => run_tool("post-link", args)?,
        Command::NoKernel { args } => run_tool("no-kernel", args)?,
        Command::Ls(options) => print(&device_list::list(options)?)?,
        Command::Bundle(args) => print(&offload::run_bundler(Bundling::Bundle, args)?)?,
        Command::Unbundle(args) => print(&offload::run_bundler(Bundling::Unbundle, args)?)?,
        Command::List(args) => print(&offload::run_bundler(Bundling::List, args)?)?,
        Command::Wrap { args } if args.iter().any(|arg| HELP.contains(&arg.as_str())) => print(&help("wrap"))?,
        Command::Wrap { args } => wrapper::wrap(&wrapper::Request::parse(args, &REGISTRY)?)?,
        Command::Cache(command) => print(&cache::run(&command)?)?,
        Command::Image(ImageCommand::Dump { spirv, files }) => {
            for file in files {
                let name = file.display().to_string();
                let bytes = std::fs::read(&file).with_context(|| name.clone())?;
                match spirv {
                    false => print(&image_dump::dump(&name, &bytes)?)?,
                    true => check_written(spirv_dump::write_text(&mut stdout(), &name, bytes)?)?,
                }
            }
        }
    }
    Ok(())
}

/// Words that ask for help in the tools that read their command lines themselves.
const HELP: [&str; 3] = ["--help", "-help", "-h"];

/// The help of a command.
fn help(command: &str) -> String {
    let usage = format!("tandem {command}");
    let found = Cli::command().find_subcommand(command).cloned();
    found.map_or_else(String::new, |command| command.bin_name(usage).render_long_help().to_string())
}

/// Runs a tool that needs LLVM, which this program does not load.
fn run_tool(tool: &str, mut args: Vec<OsString>) -> Result<()> {
    if args.iter().any(|arg| HELP.iter().any(|help| arg == help)) {
        return print(&help(tool));
    }
    if args.iter().any(|arg| arg == "--version" || arg == "-version") {
        return print(&format!("tandem {tool} {}\n", env!("CARGO_PKG_VERSION")));
    }
    args.insert(0, tool.into());
    become_program("tandem-post-link", &args)
}

/// Replaces the process by the program of this name in the same folder. Returns only when that fails.
fn become_program(name: &str, args: &[OsString]) -> Result<()> {
    let program = std::env::current_exe().context("cannot find the installation")?.with_file_name(name);
    let error = std::process::Command::new(&program).args(args).exec();
    Err(error).with_context(|| program.display().to_string())
}

/// Writes to standard output. A reader that has seen enough, such as `head`,
/// is no error.
fn print(text: &str) -> Result<()> {
    check_written(stdout().write_all(text.as_bytes()))
}

fn check_written(result: io::Result<()>) -> Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
