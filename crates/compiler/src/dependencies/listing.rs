//! `-M` and `-MM`: the rules of sources, and nothing else.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use super::{TARGET, named_file, rule};
use crate::error::{DriverError, Failure};
use crate::host_only;
use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::job::{Job, Messages};
use crate::options::{Input, Options, Word};
use crate::output::replace_file;
use crate::scan::scan;
use crate::session::Session;
use crate::stages::{self, DeviceOutput, DeviceSource, Unit};

/// The option that asks for rules alone, if there is one. The rules of NMake (`-MV`) have another
/// syntax, and are the host pass's.
pub fn requested(options: &Options) -> Option<&'static str> {
    let asked = options.options().filter_map(|(_, spelling)| match spelling[0].as_str() {
        "-M" => Some("-M"),
        "-MM" => Some("-MM"),
        _ => None,
    });
    asked.last().filter(|_| !options.has(&["-MV"]))
}

/// Lists the files of each source, those of the device pass among them.
pub fn run(session: &Session, option: &str) -> Result<(), Failure> {
    for index in 0..session.options.inputs().count() {
        let options = with_input(&session.options, index);
        let Some(input) = options.inputs().next() else { continue };
        list(session, &options, input, option)?;
    }
    Ok(())
}

/// The options with one of the inputs.
fn with_input(options: &Options, index: usize) -> Options {
    let mut number = 0;
    let mut options = options.clone();
    options.words.retain(|word| match word {
        Word::Option { .. } => true,
        Word::Input(_) => {
            number += 1;
            number == index + 1
        }
    });
    options
}

fn list(session: &Session, options: &Options, input: &Input, option: &str) -> Result<(), Failure> {
    let host = host_only::command(session, options);
    // Standard input can be read once.
    let has_device_pass =
        input.kind() == Kind::Cxx && input.path != "-" && scan(Path::new(&input.path), options).may_use_sycl;
    let device = has_device_pass.then(|| device_command(session, options, input, option));
    let is_run = session.announce(&host);
    if let Some(device) = &device {
        session.announce(device);
    }
    if !is_run {
        return Ok(());
    }
    let file = named_file(options).or(options.output.clone()).filter(|file| file != "-");
    let mut host = match &file {
        Some(_) => Job::start_plain(&host, session.temp_dir(), Messages::Direct)?,
        None => Job::start(&host, session.temp_dir(), Stdio::inherit(), Stdio::piped(), Messages::Direct)?,
    };
    let device = match device {
        Some(device) => Some(Job::start(&device, session.temp_dir(), Stdio::null(), Stdio::piped(), Messages::Held)?),
        None => None,
    };
    let printed = output_of(&mut host)?;
    host.wait_for_success()?;
    let device = match device {
        Some(mut device) => {
            let rule = output_of(&mut device)?;
            // The host pass has no errors.
            if let failure @ Err(_) = device.wait_for_success() {
                device.show_messages()?;
                return failure;
            }
            rule
        }
        None => String::new(),
    };
    let phony = options.has(&["-MP"]);
    match file {
        Some(file) => {
            let rules = fs::read_to_string(&file).map_err(DriverError::io(|| format!("reading {file}")))?;
            if let Some(merged) = rule::merged(&rules, &device, phony) {
                replace_file(Path::new(&file), merged.as_bytes())
                    .map_err(DriverError::io(|| format!("writing {file}")))?;
            }
        }
        None => {
            let rules = rule::merged(&printed, &device, phony).unwrap_or(printed);
            std::io::stdout().write_all(rules.as_bytes()).map_err(DriverError::io(|| "writing to standard output"))?;
        }
    }
    Ok(())
}

/// The device pass, as far as it includes files.
fn device_command(session: &Session, options: &Options, input: &Input, option: &str) -> Invocation {
    let unit = Unit { input, id: String::new() };
    let (kind, source) = (DeviceOutput::Preprocessed, DeviceSource::Original);
    let mut clang = stages::device(&session.toolchain, options, &unit, kind, source, "-");
    clang.args([option, "-MT", TARGET]);
    if options.has(&["-MG"]) {
        clang.arg("-MG");
    }
    clang
}

/// What a job prints, where that is a pipe.
fn output_of(job: &mut Job) -> Result<String, Failure> {
    let mut text = String::new();
    if let Some(mut stdout) = job.take_stdout() {
        stdout.read_to_string(&mut text).map_err(DriverError::io(|| "reading a list of files"))?;
    }
    Ok(text)
}
