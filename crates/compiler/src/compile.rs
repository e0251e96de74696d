//! Compiles one translation unit: host pass and device pass at the same time,
//! the device pass straight into post-link.
//!
//! ```text
//! clang (host) ────────────────────────► object ─┐
//! clang (device) ─► tandem-post-link ─► part ────┴─► fat object
//! ```

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::Stdio;

use tandem_image::device_image::targets;
use tandem_image::fat::{self, DevicePart};

use crate::attributes;
use crate::error::{DriverError, Failure};
use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::job::{Job, Messages, input_from};
use crate::options::Input;
use crate::output::replace_file;
use crate::post_link_request::{LinkRequest, Request, Task, UnitRequest};
use crate::scan::{Scan, scan};
use crate::session::Session;
use crate::stages::{self, DeviceOutput, Unit};

/// What the host pass makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostOutput<'a> {
    /// An object at this path.
    Object(&'a str),
    /// Nothing but diagnostics.
    Nothing,
}

/// What becomes of the device part.
#[derive(Clone, Debug)]
pub enum DeviceTask<'a> {
    /// It is processed, and kept for a link.
    Process,
    /// It is linked with other units at once; the wrapper object goes here.
    Link(LinkRequest, &'a str),
}

/// Whether a source may have a device part.
pub fn may_use_sycl(session: &Session, input: &Input) -> bool {
    input.kind() == Kind::Cxx && scan(Path::new(&input.path), &session.options).may_use_sycl
}

/// Compiles `input`. Returns the processed device part, where there is one and
/// the task was [`DeviceTask::Process`].
pub fn compile(
    session: &Session,
    input: &Input,
    host: HostOutput<'_>,
    task: DeviceTask<'_>,
) -> Result<Option<DevicePart>, Failure> {
    let output = session.options.output.as_deref().unwrap_or("");
    let unit = Unit::new(input, output, &session.options);
    let result = run(session, &unit, host, task);
    if let (Err(_), HostOutput::Object(object)) = (&result, host) {
        remove_output(Path::new(object));
    }
    result
}

fn run(
    session: &Session,
    unit: &Unit<'_>,
    host: HostOutput<'_>,
    task: DeviceTask<'_>,
) -> Result<Option<DevicePart>, Failure> {
    let (phase, object) = match host {
        HostOutput::Object(object) => ("-c", Some(object)),
        HostOutput::Nothing => ("-fsyntax-only", None),
    };
    let scan = match unit.input.kind() {
        Kind::Cxx => scan(Path::new(&unit.input.path), &session.options),
        _ => Scan::default(),
    };
    let mut host = None;
    let mut clang = stages::host(&session.toolchain, &session.options, unit, phase, object);
    if scan.may_use_attributes {
        // Clang does not know the attributes that the device pass rewrites.
        clang.args.insert(0, "-Wno-unknown-attributes".to_owned());
    }
    if session.announce(&clang) {
        host = Some(Job::start_plain(&clang, session.temp_dir(), Messages::Direct)?);
    }
    let device = match scan.may_use_sycl {
        true => start_device(session, unit, scan, task)?,
        false => None,
    };
    // Errors in the source appear in both passes; the host's are shown.
    if let Some(mut host) = host {
        host.wait_for_success()?;
    }
    match device {
        Some(device) => device.finish(session, unit),
        None => Ok(None),
    }
}

/// Puts a device part into its object.
pub fn embed(object: &Path, part: DevicePart) -> Result<(), Failure> {
    let name = || object.display().to_string();
    if !object.is_file() {
        // Such as /dev/null.
        return Ok(());
    }
    let bytes = fs::read(object).map_err(DriverError::io(name))?;
    let fat = fat::embed(&bytes, &[part]).map_err(|source| DriverError::Embed { file: name(), source })?;
    Ok(replace_file(object, &fat).map_err(DriverError::io(name))?)
}

/// The device half of a compilation that runs.
struct DeviceJobs {
    clang: Job,
    post_link: Job,
    /// The file that post-link writes, where it processes a unit.
    part: Option<String>,
}

impl DeviceJobs {
    fn finish(mut self, session: &Session, unit: &Unit<'_>) -> Result<Option<DevicePart>, Failure> {
        let clang = self.clang.wait();
        let post_link = self.post_link.wait();
        self.clang.show_messages()?;
        // Without the device pass's result, post-link has nothing to say.
        match clang? {
            0 => {}
            code => return Err(Failure::Exit(code)),
        }
        self.post_link.show_messages()?;
        match post_link? {
            0 => {}
            code => return Err(Failure::Exit(code)),
        }
        let Some(part) = self.part else {
            return Ok(None);
        };
        let bitcode = fs::read(&part).map_err(DriverError::io(|| format!("reading {part}")))?;
        if session.options.save_temps {
            let kept = format!("{}-sycl-spir64-unit.bc", unit.input.stem());
            fs::write(&kept, &bitcode).map_err(DriverError::io(|| kept.clone()))?;
        }
        Ok((!bitcode.is_empty()).then(|| DevicePart {
            target: targets::SPIR64.to_owned(),
            unit: unit.id.clone(),
            bitcode,
        }))
    }
}

