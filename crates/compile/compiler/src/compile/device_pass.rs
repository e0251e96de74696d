//! The device pass of a unit, followed by post-link, and the passes that are tried when one does not succeed.
//!
//! | pass | reads | comes first | what follows |
//! |---|---|---|---|
//! | [`Pass::Source`] | the source | where the scan sees no attributes of kernels | [`Pass::Rewritten`], where clang dropped some |
//! | [`Pass::Rewritten`] | preprocessed text, with the attributes as annotations | where it sees some | nothing |
//!
//! If clang fails, either pass is followed by [`error_pass`], which shows all errors to the user.

use std::fs;
use std::path::Path;

use tandem_offload::fat::{self, DevicePart};

use super::attempt::Attempt;
use super::pipeline::Pipeline;
use super::preprocessed::Preprocessed;
use super::request::{self, DeviceTask};
use super::{clang, error_pass};
use crate::attributes::unknown;
use crate::dependencies::Dependencies;
use crate::error::{DriverError, Failure};
use crate::front_end;
use crate::invocation::Invocation;
use crate::job::show;
use crate::precompiled::Precompiled;
use crate::stages::{self, DeviceOutput, DeviceSource};

/// A device pass that runs.
pub struct DevicePass<'a> {
    attempt: &'a Attempt<'a>,
    task: &'a DeviceTask<'a>,
    pass: Pass,
    jobs: Pipeline,
}

/// A device pass, by its input.
enum Pass {
    Source,
    Rewritten(Preprocessed),
}

/// The result of a pass.
enum Outcome {
    /// Post-link has done its task.
    Done,
    /// Clang dropped attributes of kernels. They are annotations in this text.
    LostAttributes(Preprocessed),
    /// The unit has errors.
    Failed(Errors),
}

/// Errors of a unit, by the program that finds them.
enum Errors {
    /// Clang, which ends with a status and messages.
    Clang(u8, String),
    /// The driver, in attributes of kernels.
    Attributes(String),
    /// Post-link, which ends with a status.
    PostLink(u8),
}

impl<'a> DevicePass<'a> {
    /// Starts the first pass. `None` in a dry run, and where the host pass is going to fail.
    pub fn start(attempt: &'a Attempt<'a>, task: &'a DeviceTask<'a>) -> Result<Option<Self>, Failure> {
        if !attempt.scan.may_use_attributes {
            return Self::start_pass(attempt, task, Pass::Source);
        }
        match Preprocessed::new(attempt.session, attempt.unit, attempt.dependencies)? {
            Some(text) => Self::start_pass(attempt, task, Pass::Rewritten(text)),
            None => Ok(None),
        }
    }

    /// Waits for the pass and those that follow. Returns the device part, where the task makes one and the unit has
    /// one. Errors are shown if no other attempt follows.
    pub fn finish(mut self) -> Result<Option<DevicePart>, Failure> {
        loop {
            match self.wait()? {
                Outcome::Done => {
                    self.jobs.post_link.show_messages()?;
                    return self.part();
                }
                Outcome::LostAttributes(text) => {
                    let (attempt, task) = (self.attempt, self.task);
                    // Both passes write the same files.
                    drop(self);
                    match Self::start_pass(attempt, task, Pass::Rewritten(text))? {
                        Some(next) => self = next,
                        None => return Ok(None),
                    }
                }
                Outcome::Failed(errors) => {
                    if self.attempt.is_last() {
                        self.show(&errors)?;
                    }
                    return Err(Failure::Exit(errors.status()));
                }
            }
        }
    }

    /// `None` in a dry run.
    fn start_pass(attempt: &'a Attempt<'a>, task: &'a DeviceTask<'a>, pass: Pass) -> Result<Option<Self>, Failure> {
        let session = attempt.session;
        let bitcode = kept_file(attempt, "").unwrap_or_else(|| Pipeline::PIPE.to_owned());
        let clang = clang_of(attempt, &pass, &bitcode);
        let request = request::of_task(session, attempt.unit, task, &part_file(attempt), attempt.host_symbols());
        let post_link = stages::post_link(&session.toolchain, &request);
        session.announce(&clang);
        if !session.announce(&post_link) {
            return Ok(None);
        }
        let jobs = Pipeline::start(session, &clang, &post_link, &bitcode)?;
        Ok(Some(Self { attempt, task, pass, jobs }))
    }

