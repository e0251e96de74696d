//! Bytes to words, and words to instructions, independent of the meanings of opcodes.

use std::ops::Range;

use rspirv::spirv::{MAGIC_NUMBER, Op};

use crate::error::{BinaryError, Location, Malformed};
use crate::operands::Operands;

/// Words of the module header.
pub const HEADER_WORDS: usize = 5;
/// Universal limit on the id bound (SPIR-V, 2.17).
pub const MAX_BOUND: u32 = 4_194_303;

/// A module's words in host byte order, with a valid header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<u32>);

/// One instruction, not interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'w> {
    /// Number of the operation; one that the grammar does not have is kept.
    pub opcode: u16,
    /// All operands, result type and result id included.
    pub operands: &'w [u32],
    /// Where it stands.
    pub location: Location,
}

impl Words {
    /// Checks the header; both byte orders are taken.
    ///
    /// # Errors
    /// When the bytes do not begin with the header of SPIR-V 1, or are no whole words.
    pub fn new(bytes: &[u8]) -> Result<Self, BinaryError> {
        Self::decode(bytes).map_err(|reason| BinaryError { at: None, reason, id_name: None })
    }

    fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let (chunks, rest) = bytes.as_chunks::<4>();
        let magic = chunks.first().map(|chunk| u32::from_le_bytes(*chunk)).ok_or(Malformed::Length(bytes.len()))?;
        let word = match magic {
            MAGIC_NUMBER => u32::from_le_bytes,
            _ if magic.swap_bytes() == MAGIC_NUMBER => u32::from_be_bytes,
            _ => return Err(Malformed::Magic(magic)),
        };
        if !rest.is_empty() || chunks.len() < HEADER_WORDS {
            return Err(Malformed::Length(bytes.len()));
        }
        let words: Vec<u32> = chunks.iter().map(|chunk| word(*chunk)).collect();
        let [_, major, minor, _] = words[1].to_be_bytes();
        if major != 1 {
            return Err(Malformed::Version(major, minor));
        }
        if words[3] > MAX_BOUND {
            return Err(Malformed::Bound(words[3]));
        }
        Ok(Self(words))
    }

    /// Version of SPIR-V: (major, minor).
    pub fn version(&self) -> (u8, u8) {
        let [_, major, minor, _] = self.0[1].to_be_bytes();
        (major, minor)
    }

    /// Registered number of the tool that made the module, and that tool's own version.
    pub fn generator(&self) -> (u16, u16) {
        ((self.0[2] >> 16) as u16, self.0[2] as u16)
    }

    /// Every id is below this.
    pub fn bound(&self) -> u32 {
        self.0[3]
    }

    /// The header's last word, reserved for a schema.
    pub fn schema(&self) -> u32 {
        self.0[4]
    }

    /// The words, header included.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// The name that `OpName` gives an id; the module is searched for it.
    pub fn name_of(&self, id: u32) -> Option<String> {
        let named = self
            .instructions()
            .map_while(Result::ok)
            .find(|inst| inst.op() == Some(Op::Name) && inst.operands.first() == Some(&id));
        named.and_then(|inst| inst.cursor_at(1).string().ok()).filter(|name| !name.is_empty())
    }

    /// The instructions in order, up to the first one that does not fit.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions { words: &self.0, at: HEADER_WORDS, instruction: 0 }
    }

    /// The whole instructions between two words; their numbers count from the first one.
    pub(crate) fn instructions_in(&self, range: Range<usize>) -> impl Iterator<Item = Instruction<'_>> {
        let words = self.0.get(..range.end).unwrap_or(&self.0);
        Instructions { words, at: range.start, instruction: 0 }.map_while(Result::ok)
    }
}

/// Iterator over the instructions of a module.
#[derive(Clone, Debug)]
pub struct Instructions<'w> {
    words: &'w [u32],
    /// Index of the next word.
    at: usize,
    instruction: u32,
}

