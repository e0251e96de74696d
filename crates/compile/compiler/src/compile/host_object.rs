//! The changes to a host object once there is device code.

use std::fs;
use std::path::Path;

use tandem_command_line::output::replace_file;
use tandem_offload::fat::{self, DevicePart, EmbedError};
use tandem_offload::symbols;

use crate::error::{DriverError, Failure};

/// Puts a device part into its object.
pub fn embed(object: &Path, part: DevicePart) -> Result<(), Failure> {
    change(object, |bytes| fat::embed(bytes, &[part]))
}

/// Gives local symbols names that other objects can use. Each line of `list` has a symbol and its name.
pub fn expose(object: &Path, list: &str) -> Result<(), Failure> {
    let names: Vec<_> = list.lines().filter_map(|line| line.split_once(' ')).collect();
    change(object, |bytes| symbols::expose(bytes, &names))
}

/// Replaces an object. Other files, such as /dev/null, stay unchanged.
fn change(object: &Path, by: impl FnOnce(&[u8]) -> Result<Vec<u8>, EmbedError>) -> Result<(), Failure> {
    let name = || object.display().to_string();
    if !object.is_file() {
        return Ok(());
    }
    let bytes = fs::read(object).map_err(DriverError::io(name))?;
    let changed = by(&bytes).map_err(|source| DriverError::Embed { file: name(), source })?;
    Ok(replace_file(object, &changed).map_err(DriverError::io(name))?)
}