    fn wait(&mut self) -> Result<Outcome, Failure> {
        let clang = self.jobs.clang.wait()?;
        let messages = self.jobs.clang.messages()?;
        if clang == 0
            && let Some(text) = self.lost_attributes(&messages)?
        {
            return Ok(Outcome::LostAttributes(text));
        }
        let post_link = self.jobs.post_link.wait()?;
        let attributes = match &self.pass {
            Pass::Rewritten(text) => text.errors(&messages),
            Pass::Source => String::new(),
        };
        Ok(match (clang, post_link) {
            // Without the device pass's result, post-link reports nothing.
            (1.., _) => Outcome::Failed(Errors::Clang(clang, messages)),
            (0, _) if !attributes.is_empty() => Outcome::Failed(Errors::Attributes(attributes)),
            (0, 1..) => Outcome::Failed(Errors::PostLink(post_link)),
            (0, 0) => Outcome::Done,
        })
    }

    fn show(&self, errors: &Errors) -> Result<(), Failure> {
        match errors {
            Errors::Clang(_, messages) => {
                show(&unknown::without_warnings(messages));
                error_pass::run(self.attempt)
            }
            Errors::Attributes(errors) => {
                show(errors);
                Ok(())
            }
            Errors::PostLink(_) => self.jobs.post_link.show_messages(),
        }
    }

    /// The unit's text with its attributes of kernels, where clang has dropped some of the source's.
    fn lost_attributes(&self, messages: &str) -> Result<Option<Preprocessed>, Failure> {
        if matches!(self.pass, Pass::Rewritten(_)) || !may_have_lost_attributes(self.attempt, messages) {
            return Ok(None);
        }
        // Where preprocessing fails, the pass would have failed.
        let text = Preprocessed::new(self.attempt.session, self.attempt.unit, None)?;
        Ok(text.filter(Preprocessed::has_changed))
    }

    /// The device part that post-link made of the unit.
    fn part(&self) -> Result<Option<DevicePart>, Failure> {
        if matches!(self.task, DeviceTask::Link(..)) {
            return Ok(None);
        }
        let file = part_file(self.attempt);
        let bitcode = fs::read(&file).map_err(DriverError::io(|| format!("reading {file}")))?;
        if let Some(kept) = kept_file(self.attempt, "-unit") {
            fs::write(&kept, &bitcode).map_err(DriverError::io(|| kept.clone()))?;
        }
        let (target, unit) = (fat::DEVICE_IR.to_owned(), self.attempt.unit.id.clone());
        Ok((!bitcode.is_empty()).then_some(DevicePart { target, unit, bitcode }))
    }
}

impl Errors {
    /// The exit status that they end the driver with.
    fn status(&self) -> u8 {
        match self {
            Self::Clang(status, _) | Self::PostLink(status) => *status,
            Self::Attributes(_) => 1,
        }
    }
}

/// The file that post-link writes, if it processes a unit.
fn part_file(attempt: &Attempt<'_>) -> String {
    attempt.session.temp_file(&attempt.unit.input.with_extension("part"))
}

/// The file for bitcode with `-save-temps`.
fn kept_file(attempt: &Attempt<'_>, suffix: &str) -> Option<String> {
    let name = || format!("{}-sycl-{}{suffix}.bc", attempt.unit.input.stem(), fat::DEVICE_IR);
    attempt.session.options.save_temps.then(name)
}

/// Clang's command line for a pass.
fn clang_of(attempt: &Attempt<'_>, pass: &Pass, bitcode: &str) -> Invocation {
    let device = |source| clang::device(attempt.session, attempt.unit, DeviceOutput::Bitcode, source, bitcode);
    match pass {
        Pass::Rewritten(text) => device(text.source()),
        Pass::Source => {
            let precompiled = attempt.precompiled.map(Precompiled::device);
            let mut clang =
                device(precompiled.as_deref().map_or(DeviceSource::Original, DeviceSource::WithPrecompiled));
            clang.args(front_end::list_included_files(&attempt.included_files()));
            clang.args(attempt.dependencies.into_iter().flat_map(Dependencies::device_options));
            clang
        }
    }
}

/// Whether the source may have attributes of kernels that its device pass has dropped: clang warned about some, or its
/// warnings may have been disabled.
fn may_have_lost_attributes(attempt: &Attempt<'_>, messages: &str) -> bool {
    if unknown::suspects(messages) {
        return true;
    }
    let mut options = attempt.session.options.options().flat_map(|(_, spelling)| spelling);
    if options.any(|word| unknown::may_be_hidden(word.as_bytes())) {
        return true;
    }
    // If nothing was included, there is no list.
    let listed = fs::read_to_string(attempt.included_files()).unwrap_or_default();
    let ours = &attempt.session.toolchain.include_dir;
    let files = listed.lines().map(Path::new).filter(|file| !file.starts_with(ours));
    let mut files = files.chain([Path::new(&attempt.unit.input.path)]);
    files.any(|file| fs::read(file).map_or(true, |text| unknown::may_be_hidden(&text)))
}
