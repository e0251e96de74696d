//! Which members of archives the host's linker takes: their kernels can be
//! launched, those of other members cannot.
//!
//! The linker itself says so, in a link whose result is thrown away. Its rules
//! (the order of inputs, groups, `--whole-archive`, scripts, shared libraries that
//! come first) need not be repeated here then.

use std::collections::HashSet;
use std::io::Read as _;
use std::process::Stdio;

use crate::error::{DriverError, Failure};
use crate::job::{Job, Messages};
use crate::session::Session;
use crate::stages;

/// A member of an archive. Linkers write the paths of archives as they found them,
/// so that only file names are compared: at worst a member too many counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArchiveMember {
    archive: String,
    member: String,
}

impl ArchiveMember {
    /// A member of the archive in a file.
    pub fn new(archive: &str, member: &str) -> Self {
        Self { archive: file_name(archive), member: file_name(member) }
    }

    /// The member that a line of `--trace` names: `archive(member)`, or
    /// `(archive)member` as GNU ld has it.
    fn from_trace(line: &str) -> Option<Self> {
        let line = line.trim();
        let (archive, member) = match line.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?,
            None => line.strip_suffix(')')?.split_once('(')?,
        };
        Some(Self::new(archive, member))
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// The members that are taken in a link of `inputs`, one for each input of the
/// command line; `None` where the linker does not say. A link that fails is left
/// to fail where its messages are seen.
pub fn taken(session: &Session, inputs: &[String]) -> Result<Option<HashSet<ArchiveMember>>, Failure> {
    let mut linker = stages::link(&session.toolchain, &session.options, inputs, None);
    // GNU ld names members when it is asked twice.
    linker.args(["-Wl,--trace", "-Wl,--trace", "-o", &session.temp_file("traced")]);
    if !session.announce(&linker) {
        return Ok(None);
    }
    let mut job = Job::start(&linker, session.temp_dir(), Stdio::null(), Stdio::piped(), Messages::Held)?;
    let mut trace = String::new();
    if let Some(mut stdout) = job.take_stdout() {
        stdout.read_to_string(&mut trace).map_err(DriverError::io(|| "reading what the linker takes"))?;
    }
    let is_told = job.wait()? == 0 && !trace.is_empty();
    Ok(is_told.then(|| trace.lines().filter_map(ArchiveMember::from_trace).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_linkers() {
        let member = Some(ArchiveMember::new("lib/liba.a", "b.o"));
        for line in ["./liba.a(b.o)", "liba.a(sub/b.o)", "(./liba.a)b.o", "liba.a(b.o)\n"] {
            assert_eq!(ArchiveMember::from_trace(line), member, "{line}");
        }
        for line in ["main.o", "./liba.a", "/lib/libc.so.6", ""] {
            assert_eq!(ArchiveMember::from_trace(line), None, "{line}");
        }
    }
}
