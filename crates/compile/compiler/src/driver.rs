//! `tandem++` from its arguments to its exit status.
//!
//! Without `-fsycl`, the process becomes clang. With it, commands that concern only the host are still a single clang
//! command.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write as _;
use std::process::{Command, ExitCode};

use tandem_device_target::Registry;

use crate::clangd;
use crate::compile::{self, DeviceTask, HostOutput};
use crate::error::{DriverError, Failure};
use crate::host_only;
use crate::inputs::Kind;
use crate::link;
use crate::options::{Input, OptionError, Options, Phase, Word, help, is_foreign_option, response};
use crate::plain_clang;
use crate::session::Session;
use crate::stages::{self, DeviceOutput};
use crate::toolchain::{self, Toolchain};

/// The driver's name in messages.
const NAME: &str = "tandem++";

/// The line that `--version` and `-v` print in addition to clang's version.
const VERSION: &str = concat!("Tandem ", env!("CARGO_PKG_VERSION"));

/// Runs the driver with the arguments of a command line, the program's name
/// not among them. `registry` has the targets of device code.
pub fn main(args: Vec<OsString>, registry: Registry) -> ExitCode {
    match run(args, registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Exit(code)) => ExitCode::from(code),
        Err(Failure::Error(error)) => {
            eprintln!("{NAME}: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<OsString>, registry: Registry) -> Result<(), Failure> {
    if args.iter().any(|arg| arg == "--version") {
        return version();
    }
    if args.iter().any(|arg| arg == "--clangd") {
        print!("{}", clangd::configuration(&Toolchain::find()?, registry)?);
        return Ok(());
    }
    if args.iter().any(|arg| arg == "--help" || arg == "-help") {
        return print_help(&registry);
    }
    if args.iter().any(|arg| arg == "-v" || arg == "--verbose") {
        eprintln!("{VERSION}");
    }
    // Clang takes over immediately if no word is an option of DPC++; a response file may contain some.
    let is_ours =
        |arg: &OsString| arg.as_encoded_bytes().starts_with(b"@") || arg.to_str().is_some_and(is_foreign_option);
    if !args.iter().any(is_ours) {
        return Err(plain_clang::run(&args));
    }
    let options = parse(&args, registry)?;
    if !options.sycl.enabled || options.inputs().next().is_none() {
        return Err(plain_clang::run(&without_sycl(&options)));
    }
    for warning in options.warnings() {
        eprintln!("{NAME}: warning: {warning}");
    }
    let mut session = Session::new(options, Toolchain::find()?)?;
    spool_standard_input(&mut session)?;
    compile_all(&session)
}

/// The output of `--version`: clang's own text, by which build systems identify the compiler, and one more line.
fn version() -> Result<(), Failure> {
    let clang = toolchain::find_clang()?;
    let status = Command::new(&clang)
        .arg("--version")
        .status()
        .map_err(DriverError::io(|| format!("cannot run {}", clang.display())))?;
    print(&format!("{VERSION}\n"));
    match status.code() {
        Some(0) => Ok(()),
        _ => Err(Failure::Exit(1)),
    }
}

/// Our options first; clang's own list is long.
fn print_help(registry: &Registry) -> Result<(), Failure> {
    let clang = toolchain::find_clang().map_or_else(|_| "clang++".to_owned(), |clang| clang.display().to_string());
    print(&help::text(&clang, registry));
    Ok(())
}

/// Prints a text. A reader that stops early, such as `head`, is not an error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn parse(args: &[OsString], registry: Registry) -> Result<Options, Failure> {
    let mut words = Vec::with_capacity(args.len());
    for (index, arg) in args.iter().enumerate() {
        let word = arg.to_str().ok_or(DriverError::NotUtf8(index + 1))?;
        words.push(word.to_owned());
    }
    Ok(Options::parse(response::expand(words)?, registry)?)
}

/// The command line without DPC++'s options.
fn without_sycl(options: &Options) -> Vec<String> {
    let mut words = stages::plain(options);
    if options.dry_run {
        words.push("-###".to_owned());
    }
    words
}

fn compile_all(session: &Session) -> Result<(), Failure> {
    let options = &session.options;
    if options.sycl.int_header.is_some() && count_sources(session) > 1 {
        return Err(OptionError::HeaderForMany.into());
    }
    if options.sycl.device_only {
        return device_only(session);
    }
    let has_headers = options.inputs().any(|input| input.kind() == Kind::Header);
    match options.phase {
        Phase::HostOnly | Phase::Assembly => host_only::run(session),
        _ if has_headers => host_only::run(session),
        Phase::SyntaxOnly => each_source(session, |input| {
            compile::compile(session, input, HostOutput::Nothing, &DeviceTask::Process).map(drop)
        }),
        Phase::Object => {
            check_output(session)?;
            each_source(session, |input| compile_object(session, input))
        }
        Phase::Link => link::compile_and_link(session),
    }
}

/// Two passes cannot both read standard input: they read a copy.
fn spool_standard_input(session: &mut Session) -> Result<(), Failure> {
    let copy = session.temp_file("stdin.cpp");
    let is_both = !matches!(session.options.phase, Phase::HostOnly | Phase::Assembly);
    for word in &mut session.options.words {
        let Word::Input(input) = word else {
            continue;
        };
        if input.path == "-" && input.kind() == Kind::Cxx && is_both {
            let copying = || "cannot copy standard input";
            let mut file = File::create(&copy).map_err(DriverError::io(copying))?;
            std::io::copy(&mut std::io::stdin(), &mut file).map_err(DriverError::io(copying))?;
            input.path.clone_from(&copy);
        }
    }
    Ok(())
}

fn each_source(session: &Session, mut action: impl FnMut(&Input) -> Result<(), Failure>) -> Result<(), Failure> {
    for input in session.options.inputs() {
        match input.kind() {
            Kind::Linker => {
                eprintln!("{NAME}: warning: {}: 'linker' input unused [-Wunused-command-line-argument]", input.path)
            }
            _ => action(input)?,
        }
    }
    Ok(())
}

/// `-o` names one file.
fn check_output(session: &Session) -> Result<(), Failure> {
    match count_sources(session) > 1 && session.options.output.is_some() {
        true => Err(OptionError::OutputForMany.into()),
        false => Ok(()),
    }
}

fn count_sources(session: &Session) -> usize {
    session.options.inputs().filter(|input| input.kind() != Kind::Linker).count()
}

fn compile_object(session: &Session, input: &Input) -> Result<(), Failure> {
    let default = input.with_extension("o");
    let output = session.options.output.as_ref().unwrap_or(&default);
    link::compile_to_fat_object(session, input, output)
}

fn device_only(session: &Session) -> Result<(), Failure> {
    check_output(session)?;
    let options = &session.options;
    let (kind, extension) = match options.phase {
        Phase::HostOnly => (DeviceOutput::Preprocessed, None),
        Phase::Assembly => (DeviceOutput::Ir, Some("ll")),
        Phase::SyntaxOnly | Phase::Object | Phase::Link => (DeviceOutput::Bitcode, Some("bc")),
    };
    each_source(session, |input| {
        let output = match (&options.output, extension) {
            (Some(output), _) => output.clone(),
            (None, Some(extension)) => input.with_extension(extension),
            (None, None) => "-".to_owned(),
        };
        compile::device_only(session, input, kind, &output)
    })
}
