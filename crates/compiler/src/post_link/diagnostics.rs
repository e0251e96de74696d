//! Diagnostics that look like the compiler's: `file:line:column: error: …`
//! with notes that lead from the kernel to the construct.

use std::fmt;

use tandem_ir::Frame;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The unit is refused.
    Error,
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
            write!(f, "{}:{}:", place.file, place.line)?;
            if place.column > 0 {
                write!(f, "{}:", place.column)?;
            }
            f.write_str(" ")?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
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