/// Starts the device pass and post-link. `None` in a dry run, and where the
/// host pass is going to fail.
fn start_device(
    session: &Session,
    unit: &Unit<'_>,
    scan: Scan,
    task: DeviceTask<'_>,
) -> Result<Option<DeviceJobs>, Failure> {
    let part = session.temp_file(&unit.input.with_extension("part"));
    let (request, part) = request(session, unit, task, part);
    let mut post_link = Invocation::new(&session.toolchain.post_link);
    post_link.args(request.to_args());
    let bitcode = match session.options.save_temps {
        true => format!("{}-sycl-spir64.bc", unit.input.stem()),
        false => "-".to_owned(),
    };
    let Some(preprocessed) = preprocess(session, unit, scan)? else {
        return Ok(None);
    };
    let clang = device_pass(session, unit, DeviceOutput::Bitcode, preprocessed.path(), &bitcode);
    session.announce(&clang);
    if !session.announce(&post_link) {
        return Ok(None);
    }

    let temp_dir = session.temp_dir();
    let held = Messages::Held;
    let mut clang = Job::start(&clang, temp_dir, Stdio::null(), Stdio::piped(), held)?;
    let stdin = match (bitcode.as_str(), clang.take_stdout()) {
        ("-", Some(stdout)) => Stdio::from(stdout),
        _ => {
            clang.wait()?;
            // The file is missing where clang failed; its status says why.
            input_from(Path::new(&bitcode)).unwrap_or_else(|_| Stdio::null())
        }
    };
    let post_link = Job::start(&post_link, temp_dir, stdin, Stdio::inherit(), held)?;
    Ok(Some(DeviceJobs { clang, post_link, part }))
}

/// What post-link is asked for, and the file of the processed unit.
fn request(session: &Session, unit: &Unit<'_>, task: DeviceTask<'_>, part: String) -> (Request, Option<String>) {
    let unit = UnitRequest {
        unit: unit.id.clone(),
        source: unit.input.path.clone(),
        opt_level: session.options.device_opt_level(),
        dead_args: session.options.sycl.dead_args,
    };
    match task {
        DeviceTask::Process => {
            let request = Request { task: Task::Unit(unit), output: part.clone() };
            (request, Some(part))
        }
        DeviceTask::Link(link, output) => {
            let unit = Some(unit);
            let request = Request { task: Task::Link(LinkRequest { unit, ..link }), output: output.to_owned() };
            (request, None)
        }
    }
}

/// The text that the device pass reads.
enum Source {
    /// The source itself.
    Original,
    /// Preprocessed text, with kernel attributes rewritten.
    Preprocessed(String),
}

impl Source {
    fn path(&self) -> Option<&str> {
        match self {
            Self::Original => None,
            Self::Preprocessed(path) => Some(path),
        }
    }
}

/// Preprocesses the unit for the device and rewrites kernel attributes, where
/// it uses any. `None` where preprocessing failed: the host pass fails in the
/// same way, and reports it.
fn preprocess(session: &Session, unit: &Unit<'_>, scan: Scan) -> Result<Option<Source>, Failure> {
    if !scan.may_use_attributes {
        return Ok(Some(Source::Original));
    }
    let path = session.temp_file(&unit.input.with_extension("ii"));
    let clang = device_pass(session, unit, DeviceOutput::Preprocessed, None, &path);
    if session.announce(&clang) {
        let mut job = Job::start_plain(&clang, session.temp_dir(), Messages::Held)?;
        if job.wait()? != 0 {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(DriverError::io(|| format!("reading {path}")))?;
        fs::write(&path, attributes::rewrite(&text)).map_err(DriverError::io(|| format!("writing {path}")))?;
    }
    Ok(Some(Source::Preprocessed(path)))
}

/// The device pass. Its messages are held, so clang does not see that they end
/// up on a terminal.
fn device_pass(
    session: &Session,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    preprocessed: Option<&str>,
    output: &str,
) -> Invocation {
    let (toolchain, options) = (&session.toolchain, &session.options);
    let mut clang = stages::device(toolchain, options, unit, kind, preprocessed, output);
    if std::io::stderr().is_terminal() {
        clang.args.insert(0, "-fcolor-diagnostics".to_owned());
    }
    clang
}

/// `-fsycl-device-only`: the device pass alone, for people.
pub fn device_only(session: &Session, input: &Input, kind: DeviceOutput, output: &str) -> Result<(), Failure> {
    let unit = Unit::new(input, output, &session.options);
    let scan = scan(Path::new(&input.path), &session.options);
    let source = match kind {
        DeviceOutput::Preprocessed => Source::Original,
        DeviceOutput::Bitcode | DeviceOutput::Ir => preprocess(session, &unit, scan)?
            // Then the pass over the original text shows the error.
            .unwrap_or(Source::Original),
    };
    let clang = device_pass(session, &unit, kind, source.path(), output);
    if session.announce(&clang) {
        Job::start_plain(&clang, session.temp_dir(), Messages::Direct)?.wait_for_success()?;
    }
    Ok(())
}

/// Removes what a failed compilation left behind.
fn remove_output(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}
