//! The two kinds of data in a wrapper object: structures with pointers, and
//! constants that are pointed to.

use std::collections::HashMap;

use object::write::SectionId;

/// A place in a section.
#[derive(Clone, Copy)]
pub(super) struct Pointer {
    pub(super) section: SectionId,
    pub(super) offset: u64,
}

/// A structure under construction: bytes, and where they hold pointers.
#[derive(Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    pointers: Vec<(u64, Pointer)>,
}

impl Block {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(super) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn u16(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Fills with zeros up to `offset`.
    pub(super) fn pad_to(&mut self, offset: u64) {
        debug_assert!(self.len() <= offset, "fields are written in order");
        self.bytes.resize(offset as usize, 0);
    }

    pub(super) fn pointer(&mut self, to: Pointer) {
        self.pointers.push((self.len(), to));
        self.u64(0);
    }

    /// A begin and an end pointer; both null where the range is empty.
    pub(super) fn range(&mut self, begin: Pointer, size: u64) {
        if size == 0 {
            self.u64(0);
            self.u64(0);
            return;
        }
        self.pointer(begin);
        self.pointer(Pointer { offset: begin.offset + size, ..begin });
    }

    pub(super) fn into_parts(self) -> (Vec<u8>, Vec<(u64, Pointer)>) {
        (self.bytes, self.pointers)
    }
}

/// Constants: zero-terminated strings, each stored once, and byte arrays.
pub(super) struct ReadOnlyData {
    section: SectionId,
    bytes: Vec<u8>,
    strings: HashMap<String, u64>,
}

impl ReadOnlyData {
    pub(super) fn new(section: SectionId) -> Self {
        Self { section, bytes: Vec::new(), strings: HashMap::new() }
    }

    pub(super) fn section(&self) -> SectionId {
        self.section
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A zero-terminated string; `None` where `text` holds a zero itself.
    pub(super) fn string(&mut self, text: &str) -> Option<Pointer> {
        if text.contains('\0') {
            return None;
        }
        if let Some(offset) = self.strings.get(text) {
            return Some(self.at(*offset));
        }
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.strings.insert(text.to_owned(), offset);
        Some(self.at(offset))
    }

    /// A byte array, aligned to 8 bytes for the integer in front.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Pointer {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytes);
        self.at(offset)
    }

    fn at(&self, offset: u64) -> Pointer {
        Pointer { section: self.section, offset }
    }
}
