//! Comparison of a program's output with what is expected of it.

use anyhow::{Result, bail};
use regex::Regex;

/// The expectation for one line of output.
#[derive(Clone, Debug)]
pub enum Expected {
    /// This text.
    Line(String),
    /// The expression matches the whole line; and the expression as written.
    Like(Regex, String),
}

impl Expected {
    /// A line that is this text.
    pub fn line(text: &str) -> Self {
        Self::Line(text.into())
    }

    /// A line that an expression matches from its start to its end.
    ///
    /// # Errors
    /// When the expression is malformed.
    pub fn like(expression: &str) -> Result<Self> {
        Ok(Self::Like(Regex::new(&format!("^(?:{expression})$"))?, expression.into()))
    }

    fn matches(&self, line: &str) -> bool {
        match self {
            Self::Line(text) => line == text,
            Self::Like(expression, _) => expression.is_match(line),
        }
    }
}

/// Checks that the expected lines are in `output` in this order; other lines
/// may be between them. White space at the end of a line does not count:
/// editors remove it from directives.
///
/// # Errors
/// Names the first line that is missing.
pub fn in_order(expected: &[Expected], output: &str) -> Result<()> {
    let mut lines = output.lines().map(str::trim_end);
    for (index, want) in expected.iter().enumerate() {
        if lines.any(|line| want.matches(line)) {
            continue;
        }
        let place = if index == 0 { "" } else { " behind the ones before" };
        match want {
            Expected::Line(text) => bail!("no line{place} is `{text}`"),
            Expected::Like(_, expression) => bail!("no line{place} matches `{expression}`"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Expected {
        Expected::line(text)
    }

    fn like(text: &str) -> Expected {
        Expected::like(text).expect("valid")
    }

    #[test]
    fn a_line_is_compared_as_a_whole() {
        assert!(in_order(&[line("20")], "1\n20\n").is_ok());
        assert!(in_order(&[line("20")], "120\n").is_err());
        assert!(in_order(&[line("20")], "200\n").is_err());
        assert!(in_order(&[line("a.c")], "abc\n").is_err());
    }

    #[test]
    fn an_expression_matches_a_line_as_a_whole() {
        assert!(in_order(&[like("[0-9]+ ns")], "15 ns\n").is_ok());
        assert!(in_order(&[like("[0-9]+ ns")], "about 15 ns\n").is_err());
        assert!(in_order(&[like("a|b")], "ab\n").is_err());
    }

    #[test]
    fn lines_come_in_order_and_each_counts_once() {
        let both = [line("a"), like("b")];
        assert!(in_order(&both, "x\na\ny\nb\n").is_ok());
        assert!(in_order(&both, "b\na\n").is_err());
        assert!(in_order(&[line("a"), line("a")], "a\n").is_err());
    }

    #[test]
    fn spaces_count_in_front_but_not_at_the_end() {
        assert!(in_order(&[line("a b")], "a b  \r\n").is_ok());
        assert!(in_order(&[line("a b")], " a b\n").is_err());
        assert!(in_order(&[line("a b")], "a  b\n").is_err());
    }

    #[test]
    fn the_missing_line_is_named() {
        let error = in_order(&[line("a"), line("b")], "a\n").expect_err("b is missing");
        assert_eq!(error.to_string(), "no line behind the ones before is `b`");
    }
}
