//! The host pass: clang's, or that of another compiler.

use super::attempt::{Attempt, HostOutput};
use super::{clang, request};
use crate::error::Failure;
use crate::job::{Job, Messages};
use crate::precompiled::Precompiled;
use crate::stages;

/// Starts clang's host pass. `None` in a dry run.
pub fn start(attempt: &Attempt<'_>) -> Result<Option<Job>, Failure> {
    let session = attempt.session;
    let (phase, object) = phase(attempt.host);
    let precompiled = attempt.precompiled.map(Precompiled::host);
    let (toolchain, options) = (&session.toolchain, &session.options);
    let mut host = stages::host(toolchain, options, attempt.unit, phase, object, precompiled.as_deref());
    let messages = match attempt.is_last() {
        true => Messages::Direct,
        false => Messages::Held,
    };
    clang::color_held_messages(&mut host, messages);
    match session.announce(&host) {
        true => Job::start_plain(&host, session.temp_dir(), messages).map(Some),
        false => Ok(None),
    }
}

/// Runs another compiler after the device pass.
pub fn run_other(attempt: &Attempt<'_>, compiler: &str) -> Result<(), Failure> {
    let session = attempt.session;
    let (phase, object) = phase(attempt.host);
    let header = request::int_header(session, attempt.unit);
    let (toolchain, options) = (&session.toolchain, &session.options);
    let host = stages::other_host(compiler, toolchain, options, attempt.unit, &header, phase, object);
    match session.announce(&host) {
        true => Job::start_plain(&host, session.temp_dir(), Messages::Direct)?.wait_for_success(),
        false => Ok(()),
    }
}

/// The option that selects the output of the host pass, and the output file.
fn phase(host: HostOutput<'_>) -> (&'static str, Option<&str>) {
    match host {
        HostOutput::Object(object) => ("-c", Some(object)),
        HostOutput::Nothing => ("-fsyntax-only", None),
    }
}
