//! The constructs that the reader supports: the table of everything that a module may contain.
//!
//! The reader must understand a module. A construct that is in no table here, or that a table refuses, is an error that
//! names it; none is silently ignored. An ignored entry states why it changes nothing. `docs/internals/spirv-reader.md`
//! has these tables, as [`markdown`] writes them, and the tests of this crate have a module for each entry that is
//! read.

mod capabilities;
mod decorations;
mod execution_modes;
mod extensions;
mod families;
mod instructions;

use std::fmt::{self, Write};

use rspirv::spirv::{Capability, Decoration, ExecutionMode, Op};

use super::error::{Reason, Result};
use tandem_spirv_binary::Instruction;

pub use capabilities::{CAPABILITIES, capability};
pub use decorations::{DECORATIONS, MEMBER_DECORATIONS, decoration, member_decoration};
pub use execution_modes::{EXECUTION_MODES, execution_mode};
pub use extensions::{EXTENSIONS, extension};
pub use families::{Family, Operation, Statement};
pub use instructions::{INSTRUCTIONS, family, instruction};

/// The reader's support for a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Its meaning is in the device IR.
    Read,
    /// It changes nothing that a kernel computes, for this reason.
    Ignored(&'static str),
    /// A module that contains it is refused, for this reason.
    Refused(&'static str),
}

/// The reason for refusing constructs in no table.
const UNKNOWN: &str = "the reader does not support it (docs/internals/spirv-reader.md lists what it supports)";

/// Defines a table and the function that looks something up in it.
macro_rules! table {
    ($(#[$about:meta])* $all:ident, $lookup:ident($ty:ident): $($support:expr => [$($item:ident),* $(,)?];)*) => {
        $(#[$about])*
        pub const $all: &[($ty, Support)] = &[$($(($ty::$item, $support),)*)*];

        /// The reader's support for it; `None` for constructs in no table.
        pub const fn $lookup(item: $ty) -> Option<Support> {
            match item {
                $($(| $ty::$item)* => Some($support),)*
                #[allow(unreachable_patterns, reason = "a table may have all of them")]
                _ => None,
            }
        }
    };
}
use table;

/// Fails unless the reader reads or may ignore the named construct.
fn accept(support: Option<Support>, name: impl FnOnce() -> String) -> Result<()> {
    match support {
        Some(Support::Read | Support::Ignored(_)) => Ok(()),
        Some(Support::Refused(why)) => Err(Reason::Refused { what: name(), why }),
        None => Err(Reason::Refused { what: name(), why: UNKNOWN }),
    }
}

/// Checks a declared capability.
pub(super) fn accept_capability(number: u32) -> Result<()> {
    let known = Capability::from_u32(number);
    accept(known.and_then(capability), || format!("capability {}", name(known, number)))
}

/// Checks a declared extension.
pub(super) fn accept_extension(name: &str) -> Result<()> {
    accept(extension(name), || format!("extension {name}"))
}

/// Checks an instruction.
pub(super) fn accept_instruction(opcode: u16) -> Result<()> {
    let known = Op::from_u32(opcode.into());
    accept(known.and_then(instruction), || tandem_spirv_binary::opcode_name(opcode))
}

/// Whether an instruction may be between any others, in functions and outside of them.
pub(super) fn stands_anywhere(inst: &Instruction<'_>) -> bool {
    inst.op().and_then(family) == Some(Family::Anywhere)
}

/// Checks a decoration of an id, or of a member of a structure.
pub(super) fn accept_decoration(number: u32, is_member: bool) -> Result<Option<Decoration>> {
    let known = Decoration::from_u32(number);
    let support = known.and_then(if is_member { member_decoration } else { decoration });
    let of = if is_member { " of a member" } else { "" };
    accept(support, || format!("decoration {}{of}", name(known, number)))?;
    Ok(known.filter(|_| support == Some(Support::Read)))
}

/// Checks an execution mode; `None` for those that are ignored.
pub(super) fn accept_execution_mode(number: u32) -> Result<Option<ExecutionMode>> {
    let known = ExecutionMode::from_u32(number);
    let support = known.and_then(execution_mode);
    accept(support, || format!("execution mode {}", name(known, number)))?;
    Ok(known.filter(|_| support == Some(Support::Read)))
}

/// Checks the bits of a mask: `known` are those that the reader understands.
pub(super) fn accept_bits(what: &str, bits: u32, known: u32) -> Result<()> {
    match bits & !known {
        0 => Ok(()),
        unknown => Err(Reason::Refused { what: format!("{what} {unknown:#x}"), why: UNKNOWN }),
    }
}

fn name(known: Option<impl fmt::Debug>, number: u32) -> String {
    known.map_or_else(|| number.to_string(), |known| format!("{known:?}"))
}

/// All tables, in Markdown.
pub fn markdown() -> String {
    let mut text = String::new();
    let extensions = EXTENSIONS.iter().map(|(name, support)| (format!("`{name}`"), *support));
    // Writing to a string does not fail.
    let _ = section(&mut text, "Capabilities", rows(CAPABILITIES))
        .and_then(|()| section(&mut text, "Extensions", extensions))
        .and_then(|()| section(&mut text, "Instructions", rows(INSTRUCTIONS)))
        .and_then(|()| section(&mut text, "Decorations", rows(DECORATIONS)))
        .and_then(|()| section(&mut text, "Decorations of members", rows(MEMBER_DECORATIONS)))
        .and_then(|()| section(&mut text, "Execution modes", rows(EXECUTION_MODES)));
    text
}

fn rows<T: fmt::Debug>(table: &[(T, Support)]) -> impl Iterator<Item = (String, Support)> {
    table.iter().map(|(item, support)| (format!("`{item:?}`"), *support))
}

/// One row for each reason, and one for the supported items.
fn section(text: &mut String, title: &str, rows: impl Iterator<Item = (String, Support)>) -> fmt::Result {
    writeln!(text, "### {title}\n\n| support | which |\n|---|---|")?;
    let mut groups: Vec<(Support, Vec<String>)> = Vec::new();
    for (item, support) in rows {
        match groups.iter_mut().find(|(other, _)| *other == support) {
            Some((_, items)) => items.push(item),
            None => groups.push((support, vec![item])),
        }
    }
    for (support, items) in groups {
        let support = match support {
            Support::Read => "**read**".to_owned(),
            Support::Ignored(why) => format!("**ignored**: {why}"),
            Support::Refused(why) => format!("**refused**: {why}"),
        };
        writeln!(text, "| {support} | {} |", items.join(" "))?;
    }
    writeln!(text)
}
