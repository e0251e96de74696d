//! Slices: modules with a part of another module's functions, namely those that some kernels or symbols need.
//!
//! A module consists of parts. Each function is one, and so is each type, constant, variable or other instruction
//! before the functions that defines an id. Instructions elsewhere that describe an id (names, decorations, execution
//! modes, entry points) belong to the part that defines the id. A slice has the parts that its roots lead to, in the
//! module's order and with the module's ids.
//!
//! An [`Index`] is made once for a module. The time for a slice then depends on its contents, not on the rest of the
//! module.

mod index;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use index::Index;
use index::{COMMON, Part};

/// A selection of a module's parts.
#[derive(Clone, Debug)]
pub struct Slice {
    index: Arc<Index>,
    parts: BTreeSet<Part>,
}

impl Slice {
    /// A slice without functions. `None` if an instruction lacks an operand.
    pub fn new(index: Arc<Index>) -> Option<Self> {
        let mut slice = Self { index, parts: BTreeSet::new() };
        slice.require(COMMON).then_some(slice)
    }

    /// Takes a kernel and all that it needs. False if the module has no such kernel, or an
    /// instruction lacks an operand.
    pub fn require_kernel(&mut self, name: &str) -> bool {
        let part = self.index.kernels.get(name).copied();
        part.is_some_and(|part| self.require(part))
    }

    /// Takes a function or variable that other modules know by this name, and all that it needs.
    /// False if the module has none, or an instruction lacks an operand.
    pub fn require_symbol(&mut self, name: &str) -> bool {
        let part = self.index.symbols.get(name).copied();
        part.is_some_and(|part| self.require(part))
    }

    /// Whether the slice has a function or variable that other modules know by this name.
    pub fn has_symbol(&self, name: &str) -> bool {
        self.index.symbols.get(name).is_some_and(|part| self.parts.contains(part))
    }

    /// The numbers (`SpecId`) of the specialization constants in the slice.
    pub fn constants(&self) -> impl Iterator<Item = u32> {
        let constants = self.index.constants.iter();
        constants.filter(|(_, part)| self.parts.contains(part)).map(|(number, _)| *number)
    }

    fn require(&mut self, part: Part) -> bool {
        let mut open = vec![part];
        while let Some(part) = open.pop() {
            if self.parts.insert(part) && self.index.needs(part, &mut |needed| open.push(needed)).is_err() {
                return false;
            }
        }
        true
    }

    /// The slice as a module, little endian.
    pub fn module(&self) -> Vec<u8> {
        let pieces = |&part: &Part| self.index.pieces(part).map(move |piece| (piece, part));
        let mut pieces: Vec<(u32, Part)> = self.parts.iter().flat_map(pieces).collect();
        pieces.sort_unstable();
        let mut words = self.index.header().to_vec();
        for (piece, part) in pieces {
            self.index.write(part, piece, &mut words);
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}
