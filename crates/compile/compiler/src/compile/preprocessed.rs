//! A unit's text for the device, with its kernel attributes as annotations ([`crate::attributes`]).

use std::fs;

use super::clang;
use crate::attributes::{self, Rewritten, unknown};
use crate::dependencies::Dependencies;
use crate::error::{DriverError, Failure};
use crate::job::{Job, Messages};
use crate::session::Session;
use crate::stages::{DeviceOutput, DeviceSource, Unit};

/// A unit's text for the device, with its kernel attributes as annotations.
pub struct Preprocessed {
    /// The file with the text.
    path: String,
    rewritten: Rewritten,
}

impl Preprocessed {
    /// Preprocesses the unit for the device and rewrites its kernel attributes.
    /// `None` where preprocessing failed: the host pass fails in the same way, and reports it.
    pub fn new(
        session: &Session,
        unit: &Unit<'_>,
        dependencies: Option<&Dependencies>,
    ) -> Result<Option<Self>, Failure> {
        let path = session.temp_file(&unit.input.with_extension("ii"));
        let mut clang = clang::device(session, unit, DeviceOutput::Preprocessed, DeviceSource::Original, &path);
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
        Ok(Some(Self { path, rewritten }))
    }

    /// The text, for a device pass.
    pub fn source(&self) -> DeviceSource<'_> {
        DeviceSource::Preprocessed(&self.path)
    }

    /// Whether there are attributes of kernels.
    pub fn has_changed(&self) -> bool {
        self.rewritten.has_changed
    }

    /// The errors for the user that follow from a device pass's messages about the attributes in the text.
    pub fn errors(&self, messages: &str) -> String {
        unknown::errors(messages, &self.rewritten)
    }
}
