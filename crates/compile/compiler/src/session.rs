//! The state that all steps of one driver run share: options, toolchain, temporary files, and the announcements of `-v`
//! and `-###`.

use std::path::Path;

use tempfile::TempDir;

use crate::error::{DriverError, Failure};
use crate::invocation::Invocation;
use crate::options::Options;
use crate::toolchain::Toolchain;

/// One run of the driver.
#[derive(Debug)]
pub struct Session {
    /// The command line.
    pub options: Options,
    /// Where things are.
    pub toolchain: Toolchain,
    temp: TempDir,
}

impl Session {
    /// Makes the folder for temporary files, which is removed with the
    /// session.
    pub fn new(options: Options, toolchain: Toolchain) -> Result<Self, Failure> {
        let temp = tempfile::Builder::new()
            .prefix("tandem-")
            .tempdir()
            .map_err(DriverError::io(|| "cannot create a temporary folder"))?;
        Ok(Self { options, toolchain, temp })
    }

    /// The folder for temporary files.
    pub fn temp_dir(&self) -> &Path {
        self.temp.path()
    }

    /// A path for a temporary file.
    pub fn temp_file(&self, name: &str) -> String {
        self.temp_dir().join(name).display().to_string()
    }

    /// Shows a command if requested. Returns whether to run it.
    pub fn announce(&self, invocation: &Invocation) -> bool {
        if self.options.verbose || self.options.dry_run {
            eprintln!("{invocation}");
        }
        !self.options.dry_run
    }
}
