//! The words of a module under construction: one stream for each section of
//! the logical layout (SPIR-V specification, 2.4), ids, capabilities and the
//! header that ties them together.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rspirv::spirv::{AddressingModel, Capability, Decoration, MAGIC_NUMBER, MemoryModel, Op, Word};

/// Registered number of this tool: none yet, so the reserved 0.
const GENERATOR: Word = 0;

/// An instruction with more operands than its length can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong(pub Op);

/// A stream of encoded instructions.
#[derive(Debug, Default)]
pub struct Stream {
    words: Vec<Word>,
    too_long: Option<Op>,
}

impl Stream {
    /// Appends one instruction with its operand words, result ids included.
    pub fn inst(&mut self, op: Op, operands: &[Word]) {
        match u16::try_from(operands.len() + 1) {
            Ok(count) => {
                self.words.push(u32::from(count) << 16 | op as Word);
                self.words.extend_from_slice(operands);
            }
            // Reported by `Assembler::finish`, where an error can be returned.
            Err(_) => self.too_long = self.too_long.or(Some(op)),
        }
    }

    /// An instruction that was too long to be appended.
    pub fn too_long(&self) -> Option<TooLong> {
        self.too_long.map(TooLong)
    }

    /// The words of the instructions.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Appends another stream.
    pub fn append(&mut self, other: Stream) {
        self.too_long = self.too_long.or(other.too_long);
        self.words.extend(other.words);
    }
}

/// The sections of a module. Capabilities, extensions and instruction sets are declared where they
/// are needed, and appear once.
#[derive(Debug)]
pub struct Assembler {
    memory_model: (AddressingModel, MemoryModel),
    capabilities: BTreeSet<Word>,
    extensions: BTreeSet<&'static str>,
    instruction_sets: IndexMap<&'static str, Word>,
    /// `OpEntryPoint`.
    pub entry_points: Stream,
    /// `OpExecutionMode`.
    pub execution_modes: Stream,
    /// `OpString` and `OpSource`.
    pub strings: Stream,
    /// `OpName`, and after all of them `OpModuleProcessed`.
    pub names: Stream,
    /// Decorations.
    pub annotations: Stream,
    /// Types, constants and variables, in order of their definition.
    pub globals: Stream,
    /// Debug information, which speaks of [`globals`](Self::globals).
    pub descriptions: Stream,
    /// Functions without bodies.
    pub declarations: Stream,
    /// Functions with bodies.
    pub definitions: Stream,
    last_id: Word,
}

impl Assembler {
    /// An empty module.
    pub fn new(addressing: AddressingModel, memory: MemoryModel) -> Self {
        Self {
            memory_model: (addressing, memory),
            capabilities: BTreeSet::new(),
            extensions: BTreeSet::new(),
            instruction_sets: IndexMap::new(),
            entry_points: Stream::default(),
            execution_modes: Stream::default(),
            strings: Stream::default(),
            names: Stream::default(),
            annotations: Stream::default(),
            globals: Stream::default(),
            descriptions: Stream::default(),
            declarations: Stream::default(),
            definitions: Stream::default(),
            last_id: 0,
        }
    }

    /// A fresh result id.
    pub fn id(&mut self) -> Word {
        self.last_id += 1;
        self.last_id
    }

    /// Declares a capability, once.
    pub fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as Word);
    }

    /// Declares an extension, once.
    pub fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }

    /// The id of an imported set of extended instructions.
    pub fn instruction_set(&mut self, name: &'static str) -> Word {
        if let Some(id) = self.instruction_sets.get(name) {
            return *id;
        }
        let id = self.id();
        self.instruction_sets.insert(name, id);
        id
    }

    /// Names an id, unless the name is empty.
    pub fn name(&mut self, id: Word, name: &str) {
        if !name.is_empty() {
            self.names.inst(Op::Name, &with_string(&[id], name));
        }
    }

    /// Decorates an id.
    pub fn decorate(&mut self, id: Word, decoration: Decoration, operands: &[Word]) {
        let mut words = vec![id, decoration as Word];
        words.extend_from_slice(operands);
        self.annotations.inst(Op::Decorate, &words);
    }

    /// The whole module, little endian.
    ///
    /// # Errors
    /// When an instruction is longer than the format allows.
    pub fn finish(self, version: (u8, u8)) -> Result<Vec<u8>, TooLong> {
        let mut out = Stream::default();
        for capability in &self.capabilities {
            out.inst(Op::Capability, &[*capability]);
        }
        for extension in &self.extensions {
            out.inst(Op::Extension, &with_string(&[], extension));
        }
        for (name, id) in self.instruction_sets {
            out.inst(Op::ExtInstImport, &with_string(&[id], name));
        }
        let (addressing, memory) = self.memory_model;
        out.inst(Op::MemoryModel, &[addressing as Word, memory as Word]);
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
            return Err(TooLong(op));
        }
        let version = u32::from(version.0) << 16 | u32::from(version.1) << 8;
        let header = [MAGIC_NUMBER, version, GENERATOR, self.last_id + 1, 0];
        Ok(header.iter().chain(&out.words).flat_map(|word| word.to_le_bytes()).collect())
    }
}

/// `operands`, then a literal string with its terminating zero, padded to
/// whole words.
pub fn with_string(operands: &[Word], text: &str) -> Vec<Word> {
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
    use crate::words::Words;

    #[test]
    fn strings_are_terminated_and_padded() {
        assert_eq!(with_string(&[7], "abc"), [7, u32::from_le_bytes(*b"abc\0")]);
        assert_eq!(with_string(&[], "abcd"), [u32::from_le_bytes(*b"abcd"), 0]);
        assert_eq!(with_string(&[], ""), [0]);
        assert_eq!(with_string(&[], "a\0b"), [u32::from_le_bytes(*b"a\0\0\0")]);
    }

    fn kernel_module() -> Assembler {
        Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL)
    }

    #[test]
    fn instructions_longer_than_the_format_allows_are_refused() {
        let mut assembler = kernel_module();
        assembler.globals.inst(Op::ConstantComposite, &vec![1; 70_000]);
        assert_eq!(assembler.finish((1, 4)), Err(TooLong(Op::ConstantComposite)));
    }

    #[test]
    fn sections_stand_in_the_order_of_the_layout() {
        let mut assembler = kernel_module();
        let void = assembler.id();
        assembler.definitions.inst(Op::Nop, &[]);
        assembler.globals.inst(Op::TypeVoid, &[void]);
        assembler.name(void, "void");
        assembler.name(void, "");
        assembler.extension("SPV_KHR_b");
        assembler.extension("SPV_KHR_a");
        assembler.capability(Capability::Kernel);
        assembler.capability(Capability::Addresses);
        assembler.capability(Capability::Kernel);
        assert_eq!(assembler.instruction_set("OpenCL.std"), 2);
        assert_eq!(assembler.instruction_set("OpenCL.std"), 2);
        let bytes = assembler.finish((1, 3)).expect("short");
        let words = Words::new(&bytes).expect("a module");
        assert_eq!((words.version(), words.bound()), ((1, 3), 3));
        let names: Vec<_> = words.instructions().map(|inst| inst.expect("whole").op().expect("known")).collect();
        let expected = [
            Op::Capability,
            Op::Capability,
            Op::Extension,
            Op::Extension,
            Op::ExtInstImport,
            Op::MemoryModel,
            Op::Name,
            Op::TypeVoid,
            Op::Nop,
        ];
        assert_eq!(names, expected);
    }
}
