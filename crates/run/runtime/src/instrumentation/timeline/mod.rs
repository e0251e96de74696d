//! The timeline of a process (`TANDEM_TRACE`): the activity of the host, the times of commands on devices, and the
//! memory in use, all by the host's clock, in the trace event format of Chrome, which Perfetto shows.
//!
//! * `lanes`: commands of one queue that overlap get separate rows.
//! * `memory`: bytes in use.
//! * `file`: the events of the format.
//! * `record`: the observer.

mod file;
mod lanes;
mod memory;
mod record;

use super::event::Observer;
use record::Recorder;

/// The variable that names the file.
const VARIABLE: &str = "TANDEM_TRACE";

/// The timeline, if the environment asks for one.
pub(super) fn open() -> Option<Box<dyn Observer>> {
    let path = tandem_environment::variable_os(VARIABLE).filter(|path| !path.is_empty())?;
    match Recorder::create(path.as_ref()) {
        Ok(recorder) => Some(Box::new(recorder)),
        Err(error) => {
            eprintln!("tandem: warning: {VARIABLE}={}: {error}; no timeline is written", path.display());
            None
        }
    }
}
