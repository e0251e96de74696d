//! Source lines of loaded code, from the object's line table (DWARF 5, section 6.2).

use gimli::{AttributeValue, DebugLine, DebugLineOffset, EndianSlice, LineProgramHeader, LittleEndian};
use object::{Object, ObjectSection, ObjectSymbol, RelocationKind, RelocationTarget, SectionIndex};

use super::ElfObject;

type Bytes<'data> = EndianSlice<'data, LittleEndian>;

/// The table from code addresses to source lines. Lookups neither allocate nor lock.
#[derive(Default)]
pub struct Lines {
    files: Vec<String>,
    /// By address; a line counts up to the next one.
    rows: Vec<Row>,
}

struct Row {
    address: usize,
    /// Index of the file; `None` after the end of a sequence of lines.
    file: Option<usize>,
    line: u64,
}

impl Lines {
    /// Reads the table of an object whose section headers have the sections' addresses. Entries that cannot be read are
    /// omitted.
    pub(super) fn of(file: &ElfObject<'_>) -> Self {
        let mut lines = Self::default();
        let strings = file.section_by_name(".debug_line_str").and_then(|section| section.data().ok()).unwrap_or(&[]);
        if let Some(table) = relocated(file, ".debug_line") {
            // If a table ends early, the rows before that are used.
            let _ = lines.read(&table, strings);
        }
        // Of several rows at one address the last one counts, except for the end of the sequence before.
        lines.rows.sort_by_key(|row| (row.address, row.file.is_some()));
        lines
    }

    /// File and line of the code at an address.
    pub fn find(&self, address: usize) -> Option<(&str, u64)> {
        let behind = self.rows.partition_point(|row| row.address <= address);
        let row = &self.rows[behind.checked_sub(1)?];
        Some((self.files.get(row.file?)?, row.line))
    }

    /// Reads the programs of all units.
    fn read(&mut self, table: &[u8], strings: &[u8]) -> gimli::Result<()> {
        let section = DebugLine::new(table, LittleEndian);
        let mut offset = 0;
        while offset < table.len() {
            let program = section.program(DebugLineOffset(offset), 8, None, None)?;
            let header = program.header();
            offset += header.unit_length() + usize::from(header.format().initial_length_size());
            let first = self.files.len();
            self.files.extend(names(header, strings));
            // Numbers of files begin with 1 up to DWARF 4.
            let base = u64::from(header.version() < 5);
            let mut rows = program.rows();
            while let Some((_, row)) = rows.next_row()? {
                let number = usize::try_from(row.file_index().saturating_sub(base)).unwrap_or(usize::MAX);
                let file = (!row.end_sequence()).then(|| first.saturating_add(number));
                let address = usize::try_from(row.address()).unwrap_or(usize::MAX);
                self.rows.push(Row { address, file, line: row.line().map_or(0, std::num::NonZero::get) });
            }
        }
        Ok(())
    }
}

/// Names of the files, in the order of their numbers.
fn names(header: &LineProgramHeader<Bytes<'_>>, strings: &[u8]) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let name = |name: AttributeValue<Bytes<'_>>| match name {
        AttributeValue::String(name) => text(name.slice()),
        AttributeValue::DebugLineStrRef(offset) => {
            let rest = strings.get(offset.0..).unwrap_or(&[]);
            text(rest.split(|byte| *byte == 0).next().unwrap_or(&[]))
        }
        _ => "?".to_owned(),
    };
    header.file_names().iter().map(|file| name(file.path_name())).collect()
}

/// A section with its absolute relocations applied.
fn relocated(file: &ElfObject<'_>, name: &str) -> Option<Vec<u8>> {
    let section = file.section_by_name(name)?;
    let mut data = section.data().ok()?.to_vec();
    for (offset, relocation) in section.relocations().filter(|(_, to)| to.kind() == RelocationKind::Absolute) {
        let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
        let Ok(symbol) = file.symbol_by_index(symbol) else { continue };
        let start = symbol
            .section_index()
            .map_or(Some(0), |index: SectionIndex| file.section_by_index(index).ok().map(|section| section.address()));
        let Some(start) = start else { continue };
        let value = start.wrapping_add(symbol.address()).wrapping_add_signed(relocation.addend());
        let size = usize::from(relocation.size()) / 8;
        let field = usize::try_from(offset).ok().and_then(|at| data.get_mut(at..at.checked_add(size)?));
        if let (Some(field), Some(bytes)) = (field, value.to_le_bytes().get(..size)) {
            field.copy_from_slice(bytes);
        }
    }
    Some(data)
}
