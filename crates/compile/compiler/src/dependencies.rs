//! Dependency files (`-MD`, `-MMD`): the rule of an object lists all files that either pass reads.
//!
//! The host pass writes the file that the user requested. The device pass writes a temporary one; files that only the
//! latter names are added to the rule.

use std::fs;
use std::path::Path;

use tandem_command_line::output::replace_file;

use crate::error::{DriverError, Failure};
use crate::options::{Input, Options, Role};
use crate::session::Session;

/// The target in the device pass's rule.
const TARGET: &str = "device";

/// The dependency files of one compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependencies {
    /// `-MD`, or `-MMD`, which leaves out system headers.
    option: &'static str,
    /// The dependency file of the host pass.
    host: String,
    /// The dependency file of the device pass.
    device: String,
    /// Whether each header has a separate empty rule (`-MP`).
    phony: bool,
}

impl Dependencies {
    /// The dependency files of a source, if the command line asks for one.
    pub fn of(session: &Session, input: &Input) -> Option<Self> {
        let options = &session.options;
        let (option, named) = requested(options)?;
        let host = named.unwrap_or_else(|| default_file(options, input));
        let device = session.temp_file(&input.with_extension("d"));
        // The rules of NMake (-MV) have another syntax.
        (!options.has(&["-MV"])).then(|| Self { option, host, device, phony: options.has(&["-MP"]) })
    }

    /// Options with which the device pass lists its files.
    pub fn device_options(&self) -> [&str; 5] {
        [self.option, "-MF", &self.device, "-MT", TARGET]
    }

    /// Adds the device pass's files to the host's, once both passes have ended well.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn merge(&self) -> Result<(), Failure> {
        let host = Path::new(&self.host);
        // There may be no device pass, and the host's file may be /dev/null.
        if !host.is_file() || !Path::new(&self.device).is_file() {
            return Ok(());
        }
        let read = |file: &str| fs::read_to_string(file).map_err(DriverError::io(|| format!("reading {file}")));
        if let Some(merged) = merged(&read(&self.host)?, &read(&self.device)?, self.phony) {
            replace_file(host, merged.as_bytes()).map_err(DriverError::io(|| format!("writing {}", self.host)))?;
        }
        Ok(())
    }
}

/// `-MD` or `-MMD`, and the file if it is named.
fn requested(options: &Options) -> Option<(&'static str, Option<String>)> {
    let (mut option, mut file) = (None, None);
    for (_, spelling) in options.options().filter(|(role, _)| *role == Role::Dependencies) {
        match (spelling[0].as_str(), spelling.get(1)) {
            ("-MD" | "--write-dependencies", _) => option = Some("-MD"),
            ("-MMD" | "--write-user-dependencies", _) => option = Some("-MMD"),
            ("-MF", Some(name)) => file = Some(name.clone()),
            (word, _) => {
                if let Some(name) = word.strip_prefix("-MF") {
                    file = Some(name.to_owned());
                } else if let Some(name) = word.strip_prefix("-Wp,-MD,") {
                    (option, file) = (Some("-MD"), Some(name.to_owned()));
                } else if let Some(name) = word.strip_prefix("-Wp,-MMD,") {
                    (option, file) = (Some("-MMD"), Some(name.to_owned()));
                }
            }
        }
    }
    option.map(|option| (option, file))
}

/// The dependency file's name where the command line has none: that of the
/// output, or of the source in the current folder.
pub fn default_file(options: &Options, input: &Input) -> String {
    match options.output.as_deref() {
        Some(output) => Path::new(output).with_extension("d").display().to_string(),
        None => input.with_extension("d"),
    }
}

/// The host's text with the device's files in its first rule. `None` if all are
/// there.
fn merged(host: &str, device: &str, phony: bool) -> Option<String> {
    let end = rule_end(host);
    let known = words(&host[..end]);
    let missing: Vec<&str> = words(&device[..rule_end(device)])
        .into_iter()
        .skip_while(|word| !word.ends_with(':'))
        .skip(1)
        .filter(|word| !known.contains(word))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let mut text = host[..end].to_owned();
    text.extend(missing.iter().map(|file| format!(" \\\n  {file}")));
    text += &host[end..];
    if phony {
        text.extend(missing.iter().map(|file| format!("{file}:\n")));
    }
    Some(text)
}

/// Where the first rule ends: at the first line break that no backslash hides.
fn rule_end(text: &str) -> usize {
    let is_end = |(at, _): &(usize, &str)| !text[..*at].ends_with('\\');
    text.match_indices('\n').find(is_end).map_or(text.len(), |(at, _)| at)
}

/// The words of a rule, as they are escaped there (`\ `, `\#`, `$$`).
fn words(rule: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, c) in rule.char_indices() {
        if c == '\n' || (c == ' ' && !escaped) {
            words.push(&rule[start..at]);
            start = at + 1;
        }
        escaped = c == '\\';
    }
    words.push(&rule[start..]);
    words.retain(|word| !word.is_empty() && *word != "\\");
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::made_up;

    const HOST: &str = "a.o: a.cpp dir/b\\ c.hpp \\\n  d.hpp\n";

    #[test]
    fn files_of_the_device_pass_join_the_rule() {
        let device = "device: a.cpp dir/b\\ c.hpp \\\n  only\\ here.hpp e\\#f.hpp \\\n  d.hpp\n";
        let expected = "a.o: a.cpp dir/b\\ c.hpp \\\n  d.hpp \\\n  only\\ here.hpp \\\n  e\\#f.hpp\n";
        assert_eq!(merged(HOST, device, false).as_deref(), Some(expected));
        let with_rules = format!("{HOST}d.hpp:\n");
        let expected = format!("{expected}d.hpp:\nonly\\ here.hpp:\ne\\#f.hpp:\n");
        assert_eq!(merged(&with_rules, device, true), Some(expected));
    }

    #[test]
    fn a_complete_rule_stays_as_it_is() {
        assert_eq!(merged(HOST, "device: a.cpp d.hpp\n", true), None);
        assert_eq!(merged(HOST, "", false), None);
        assert_eq!(merged("", "", false), None);
    }

    #[test]
    fn the_file_is_where_clang_writes_it() {
        let check = |line: &str, expected: Option<(&str, &str)>| {
            let words = line.split_whitespace().map(str::to_owned);
            let options = Options::parse(words, made_up::REGISTRY).expect(line);
            let input = options.inputs().next().expect("one source");
            let file = requested(&options)
                .map(|(option, name)| (option, name.unwrap_or_else(|| default_file(&options, input))));
            assert_eq!(file.as_ref().map(|(option, name)| (*option, name.as_str())), expected, "{line}");
        };
        check("-c dir/a.cpp", None);
        check("-c dir/a.cpp -MF x.d", None);
        check("-c dir/a.cpp -MD", Some(("-MD", "a.d")));
        check("-c dir/a.cpp -MMD -o out/b.x.o", Some(("-MMD", "out/b.x.d")));
        check("-c a.cpp -MD -MFx.d -MT y", Some(("-MD", "x.d")));
        check("-c a.cpp -MD -MF x.d", Some(("-MD", "x.d")));
        check("-c a.cpp -Wp,-MMD,x.d", Some(("-MMD", "x.d")));
    }
}
