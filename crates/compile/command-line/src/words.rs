//! The words of a text, as clang and gcc divide response files, and DPC++ options for other compilers.

/// Splits at white space outside of quotes. A backslash keeps the next character, inside of either kind of
/// quotes too.
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let kept = chars.next();
                word.get_or_insert_default().extend(kept);
            }
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            _ if quote == Some(c) => quote = None,
            _ if quote.is_none() && c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quoting() {
        assert_eq!(
            split("a  'b c'\t\"d \\\" e\" f\\ g\n'' h'i'j 'k\\\\l'"),
            ["a", "b c", "d \" e", "f g", "", "hij", "k\\l"]
        );
    }

    #[test]
    fn options_for_other_compilers() {
        assert_eq!(split("  -device pvc\t-q\n"), ["-device", "pvc", "-q"]);
        assert_eq!(split("-options '-a -b' \"c \\\" d\"e f\\ g ''"), ["-options", "-a -b", "c \" de", "f g", ""]);
        assert_eq!(split("'a\\b' \"open"), ["ab", "open"]);
        assert_eq!(split(" "), [""; 0]);
    }
}
