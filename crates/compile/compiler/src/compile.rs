//! Compiles one translation unit: host pass and device pass at the same time,
//! the device pass straight into post-link.
//!
//! ```text
//! clang (host) ────────────────────────► object ─┐
//! clang (device) ─► tandem-post-link ─► part ────┴─► fat object
//! ```
//!
//! A source with attributes of kernels is preprocessed and rewritten before its device pass. Where
//! only the device pass shows that there are some, it is run again ([`crate::attributes`]).

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::Stdio;

use tandem_command_line::output::replace_file;
use tandem_command_line::post_link_request::{LinkRequest, Request, Task, UnitRequest};
use tandem_image::fat::{self, DevicePart};
use tandem_image::symbols;

use crate::attributes::{self, Rewritten, unknown};
use crate::dependencies::Dependencies;
use crate::error::{DriverError, Failure};
use crate::front_end;
use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::job::{Job, Messages, input_from, show};
use crate::options::Input;
use crate::precompiled::{self, Precompiled};
use crate::scan::{Scan, scan};
use crate::session::Session;
use crate::stages::{self, DeviceOutput, DeviceSource, Unit};

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
    Link(Box<LinkRequest>, &'a str),
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
    let mut attempt = Attempt {
        session,
        unit: &unit,
        scan,
        host,
        precompiled: precompiled.as_ref(),
        dependencies: dependencies.as_ref(),
    };
    let mut result = attempt.run(task.clone());
    if let (Some(precompiled), Err(Failure::Exit(_))) = (&precompiled, &result) {
        attempt.precompiled = None;
        result = attempt.run(task);
        if result.is_ok() {
            precompiled.give_up();
        }
    }
    match (&result, host, &dependencies) {
        (Err(_), HostOutput::Object(object), _) => remove_output(Path::new(object)),
        (Ok(_), _, Some(dependencies)) => dependencies.merge()?,
        _ => {}
    }
    result
}

/// One go at a translation unit. With a precompiled header it says nothing
/// where it fails: another go without follows.
struct Attempt<'a> {
    session: &'a Session,
    unit: &'a Unit<'a>,
    scan: Scan,
    host: HostOutput<'a>,
    precompiled: Option<&'a Precompiled>,
    dependencies: Option<&'a Dependencies>,
}

