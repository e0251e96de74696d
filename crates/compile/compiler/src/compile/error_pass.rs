//! A device pass that only reports errors.
//!
//! If clang finds errors in kernels, it makes no code for post-link to check. The errors that clang itself reports are
//! uses of exceptions; this pass allows exceptions, so that post-link reports all other errors.

use super::attempt::Attempt;
use super::clang;
use super::pipeline::Pipeline;
use super::preprocessed::Preprocessed;
use super::request;
use crate::error::Failure;
use crate::stages::{self, DeviceOutput, DeviceSource};

/// Shows the errors that only post-link finds.
pub fn run(attempt: &Attempt<'_>) -> Result<(), Failure> {
    let (session, unit) = (attempt.session, attempt.unit);
    let preprocessed = match attempt.scan.may_use_attributes {
        true => Preprocessed::new(session, unit, None)?,
        false => None,
    };
    let source = preprocessed.as_ref().map_or(DeviceSource::Original, Preprocessed::source);
    let clang = clang::device(session, unit, DeviceOutput::BitcodeWithExceptions, source, Pipeline::PIPE);
    let part = session.temp_file(&unit.input.with_extension("check"));
    let post_link = stages::post_link(&session.toolchain, &request::of_check(session, unit, part));
    let mut jobs = Pipeline::start(session, &clang, &post_link, Pipeline::PIPE)?;
    let made_code = jobs.clang.wait()? == 0;
    jobs.post_link.wait()?;
    match made_code {
        true => jobs.post_link.show_messages(),
        false => Ok(()),
    }
}
