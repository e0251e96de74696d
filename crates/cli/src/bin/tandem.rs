//! `tandem`: looks at what Tandem makes and finds, and does single steps of an
//! offload compilation.

use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, Parser, Subcommand};
use tandem_cli::cache::{self, CacheCommand};
use tandem_cli::offload::{self, BundlerArgs, Bundling};
use tandem_cli::{device_list, image_dump};
use tandem_compiler::offload_tools::wrapper;

/// Tools for Tandem, the SYCL implementation.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List platforms and devices.
    Ls {
        /// Show all properties.
        #[arg(long, short)]
        verbose: bool,
    },
    /// Run tandem++ in the place of another compiler: what CMake's compiler launchers call.
    LaunchAsCompiler {
        /// The compiler that is replaced.
        compiler: OsString,
        /// Its arguments, which tandem++ gets.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Put the outputs of one source for several targets into one file.
    Bundle(BundlerArgs),
    /// Take such a file apart.
    Unbundle(BundlerArgs),
    /// Print the targets in such a file.
    List(BundlerArgs),
    /// Wrap device images into an object that registers them: the options of clang-offload-wrapper.
    #[command(disable_help_flag = true)]
    Wrap {
        /// -o FILE [-format=F] [-target=T] [-compile-opts=S] [-link-opts=S] [-entries=F] [-properties=F] [-batch]
        /// [-desc-name=S] [-emit-reg-funcs=0] IMAGE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Turn device code into images, with a table of their files: the options of sycl-post-link.
    #[command(disable_help_flag = true)]
    PostLink {
        /// -o [TARGET,]TABLE [-split=auto|source|kernel|none] [-symbols] [-spec-const=native|default] [-emit-spirv] [-S]
        /// [-out-dir=DIR] [-ir-output-only] [-emit-only-kernels-as-entry-points] [-emit-kernel-names] [-O0 to -O3] FILE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Tell whether device code has kernels, as llvm-no-spir-kernel does: exit status 0 without, 1 with, 2 for errors.
    #[command(disable_help_flag = true)]
    NoKernel {
        /// [-o COPY] [FILE]: without kernels, FILE is copied.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Work with device images.
    #[command(subcommand)]
    Image(ImageCommand),
    /// Look at the persistent cache of compiled kernels, or empty it.
    #[command(subcommand)]
    Cache(CacheCommand),
}

#[derive(Subcommand)]
enum ImageCommand {
    /// Print the device code in objects, archives, executables and shared libraries.
    Dump {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

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
        Command::Ls { verbose } => print(&device_list::list(verbose)?)?,
        Command::Bundle(args) => print(&offload::run_bundler(Bundling::Bundle, args)?)?,
        Command::Unbundle(args) => print(&offload::run_bundler(Bundling::Unbundle, args)?)?,
        Command::List(args) => print(&offload::run_bundler(Bundling::List, args)?)?,
        Command::Wrap { args } if args.iter().any(|arg| HELP.contains(&arg.as_str())) => print(&help("wrap"))?,
        Command::Wrap { args } => wrapper::wrap(&wrapper::Request::parse(args)?)?,
        Command::Cache(command) => print(&cache::run(&command)?)?,
        Command::Image(ImageCommand::Dump { files }) => {
            for file in files {
                let name = file.display().to_string();
                let bytes = std::fs::read(&file).with_context(|| name.clone())?;
                print(&image_dump::dump(&name, &bytes)?)?;
            }
        }
    }
    Ok(())
}

/// What asks for help in the tools that read their command lines themselves.
const HELP: [&str; 3] = ["--help", "-help", "-h"];

/// The help of a command.
fn help(command: &str) -> String {
    let mut cli = Cli::command();
    cli.find_subcommand_mut(command).map_or_else(String::new, |command| command.render_long_help().to_string())
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

/// Becomes the program of this name beside this one. Returns only when that fails.
fn become_program(name: &str, args: &[OsString]) -> Result<()> {
    let program = std::env::current_exe().context("finding the installation")?.with_file_name(name);
    let error = std::process::Command::new(&program).args(args).exec();
    Err(error).with_context(|| program.display().to_string())
}

/// Writes to standard output. A reader that has seen enough, such as `head`,
/// is no error.
fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("writing to standard output"),
    }
}
