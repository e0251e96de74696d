//! The text form of a module, as `spirv-dis` of SPIRV-Tools prints it.
//!
//! Words that the grammar does not know are written raw (`!4711`), as `spirv-as` reads them, so that the text of any
//! module can be assembled again.

mod names;
mod numbers;

use std::fmt;

use crate::decode::{Decoder, Operand};
use crate::error::{BinaryError, opcode_name};
use crate::generator;
use crate::words::{Instruction, Words};
use names::Names;

/// Column at which instructions begin, after their results.
const COLUMN: usize = 15;

/// The text form of a module, which [`Display`](fmt::Display) writes line by line.
pub struct Text<'w> {
    words: &'w Words,
    names: Names,
}

impl<'w> Text<'w> {
    /// Finds the names of a module's ids.
    ///
    /// # Errors
    /// When an instruction does not fit or lacks an operand.
    pub fn of(words: &'w Words) -> Result<Self, BinaryError> {
        let mut names = Names::new(words.as_slice().len());
        each_instruction(words, |inst, operands| names.instruction(inst, operands))?;
        Ok(Self { words, names })
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(out, self.words)?;
        let mut written = Ok(());
        let decoded = each_instruction(self.words, |inst, operands| {
            written = written.and_then(|()| write_instruction(out, &self.names, inst, operands));
        });
        // `of` has seen all instructions.
        decoded.map_err(|_| fmt::Error).and(written)
    }
}

/// Calls `each` with the instructions and their operands, which are not kept: together they are
/// many times the module.
fn each_instruction(words: &Words, mut each: impl FnMut(&Instruction<'_>, &[Operand])) -> Result<(), BinaryError> {
    let mut decoder = Decoder::new();
    for inst in words.instructions() {
        let inst = inst?;
        each(&inst, &decoder.operands(&inst).map_err(|reason| inst.error(reason))?);
    }
    Ok(())
}

fn write_header(out: &mut fmt::Formatter<'_>, words: &Words) -> fmt::Result {
    let ((major, minor), (tool, version)) = (words.version(), words.generator());
    writeln!(out, "; SPIR-V\n; Version: {major}.{minor}")?;
    writeln!(out, "; Generator: {}; {version}", generator::name(tool))?;
    writeln!(out, "; Bound: {}\n; Schema: {}", words.bound(), words.schema())
}

fn write_instruction(
    out: &mut fmt::Formatter<'_>,
    names: &Names,
    inst: &Instruction<'_>,
    operands: &[Operand],
) -> fmt::Result {
    let result = operands.iter().find_map(|operand| match operand {
        Operand::Result(id) => Some(format!("%{} = ", names.of(*id))),
        _ => None,
    });
    write!(out, "{:>COLUMN$}", result.unwrap_or_default())?;
    match inst.op() {
        Some(_) => write!(out, "{}", opcode_name(inst.opcode))?,
        None => write!(out, "!{}", (inst.operands.len() as u32 + 1) << 16 | u32::from(inst.opcode))?,
    }
    for operand in operands {
        match operand {
            Operand::Result(_) => {}
            Operand::ResultType(id) | Operand::Id(id) => write!(out, " %{}", names.of(*id))?,
            Operand::Integer(value) => write!(out, " {value}")?,
            Operand::Float(value) => write!(out, " {}", numbers::single(*value))?,
            Operand::Number(number) => write!(out, " {}", numbers::number(number))?,
            Operand::String(text) => write!(out, " \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))?,
            Operand::Name(name) => write!(out, " {name}")?,
            Operand::Unknown(word) => write!(out, " !{word}")?,
        }
    }
    writeln!(out)
}