impl Attempt<'_> {
    fn run(&self, task: DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
        if let Some(compiler) = self.session.options.sycl.host_compiler.as_deref().filter(|_| self.is_sycl()) {
            return self.run_with(compiler, task);
        }
        let host = self.start_host()?;
        let device = match self.scan.may_use_sycl {
            true => self.start_device(task.clone())?,
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
        let part = self.finish_device(device, task)?;
        self.expose_host_symbols()?;
        Ok(part)
    }

    /// Where post-link lists symbols of the host object.
    fn host_symbols(&self) -> String {
        self.session.temp_file(&self.unit.input.with_extension("symbols"))
    }

    /// Gives local symbols of the host object that the device link refers to
    /// names that other objects can use.
    fn expose_host_symbols(&self) -> Result<(), Failure> {
        let HostOutput::Object(object) = self.host else {
            return Ok(());
        };
        let file = self.host_symbols();
        let Ok(list) = fs::read_to_string(&file) else {
            return Ok(());
        };
        // Another unit of this call may have a source of the same name.
        let _ = fs::remove_file(&file);
        let object = Path::new(object);
        if !object.is_file() {
            return Ok(());
        }
        let names: Vec<_> = list.lines().filter_map(|line| line.split_once(' ')).collect();
        let name = || object.display().to_string();
        let bytes = fs::read(object).map_err(DriverError::io(name))?;
        let exposed = symbols::expose(&bytes, &names).map_err(|source| DriverError::Embed { file: name(), source })?;
        Ok(replace_file(object, &exposed).map_err(DriverError::io(name))?)
    }

    /// Whether the unit is one that SYCL's passes are for.
    fn is_sycl(&self) -> bool {
        self.unit.input.kind() == Kind::Cxx && self.scan.may_use_sycl
    }

    /// The device pass, and then another compiler for the host, which reads the
    /// integration header that the former writes.
    fn run_with(&self, compiler: &str, task: DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
        let device = self.start_device(task.clone())?;
        let part = match device {
            Some(device) => self.finish_device(device, task)?,
            None if self.session.options.dry_run => None,
            // Clang says why it does not get through the source.
            None => return self.start_host()?.map_or(Ok(()), |mut host| host.wait_for_success()).map(|()| None),
        };
        let (phase, object) = self.host_phase();
        let header = int_header(self.session, self.unit);
        let (toolchain, options) = (&self.session.toolchain, &self.session.options);
        let host = stages::other_host(compiler, toolchain, options, self.unit, &header, phase, object);
        if self.session.announce(&host) {
            Job::start_plain(&host, self.session.temp_dir(), Messages::Direct)?.wait_for_success()?;
        }
        self.expose_host_symbols()?;
        Ok(part)
    }

    /// The option that says what the host pass makes, and where that goes.
    fn host_phase(&self) -> (&'static str, Option<&str>) {
        match self.host {
            HostOutput::Object(object) => ("-c", Some(object)),
            HostOutput::Nothing => ("-fsyntax-only", None),
        }
    }

    /// `None` in a dry run.
    fn start_host(&self) -> Result<Option<Job>, Failure> {
        let (phase, object) = self.host_phase();
        let precompiled = self.precompiled.map(Precompiled::host);
        let (toolchain, options) = (&self.session.toolchain, &self.session.options);
        let mut clang = stages::host(toolchain, options, self.unit, phase, object, precompiled.as_deref());
        let messages = match self.precompiled {
            Some(_) => Messages::Held,
            None => Messages::Direct,
        };
        color_held_messages(&mut clang, messages);
        match self.session.announce(&clang) {
            true => Job::start_plain(&clang, self.session.temp_dir(), messages).map(Some),
            false => Ok(None),
        }
    }

    /// Starts the device pass and post-link. `None` in a dry run, and where the
    /// host pass is going to fail.
    fn start_device(&self, task: DeviceTask<'_>) -> Result<Option<DeviceJobs>, Failure> {
        let preprocessed = match self.scan.may_use_attributes {
            true => match preprocess(self.session, self.unit, self.dependencies)? {
                Some(preprocessed) => Some(preprocessed),
                None => return Ok(None),
            },
            false => None,
        };
        self.start_device_on(preprocessed, task)
    }

    /// Starts the device pass over preprocessed text, or else over the source, and post-link.
    /// `None` in a dry run.
    fn start_device_on(
        &self,
        preprocessed: Option<Preprocessed>,
        task: DeviceTask<'_>,
    ) -> Result<Option<DeviceJobs>, Failure> {
        let (session, unit) = (self.session, self.unit);
        let part = session.temp_file(&unit.input.with_extension("part"));
        let (request, part) = request(session, unit, task, part, Some(self.host_symbols()));
        let mut post_link = Invocation::new(&session.toolchain.post_link);
        post_link.args(request.to_args());
        let bitcode = match session.options.save_temps {
            true => format!("{}-sycl-{}.bc", unit.input.stem(), fat::DEVICE_IR),
            false => "-".to_owned(),
        };
        let precompiled = self.precompiled.map(Precompiled::device);
        let source = match (&preprocessed, &precompiled) {
            (Some(text), _) => DeviceSource::Preprocessed(&text.path),
            (None, Some(precompiled)) => DeviceSource::WithPrecompiled(precompiled),
            (None, None) => DeviceSource::Original,
        };
        let mut clang = device_pass(session, unit, DeviceOutput::Bitcode, source, &bitcode);
        if preprocessed.is_none() {
            clang.args(front_end::list_included_files(&self.included_files()));
            clang.args(self.dependencies.into_iter().flat_map(Dependencies::device_options));
        }
        session.announce(&clang);
        if !session.announce(&post_link) {
            return Ok(None);
        }
        start_pipeline(session, &clang, &post_link, &bitcode, part, preprocessed).map(Some)
    }

    /// Where the device pass lists the files that it includes.
    fn included_files(&self) -> String {
        self.session.temp_file(&self.unit.input.with_extension("included"))
    }

    /// Whether the source may have attributes of kernels that its device pass has dropped: clang
    /// warned about some, or may have been told not to.
    fn may_have_lost_attributes(&self, messages: &str) -> bool {
        if unknown::suspects(messages) {
            return true;
        }
        let mut options = self.session.options.options().flat_map(|(_, spelling)| spelling);
        if options.any(|word| unknown::may_be_hidden(word.as_bytes())) {
            return true;
        }
        // Where nothing was included, there is no list.
        let listed = fs::read_to_string(self.included_files()).unwrap_or_default();
        let ours = &self.session.toolchain.include_dir;
        let files = listed.lines().map(Path::new).filter(|file| !file.starts_with(ours));
        let mut files = files.chain([Path::new(&self.unit.input.path)]);
        files.any(|file| fs::read(file).map_or(true, |text| unknown::may_be_hidden(&text)))
    }

    /// Where clang finds errors in kernels, it makes no code for post-link to look at. What it refuses is the use of
    /// exceptions; another device pass has them, for the sake of all other errors.
    fn show_errors_behind_clangs(&self) -> Result<(), Failure> {
        let (session, unit) = (self.session, self.unit);
        let preprocessed = match self.scan.may_use_attributes {
            true => preprocess(session, unit, None)?,
            false => None,
        };
        let source = preprocessed.as_ref().map_or(DeviceSource::Original, Preprocessed::source);
        let mut clang = device_pass(session, unit, DeviceOutput::Bitcode, source, "-");
        if let Some(word) = clang.args.iter_mut().rev().find(|word| *word == "-fno-exceptions") {
            "-fexceptions".clone_into(word);
        }
        let part = session.temp_file(&unit.input.with_extension("check"));
        let (mut request, _) = request(session, unit, DeviceTask::Process, part, None);
        if let Task::Unit(unit) = &mut request.task {
            unit.only_check = true;
            unit.int_header = None;
        }
        let mut post_link = Invocation::new(&session.toolchain.post_link);
        post_link.args(request.to_args());
        let mut jobs = start_pipeline(session, &clang, &post_link, "-", None, None)?;
        let made_code = jobs.clang.wait()? == 0;
        jobs.post_link.wait()?;
        if made_code {
            jobs.post_link.show_messages()?;
        }
        Ok(())
    }

    fn finish_device(&self, mut jobs: DeviceJobs, task: DeviceTask<'_>) -> Result<Option<DevicePart>, Failure> {
        let clang = jobs.clang.wait()?;
        let messages = jobs.clang.messages()?;
        if clang == 0 && jobs.preprocessed.is_none() && self.may_have_lost_attributes(&messages) {
            // Where preprocessing fails, the pass would have failed.
            if let Some(preprocessed) = preprocess(self.session, self.unit, None)?
                && preprocessed.rewritten.has_changed
            {
                drop(jobs);
                return match self.start_device_on(Some(preprocessed), task.clone())? {
                    Some(jobs) => self.finish_device(jobs, task),
                    None => Ok(None),
                };
            }
        }
        let post_link = jobs.post_link.wait()?;
        let is_last = self.precompiled.is_none();
        if clang != 0 {
            // Without the device pass's result, post-link has nothing to say.
            if is_last {
                show(&unknown::without_warnings(&messages));
                self.show_errors_behind_clangs()?;
            }
            return Err(Failure::Exit(clang));
        }
        if let Some(preprocessed) = &jobs.preprocessed {
            let errors = unknown::errors(&messages, &preprocessed.rewritten);
            if !errors.is_empty() {
                if is_last {
                    show(&errors);
                }
                return Err(Failure::Exit(1));
            }
        }
        if post_link == 0 || is_last {
            jobs.post_link.show_messages()?;
        }
        if post_link != 0 {
            return Err(Failure::Exit(post_link));
        }
        let Some(part) = jobs.part else {
            return Ok(None);
        };
        let bitcode = fs::read(&part).map_err(DriverError::io(|| format!("reading {part}")))?;
        if self.session.options.save_temps {
            let kept = format!("{}-sycl-{}-unit.bc", self.unit.input.stem(), fat::DEVICE_IR);
            fs::write(&kept, &bitcode).map_err(DriverError::io(|| kept.clone()))?;
        }
        Ok((!bitcode.is_empty()).then(|| DevicePart {
            target: fat::DEVICE_IR.to_owned(),
            unit: self.unit.id.clone(),
            bitcode,
        }))
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
    /// What the device pass reads, where that is not the source.
    preprocessed: Option<Preprocessed>,
}

/// Starts the device pass, and post-link behind it: through a pipe, or, where
/// the bitcode is kept in a file, one after the other.
fn start_pipeline(
    session: &Session,
    clang: &Invocation,
    post_link: &Invocation,
    bitcode: &str,
    part: Option<String>,
    preprocessed: Option<Preprocessed>,
) -> Result<DeviceJobs, Failure> {
    let temp_dir = session.temp_dir();
    let held = Messages::Held;
    let mut clang = Job::start(clang, temp_dir, Stdio::null(), Stdio::piped(), held)?;
    let stdin = match (bitcode, clang.take_stdout()) {
        ("-", Some(stdout)) => Stdio::from(stdout),
        _ => {
            clang.wait()?;
            // The file is missing where clang failed; its status says why.
            input_from(Path::new(bitcode)).unwrap_or_else(|_| Stdio::null())
        }
    };
    let post_link = Job::start(post_link, temp_dir, stdin, Stdio::inherit(), held)?;
    Ok(DeviceJobs { clang, post_link, part, preprocessed })
}

/// Whether an integration header is to be written.
fn wants_int_header(session: &Session) -> bool {
    let sycl = &session.options.sycl;
    sycl.int_header.is_some() || sycl.host_compiler.is_some()
}

/// Where the integration header of a unit goes.
fn int_header(session: &Session, unit: &Unit<'_>) -> String {
    let wanted = session.options.sycl.int_header.clone();
    wanted.unwrap_or_else(|| session.temp_file(&format!("{}-{}", unit.id, unit.input.with_extension("h"))))
}

/// What post-link is asked for, and the file of the processed unit.
fn request(
    session: &Session,
    unit: &Unit<'_>,
    task: DeviceTask<'_>,
    part: String,
    host_symbols: Option<String>,
) -> (Request, Option<String>) {
    let unit = UnitRequest {
        unit: unit.id.clone(),
        source: unit.input.path.clone(),
        opt_level: session.options.device_opt_level(),
        has_lines: session.options.device_lines(),
        contracts: session.options.device_contracts(),
        dead_args: session.options.sycl.dead_args,
        only_check: false,
        error_limit: session.options.error_limit(),
        int_header: wants_int_header(session).then(|| int_header(session, unit)),
        host_symbols,
    };
    match task {
        DeviceTask::Process => {
            let request = Request { task: Task::Unit(unit), output: part.clone() };
            (request, Some(part))
        }
        DeviceTask::Link(link, output) => {
            let unit = Some(unit);
            let request = Request { task: Task::Link(LinkRequest { unit, ..*link }), output: output.to_owned() };
            (request, None)
        }
    }
}

/// A unit's text for the device, with its kernel attributes as annotations.
struct Preprocessed {
    /// The file with the text.
    path: String,
    rewritten: Rewritten,
}

impl Preprocessed {
    fn source(&self) -> DeviceSource<'_> {
        DeviceSource::Preprocessed(&self.path)
    }
}

