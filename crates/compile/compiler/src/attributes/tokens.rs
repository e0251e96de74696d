//! The tokens of preprocessed C++, as far as attributes need them. Clang has expanded the macros,
//! joined continued lines and removed the comments.

use memchr::memmem;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword.
    Word,
    /// A number, character or string.
    Literal,
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// Any other punctuation, byte by byte; digraphs are replaced by the symbols that they denote.
    Symbol(u8),
    /// A directive, up to the end of its line.
    Directive,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's kind.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// The tokens of a text.
pub fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 6);
    let (mut at, mut begins_line) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        if rest[0].is_ascii_whitespace() {
            begins_line |= rest[0] == b'\n';
            at += 1;
            continue;
        }
        let (kind, length) = match begins_line && rest[0] == b'#' {
            true => (Kind::Directive, memchr::memchr(b'\n', rest).unwrap_or(rest.len())),
            false => token(rest),
        };
        begins_line = false;
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    tokens
}

/// The token that `text` begins with, and its length.
fn token(text: &[u8]) -> (Kind, usize) {
    let symbol = |byte, length| (Kind::Symbol(byte), length);
    match text[0] {
        quote @ (b'"' | b'\'') => (Kind::Literal, quoted_length(text, quote)),
        b'0'..=b'9' => (Kind::Literal, number_length(text)),
        first if is_word(first) => word(text),
        b':' if text.starts_with(b"::") => (Kind::Scope, 2),
        b'-' if text.starts_with(b"->") => (Kind::Arrow, 2),
        // `<::x` is a template argument of the global namespace.
        b'<' if text.starts_with(b"<::") && !matches!(text.get(3), Some(b':' | b'>')) => symbol(b'<', 1),
        b'<' if text.starts_with(b"<:") => symbol(b'[', 2),
        b':' if text.starts_with(b":>") => symbol(b']', 2),
        b'<' if text.starts_with(b"<%") => symbol(b'{', 2),
        b'%' if text.starts_with(b"%>") => symbol(b'}', 2),
        byte => symbol(byte, 1),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn run_length(text: &[u8], member: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !member(*byte)).unwrap_or(text.len())
}

fn number_length(text: &[u8]) -> usize {
    run_length(text, |byte| is_word(byte) || matches!(byte, b'.' | b'\''))
}

/// A word, or the string or character that it is the prefix of.
fn word(text: &[u8]) -> (Kind, usize) {
    let length = run_length(text, is_word);
    match (&text[..length], text.get(length)) {
        (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => (Kind::Literal, length + raw_length(&text[length..])),
        (b"L" | b"u" | b"U" | b"u8", Some(quote @ (b'"' | b'\''))) => {
            (Kind::Literal, length + quoted_length(&text[length..], *quote))
        }
        _ => (Kind::Word, length),
    }
}

/// The length of a string or character literal. An unclosed one ends at the newline.
fn quoted_length(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// `"delimiter( … )delimiter"`, without the prefix.
fn raw_length(text: &[u8]) -> usize {
    let Some(open) = text.iter().position(|byte| *byte == b'(') else {
        return 1;
    };
    let end = [b")", &text[1..open], b"\""].concat();
    match memmem::find(&text[open..], &end) {
        Some(at) => open + at + end.len(),
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = tokens(text.as_bytes()).into_iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn literals_are_one_token() {
        check("\"[[a]]\" '\"' '\\'' \"\\\"x\"", &["\"[[a]]\"", "'\"'", "'\\''", "\"\\\"x\""]);
        check("R\"x([[a]])\" )x\" y", &["R\"x([[a]])\" )x\"", "y"]);
        check("1'000'000 u8'a' L\"a\"_x", &["1'000'000", "u8'a'", "L\"a\"", "_x"]);
    }

    #[test]
    fn digraphs() {
        let kinds = |text: &str| tokens(text.as_bytes()).iter().map(|token| token.kind).collect::<Vec<_>>();
        assert_eq!(kinds("<:<:x:>:>"), kinds("[[x]]"));
        assert_eq!(kinds("<%%>"), kinds("{}"));
        assert_eq!(kinds("a<::b>"), kinds("a< ::b>"));
        assert_eq!(kinds("a<:::b:>"), kinds("a[::b]"));
    }

    #[test]
    fn directives_are_one_token() {
        check("# 1 \"a\" 3\n a # b\n  #pragma don't\nc", &["# 1 \"a\" 3", "a", "#", "b", "#pragma don't", "c"]);
    }
}
