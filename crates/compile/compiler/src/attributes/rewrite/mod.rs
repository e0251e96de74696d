//! Rewrites the kernel attributes in preprocessed text to annotations. Lines keep their numbers.
//!
//! Arguments that are not literals become template arguments: as an annotation, a constant's name would make the lambda
//! capture it, but only in the device pass.

use std::collections::HashSet;
use std::ops::Range;

use super::place::{Code, Insertion};
use super::tokens::{Kind, Token, tokens};
use super::{HINTS, KERNEL_ATTRIBUTES, LEFT_TO_THE_DEVICE, NAMESPACES};

/// Around an expression, these make its value a template argument (`sycl/detail/kernel/entry.hpp`).
const CONSTANT_OPEN: &[u8] = b"::sycl::detail::constant_argument<(";
const CONSTANT_CLOSE: &[u8] = b")>";

/// The result of rewriting.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The new text.
    pub text: Vec<u8>,
    /// Whether it is another text, or may show other warnings.
    pub has_changed: bool,
    /// Attributes in namespaces of SYCL that mean nothing here, as they are written.
    pub unknown: HashSet<String>,
    /// Names of the attributes in other namespaces or none.
    pub foreign: HashSet<String>,
}

/// Rewrites the attributes of kernels. Directives that switch diagnostics off become empty lines, so that clang reports
/// the attributes that it still does not know.
pub fn rewrite(text: &[u8]) -> Rewritten {
    let tokens = tokens(text);
    let attributes = find_attributes(&tokens);
    let code = Code { text, tokens: &tokens, attributes: &attributes };
    let mut rewriter = Rewriter { code, edits: Vec::new(), result: Rewritten::default() };
    for token in &tokens {
        if token.kind == Kind::Directive && is_about_diagnostics(&text[token.start..token.end]) {
            rewriter.edits.push((token.start..token.end, Vec::new()));
        }
    }
    for attribute in &attributes {
        rewriter.rewrite(*attribute);
    }
    rewriter.finish()
}

/// `#pragma clang diagnostic …` and that of GCC.
fn is_about_diagnostics(directive: &[u8]) -> bool {
    let mut words = directive[1..].split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words.next() == Some(b"pragma")
        && matches!(words.next(), Some(b"clang" | b"GCC"))
        && words.next() == Some(b"diagnostic")
}

/// The standard attributes: the index of the first token of each, and the index after its last one.
fn find_attributes(tokens: &[Token]) -> Vec<(usize, usize)> {
    let is = |index: usize, symbol| tokens.get(index).is_some_and(|token: &Token| token.kind == Kind::Symbol(symbol));
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if !is(index, b'[') || !is(index + 1, b'[') {
            index += 1;
            continue;
        }
        match closing(tokens, index + 2) {
            Some(end) if is(end + 1, b']') => {
                found.push((index, end + 2));
                index = end + 2;
            }
            _ => index += 1,
        }
    }
    found
}

