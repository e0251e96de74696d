//! Compiles one translation unit: host pass and device pass at the same time,
//! the device pass straight into post-link.
//!
//! ```text
//! clang (host) ────────────────────────► object ─┐
//! clang (device) ─► tandem-post-link ─► part ────┴─► fat object
//! ```
//!
//! A unit is compiled with SYCL's header in precompiled form if available, and again without it if that fails.
//! [`device_pass`] describes the passes that the device side of such an [`Attempt`] tries. Another host compiler waits
//! for the device pass, which writes the header that it needs.

mod attempt;
mod clang;
mod device_only;
mod device_pass;
mod error_pass;
mod host_object;
mod host_pass;
mod pipeline;
mod preprocessed;
mod request;

use std::fs;
use std::path::Path;

use tandem_offload::fat::DevicePart;

use crate::dependencies::Dependencies;
use crate::error::Failure;
use crate::inputs::Kind;
use crate::options::Input;
use crate::precompiled::{self, Precompiled};
use crate::scan::{Scan, scan};
use crate::session::Session;
use crate::stages::Unit;
use attempt::Attempt;
use device_pass::DevicePass;

pub use attempt::HostOutput;
pub use device_only::device_only;
pub use host_object::embed;
pub use request::DeviceTask;

/// Whether a source may have a device part.
pub fn may_use_sycl(session: &Session, input: &Input) -> bool {
    input.kind() == Kind::Cxx && scan(Path::new(&input.path), &session.options).may_use_sycl
}

/// Compiles `input`. Returns the processed device part, if there is one and the task was [`DeviceTask::Process`].
pub fn compile(
    session: &Session,
    input: &Input,
    host: HostOutput<'_>,
    task: &DeviceTask<'_>,
) -> Result<Option<DevicePart>, Failure> {
    let unit = Unit::new(input, &session.options);
    if input.is_preprocessed() {
        eprintln!("tandem++: warning: {}: preprocessed for the host; it has no device code", input.path);
    }
    let scan = match input.kind() {
        Kind::Cxx => scan(Path::new(&input.path), &session.options),
        _ => Scan::default(),
    };
    // Another host compiler reads the header itself, and waits for the device pass.
    let may_use_precompiled = scan.begins_with_sycl && session.options.sycl.host_compiler.is_none();
    let precompiled = may_use_precompiled.then(|| precompiled::obtain(session)).flatten();
    let dependencies = Dependencies::of(session, input);
    let result = with_and_without(precompiled.as_ref(), |precompiled| {
        run(&Attempt { session, unit: &unit, scan, host, precompiled, dependencies: dependencies.as_ref() }, task)
    });
    match (&result, host, &dependencies) {
        (Err(_), HostOutput::Object(object), _) => remove_output(Path::new(object)),
        (Ok(_), _, Some(dependencies)) => dependencies.merge()?,
        _ => {}
    }
    result
}

/// Makes an attempt with the precompiled header, if there is one, and, if that fails, another one without it. If the
/// second attempt succeeds, the header is discarded.
fn with_and_without<T>(
    header: Option<&Precompiled>,
    attempt: impl Fn(Option<&Precompiled>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    match (attempt(header), header) {
        (Err(Failure::Exit(_)), Some(header)) => attempt(None).inspect(|_| header.give_up()),
        (result, _) => result,
    }
}

fn run(attempt: &Attempt<'_>, task: &DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
    match attempt.other_host_compiler() {
        Some(compiler) => run_in_turn(attempt, compiler, task),
        None => run_at_once(attempt, task),
    }
}

/// Both passes at the same time.
fn run_at_once(attempt: &Attempt<'_>, task: &DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
    let host = host_pass::start(attempt)?;
    let device = match attempt.scan.may_use_sycl {
        true => DevicePass::start(attempt, task)?,
        false => None,
    };
    // Errors in the source appear in both passes; the host's are shown.
    if let Some(mut host) = host {
        host.wait_for_success()?;
        host.show_messages()?;
    }
    let Some(device) = device else {
        return Ok(None);
    };
    let part = device.finish()?;
    attempt.expose_host_symbols()?;
    Ok(part)
}

/// The device pass, and then another compiler for the host, which reads the
/// integration header that the former writes.
fn run_in_turn(attempt: &Attempt<'_>, compiler: &str, task: &DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
    let part = match DevicePass::start(attempt, task)? {
        Some(device) => device.finish()?,
        None if attempt.session.options.dry_run => None,
        // Clang reports why it cannot preprocess the source.
        None => return host_pass::start(attempt)?.map_or(Ok(()), |mut host| host.wait_for_success()).map(|()| None),
    };
    host_pass::run_other(attempt, compiler)?;
    attempt.expose_host_symbols()?;
    Ok(part)
}

/// Removes the output of a failed compilation.
fn remove_output(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}
