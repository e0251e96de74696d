//! Clang's warnings about unknown attributes. The device pass enables these warnings, and no others
//! ([`crate::front_end`]); they are for the driver, not for the user.

use memchr::memmem;

use super::{Rewritten, is_harmless, is_kernel_attribute};
use crate::front_end::{IGNORED_ANNOTATION, UNKNOWN_ATTRIBUTE};

/// Whether the messages of a device pass name an attribute that matters, or may.
pub fn suspects(messages: &str) -> bool {
    blocks(messages).iter().filter_map(Block::unknown_attribute).any(|name| !is_harmless(name))
}

/// The messages without the warnings, which are for the driver.
pub fn without_warnings(messages: &str) -> String {
    let mut text = String::new();
    for block in blocks(messages) {
        match block.is_warning() {
            false => text += block.text,
            // The count of messages belongs to none of them.
            true => text.extend(block.text.lines().last().and_then(errors_of_count)),
        }
    }
    text
}

/// The errors that the warnings about rewritten text mean, in clang's form.
pub fn errors(messages: &str, rewritten: &Rewritten) -> String {
    let mut text = String::new();
    for block in blocks(messages) {
        let error = match (block.unknown_attribute(), block.misplaced_attribute()) {
            (Some(name), _) if rewritten.unknown.contains(name) => {
                format!("unknown attribute '{name}' in a namespace of SYCL")
            }
            (Some(name), _) if is_kernel_attribute(name) && !rewritten.foreign.contains(name) => {
                format!("attribute '{name}' is not supported in this position")
            }
            (None, Some(name)) => {
                format!("attribute '{name}' applies to the type in this position, not to the function")
            }
            _ => continue,
        };
        text += &format!("{}error: {error}\n", block.place());
    }
    text
}

/// Whether a source may switch off the warnings about unknown attributes from here on: by a
/// directive, or by a macro that makes one.
pub fn may_be_hidden(source: &[u8]) -> bool {
    memmem::find_iter(source, b"ignored").any(|at| {
        source[..at].trim_ascii_end().ends_with(b"diagnostic")
            && !names_another_warning(&source[at + b"ignored".len()..])
    })
}

/// Whether a text begins with the whole name of a warning, in quotes, that is not about attributes.
fn names_another_warning(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    // In the string of `_Pragma`, the quotes are escaped.
    let quote: &[u8] = if text.starts_with(b"\\") { b"\\\"" } else { b"\"" };
    let Some(name) = text.strip_prefix(quote).and_then(|text| text.strip_prefix(b"-W")) else {
        return false;
    };
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-+_=".contains(byte)).count();
    let (name, behind) = name.split_at(length);
    let Some(behind) = behind.strip_prefix(quote) else {
        return false;
    };
    // The text that follows on the line may be a part of the name: a literal, a parameter of a macro, the next line.
    let next = behind.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    let is_whole = match quote {
        b"\"" => !matches!(next, Some(b'"' | b'#' | b'\\')),
        _ => next != Some(&b'\\'),
    };
    is_whole && ![&b"unknown-attributes"[..], b"attributes", b"everything"].contains(&name)
}

/// One message with the lines that belong to it: how the file was included, the source, notes.
struct Block<'a> {
    text: &'a str,
    /// The message's first line, without colors.
    header: String,
}

impl Block<'_> {
    /// The name in a warning about an unknown attribute, without its namespace.
    fn unknown_attribute(&self) -> Option<&str> {
        let (name, _) = self.header.split_once(UNKNOWN_ATTRIBUTE.0)?.1.split_once(UNKNOWN_ATTRIBUTE.1)?;
        Some(name.rsplit("::").next().unwrap_or(name))
    }

    fn is_warning(&self) -> bool {
        self.header.contains("warning: ")
    }

    /// The attribute in a warning that its annotation was dropped.
    fn misplaced_attribute(&self) -> Option<&str> {
        let is_dropped = self.header.contains(IGNORED_ANNOTATION);
        let (_, name) = self.text.split_once("annotate(\"sycl_").filter(|_| is_dropped)?;
        name.split_once('"').map(|(name, _)| name)
    }

    /// `file:line:column: `
    fn place(&self) -> &str {
        self.header.split_once("warning: ").map_or("", |(place, _)| place)
    }
}

/// Splits messages into blocks.
fn blocks(messages: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut start, mut at) = (0, 0);
    // Lines about the inclusion of a file precede the message.
    let mut lead = None;
    let mut header = String::new();
    for line in messages.split_inclusive('\n') {
        let plain = without_colors(line);
        if plain.starts_with("In file included from ") || plain.starts_with("In module ") {
            lead.get_or_insert(at);
        } else if is_header(&plain) {
            let begin = lead.take().unwrap_or(at);
            blocks.push(Block { text: &messages[start..begin], header: std::mem::replace(&mut header, plain) });
            start = begin;
        } else if !plain.contains(": note: ") {
            // The source of a message cannot look like this.
            lead = None;
        }
        at += line.len();
    }
    blocks.push(Block { text: &messages[start..], header });
    blocks
}

