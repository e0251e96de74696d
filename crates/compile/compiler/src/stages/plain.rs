//! The command line as clang takes it in one call.

use crate::options::{Options, Phase, Word};

/// The words of the command line that are clang's, in order.
pub fn plain(options: &Options) -> Vec<String> {
    let mut words = Vec::new();
    let mut language = None;
    for word in &options.words {
        match word {
            Word::Input(input) => {
                if language != input.language.as_ref() {
                    language = input.language.as_ref();
                    let name = language.map_or("none", String::as_str);
                    words.extend(["-x".to_owned(), name.to_owned()]);
                }
                words.push(input.path.clone());
            }
            Word::Option { spelling, .. } => words.extend_from_slice(spelling),
        }
    }
    let phase = match options.phase {
        Phase::HostOnly | Phase::Link => None,
        Phase::SyntaxOnly => Some("-fsyntax-only"),
        Phase::Assembly => Some("-S"),
        Phase::Object => Some("-c"),
    };
    words.extend(phase.map(str::to_owned));
    if let Some(output) = &options.output {
        words.extend(["-o".to_owned(), output.clone()]);
    }
    if options.verbose {
        words.push("-v".to_owned());
    }
    words
}
