//! Options in one text, as shells and DPC++ divide them.

/// The words of a text, as GNU's command lines have them: white space divides words, a backslash takes the
/// next character as it is, and so do single quotes with everything between them. In double quotes,
/// backslashes work, and white space is part of the word.
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_and_backslashes() {
        assert_eq!(split("  -device pvc\t-q\n"), ["-device", "pvc", "-q"]);
        assert_eq!(split("-options '-a -b' \"c \\\" d\"e f\\ g ''"), ["-options", "-a -b", "c \" de", "f g", ""]);
        assert_eq!(split("'a\\b' \"open"), ["a\\b", "open"]);
        assert_eq!(split(" "), [""; 0]);
    }
}
