//! The timeline of a process (`TANDEM_TRACE`): what the host did and when commands ran on devices, all by the
//! host's clock, in the trace event format of Chrome, which Perfetto shows.
//!
//! * `recorder`: what is noted while the program runs; cheap, since commands are only looked at again later.
//! * `lanes`: commands of one queue that overlap get rows of their own.
//! * `file`: the events of the format.

mod file;
mod lanes;
mod recorder;

pub(super) use recorder::Recorder;

/// The variable that names the file.
const VARIABLE: &str = "TANDEM_TRACE";

/// The timeline, if the process keeps one.
pub(super) fn open() -> Option<Recorder> {
    let path = tandem_environment::variable_os(VARIABLE).filter(|path| !path.is_empty())?;
    match Recorder::create(path.as_ref()) {
        Ok(recorder) => Some(recorder),
        Err(error) => {
            eprintln!("tandem: warning: {VARIABLE}={}: {error}; no timeline is written", path.display());
            None
        }
    }
}
