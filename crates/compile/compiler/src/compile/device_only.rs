//! `-fsycl-device-only`: only the device pass, for people to read its output.

use std::path::Path;
use std::process::Stdio;

use super::preprocessed::Preprocessed;
use super::{clang, request};
use crate::attributes::unknown;
use crate::error::Failure;
use crate::job::{Job, Messages, input_from, show};
use crate::options::Input;
use crate::session::Session;
use crate::stages::{self, DeviceOutput, DeviceSource, Unit};

/// Runs only the device pass, and writes the integration header if requested.
pub fn device_only(session: &Session, input: &Input, kind: DeviceOutput, output: &str) -> Result<(), Failure> {
    let unit = Unit::new(input, &session.options);
    let is_code = kind != DeviceOutput::Preprocessed;
    let preprocessed = match is_code {
        true => Preprocessed::new(session, &unit, None)?,
        false => None,
    };
    run_pass(session, &unit, kind, preprocessed.as_ref(), output)?;
    match is_code && request::wants_int_header(session) && output != "-" {
        true => write_int_header(session, &unit, output),
        false => Ok(()),
    }
}

/// Runs a device pass. If preprocessing failed, it compiles the original source, which shows the error.
fn run_pass(
    session: &Session,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    preprocessed: Option<&Preprocessed>,
    output: &str,
) -> Result<(), Failure> {
    let source = preprocessed.map_or(DeviceSource::Original, Preprocessed::source);
    let clang = clang::device(session, unit, kind, source, output);
    if !session.announce(&clang) {
        return Ok(());
    }
    let mut job = Job::start_plain(&clang, session.temp_dir(), Messages::Held)?;
    let result = job.wait_for_success();
    let messages = job.messages()?;
    show(&unknown::without_warnings(&messages));
    result?;
    let errors = preprocessed.map(|text| text.errors(&messages)).unwrap_or_default();
    show(&errors);
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Failure::Exit(1)),
    }
}

/// Runs post-link on the output of the device pass, to write the integration header.
fn write_int_header(session: &Session, unit: &Unit<'_>, code: &str) -> Result<(), Failure> {
    let part = session.temp_file(&unit.input.with_extension("part"));
    let post_link = stages::post_link(&session.toolchain, &request::of_int_header(session, unit, part));
    if !session.announce(&post_link) {
        return Ok(());
    }
    let stdin = input_from(Path::new(code))?;
    Job::start(&post_link, session.temp_dir(), stdin, Stdio::inherit(), Messages::Direct)?.wait_for_success()
}
