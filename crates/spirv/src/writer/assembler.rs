//! The words of a module under construction: one stream for each section of
//! the logical layout (SPIR-V specification, 2.4), ids, capabilities and the
//! header that ties them together.

use std::collections::BTreeSet;

use rspirv::spirv::{Capability, Decoration, MAGIC_NUMBER, Op, Word};

use super::error::Reason;
use crate::debug_info::DEBUG_INFO;
use tandem_device_ir::opencl::INSTRUCTION_SET;

/// Registered number of this tool: none yet, so the reserved 0.
const GENERATOR: Word = 0;

/// A stream of encoded instructions.
#[derive(Default)]
pub(super) struct Words {
    words: Vec<Word>,
    too_long: Option<Op>,
}

impl Words {
    /// Appends one instruction with its operand words, result ids included.
    pub(super) fn inst(&mut self, op: Op, operands: &[Word]) {
        match u16::try_from(operands.len() + 1) {
            Ok(count) => {
                self.words.push(u32::from(count) << 16 | op as Word);
                self.words.extend_from_slice(operands);
            }
            // Reported by `Assembler::finish`, where an error can be returned.
            Err(_) => self.too_long = self.too_long.or(Some(op)),
        }
    }

    /// Appends another stream.
    pub(super) fn append(&mut self, other: Words) {
        self.too_long = self.too_long.or(other.too_long);
        self.words.extend(other.words);
    }
}

/// The sections of a module.
#[derive(Default)]
pub(super) struct Assembler {
    capabilities: BTreeSet<Word>,
    extensions: BTreeSet<&'static str>,
    opencl_std: Option<Word>,
    debug_info: Option<Word>,
    pub(super) entry_points: Words,
    pub(super) execution_modes: Words,
    pub(super) strings: Words,
    pub(super) names: Words,
    pub(super) annotations: Words,
    pub(super) globals: Words,
    pub(super) descriptions: Words,
    pub(super) declarations: Words,
    pub(super) definitions: Words,
    last_id: Word,
}

impl Assembler {
    /// A fresh result id.
    pub(super) fn id(&mut self) -> Word {
        self.last_id += 1;
        self.last_id
    }

    /// Declares a capability, once.
    pub(super) fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as Word);
    }

    /// Declares an extension, once.
    pub(super) fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }

    /// The id of the imported `OpenCL.std` set.
    pub(super) fn opencl_std(&mut self) -> Word {
        if self.opencl_std.is_none() {
            self.opencl_std = Some(self.id());
        }
        self.opencl_std.unwrap_or_default()
    }

    /// The id of the imported set of debug information.
    pub(super) fn debug_info(&mut self) -> Word {
        if self.debug_info.is_none() {
            self.debug_info = Some(self.id());
        }
        self.debug_info.unwrap_or_default()
    }

    /// Names an id, where there is a name.
    pub(super) fn name(&mut self, id: Word, name: &str) {
        if !name.is_empty() {
            self.names.inst(Op::Name, &with_string(&[id], name));
        }
    }

    /// Decorates an id.
    pub(super) fn decorate(&mut self, id: Word, decoration: Decoration, operands: &[Word]) {
        let mut words = vec![id, decoration as Word];
        words.extend_from_slice(operands);
        self.annotations.inst(Op::Decorate, &words);
    }

    /// The whole module, little endian.
    pub(super) fn finish(self, version: (u8, u8)) -> Result<Vec<u8>, Reason> {
        let mut out = Words::default();
        for capability in &self.capabilities {
            out.inst(Op::Capability, &[*capability]);
        }
        for extension in &self.extensions {
            out.inst(Op::Extension, &with_string(&[], extension));
        }
        for (id, name) in [(self.opencl_std, INSTRUCTION_SET), (self.debug_info, DEBUG_INFO)] {
            if let Some(id) = id {
                out.inst(Op::ExtInstImport, &with_string(&[id], name));
            }
        }
        // Physical64 and OpenCL.
        out.inst(Op::MemoryModel, &[2, 2]);
        let sections = [
            self.entry_points,
            self.execution_modes,
            self.strings,
            self.names,
            self.annotations,
            self.globals,
            self.descriptions,
            self.declarations,
            self.definitions,
        ];
        for section in sections {
            out.append(section);
        }
        if let Some(op) = out.too_long {
            return Err(Reason::TooLong(op));
        }
        let version = u32::from(version.0) << 16 | u32::from(version.1) << 8;
        let header = [MAGIC_NUMBER, version, GENERATOR, self.last_id + 1, 0];
        Ok(header.iter().chain(&out.words).flat_map(|word| word.to_le_bytes()).collect())
    }
}

/// `operands`, then a literal string with its terminating zero, padded to
/// whole words.
pub(super) fn with_string(operands: &[Word], text: &str) -> Vec<Word> {
    let mut words = operands.to_vec();
    // A literal string ends at its first zero.
    let text = text.split('\0').next().unwrap_or_default();
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() / 4 * 4 + 4, 0);
    words.extend(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_terminated_and_padded() {
        assert_eq!(with_string(&[7], "abc"), [7, u32::from_le_bytes(*b"abc\0")]);
        assert_eq!(with_string(&[], "abcd"), [u32::from_le_bytes(*b"abcd"), 0]);
        assert_eq!(with_string(&[], ""), [0]);
        assert_eq!(with_string(&[], "a\0b"), [u32::from_le_bytes(*b"a\0\0\0")]);
    }

    #[test]
    fn instructions_longer_than_the_format_allows_are_refused() {
        let mut assembler = Assembler::default();
        assembler.globals.inst(Op::ConstantComposite, &vec![1; 70_000]);
        assert!(matches!(assembler.finish((1, 4)), Err(Reason::TooLong(Op::ConstantComposite))));
    }
}
