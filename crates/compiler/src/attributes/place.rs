//! Where the GNU spelling of an attribute may stand. A standard attribute of a
//! call operator stands behind the specifiers of its type, or before its
//! parameters; clang takes GNU attributes of lambdas right behind the
//! parameters, and those of functions before their name:
//!
//! ```text
//! [=](id<1> i) mutable noexcept [[…]] -> void {   =>   [=](id<1> i) __attribute__((…)) mutable noexcept -> void {
//! void operator() [[…]] (id<1> i) const;          =>   void __attribute__((…)) operator()(id<1> i) const;
//! ```

use super::{is_word, token_length};

/// Words between the parameters of a call operator and its attributes.
const SPECIFIERS: &[&[u8]] = &[b"mutable", b"noexcept", b"constexpr", b"consteval", b"static", b"const", b"volatile"];

/// Where the GNU spelling of a standard attribute goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Where the attribute is.
    Here,
    /// At this offset in the text before it.
    Earlier(usize),
    /// Behind as many bytes of the text that follows.
    Behind(usize),
}

impl Place {
    /// The place for an attribute between two texts.
    pub(super) fn find(before: &[u8], after: &[u8]) -> Self {
        match (parameters_of_lambda(before, after), call_operator(before)) {
            (Some(length), _) => Self::Behind(length),
            (None, Some(at)) => Self::Earlier(at),
            (None, None) => Self::Here,
        }
    }
}

/// The place in `before`, where the attribute is that of a call operator.
fn call_operator(before: &[u8]) -> Option<usize> {
    let end = skip_specifiers(before);
    let open = opening(&before[..end])?;
    let declarator = before[..open].trim_ascii_end();
    match declarator.last()? {
        // The captures, or the parameters of a template.
        b']' | b'>' => Some(end),
        b')' => name_of_call_operator(declarator),
        // The attribute stands between the name and the parameters.
        _ => name_of_call_operator(&before[..end]),
    }
}

/// The end of the parameters that a call operator's specifiers follow.
fn skip_specifiers(before: &[u8]) -> usize {
    let text = before.trim_ascii_end();
    let word = |text: &[u8]| text.len() - text.iter().rev().take_while(|byte| is_word(**byte)).count();
    let at = word(text);
    if SPECIFIERS.contains(&&text[at..]) {
        return skip_specifiers(&text[..at]);
    }
    // `noexcept(…)`
    let condition = opening(text).map(|open| text[..open].trim_ascii_end());
    match condition.map(|text| (word(text), text)) {
        Some((at, text)) if &text[at..] == b"noexcept" => skip_specifiers(&text[..at]),
        _ => text.len(),
    }
}

/// The opening parenthesis that belongs to the closing one at the end.
fn opening(text: &[u8]) -> Option<usize> {
    if text.last() != Some(&b')') {
        return None;
    }
    let mut depth = 0usize;
    text.iter().rposition(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Where `operator` begins in a text that ends with `operator()`.
fn name_of_call_operator(text: &[u8]) -> Option<usize> {
    let name = text.strip_suffix(b")")?.trim_ascii_end().strip_suffix(b"(")?.trim_ascii_end();
    let at = name.strip_suffix(b"operator")?.len();
    (at == 0 || !is_word(name[at - 1])).then_some(at)
}

/// The length of the parameters with which `after` begins, where the attribute
/// before it stands between them and a lambda's captures.
fn parameters_of_lambda(before: &[u8], after: &[u8]) -> Option<usize> {
    let is_lambda = before.trim_ascii_end().ends_with(b"]") && after.trim_ascii_start().starts_with(b"(");
    if !is_lambda {
        return None;
    }
    let (mut at, mut depth) = (0, 0usize);
    while at < after.len() {
        let length = token_length(&after[at..]);
        match after[at] {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
        at += length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, expected: Place) {
        assert_eq!(Place::find(before.as_bytes(), after.as_bytes()), expected, "{before}[[]]{after}");
    }

    /// The attribute of `text` is where `!` is, and its place at the `^`.
    #[track_caller]
    fn check_earlier(text: &str) {
        let (before, after) = text.split_once('!').unwrap();
        let at = before.find('^').unwrap();
        check(&before.replace('^', ""), after, Place::Earlier(at));
    }

    #[test]
    fn attributes_of_lambdas_go_behind_the_parameters() {
        check_earlier("f([=](id<1> i)^ ! {})");
        check_earlier("f([=](id<1> i)^ mutable noexcept ! -> void {})");
        check_earlier("f([](auto (*g)(int))^ noexcept(noexcept(g(1)) && (2 > 1))! {})");
        check_earlier("f([]<class T>(T i)^ constexpr! {})");
        check("f([=] ", " (id<1> i) {})", Place::Behind(" (id<1> i)".len()));
        check("f([=]", "(int (*g)(char), char c = ')') {})", Place::Behind("(int (*g)(char), char c = ')')".len()));
        check("f([=]", " {})", Place::Here);
    }

    #[test]
    fn attributes_of_functions_go_before_their_name() {
        check_earlier("struct F { void ^operator() ! (id<1> i) const {} }");
        check_earlier("struct F { void ^operator ( ) (id<1> i) const ! {} }");
        check_earlier("struct F { auto ^operator()(id<1> (*i)()) const noexcept ! -> int; }");
    }

    #[test]
    fn other_attributes_stay_in_place() {
        check("", "void f();", Place::Here);
        check("struct F { ", "void operator()(int);", Place::Here);
        check("void f(int)", ";", Place::Here);
        check("void f(int) const noexcept ", ";", Place::Here);
        check("int my_operator()", ";", Place::Here);
        check(")", ";", Place::Here);
        check("noexcept", ";", Place::Here);
    }
}
