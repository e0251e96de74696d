//! Why a plugin could not be loaded.

use std::fmt;
use std::path::PathBuf;

use tandem_pi_abi::constants::PiResult;

/// A file that was tried, and why it was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file.
    pub path: PathBuf,
    /// The system's error message.
    pub reason: String,
}

/// A failure of the loader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No file of this name in any folder.
    #[error("plugin `{library}` was not found; tried:{}", Tried(.tried))]
    Missing {
        /// The library, as configured.
        library: String,
        /// Every place that was tried.
        tried: Vec<Candidate>,
    },
    /// A file that the dynamic linker refuses.
    #[error("plugin {path} cannot be loaded: {reason}; tried:{}", Tried(.tried))]
    Unloadable {
        /// The file.
        path: PathBuf,
        /// The words of the dynamic linker.
        reason: String,
        /// Every place that was tried.
        tried: Vec<Candidate>,
    },
    /// A library that is no plugin.
    #[error("plugin {path} does not export piPluginInit: {reason}")]
    NotAPlugin {
        /// The file.
        path: PathBuf,
        /// The words of the dynamic linker.
        reason: String,
    },
    /// `piPluginInit` returned an error.
    #[error("plugin {path} failed to initialize: piPluginInit returned {code} ({}); the host offers PI {host_version}", code.0)]
    Initialization {
        /// The file.
        path: PathBuf,
        /// The return value.
        code: PiResult,
        /// The version that the plugin was offered.
        host_version: String,
    },
    /// A plugin for an incompatible PI.
    #[error("plugin {path} implements PI `{version}`, which is incompatible with PI {host_version}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that the plugin reported.
        version: String,
        /// The version of the host.
        host_version: String,
    },
    /// A plugin that lacks the most basic entry.
    #[error("plugin {path} provides no {entry}")]
    IncompleteTable {
        /// The file.
        path: PathBuf,
        /// The entry.
        entry: &'static str,
    },
    /// A configuration file that cannot be read.
    #[error("plugin configuration {path}: {reason}")]
    UnreadableConfig {
        /// The file.
        path: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// A configuration file with a malformed line.
    #[error("plugin configuration {path}, line {line}: {reason}")]
    MalformedConfig {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// A description of the error.
        reason: String,
    },
}

impl LoadError {
    /// Whether the library is simply not installed.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. })
    }
}

/// Lists candidates one a line.
struct Tried<'a>(&'a [Candidate]);

impl fmt::Display for Tried<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for candidate in self.0 {
            write!(f, "\n  {}: {}", candidate.path.display(), candidate.reason)?;
        }
        Ok(())
    }
}
