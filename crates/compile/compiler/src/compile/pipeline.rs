//! A pipeline of two programs: the device pass, followed by post-link.

use std::path::Path;
use std::process::Stdio;

use crate::error::Failure;
use crate::invocation::Invocation;
use crate::job::{Job, Messages, input_from};
use crate::session::Session;

/// The device pass and post-link, which run.
pub struct Pipeline {
    pub clang: Job,
    pub post_link: Job,
}

impl Pipeline {
    /// The output of clang that is sent directly to post-link instead of to a file.
    pub const PIPE: &str = "-";

    /// Starts both: with a pipe between them, or, if the bitcode is kept in a file, one after the other. `bitcode` is
    /// the output of `clang`'s command line.
    pub fn start(
        session: &Session,
        clang: &Invocation,
        post_link: &Invocation,
        bitcode: &str,
    ) -> Result<Self, Failure> {
        let temp_dir = session.temp_dir();
        let held = Messages::Held;
        let mut clang = Job::start(clang, temp_dir, Stdio::null(), Stdio::piped(), held)?;
        let stdin = match (bitcode, clang.take_stdout()) {
            (Self::PIPE, Some(stdout)) => Stdio::from(stdout),
            _ => {
                clang.wait()?;
                // If clang failed, the file is missing; its status explains why.
                input_from(Path::new(bitcode)).unwrap_or_else(|_| Stdio::null())
            }
        };
        let post_link = Job::start(post_link, temp_dir, stdin, Stdio::inherit(), held)?;
        Ok(Self { clang, post_link })
    }
}
