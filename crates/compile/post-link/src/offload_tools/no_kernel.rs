//! `tandem no-kernel`, the counterpart of DPC++'s `llvm-no-spir-kernel`. Tells build systems whether device code has
//! kernels: a library that is linked to others' kernels must have none.

use tandem_command_line::arguments::{Argument, Arguments};

use super::device_code::{ToolError, read_units, write};
use crate::ir_images;

/// A command line of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// LLVM IR, or an object with device parts; `-` for standard input.
    pub input: String,
    /// The path for a copy of an input without kernels, for the next step.
    pub output: Option<String>,
}

impl Request {
    /// Reads a command line ([`Arguments`]).
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, ToolError> {
        let (mut inputs, mut output) = (Vec::new(), None);
        let mut args = Arguments::new(args.into_iter());
        while let Some(argument) = args.next() {
            match argument {
                Argument::File(file) => inputs.push(file),
                Argument::Flag(flag) if flag.name == "o" => output = Some(args.value(&flag)?),
                Argument::Flag(flag) => return Err(ToolError::UnknownOption(flag.spelling)),
            }
        }
        match <[String; 1]>::try_from(inputs) {
            Ok([input]) => Ok(Self { input, output }),
            Err(inputs) if inputs.is_empty() => Ok(Self { input: "-".to_owned(), output }),
            Err(inputs) => Err(ToolError::Inputs(inputs.len())),
        }
    }
}

/// Whether the input has kernels. If it has none, it is copied to the output.
pub fn has_kernels(request: &Request) -> Result<bool, ToolError> {
    let units = read_units(&request.input)?;
    for unit in &units {
        if ir_images::has_kernels(&unit.bitcode, &unit.file)? {
            return Ok(true);
        }
    }
    if let Some(output) = &request.output {
        write(output, &super::device_code::read(&request.input)?)?;
    }
    Ok(false)
}
