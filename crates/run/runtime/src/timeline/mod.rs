//! The timeline of a process (`TANDEM_TRACE`): what the host did and when commands ran on devices, all by the
//! host's clock, in the trace event format of Chrome, which Perfetto shows.
//!
//! * `record`: what is noted while the program runs; cheap, since commands are only looked at again later.
//! * `lanes`: commands of one queue that overlap get rows of their own.
//! * `file`: the events of the format.
//!
//! Without the variable, each place that could note something costs one load.

mod file;
mod lanes;
mod record;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use tandem_pi_abi::types::PiEvent;
use tandem_pi_host as pi;

use crate::base::clock::{self, Span};
use crate::base::object::Object;
use crate::devices::device::Device;
use record::Recorder;

/// The variable that names the file.
const VARIABLE: &str = "TANDEM_TRACE";

/// The timeline, if the process keeps one.
#[inline]
fn recorder() -> Option<&'static Recorder> {
    static RECORDER: OnceLock<Option<Recorder>> = OnceLock::new();
    RECORDER.get_or_init(open).as_ref()
}

#[cold]
fn open() -> Option<Recorder> {
    let path = tandem_environment::variable_os(VARIABLE).filter(|path| !path.is_empty())?;
    match Recorder::create(path.as_ref()) {
        Ok(recorder) => Some(recorder),
        Err(error) => {
            eprintln!("tandem: warning: {VARIABLE}={}: {error}; no timeline is written", path.display());
            None
        }
    }
}

/// Whether there is a timeline: queues then take the times of their commands.
pub(crate) fn is_kept() -> bool {
    recorder().is_some()
}

/// A command on its way to a device.
pub(crate) struct Submitted<'a> {
    /// The number of the queue.
    pub(crate) queue: usize,
    pub(crate) device: &'a Arc<Object<Device>>,
    /// The command in words, or the symbol of a kernel.
    pub(crate) name: String,
    /// What the command waits for.
    pub(crate) waits: &'a [PiEvent],
    /// When the host began to hand it over.
    pub(crate) start: u64,
}

/// When a command is handed over; `None` without a timeline.
#[inline]
pub(crate) fn start() -> Option<u64> {
    recorder().map(|_| clock::now())
}

/// Notes a command that a device has been given. `event` is its end.
pub(crate) fn command(submitted: Submitted<'_>, event: &pi::Event) {
    if let Some(recorder) = recorder() {
        let span = Span { start: submitted.start, end: clock::now() };
        recorder.command(submitted, span, event);
    }
}

/// Notes what a thread of the host does until the value is dropped.
#[must_use = "the span ends when this is dropped"]
pub(crate) struct HostSpan {
    name: Cow<'static, str>,
    start: u64,
    recorder: &'static Recorder,
}

/// Begins to note what this thread does; nothing without a timeline.
#[inline]
pub(crate) fn span<Name: Into<Cow<'static, str>>>(name: impl FnOnce() -> Name) -> Option<HostSpan> {
    recorder().map(|recorder| HostSpan { name: name().into(), start: clock::now(), recorder })
}

impl Drop for HostSpan {
    fn drop(&mut self) {
        let span = Span { start: self.start, end: clock::now() };
        self.recorder.host(std::mem::take(&mut self.name), span);
    }
}

/// Ends the file. Commands that are not complete by now are left out. Nothing is noted from then on.
pub(crate) fn finish() {
    if let Some(recorder) = recorder() {
        recorder.finish();
    }
}