/// Preprocesses the unit for the device and rewrites its kernel attributes.
/// `None` where preprocessing failed: the host pass fails in the same way, and reports it.
fn preprocess(
    session: &Session,
    unit: &Unit<'_>,
    dependencies: Option<&Dependencies>,
) -> Result<Option<Preprocessed>, Failure> {
    let path = session.temp_file(&unit.input.with_extension("ii"));
    let mut clang = device_pass(session, unit, DeviceOutput::Preprocessed, DeviceSource::Original, &path);
    clang.args(dependencies.into_iter().flat_map(Dependencies::device_options));
    let mut rewritten = Rewritten::default();
    if session.announce(&clang) {
        let mut job = Job::start_plain(&clang, session.temp_dir(), Messages::Held)?;
        if job.wait()? != 0 {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(DriverError::io(|| format!("reading {path}")))?;
        rewritten = attributes::rewrite(&text);
        let text = std::mem::take(&mut rewritten.text);
        fs::write(&path, text).map_err(DriverError::io(|| format!("writing {path}")))?;
    }
    Ok(Some(Preprocessed { path, rewritten }))
}

fn device_pass(
    session: &Session,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    source: DeviceSource<'_>,
    output: &str,
) -> Invocation {
    let mut clang = stages::device(&session.toolchain, &session.options, unit, kind, source, output);
    color_held_messages(&mut clang, Messages::Held);
    clang
}

/// Clang does not see that messages which are held end up on a terminal.
fn color_held_messages(clang: &mut Invocation, messages: Messages) {
    if matches!(messages, Messages::Held) && std::io::stderr().is_terminal() {
        clang.args.insert(0, "-fcolor-diagnostics".to_owned());
    }
}

/// `-fsycl-device-only`: the device pass alone, for people, and the integration
/// header where that is wanted.
pub fn device_only(session: &Session, input: &Input, kind: DeviceOutput, output: &str) -> Result<(), Failure> {
    let unit = Unit::new(input, &session.options);
    let preprocessed = match kind {
        DeviceOutput::Bitcode | DeviceOutput::Ir => preprocess(session, &unit, None)?,
        DeviceOutput::Preprocessed => None,
    };
    // Where preprocessing failed, the pass over the original shows the error.
    let source = preprocessed.as_ref().map_or(DeviceSource::Original, Preprocessed::source);
    let clang = device_pass(session, &unit, kind, source, output);
    if session.announce(&clang) {
        let mut job = Job::start_plain(&clang, session.temp_dir(), Messages::Held)?;
        let result = job.wait_for_success();
        let messages = job.messages()?;
        show(&unknown::without_warnings(&messages));
        result?;
        let errors = preprocessed.map(|preprocessed| unknown::errors(&messages, &preprocessed.rewritten));
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            show(&errors);
            return Err(Failure::Exit(1));
        }
    }
    match kind {
        DeviceOutput::Bitcode | DeviceOutput::Ir if wants_int_header(session) && output != "-" => {
            write_int_header(session, &unit, output)
        }
        _ => Ok(()),
    }
}

/// Has post-link read what the device pass made, for the integration header.
fn write_int_header(session: &Session, unit: &Unit<'_>, code: &str) -> Result<(), Failure> {
    let part = session.temp_file(&unit.input.with_extension("part"));
    let (request, _) = request(session, unit, DeviceTask::Process, part, None);
    let mut post_link = Invocation::new(&session.toolchain.post_link);
    post_link.args(request.to_args());
    if session.announce(&post_link) {
        let stdin = input_from(Path::new(code))?;
        let mut job = Job::start(&post_link, session.temp_dir(), stdin, Stdio::inherit(), Messages::Direct)?;
        job.wait_for_success()?;
    }
    Ok(())
}

/// Removes what a failed compilation left behind.
fn remove_output(path: &Path) {
    if path.is_file() {
        let _ = fs::remove_file(path);
    }
}
