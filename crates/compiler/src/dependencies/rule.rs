//! Rules of Makefiles, as clang writes them.

/// The host's text with the device's files in its first rule. `None` if all are
/// there.
pub fn merged(host: &str, device: &str, phony: bool) -> Option<String> {
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
}
