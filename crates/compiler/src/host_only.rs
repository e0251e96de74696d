//! Compilations that concern the host compiler alone: preprocessing, assembly,
//! dependency files, precompiled headers. Each is one clang command with SYCL's
//! host options.
//!
//! Preprocessed text ends with a comment that changes when the device pass would
//! read something else. Compiler caches identify an object by its preprocessed
//! text, and the host's text does not change when only device code does. The text
//! contains no unit id for the same reason: it depends on the source's path.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use crate::error::{DriverError, Failure};
use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::job::{Job, Messages};
use crate::options::{Input, Phase};
use crate::scan::scan;
use crate::session::Session;
use crate::stages::{self, DeviceOutput, DeviceSource, Fnv1a, Unit};

/// Runs clang for the host.
pub fn run(session: &Session) -> Result<(), Failure> {
    let options = &session.options;
    let mut clang = Invocation::new(&session.toolchain.clang);
    if let Some(input) = options.inputs().next() {
        let unit = match options.phase {
            Phase::HostOnly => Unit { input, id: String::new() },
            _ => Unit::new(input, options),
        };
        clang.args(stages::host_sycl_options(&session.toolchain, options, &unit, false));
    }
    clang.args(stages::plain(options));
    if !session.announce(&clang) {
        return Ok(());
    }
    let mut host = Job::start_plain(&clang, session.temp_dir(), Messages::Direct)?;
    let device_text = match preprocessed_input(session) {
        Some(input) => Some(hash_device_text(session, input)?),
        None => None,
    };
    host.wait_for_success()?;
    match device_text {
        Some(hash) => append_comment(options.output.as_deref(), &hash),
        None => Ok(()),
    }
}

/// The source that is preprocessed for people and caches to read, where it has
/// device code.
fn preprocessed_input(session: &Session) -> Option<&Input> {
    let options = &session.options;
    let mut inputs = options.inputs();
    let (input, None) = (inputs.next()?, inputs.next()) else {
        return None;
    };
    // Other options ask for lists of macros or dependencies instead of text.
    let is_text = options.has(&["-E"]) && !options.has(&["-M", "-MM", "-dM"]);
    let is_file = input.kind() == Kind::Cxx && input.path != "-";
    (is_text && is_file && scan(Path::new(&input.path), options).may_use_sycl).then_some(input)
}

/// Hashes what the device pass reads. Errors show in the host's text as well.
fn hash_device_text(session: &Session, input: &Input) -> Result<String, Failure> {
    let unit = Unit { input, id: String::new() };
    let (toolchain, options) = (&session.toolchain, &session.options);
    let source = DeviceSource::Original;
    let clang = stages::device(toolchain, options, &unit, DeviceOutput::Preprocessed, source, "-");
    let mut job = Job::start(&clang, session.temp_dir(), Stdio::null(), Stdio::piped(), Messages::Held)?;
    let mut text = Vec::new();
    if let Some(mut stdout) = job.take_stdout() {
        stdout.read_to_end(&mut text).map_err(DriverError::io(|| "preprocessing for the device"))?;
    }
    job.wait()?;
    let mut hash = Fnv1a::default();
    hash.write(&text);
    Ok(hash.to_string())
}

fn append_comment(output: Option<&str>, hash: &str) -> Result<(), Failure> {
    let comment = format!("// tandem++: device pass {hash}\n");
    let name = output.unwrap_or("-");
    let result = match name {
        "-" => std::io::stdout().write_all(comment.as_bytes()),
        path => File::options().append(true).open(path).and_then(|mut file| file.write_all(comment.as_bytes())),
    };
    Ok(result.map_err(DriverError::io(|| format!("writing {name}")))?)
}
