//! The binary layer: bytes to words, words to instructions, and a cursor over
//! the operands of one instruction. Nothing here knows what an opcode means.

use rspirv::spirv::{MAGIC_NUMBER, Op};

use super::error::{Location, Reason, Result};

/// Words of the module header.
const HEADER_WORDS: usize = 5;
/// Universal limit on the id bound (SPIR-V, 2.17).
const MAX_BOUND: u32 = 4_194_303;

/// A result id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(pub u32);

/// A module's words in host byte order, with a valid header.
pub(crate) struct Words(Vec<u32>);

/// One instruction, not interpreted.
#[derive(Clone, Copy)]
pub(crate) struct Instruction<'w> {
    pub opcode: u16,
    pub operands: &'w [u32],
    pub location: Location,
}

impl Words {
    /// Checks the header; both byte orders are taken.
    pub fn new(bytes: &[u8]) -> Result<Self> {
        let (chunks, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() || chunks.len() < HEADER_WORDS {
            return Err(Reason::Length(bytes.len()));
        }
        let magic = u32::from_le_bytes(chunks[0]);
        let words: Vec<u32> = match magic {
            MAGIC_NUMBER => chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect(),
            _ if magic.swap_bytes() == MAGIC_NUMBER => chunks.iter().map(|chunk| u32::from_be_bytes(*chunk)).collect(),
            _ => return Err(Reason::Magic(magic)),
        };
        let [_, major, minor, _] = words[1].to_be_bytes();
        if major != 1 || minor > 6 {
            return Err(Reason::Version(major, minor));
        }
        if words[3] > MAX_BOUND {
            return Err(Reason::Bound(words[3]));
        }
        Ok(Self(words))
    }

    /// Version of SPIR-V: (major, minor).
    pub fn version(&self) -> (u8, u8) {
        let [_, major, minor, _] = self.0[1].to_be_bytes();
        (major, minor)
    }

    /// Number of the tool that made the module, and that tool's own version.
    pub fn generator(&self) -> (u16, u16) {
        ((self.0[2] >> 16) as u16, self.0[2] as u16)
    }

    /// Every id is below this.
    pub fn bound(&self) -> u32 {
        self.0[3]
    }

    /// The instructions in order, up to the first one that does not fit.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions { words: &self.0[HEADER_WORDS..], word: HEADER_WORDS as u32, instruction: 0 }
    }
}

/// Iterator over the instructions of a module.
pub(crate) struct Instructions<'w> {
    words: &'w [u32],
    word: u32,
    instruction: u32,
}

impl<'w> Iterator for Instructions<'w> {
    type Item = Result<Instruction<'w>, (Location, Reason)>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = *self.words.first()?;
        let (count, opcode) = ((first >> 16) as u16, first as u16);
        let location = Location { instruction: self.instruction, word: self.word, opcode };
        let Some(operands) = self.words.get(1..usize::from(count)) else {
            let left = std::mem::take(&mut self.words).len();
            return Some(Err((location, Reason::Truncated { words: count, left })));
        };
        self.words = &self.words[usize::from(count)..];
        self.word += u32::from(count);
        self.instruction += 1;
        Some(Ok(Instruction { opcode, operands, location }))
    }
}

impl<'w> Instruction<'w> {
    /// The opcode, if the grammar has it.
    pub fn op(&self) -> Option<Op> {
        Op::from_u32(self.opcode.into())
    }

    /// A cursor over all operands, result type and result id included.
    pub fn cursor(&self) -> Operands<'w> {
        Operands(self.operands)
    }

    /// A cursor over the operands from number `skip` on.
    pub fn cursor_at(&self, skip: usize) -> Operands<'w> {
        Operands(self.operands.get(skip..).unwrap_or_default())
    }
}

/// Cursor over operands.
#[derive(Clone, Copy)]
pub(crate) struct Operands<'w>(&'w [u32]);

impl<'w> Operands<'w> {
    /// A cursor over these words.
    pub fn new(words: &'w [u32]) -> Self {
        Self(words)
    }

    /// The next word.
    pub fn word(&mut self) -> Result<u32> {
        let (first, rest) = self.0.split_first().ok_or(Reason::MissingOperand)?;
        self.0 = rest;
        Ok(*first)
    }

    /// The next operand as an id.
    pub fn id(&mut self) -> Result<Id> {
        self.word().map(Id)
    }

    /// The ids that are left.
    pub fn ids(&mut self) -> impl ExactSizeIterator<Item = Id> + 'w {
        std::mem::take(&mut self.0).iter().map(|word| Id(*word))
    }

    /// The words that are left as ids, without passing over them.
    pub fn ids_ahead(&self) -> impl Iterator<Item = Id> + 'w {
        self.0.iter().map(|word| Id(*word))
    }

    /// The words that are left.
    pub fn rest(&mut self) -> &'w [u32] {
        std::mem::take(&mut self.0)
    }

    /// Whether no operand is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A literal of so many bits, zero-extended from the words it occupies.
    pub fn literal(&mut self, bits: u32) -> Result<u64> {
        let low = u64::from(self.word()?);
        Ok(if bits > 32 { low | u64::from(self.word()?) << 32 } else { low })
    }

    /// A string literal. Bytes that are no UTF-8 are replaced.
    pub fn string(&mut self) -> Result<String> {
        let mut bytes = Vec::new();
        loop {
            let chunk = self.word().map_err(|_| Reason::String)?.to_le_bytes();
            match chunk.iter().position(|byte| *byte == 0) {
                Some(end) => {
                    bytes.extend_from_slice(&chunk[..end]);
                    return Ok(String::from_utf8_lossy(&bytes).into_owned());
                }
                None => bytes.extend_from_slice(&chunk),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(words: &[u32]) -> Vec<u8> {
        let header = [MAGIC_NUMBER, 0x0001_0400, 0, 10, 0];
        header.iter().chain(words).flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn headers() {
        assert!(Words::new(&module(&[])).is_ok());
        assert_eq!(Words::new(&[]).err(), Some(Reason::Length(0)));
        assert_eq!(Words::new(&module(&[])[..19]).err(), Some(Reason::Length(19)));
        assert_eq!(Words::new(&[0; 20]).err(), Some(Reason::Magic(0)));
        let swapped: Vec<u8> = module(&[]).chunks(4).flat_map(|word| [word[3], word[2], word[1], word[0]]).collect();
        assert_eq!(Words::new(&swapped).expect("big-endian").bound(), 10);
    }

    #[test]
    fn instructions_that_do_not_fit() {
        let bytes = module(&[0x0002_0011, 6, 0x0005_0011]);
        let words = Words::new(&bytes).expect("header");
        let all: Vec<_> = words.instructions().collect();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].as_ref().expect("whole").operands, [6]);
        let (at, reason) = all[1].as_ref().err().expect("cut");
        assert_eq!((at.word, reason), (7, &Reason::Truncated { words: 5, left: 1 }));
        let zero = module(&[0x0000_0011]);
        assert!(Words::new(&zero).expect("header").instructions().next().expect("one").is_err());
    }

    #[test]
    fn strings() {
        let words = [u32::from_le_bytes(*b"kern"), u32::from_le_bytes(*b"el\0\0"), 7];
        let mut operands = Operands::new(&words);
        assert_eq!(operands.string().as_deref(), Ok("kernel"));
        assert_eq!(operands.word(), Ok(7));
        assert_eq!(Operands::new(&words[..1]).string(), Err(Reason::String));
    }
}
