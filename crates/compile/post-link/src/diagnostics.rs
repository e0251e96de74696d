//! Diagnostics that look like the compiler's: `file:line:column: error: …`
//! with notes that lead from the kernel to the construct.

use std::fmt;

use tandem_ir::Frame;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The unit is refused.
    Error,
    /// No further errors are reported.
    Fatal,
    /// Belongs to the diagnostic before it.
    Note,
}

/// One message with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where, if known.
    pub place: Option<Frame>,
    /// What, in clang's voice: no capital, no full stop.
    pub message: String,
}

/// Why device code was refused: errors, each followed by its notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    entries: Vec<Diagnostic>,
}

impl Diagnostics {
    /// A single error without a place.
    pub fn from_message(message: impl Into<String>) -> Self {
        let mut diagnostics = Self::default();
        diagnostics.error(None, message);
        diagnostics
    }

    /// Adds an error.
    pub fn error(&mut self, place: Option<Frame>, message: impl Into<String>) {
        self.entries.push(Diagnostic { severity: Severity::Error, place, message: message.into() });
    }

    /// Adds a note to the last error.
    pub fn note(&mut self, place: Option<Frame>, message: impl Into<String>) {
        self.entries.push(Diagnostic { severity: Severity::Note, place, message: message.into() });
    }

    /// Adds the findings of another check.
    pub fn take(&mut self, result: Result<(), Self>) {
        if let Err(mut others) = result {
            self.entries.append(&mut others.entries);
        }
    }

    /// Puts errors, each with its notes, in the order of their places.
    pub fn sort(&mut self) {
        let mut groups: Vec<Vec<Diagnostic>> = Vec::new();
        for entry in self.entries.drain(..) {
            match groups.last_mut() {
                Some(group) if entry.severity == Severity::Note => group.push(entry),
                _ => groups.push(vec![entry]),
            }
        }
        // Errors without a location are last.
        groups.sort_by_cached_key(|group| {
            let place = group[0].place.as_ref();
            (place.is_none(), place.map(|place| (place.file.clone(), place.line, place.column)))
        });
        self.entries = groups.into_iter().flatten().collect();
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// At most this many errors, followed by clang's message if there are more; 0 is no limit.
    #[must_use]
    pub fn limited(mut self, limit: usize) -> Self {
        let is_error = |entry: &Diagnostic| entry.severity == Severity::Error;
        let mut errors = self.entries.iter().enumerate().filter(|(_, entry)| is_error(entry));
        if limit > 0
            && let Some((first_too_many, _)) = errors.nth(limit)
        {
            self.entries.truncate(first_too_many);
            let message = "too many errors emitted, stopping now [-ferror-limit=]".to_owned();
            self.entries.push(Diagnostic { severity: Severity::Fatal, place: None, message });
        }
        self
    }

    /// Errors and notes in order.
    pub fn entries(&self) -> &[Diagnostic] {
        &self.entries
    }

    /// `Err(self)` when there is anything to report.
    pub fn into_result(self) -> Result<(), Self> {
        if self.entries.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:", place.file)?;
            // Code that clang generates has neither.
            if place.line > 0 {
                write!(f, "{}:", place.line)?;
            }
            if place.column > 0 {
                write!(f, "{}:", place.column)?;
            }
            f.write_str(" ")?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
            Severity::Note => "note",
        };
        write!(f, "{severity}: {}", self.message)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, entry) in self.entries.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{entry}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl From<tandem_ir::Error> for Diagnostics {
    fn from(error: tandem_ir::Error) -> Self {
        Self::from_message(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_in_the_order_of_their_places() {
        let place = |file: &str, line| Some(Frame { file: file.into(), directory: String::new(), line, column: 1 });
        let mut found = Diagnostics::default();
        found.error(None, "z");
        found.error(place("b.cpp", 1), "c");
        found.error(place("a.cpp", 10), "b");
        found.note(None, "why");
        found.error(place("a.cpp", 9), "a");
        found.sort();
        let text = "a.cpp:9:1: error: a\na.cpp:10:1: error: b\nnote: why\nb.cpp:1:1: error: c\nerror: z";
        assert_eq!(found.to_string(), text);
    }

    #[test]
    fn the_limit_counts_errors() {
        let mut found = Diagnostics::default();
        for name in ["a", "b", "c"] {
            found.error(None, name);
            found.note(None, "why");
        }
        let limited = |limit| found.clone().limited(limit).to_string();
        assert_eq!(limited(0), found.to_string());
        assert_eq!(limited(3), found.to_string());
        assert_eq!(
            limited(2),
            "error: a\nnote: why\nerror: b\nnote: why\n\
             fatal error: too many errors emitted, stopping now [-ferror-limit=]"
        );
    }
}
