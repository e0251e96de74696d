//! Compilations that concern only the host compiler: preprocessing, assembly, dependency files, precompiled headers.
//! Each is one clang command with SYCL's host options.
//!
//! Preprocessed text ends with a comment that changes whenever the input of the device pass changes. Compiler caches
//! identify an object by its preprocessed text, and the host's text does not change when only device code does. The
//! text contains no unit id for the same reason: it depends on the source's path.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use crate::error::{DriverError, Failure};
use crate::front_end::QUIET_ABOUT_ATTRIBUTES;
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
        clang.arg(QUIET_ABOUT_ATTRIBUTES);
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
        Some(input) => Some(device_text(session, input)?),
        None => None,
    };
    host.wait_for_success()?;
    match device_text {
        Some(text) => append(options.output.as_deref(), &summary(&text, options.has(&["-P"]))),
        None => Ok(()),
    }
}

/// The source that is preprocessed for people and caches to read, if it has device code.
fn preprocessed_input(session: &Session) -> Option<&Input> {
    let options = &session.options;
    let mut inputs = options.inputs();
    let (input, None) = (inputs.next()?, inputs.next()) else {
        return None;
    };
    // Other options request lists of macros or dependencies instead of text.
    let is_text = options.has(&["-E"]) && !options.has(&["-M", "-MM", "-dM"]);
    let is_file = input.kind() == Kind::Cxx && input.path != "-";
    (is_text && is_file && scan(Path::new(&input.path), options).may_use_sycl).then_some(input)
}

/// The text that the device pass reads. Its errors also occur in the host's text.
fn device_text(session: &Session, input: &Input) -> Result<Vec<u8>, Failure> {
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
    Ok(text)
}

/// The summary of the device's text: its files, unless line markers are disabled (`-P`), and its hash.
fn summary(text: &[u8], without_markers: bool) -> Vec<u8> {
    let mut summary = Vec::new();
    if !without_markers {
        for file in included_files(text) {
            summary.extend_from_slice(b"# 1 ");
            summary.extend_from_slice(file);
            summary.push(b'\n');
        }
    }
    let mut hash = Fnv1a::default();
    hash.write(text);
    summary.extend_from_slice(format!("// tandem++: device pass {hash}\n").as_bytes());
    summary
}

/// The files that line markers (`# LINE "FILE" FLAGS`) name, in quotes.
fn included_files(text: &[u8]) -> BTreeSet<&[u8]> {
    let name = |line: &[u8]| -> Option<std::ops::Range<usize>> {
        let start = line.iter().position(|byte| *byte == b'"')?;
        let end = line.iter().rposition(|byte| *byte == b'"')?;
        // Clang's internal names, such as <built-in>, are not files.
        (start < end && line[start + 1] != b'<').then_some(start..end + 1)
    };
    text.split(|byte| *byte == b'\n')
        .filter(|line| line.starts_with(b"# ") && line.get(2).is_some_and(u8::is_ascii_digit))
        .filter_map(|line| Some(&line[name(line)?]))
        .collect()
}

fn append(output: Option<&str>, text: &[u8]) -> Result<(), Failure> {
    let name = output.unwrap_or("-");
    let result = match name {
        "-" => std::io::stdout().write_all(text),
        path => File::options().append(true).open(path).and_then(|mut file| file.write_all(text)),
    };
    Ok(result.map_err(DriverError::io(|| format!("writing {name}")))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_the_files_of_the_device_pass() {
        let text = b"# 1 \"a.cpp\"\n# 1 \"<built-in>\" 1\nint x;\n# 3 \"dir/b c.hpp\" 1 3 4\n# 2 \"a.cpp\" 2\n";
        let with_files = String::from_utf8(summary(text, false)).unwrap();
        let files: Vec<_> = with_files.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(files, ["# 1 \"a.cpp\"", "# 1 \"dir/b c.hpp\""]);
        assert_eq!(String::from_utf8(summary(text, true)).unwrap().lines().count(), 1);
    }
}