impl<'w> Iterator for Instructions<'w> {
    type Item = Result<Instruction<'w>, BinaryError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.words.get(self.at..)?;
        let first = *rest.first()?;
        let (count, opcode) = ((first >> 16) as u16, first as u16);
        let location = Location { instruction: self.instruction, word: self.at as u32, opcode };
        let Some(operands) = rest.get(1..usize::from(count)) else {
            self.at = self.words.len();
            let reason = match count {
                0 => Malformed::Empty,
                words => Malformed::Truncated { words, left: rest.len() },
            };
            return Some(Err(BinaryError { at: Some(location), reason, id_name: None }));
        };
        self.at += usize::from(count);
        self.instruction += 1;
        Some(Ok(Instruction { opcode, operands, location }))
    }
}

impl<'w> Instruction<'w> {
    /// The opcode, if the grammar has it.
    pub fn op(&self) -> Option<Op> {
        Op::from_u32(self.opcode.into())
    }

    /// Index of the word after it.
    pub(crate) fn end(&self) -> u32 {
        self.location.word + self.operands.len() as u32 + 1
    }

    /// A cursor over all operands, result type and result id included.
    pub fn cursor(&self) -> Operands<'w> {
        Operands::new(self.operands)
    }

    /// A cursor over the operands from number `skip` on.
    pub fn cursor_at(&self, skip: usize) -> Operands<'w> {
        Operands::new(self.operands.get(skip..).unwrap_or_default())
    }

    /// An error in this instruction.
    pub fn error(&self, reason: Malformed) -> BinaryError {
        BinaryError { at: Some(self.location), reason, id_name: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(words: &[u32]) -> Vec<u8> {
        let header = [MAGIC_NUMBER, 0x0001_0400, 0x0006_000e, 10, 0];
        header.iter().chain(words).flat_map(|word| word.to_le_bytes()).collect()
    }

    fn refused(bytes: &[u8]) -> Malformed {
        let error = Words::new(bytes).expect_err("no module");
        assert_eq!(error.at, None);
        error.reason
    }

    #[test]
    fn headers() {
        let words = Words::new(&module(&[])).expect("a header");
        assert_eq!((words.version(), words.generator(), words.bound(), words.schema()), ((1, 4), (6, 14), 10, 0));
        assert_eq!(words.instructions().count(), 0);
        assert_eq!(refused(&[]), Malformed::Length(0));
        assert_eq!(refused(&module(&[])[..19]), Malformed::Length(19));
        assert_eq!(refused(&module(&[])[..16]), Malformed::Length(16));
        assert_eq!(refused(&[0; 20]), Malformed::Magic(0));
        let mut other = module(&[]);
        other[6] = 2;
        assert_eq!(refused(&other), Malformed::Version(2, 4));
        let mut other = module(&[]);
        other[14] = 0x40;
        assert_eq!(refused(&other), Malformed::Bound(0x40_000a));
    }

    #[test]
    fn either_byte_order_will_do() {
        let bytes = module(&[0x0002_0011, 6]);
        let swapped: Vec<u8> = bytes.as_chunks::<4>().0.iter().flat_map(|[a, b, c, d]| [*d, *c, *b, *a]).collect();
        assert_eq!(Words::new(&swapped), Words::new(&bytes));
    }

    #[test]
    fn instructions_that_do_not_fit() {
        let bytes = module(&[0x0002_0011, 6, 0x0005_0011]);
        let words = Words::new(&bytes).expect("header");
        let all: Vec<_> = words.instructions().collect();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].as_ref().expect("whole").operands, [6]);
        let error = all[1].as_ref().expect_err("cut");
        assert_eq!(error.reason, Malformed::Truncated { words: 5, left: 1 });
        assert_eq!(
            error.to_string(),
            "instruction 1 (OpCapability) at byte 28: \
             the instruction has 5 words, but the module has only 1 left"
        );
        let zero = module(&[0x0000_0011]);
        let words = Words::new(&zero).expect("header");
        let mut instructions = words.instructions();
        assert_eq!(instructions.next().expect("one").expect_err("empty").reason, Malformed::Empty);
        assert!(instructions.next().is_none());
    }
}
