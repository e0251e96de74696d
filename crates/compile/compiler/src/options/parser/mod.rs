//! Reads a command line.

#[cfg(test)]
mod tests;

use tandem_device_target::Registry;

use super::error::OptionError;
use super::intel::{self, Meaning};
use super::parsed::Options;
use super::spec::{Action, Form, Given, Spec, State};
use super::table;
use super::words::{Input, Role, Word};

impl Options {
    /// Parses a command line without the program's name. `registry` has the targets that it may name.
    pub fn parse(args: impl IntoIterator<Item = String>, registry: Registry) -> Result<Self, OptionError> {
        let mut state = State { options: Self::new(registry), language: None };
        let mut args = args.into_iter();
        let mut only_inputs = false;
        while let Some(word) = args.next() {
            if only_inputs || word == "-" || !word.starts_with('-') {
                let language = state.language.clone();
                state.options.words.push(Word::Input(Input { path: word, language }));
            } else if word == "--" {
                only_inputs = true;
            } else {
                state.apply(word, &mut args)?;
            }
        }
        Ok(state.options)
    }
}

impl State {
    fn apply(&mut self, word: String, args: &mut dyn Iterator<Item = String>) -> Result<(), OptionError> {
        if let Some(words) = clang_words(&word, args)? {
            let mut words = words.iter().map(|word| (*word).to_owned());
            while let Some(word) = words.next() {
                self.apply(word, &mut words)?;
            }
            return Ok(());
        }
        let Some(spec) = table::find(&word) else {
            self.options.push(Role::Common, vec![word]);
            return Ok(());
        };
        let (joined, spelling) = read_value(spec, word, args)?;
        let value = joined.unwrap_or_else(|| spelling.last().cloned().unwrap_or_default());
        // A DPC++ option, which clang's front end does not know, is handled by the driver as if `-Xclang` were absent.
        if spec.name == "-Xclang" && table::is_dpcpp_option(&value) {
            return self.apply(value, args);
        }
        self.obey(spec, spelling, &value)
    }

    fn obey(&mut self, spec: &Spec, spelling: Vec<String>, value: &str) -> Result<(), OptionError> {
        match spec.action {
            Action::Pass(role) => self.options.push(role, spelling),
            Action::Switch(change) => change(&mut self.options),
            Action::Set(setter) => {
                let triple = (spec.form == Form::JoinedAndSeparate).then(|| &spelling[0][spec.name.len()..]);
                setter(self, &Given { name: spec.name, spelling: &spelling, value, triple })?;
            }
            Action::Nothing => {}
            Action::Missing => self.options.missing.push(spelling.join(" ")),
        }
        Ok(())
    }
}

/// Takes an option's value off the command line. Returns the joined value, if the form has only that one, and the words
/// of the option.
fn read_value(
    spec: &Spec,
    word: String,
    args: &mut dyn Iterator<Item = String>,
) -> Result<(Option<String>, Vec<String>), OptionError> {
    let joined = word[spec.name.len()..].to_owned();
    let separate = match spec.form {
        Form::Flag | Form::Joined => false,
        Form::Separate | Form::JoinedAndSeparate => true,
        Form::JoinedOrSeparate => joined.is_empty(),
    };
    if !separate {
        return Ok((Some(joined), vec![word]));
    }
    match args.next() {
        Some(value) => Ok((None, vec![word, value])),
        None => Err(OptionError::MissingValue(word)),
    }
}

/// Clang's words for an option of Intel's compilers. `None` where `word` is none.
fn clang_words(
    word: &str,
    args: &mut dyn Iterator<Item = String>,
) -> Result<Option<&'static [&'static str]>, OptionError> {
    let mut value = || args.next().ok_or_else(|| OptionError::MissingValue(word.to_owned()));
    let option = match word == intel::FP_MODEL {
        true => format!("{word}={}", value()?),
        false => word.to_owned(),
    };
    Ok(match intel::meaning(&option) {
        None => None,
        Some(Meaning::Words(words)) => Some(words),
        Some(Meaning::Nothing) => Some(&[]),
        Some(Meaning::NothingWithValue) => {
            value()?;
            Some(&[])
        }
        Some(Meaning::Refused(advice)) => return Err(OptionError::Intel { option, advice }),
    })
}
