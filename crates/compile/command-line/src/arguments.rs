//! Command lines in LLVM's style: options with one dash or two, and their value after `=` or in the next argument.

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A file: an argument without a dash, or a single dash.
    File(String),
    /// An option.
    Flag(Flag),
}

/// An option, with its value if that was written after `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The name, without dashes.
    pub name: String,
    /// The text after `=`.
    pub value: Option<String>,
    /// How the user wrote it.
    pub spelling: String,
}

/// An option without its value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option '{0}' needs a value")]
pub struct MissingValue(String);

/// A command line, the program's name not among the arguments.
pub struct Arguments<I>(I);

impl<I: Iterator<Item = String>> Arguments<I> {
    /// The arguments of an iterator.
    pub fn new(args: I) -> Self {
        Self(args)
    }

    /// The value of an option that needs one.
    pub fn value(&mut self, flag: &Flag) -> Result<String, MissingValue> {
        let value = flag.value.clone().or_else(|| self.0.next());
        value.ok_or_else(|| MissingValue(flag.spelling.clone()))
    }
}

impl<I: Iterator<Item = String>> Iterator for Arguments<I> {
    type Item = Argument;

    fn next(&mut self) -> Option<Argument> {
        let spelling = self.0.next()?;
        let option = spelling.strip_prefix("--").or_else(|| spelling.strip_prefix('-'));
        let Some(option) = option.filter(|option| !option.is_empty()) else {
            return Some(Argument::File(spelling));
        };
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        let name = name.to_owned();
        Some(Argument::Flag(Flag { name, value, spelling }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_and_values() {
        let mut args = Arguments::new(["a", "-", "--b=c", "-d", "e", "-f"].map(str::to_owned).into_iter());
        let mut seen = Vec::new();
        while let Some(argument) = args.next() {
            seen.push(match argument {
                Argument::File(file) => file,
                Argument::Flag(flag) => match args.value(&flag) {
                    Ok(value) => format!("{}:{value}", flag.name),
                    Err(error) => error.to_string(),
                },
            });
        }
        assert_eq!(seen, ["a", "-", "b:c", "d:e", "option '-f' needs a value"]);
    }
}