fn is_header(line: &str) -> bool {
    [": warning: ", ": error: ", ": fatal error: ", ": remark: "].iter().any(|word| line.contains(word))
        || line.starts_with("error: ")
}

/// `2 errors generated.` of `1 warning and 2 errors generated.`.
fn errors_of_count(line: &str) -> Option<String> {
    let (count, errors) = line.split_once(" and ")?;
    let is_count = count.ends_with("warning") || count.ends_with("warnings");
    (is_count && errors.ends_with("generated.")).then(|| format!("{errors}\n"))
}

/// A line without terminal color codes.
fn without_colors(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, text)| text);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::rewrite;

    const MESSAGES: &str = "\
In file included from a.cpp:1:
b.h:3:7: warning: unknown attribute '__externally_visible__' ignored [-Wunknown-attributes]
    3 |   [[x]]
      |   ^
a.cpp:2:1: warning: unknown attribute 'sycl::device_has' ignored [-Wunknown-attributes]
In file included from a.cpp:4:
c.h:1:1: error: wrong
    1 | wrong
c.h:2:1: note: here
a.cpp:9:1: \x1b[0;1;35mwarning: \x1b[0m\x1b[1munknown attribute 'x' ignored [-Wunknown-attributes]\x1b[0m
2 warnings and 1 error generated.
";

    #[test]
    fn warnings_are_for_the_driver() {
        let expected = "\
In file included from a.cpp:4:
c.h:1:1: error: wrong
    1 | wrong
c.h:2:1: note: here
1 error generated.
";
        assert_eq!(without_warnings(MESSAGES), expected);
        assert_eq!(without_warnings("x\n1 error generated.\n"), "x\n1 error generated.\n");
        assert_eq!(without_warnings(""), "");
        let one = "a:1:1: warning: unknown attribute 'x' ignored [-Wunknown-attributes]\n1 warning generated.\n";
        assert_eq!(without_warnings(one), "");
    }

    #[test]
    fn what_matters() {
        assert!(suspects(MESSAGES));
        let of = |name: &str| format!("a:1:1: warning: unknown attribute '{name}' ignored [-Wunknown-attributes]\n");
        assert!(suspects(&of("reqd_work_group_size")) && suspects(&of("typo")) && suspects(&of("sycl::typo")));
        assert!(!suspects(&of("ivdep")) && !suspects(&of("__cold__")) && !suspects("a:1:1: warning: unused\n"));
    }

    #[test]
    fn errors_name_the_attribute() {
        let of = |name: &str| format!("a:1:2: warning: unknown attribute '{name}' ignored [-Wunknown-attributes]\n");
        let rewritten = rewrite(b"[[sycl::typo]] [[gnu::device_has, other]]");
        assert_eq!(errors(&of("typo"), &rewritten), "a:1:2: error: unknown attribute 'typo' in a namespace of SYCL\n");
        assert_eq!(errors(&of("device_has"), &rewritten), "");
        assert_eq!(errors(&of("other"), &rewritten), "");
        assert!(errors(&of("reqd_work_group_size"), &rewritten).contains("'reqd_work_group_size' is not supported"));
        let dropped = "a:1:2: warning: 'annotate' attribute ignored when parsing type [-Wignored-attributes]\n\
                       1 | __attribute__((annotate(\"sycl_device_has\", 1)))\n";
        assert!(errors(dropped, &rewritten).starts_with("a:1:2: error: attribute 'device_has' applies to the type"));
        assert_eq!(errors(&dropped.replace("sycl_", "mine_"), &rewritten), "");
    }

    #[test]
    fn directives_that_hide() {
        for text in [
            "#pragma clang diagnostic ignored \"-Wunknown-attributes\"",
            "#pragma GCC diagnostic  ignored \"-Wattributes\"\nint x;",
            "_Pragma(\"clang diagnostic ignored \\\"-Weverything\\\"\")",
            "#define OFF(x) DO(GCC diagnostic ignored \"-W\" #x)",
            "#define OFF(x) DO(GCC diagnostic ignored x)",
            "#pragma GCC diagnostic ignored \"-Wunknown\" \"-attributes\"",
        ] {
            assert!(may_be_hidden(text.as_bytes()), "{text}");
        }
        for text in [
            "#pragma GCC diagnostic ignored \"-Wunused-variable\"",
            "#pragma GCC diagnostic ignored \"-Wx\"\n#pragma GCC diagnostic ignored \"-Wy\"\n",
            "_Pragma(\"GCC diagnostic ignored \\\"-Wc++11-compat\\\"\")",
            "attributes are ignored, \"-Wattributes\"",
            "",
        ] {
            assert!(!may_be_hidden(text.as_bytes()), "{text}");
        }
    }
}
