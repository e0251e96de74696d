//! The shared part of the tools that inspect device code: reading units of it, and their errors.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use tandem_command_line::arguments::{Flag, MissingValue};
use tandem_command_line::output::replace_file;
use tandem_offload::fat::{self, FatError};

use crate::diagnostics::Diagnostics;
use crate::unit::Unit;

/// A command line that makes no sense, or device code that is not good.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// An option that there is not.
    #[error("unknown option '{0}'")]
    UnknownOption(String),
    /// An option without its value.
    #[error(transparent)]
    MissingValue(#[from] MissingValue),
    /// An option with a value that it does not take.
    #[error("option '{option}' takes {expected}")]
    Value {
        /// The option, with the value.
        option: String,
        /// The values that it accepts.
        expected: &'static str,
    },
    /// Options that contradict each other.
    #[error("'{0}' and '{1}' cannot be used together")]
    Conflict(&'static str, &'static str),
    /// No `-o`.
    #[error("no output file; name one with -o")]
    NoOutput,
    /// A number of input files that the tool does not take.
    #[error("expected one input file, found {0}")]
    Inputs(usize),
    /// There is nothing to write.
    #[error("{0}: no device code")]
    NoDeviceCode(String),
    /// An object whose device part is damaged.
    #[error("{file}: {source}")]
    Part {
        /// The object.
        file: String,
        /// The error in the object.
        source: FatError,
    },
    /// Device code that cannot be read or used. The text contains the locations.
    #[error(transparent)]
    Code(#[from] Diagnostics),
    /// A file operation.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
}

impl ToolError {
    /// The error for an option with a value that it does not accept.
    pub(super) fn value(flag: &Flag, expected: &'static str) -> Self {
        Self::Value { option: flag.spelling.clone(), expected }
    }
}

/// The bytes of a file, or of standard input for `-`.
pub(super) fn read(file: &str) -> Result<Vec<u8>, ToolError> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().read_to_end(&mut bytes).map(drop),
        _ => fs::read(file).map(|content| bytes = content),
    };
    read.map_err(io_error(file))?;
    Ok(bytes)
}

/// The device code in a file: LLVM IR, or an object with device parts.
pub(super) fn read_units(file: &str) -> Result<Vec<Unit>, ToolError> {
    let bytes = read(file)?;
    if bytes.is_empty() {
        // LLVM would accept that as a module.
        return Err(ToolError::NoDeviceCode(file.to_owned()));
    }
    if !fat::is_relocatable_object(&bytes) {
        return Ok(vec![Unit { file: file.to_owned(), bitcode: bytes }]);
    }
    let parts = fat::parts_in_object(&bytes).map_err(|source| ToolError::Part { file: file.to_owned(), source })?;
    Ok(parts.into_iter().map(|part| Unit { file: file.to_owned(), bitcode: part.bitcode }).collect())
}

/// Writes a file, or to standard output for `-`.
pub(super) fn write(file: &str, bytes: &[u8]) -> Result<(), ToolError> {
    let written = match file {
        "-" => io::Write::write_all(&mut io::stdout(), bytes),
        _ => replace_file(Path::new(file), bytes),
    };
    written.map_err(io_error(file))
}

fn io_error(file: &str) -> impl FnOnce(io::Error) -> ToolError {
    move |source| ToolError::Io { file: file.to_owned(), source }
}
