//! Response files: `@FILE` is replaced by the words in FILE, which are separated by white space and may be quoted as in
//! a shell, without expansion.

use std::path::Path;

use tandem_command_line::words::split;

/// Response files may name others; deeper nesting than this is a cycle.
const MAX_DEPTH: usize = 16;

/// A response file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResponseError {
    /// The file cannot be read, or is not UTF-8.
    #[error("response file '{file}': {source}")]
    Read {
        /// The file.
        file: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file includes itself.
    #[error("response file '{0}' is nested too deeply")]
    Nested(String),
}

/// Replaces every `@FILE` whose FILE exists; as in clang and gcc, others stay.
pub fn expand(args: impl IntoIterator<Item = String>) -> Result<Vec<String>, ResponseError> {
    let mut out = Vec::new();
    for arg in args {
        expand_word(arg, 0, &mut out)?;
    }
    Ok(out)
}

fn expand_word(word: String, depth: usize, out: &mut Vec<String>) -> Result<(), ResponseError> {
    let file = match word.strip_prefix('@') {
        Some(file) if Path::new(file).is_file() => file,
        _ => {
            out.push(word);
            return Ok(());
        }
    };
    if depth == MAX_DEPTH {
        return Err(ResponseError::Nested(file.to_owned()));
    }
    let text = std::fs::read_to_string(file).map_err(|source| ResponseError::Read { file: file.to_owned(), source })?;
    for word in split(&text) {
        expand_word(word, depth + 1, out)?;
    }
    Ok(())
}

/// Writes words so that [`expand`], clang and linkers read the same words.
pub fn join(words: &[String]) -> String {
    let mut out = String::new();
    for word in words {
        out.push('"');
        for c in word.chars() {
            if matches!(c, '"' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push_str("\"\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_is_the_inverse_of_split() {
        let words = ["a b", "c\"d", "e\\f", "", "-DX='1'"].map(str::to_owned);
        assert_eq!(split(&join(&words)), words);
    }

    #[test]
    fn files_are_expanded_in_place() {
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("inner.rsp");
        let outer = dir.path().join("outer.rsp");
        std::fs::write(&inner, "-c 'x y.cpp'").unwrap();
        std::fs::write(&outer, format!("-a @{} -b", inner.display())).unwrap();
        let args = ["1".into(), format!("@{}", outer.display()), "@missing".into()];
        assert_eq!(expand(args).unwrap(), ["1", "-a", "-c", "x y.cpp", "-b", "@missing"]);
        std::fs::write(&inner, format!("@{}", inner.display())).unwrap();
        assert!(matches!(expand([format!("@{}", inner.display())]), Err(ResponseError::Nested(_))));
    }
}
