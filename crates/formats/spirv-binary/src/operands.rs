//! A cursor over the operands of one instruction.

use crate::error::Malformed;

type Result<T, E = Malformed> = std::result::Result<T, E>;

/// A result id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// Cursor over operands. Each method fails when too few words are left.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'w>(&'w [u32]);

#[expect(clippy::missing_errors_doc, reason = "the type says when")]
impl<'w> Operands<'w> {
    /// A cursor over these words.
    pub fn new(words: &'w [u32]) -> Self {
        Self(words)
    }

    /// The next word.
    pub fn word(&mut self) -> Result<u32> {
        let (first, rest) = self.0.split_first().ok_or(Malformed::MissingOperand)?;
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

    /// A literal of this number of bits, zero-extended from the words it occupies.
    pub fn literal(&mut self, bits: u32) -> Result<u64> {
        let low = u64::from(self.word()?);
        Ok(if bits > 32 { low | u64::from(self.word()?) << 32 } else { low })
    }

    /// The bytes of a string literal.
    pub fn string_bytes(&mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let chunk = self.word().map_err(|_| Malformed::String)?.to_le_bytes();
            match chunk.iter().position(|byte| *byte == 0) {
                Some(end) => {
                    bytes.extend_from_slice(&chunk[..end]);
                    return Ok(bytes);
                }
                None => bytes.extend_from_slice(&chunk),
            }
        }
    }

    /// A string literal. Bytes that are no UTF-8 are replaced.
    pub fn string(&mut self) -> Result<String> {
        Ok(String::from_utf8_lossy(&self.string_bytes()?).into_owned())
    }

    /// A string literal by which others know something: it has to be UTF-8, so that two names
    /// stay two.
    pub fn name(&mut self) -> Result<String> {
        String::from_utf8(self.string_bytes()?)
            .map_err(|error| Malformed::Name(String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let words = [u32::from_le_bytes(*b"kern"), u32::from_le_bytes(*b"el\0\0"), 7];
        let mut operands = Operands::new(&words);
        assert_eq!(operands.string().as_deref(), Ok("kernel"));
        assert_eq!(operands.word(), Ok(7));
        assert_eq!(operands.word(), Err(Malformed::MissingOperand));
        assert_eq!(Operands::new(&words[..1]).string(), Err(Malformed::String));
    }

    #[test]
    fn names_are_utf8() {
        let words = [u32::from_le_bytes(*b"k\xff\0\0")];
        assert_eq!(Operands::new(&words).string().as_deref(), Ok("k\u{fffd}"));
        assert_eq!(Operands::new(&words).name(), Err(Malformed::Name("k\u{fffd}".into())));
    }

    #[test]
    fn literals() {
        assert_eq!(Operands::new(&[1, 2]).literal(64), Ok(0x2_0000_0001));
        assert_eq!(Operands::new(&[1, 2]).literal(16), Ok(1));
        assert_eq!(Operands::new(&[1]).literal(64), Err(Malformed::MissingOperand));
    }
}