/// The bracket that closes the one opened before `index`.
fn closing(tokens: &[Token], index: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(index) {
        match token.kind {
            Kind::Symbol(b']') if depth == 0 => return Some(at),
            Kind::Symbol(b'(' | b'[' | b'{') => depth += 1,
            Kind::Symbol(b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The treatment of an attribute.
enum Fate {
    /// It stays.
    Kept,
    /// It is left out.
    Dropped,
    /// This takes its place.
    Annotation(Vec<u8>),
}

struct Rewriter<'a> {
    code: Code<'a>,
    /// Parts of the text, and their replacements.
    edits: Vec<(Range<usize>, Vec<u8>)>,
    result: Rewritten,
}

impl Rewriter<'_> {
    fn bytes(&self, tokens: &Range<usize>) -> &[u8] {
        match tokens.is_empty() {
            true => b"",
            false => &self.code.text[self.code.tokens[tokens.start].start..self.code.tokens[tokens.end - 1].end],
        }
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.code.tokens.get(index).map(|token| token.kind)
    }

    /// Rewrites one `[[ … ]]`.
    fn rewrite(&mut self, attribute: (usize, usize)) {
        let inner = attribute.0 + 2..attribute.1 - 2;
        let (using, list) = self.split_using(inner.clone());
        let (mut kept, mut annotations) = (Vec::new(), Vec::new());
        let mut is_changed = false;
        for item in self.split_list(list.clone()) {
            match self.fate(using.as_ref(), &item) {
                Fate::Kept => kept.push(item),
                Fate::Dropped => is_changed = true,
                Fate::Annotation(text) => {
                    annotations.extend_from_slice(&text);
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            return;
        }
        // Annotations may be on a different line than the attribute: its line breaks stay in its place.
        let annotations: Vec<u8> =
            annotations.into_iter().map(|byte| if byte == b'\n' { b' ' } else { byte }).collect();
        let mut out = Vec::new();
        if kept.iter().any(|item| !item.is_empty()) {
            out.extend_from_slice(b"[[");
            out.extend_from_slice(self.bytes(&(inner.start..list.start)));
            let kept: Vec<&[u8]> = kept.iter().map(|item| self.bytes(item)).collect();
            out.extend_from_slice(&kept.join(&b','));
            out.extend_from_slice(b"]]");
        }
        match self.code.place(attribute) {
            Insertion::Here => out.extend_from_slice(&annotations),
            Insertion::At(offset) => self.edits.push((offset..offset, annotations)),
        }
        let newlines = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count();
        let missing = newlines(self.bytes(&(attribute.0..attribute.1))).saturating_sub(newlines(&out));
        out.extend(std::iter::repeat_n(b'\n', missing));
        let tokens = self.code.tokens;
        self.edits.push((tokens[attribute.0].start..tokens[attribute.1 - 1].end, out));
    }

    /// Splits `using NAMESPACE : list` into namespace and list.
    fn split_using(&self, inner: Range<usize>) -> (Option<Vec<u8>>, Range<usize>) {
        let is_using = inner.len() >= 3
            && self.bytes(&(inner.start..inner.start + 1)) == b"using"
            && self.kind(inner.start + 2) == Some(Kind::Symbol(b':'));
        match is_using {
            true => (Some(self.bytes(&(inner.start + 1..inner.start + 2)).to_vec()), inner.start + 3..inner.end),
            false => (None, inner),
        }
    }

    /// Splits at the commas that are outside of brackets.
    fn split_list(&self, list: Range<usize>) -> Vec<Range<usize>> {
        let mut items = Vec::new();
        let (mut start, mut index, mut depth) = (list.start, list.start, 0usize);
        while index < list.end {
            match self.code.tokens[index].kind {
                Kind::Symbol(b'(' | b'[' | b'{') => depth += 1,
                Kind::Symbol(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Kind::Symbol(b'<') => index = self.template_arguments(index, list.end).unwrap_or(index),
                Kind::Symbol(b',') if depth == 0 => {
                    items.push(start..index);
                    start = index + 1;
                }
                _ => {}
            }
            index += 1;
        }
        items.push(start..list.end);
        items
    }

    /// The end of the template arguments that begin at `open`, if that is what they are: a name precedes them, and they
    /// are followed by a token that may follow a template but does not start an operand.
    fn template_arguments(&self, open: usize, end: usize) -> Option<usize> {
        let is_after_name = open > 0 && self.kind(open - 1) == Some(Kind::Word);
        let mut depth = 0usize;
        let close = (open..end).find(|index| {
            match self.code.tokens[*index].kind {
                Kind::Symbol(b'<') => depth += 1,
                Kind::Symbol(b'>') => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let ends = close + 1 == end
            || matches!(self.kind(close + 1), Some(Kind::Scope | Kind::Symbol(b'(' | b'{' | b',' | b')' | b'.')));
        (is_after_name && ends).then_some(close)
    }

    /// The treatment of one attribute of a list.
    fn fate(&mut self, using: Option<&Vec<u8>>, item: &Range<usize>) -> Fate {
        let text = |range: Range<usize>| String::from_utf8_lossy(self.bytes(&range)).into_owned();
        let at = item.start;
        let is_scoped = item.len() >= 3 && self.kind(at + 1) == Some(Kind::Scope);
        let (namespace, name) = match (using, is_scoped) {
            _ if item.is_empty() => return Fate::Kept,
            (_, true) => (text(at..at + 1), at + 2),
            (Some(namespace), false) => (String::from_utf8_lossy(namespace).into_owned(), at),
            (None, false) => (String::new(), at),
        };
        let args = match self.kind(name + 1) {
            Some(Kind::Symbol(b'(')) if name + 1 < item.end => name + 2..item.end - 1,
            _ => name + 1..name + 1,
        };
        let name = text(name..name + 1);
        if !NAMESPACES.contains(&namespace.as_str()) {
            self.result.foreign.insert(name);
            return Fate::Kept;
        }
        if HINTS.contains(&name.as_str()) {
            return Fate::Dropped;
        }
        match KERNEL_ATTRIBUTES.iter().find(|(known, _)| *known == name) {
            Some(_) if LEFT_TO_THE_DEVICE.contains(&self.bytes(&args)) => Fate::Dropped,
            Some((_, annotation)) => Fate::Annotation(self.annotation(annotation, args)),
            None => {
                self.result.unknown.insert(name);
                Fate::Kept
            }
        }
    }

    fn annotation(&self, name: &str, args: Range<usize>) -> Vec<u8> {
        let mut out = format!(" __attribute__((annotate(\"sycl_{name}\"").into_bytes();
        if !args.is_empty() {
            for arg in self.split_list(args) {
                out.push(b',');
                self.put_argument(arg, &mut out);
            }
        }
        out.extend_from_slice(b"))) ");
        out
    }

    /// An argument of an annotation.
    fn put_argument(&self, arg: Range<usize>, out: &mut Vec<u8>) {
        let (value, expansion) = match self.bytes(&arg).strip_suffix(b"...") {
            Some(pattern) => (pattern, &b"..."[..]),
            None => (self.bytes(&arg), &b""[..]),
        };
        let is_literal = value.iter().all(u8::is_ascii_digit);
        let (open, close) = if is_literal { (&b""[..], &b""[..]) } else { (CONSTANT_OPEN, CONSTANT_CLOSE) };
        out.extend_from_slice(&[open, value, close, expansion].concat());
    }

    fn finish(mut self) -> Rewritten {
        let text = self.code.text;
        // At the same offset, insertions precede replacements.
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = Vec::with_capacity(text.len() + 256 * self.edits.len());
        let mut at = 0;
        for (range, new) in &self.edits {
            out.extend_from_slice(&text[at..range.start]);
            out.extend_from_slice(new);
            at = range.end;
        }
        out.extend_from_slice(&text[at..]);
        let has_changed = !self.edits.is_empty() || !self.result.unknown.is_empty();
        Rewritten { text: out, has_changed, ..self.result }
    }
}

#[cfg(test)]
mod tests;
