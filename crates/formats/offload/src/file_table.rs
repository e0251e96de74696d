//! File tables: the output of `sycl-post-link` for later steps. The first line names the columns, each other line is a
//! row with one file a column:
//!
//! ```text
//! [Code|Properties|Symbols]
//! a_0.bc|a_0.prop|a_0.sym
//! a_1.bc||a_1.sym
//! ```
//!
//! A cell may be empty. Columns are found by name, never by place. Names of
//! files contain neither `|` nor line breaks.

use std::fmt;

/// Column with the device code.
pub const CODE: &str = "Code";
/// Column with the files of property sets ([`tandem_image::property::text`]).
pub const PROPERTIES: &str = "Properties";
/// Column with the files of entry names, one a line.
pub const SYMBOLS: &str = "Symbols";
/// Column with the manifests.
pub const MANIFEST: &str = "Manifest";

/// Why a text is no file table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The first line is not `[Column|…]`.
    #[error("line 1: expected the names of the columns, as in `[Code|Properties|Symbols]`")]
    Title,
    /// Two columns of one name.
    #[error("line 1: column `{0}` appears twice")]
    DuplicateColumn(String),
    /// A row has too few or too many cells.
    #[error("line {line}: {found} cells in a table of {expected} columns")]
    Cells {
        /// Line, counted from 1.
        line: usize,
        /// Its cells.
        found: usize,
        /// The columns.
        expected: usize,
    },
}

/// A table of files; as text, the form that [`FileTable::parse`] reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTable {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl FileTable {
    /// A table without rows.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// Reads a table.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines();
        let title = lines.next().and_then(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
        let columns = cells(title.ok_or(TableError::Title)?);
        if let Some(index) = (1..columns.len()).find(|&i| columns[..i].contains(&columns[i])) {
            return Err(TableError::DuplicateColumn(columns[index].clone()));
        }
        let mut rows = Vec::new();
        for (index, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let row = cells(line);
            if row.len() != columns.len() {
                return Err(TableError::Cells { line: index + 2, found: row.len(), expected: columns.len() });
            }
            rows.push(row);
        }
        Ok(Self { columns, rows })
    }

    /// Adds a row, one cell for each column.
    ///
    /// # Panics
    /// When the number of cells is another.
    pub fn push(&mut self, row: Vec<String>) {
        assert_eq!(row.len(), self.columns.len(), "one cell a column");
        self.rows.push(row);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The cell of a row; `None` if it is empty or there is no such column.
    pub fn cell(&self, row: usize, column: &str) -> Option<&str> {
        let index = self.columns.iter().position(|name| name == column)?;
        let cell = self.rows.get(row)?[index].as_str();
        (!cell.is_empty()).then_some(cell)
    }
}

impl fmt::Display for FileTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[{}]", self.columns.join("|"))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", row.join("|")))
    }
}

fn cells(line: &str) -> Vec<String> {
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_the_names_of_their_columns() {
        let text = "[Code|Properties|Symbols]\na_0.bc|a_0.prop|a_0.sym\na_1.bc||a_1.sym\n";
        let table = FileTable::parse(text).unwrap();
        assert_eq!(table.len(), 2);
        assert_eq!(table.cell(0, SYMBOLS), Some("a_0.sym"));
        assert_eq!(table.cell(1, PROPERTIES), None);
        assert_eq!(table.cell(0, MANIFEST), None);
        assert_eq!(table.to_string(), text);
        let mut made = FileTable::new(&[CODE, PROPERTIES, SYMBOLS]);
        made.push(["a_0.bc", "a_0.prop", "a_0.sym"].map(str::to_owned).to_vec());
        made.push(["a_1.bc", "", "a_1.sym"].map(str::to_owned).to_vec());
        assert_eq!(made, table);
    }

    #[test]
    fn what_is_no_table() {
        assert_eq!(FileTable::parse(""), Err(TableError::Title));
        assert_eq!(FileTable::parse("a.bc|a.prop\n"), Err(TableError::Title));
        assert_eq!(FileTable::parse("[Code|Code]\n"), Err(TableError::DuplicateColumn("Code".into())));
        let error = FileTable::parse("[Code|Symbols]\na.bc|a.sym\n\na.bc\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: 1 cells in a table of 2 columns");
    }
}
