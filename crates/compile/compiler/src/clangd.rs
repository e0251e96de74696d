//! `tandem++ --clangd`: the configuration by which clangd reads SYCL sources
//! as the host pass does.
//!
//! clangd takes a source's command line from `compile_commands.json`, and parses it as clang's. The configuration
//! removes options that clang does not have, and adds those that the driver would add.

use crate::error::Failure;
use crate::front_end::QUIET_ABOUT_ATTRIBUTES;
use tandem_device_target::Registry;

use crate::inputs::{CXX, HEADERS};
use crate::options::{DPCPP_OPTIONS, Form, Input, Options};
use crate::stages::{self, Unit};
use crate::toolchain::Toolchain;

/// The word that marks a compiler launcher of the CMake package (`tandem launch-as-compiler COMPILER …`).
const LAUNCHER_WORD: &str = "launch-as-compiler";

/// The text of a `.clangd` file.
///
/// # Errors
/// If the installation is not complete.
pub fn configuration(toolchain: &Toolchain, registry: Registry) -> Result<String, Failure> {
    let options = Options::parse(vec!["-fsycl".to_owned()], registry)?;
    let input = Input { path: String::new(), language: None };
    let unit = Unit { input: &input, id: String::new() };
    let mut added = stages::host_sycl_options(toolchain, &options, &unit, false);
    // Attributes of kernels are handled by the driver: clang knows none in namespace sycl.
    added.push(QUIET_ABOUT_ATTRIBUTES.to_owned());
    let removed = DPCPP_OPTIONS.iter().map(|spec| match spec.form {
        Form::Flag | Form::Separate => spec.name.to_owned(),
        Form::Joined | Form::JoinedOrSeparate | Form::JoinedAndSeparate => format!("{}*", spec.name),
    });
    let removed: Vec<String> = removed.chain([LAUNCHER_WORD.to_owned()]).collect();
    // `.c` is C to other compilers of a project.
    let extensions: Vec<&str> = CXX.iter().chain(HEADERS).copied().filter(|extension| *extension != "c").collect();
    let pattern = format!(".*\\.({})", extensions.join("|").replace('+', "\\+"));
    Ok(format!(
        "# Made by `tandem++ --clangd`: SYCL sources in clangd.\n\
         If:\n  PathMatch: {}\n\
         CompileFlags:\n  Compiler: {}\n  Remove:\n{}  Add:\n{}",
        quoted(&pattern),
        quoted(&toolchain.clang.display().to_string()),
        items(&removed),
        items(&added),
    ))
}

fn items(words: &[String]) -> String {
    words.iter().map(|word| format!("    - {}\n", quoted(word))).collect()
}

/// A YAML string that means the text and nothing else.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        assert_eq!(quoted("-D__SYCL_TU_ID=\"\""), "'-D__SYCL_TU_ID=\"\"'");
        assert_eq!(quoted("/it's/clang++"), "'/it''s/clang++'");
    }
}
