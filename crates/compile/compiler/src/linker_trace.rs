//! Finds the archive members that the host's linker uses: their kernels can be launched, those of other members cannot.
//!
//! The linker itself reports them, in a link whose result is discarded. Its rules (the order of inputs, groups,
//! `--whole-archive`, scripts, shared libraries that take precedence) therefore need not be reimplemented here.

use std::collections::HashSet;
use std::io::Read as _;
use std::process::Stdio;

use crate::archive_member::ArchiveMember;
use crate::error::{DriverError, Failure};
use crate::job::{Job, Messages};
use crate::session::Session;
use crate::stages;

/// The members that are used in a link of `inputs`, one for each input of the command line; `None` if the linker does
/// not report them. If this link fails, so does the actual one, which shows its messages.
pub fn taken(session: &Session, inputs: &[String]) -> Result<Option<HashSet<ArchiveMember>>, Failure> {
    let mut linker = stages::link(&session.toolchain, &session.options, inputs, None);
    // GNU ld names members only if the option is given twice.
    linker.args(["-Wl,--trace", "-Wl,--trace", "-o", &session.temp_file("traced")]);
    if !session.announce(&linker) {
        return Ok(None);
    }
    let mut job = Job::start(&linker, session.temp_dir(), Stdio::null(), Stdio::piped(), Messages::Held)?;
    let mut trace = String::new();
    if let Some(mut stdout) = job.take_stdout() {
        stdout.read_to_string(&mut trace).map_err(DriverError::io(|| "cannot read the linker's trace"))?;
    }
    let is_told = job.wait()? == 0 && !trace.is_empty();
    Ok(is_told.then(|| trace.lines().filter_map(ArchiveMember::from_trace).collect()))
}
