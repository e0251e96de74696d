//! The positions where the GNU spelling of an attribute is allowed. A standard attribute of a call operator follows the
//! specifiers of its type, or precedes its parameters; clang accepts GNU attributes of lambdas directly after the
//! parameters, and those of functions before their name:
//!
//! ```text
//! [=](id<1> i) mutable noexcept [[…]] -> void {   =>   [=](id<1> i) __attribute__((…)) mutable noexcept -> void {
//! void operator() [[…]] (id<1> i) const;          =>   void __attribute__((…)) operator()(id<1> i) const;
//! ```

use super::tokens::{Kind, Token};

/// Words between the parameters of a call operator and its attributes.
const SPECIFIERS: &[&[u8]] =
    &[b"mutable", b"noexcept", b"constexpr", b"consteval", b"static", b"const", b"volatile", b"override", b"final"];

/// The position for the GNU spelling of a standard attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insertion {
    /// Where the attribute is.
    Here,
    /// At this offset of the text.
    At(usize),
}

/// The tokens around attributes.
pub(super) struct Code<'a> {
    pub text: &'a [u8],
    pub tokens: &'a [Token],
    /// Standard attributes: the index of the first token, and the index after the last one.
    pub attributes: &'a [(usize, usize)],
}

impl Code<'_> {
    /// The place for an attribute whose tokens are `begin..end`.
    pub fn place(&self, (begin, end): (usize, usize)) -> Insertion {
        match (self.parameters_of_lambda(begin, end), self.call_operator(begin)) {
            (Some(behind), _) => Insertion::At(behind),
            (None, Some(at)) => Insertion::At(at),
            (None, None) => Insertion::Here,
        }
    }

    fn word(&self, index: usize) -> &[u8] {
        let Token { start, end, .. } = self.tokens[index];
        &self.text[start..end]
    }

    fn is(&self, index: usize, symbol: u8) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == Kind::Symbol(symbol))
    }

    /// The position for the attribute of a call operator whose tokens end before `end`.
    fn call_operator(&self, end: usize) -> Option<usize> {
        let end = self.skip_specifiers(end);
        let open = self.opening(end, b'(', b')')?;
        let before = self.skip_attributes(open);
        if before == 0 {
            return None;
        }
        // The captures, or the parameters of a template.
        let is_lambda = self.is(before - 1, b']') || (self.is(before - 1, b'>') && self.is_template_lambda(before));
        match is_lambda {
            true => Some(self.tokens[end - 1].end),
            // The attribute is after the parameters, or between them and the name.
            false => self.name_of_call_operator(before).or_else(|| self.name_of_call_operator(end)),
        }
    }

    /// The end of the parameters that a call operator's specifiers follow.
    fn skip_specifiers(&self, end: usize) -> usize {
        let end = self.skip_attributes(end);
        let Some(last) = end.checked_sub(1) else {
            return end;
        };
        match self.tokens[last].kind {
            Kind::Word if SPECIFIERS.contains(&self.word(last)) => self.skip_specifiers(last),
            // References to the object.
            Kind::Symbol(b'&') => self.skip_specifiers(last),
            // `noexcept(…)`
            _ => match self.opening(end, b'(', b')').and_then(|open| open.checked_sub(1)) {
                Some(before) if self.word(before) == b"noexcept" => self.skip_specifiers(before),
                _ => end,
            },
        }
    }

    /// The index after the tokens that precede the standard attributes ending before `end`.
    fn skip_attributes(&self, end: usize) -> usize {
        match self.attributes.iter().find(|attribute| attribute.1 == end) {
            Some((begin, _)) => self.skip_attributes(*begin),
            None => end,
        }
    }

    /// The opening bracket that belongs to the closing one before `end`.
    fn opening(&self, end: usize, open: u8, close: u8) -> Option<usize> {
        if !self.is(end.checked_sub(1)?, close) {
            return None;
        }
        let mut depth = 0usize;
        (0..end).rev().find(|index| {
            if self.is(*index, close) {
                depth += 1;
            } else if self.is(*index, open) {
                depth -= 1;
            }
            depth == 0
        })
    }

    /// Whether the parameters of a template that end before `end` follow captures.
    fn is_template_lambda(&self, end: usize) -> bool {
        self.opening(end, b'<', b'>').is_some_and(|open| open > 0 && self.is(open - 1, b']'))
    }

    /// Where the name begins that ends with `operator()` before `end`, with the classes that it is
    /// qualified by.
    fn name_of_call_operator(&self, end: usize) -> Option<usize> {
        let operator = end.checked_sub(3)?;
        if !self.is(end - 1, b')') || !self.is(end - 2, b'(') || self.word(operator) != b"operator" {
            return None;
        }
        let mut begin = operator;
        while begin >= 2 && self.tokens[begin - 1].kind == Kind::Scope {
            let class = match self.opening(begin - 1, b'<', b'>') {
                Some(open) => open.checked_sub(1)?,
                None => begin - 2,
            };
            if self.tokens[class].kind != Kind::Word {
                break;
            }
            begin = class;
        }
        Some(self.tokens[begin].start)
    }

    /// The end of the parameters after an attribute, if it is between them and a lambda's captures.
    fn parameters_of_lambda(&self, begin: usize, end: usize) -> Option<usize> {
        let before = self.skip_attributes(begin);
        let is_lambda =
            before > 0 && (self.is(before - 1, b']') || (self.is(before - 1, b'>') && self.is_template_lambda(before)));
        // Other attributes may follow.
        let mut open = end;
        while let Some((_, behind)) = self.attributes.iter().find(|attribute| attribute.0 == open) {
            open = *behind;
        }
        if !is_lambda || !self.is(open, b'(') {
            return None;
        }
        let mut depth = 0usize;
        let close = (open..self.tokens.len()).find(|index| {
            if self.is(*index, b'(') {
                depth += 1;
            } else if self.is(*index, b')') {
                depth -= 1;
            }
            depth == 0
        })?;
        Some(self.tokens[close].end)
    }
}
