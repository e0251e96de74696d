//! Where code over work-items is in the source.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use tandem_ir::{Frame, Inst};

use super::item_loop::ItemLoop;

/// Lines without code between two lines of one range.
const GAP: u32 = 8;

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourcePosition {
    file: String,
    line: u32,
    column: u32,
}

impl Display for SourcePosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

/// Where an instruction is from, if that is known.
pub fn place(inst: Inst<'_>) -> Option<SourcePosition> {
    let Frame { file, line, column, .. } = inst.debug_loc()?.frame();
    (line > 0).then_some(SourcePosition { file, line, column })
}

/// The source of a loop over work-items: that in the file that most of it is from.
#[derive(Default)]
pub struct Region {
    /// Its start.
    pub begin: Option<SourcePosition>,
    /// Ranges of lines, first and last.
    lines: Vec<(u32, u32)>,
}

impl Region {
    /// The source of this loop.
    pub fn new(item_loop: &ItemLoop<'_>) -> Self {
        let mut files = BTreeMap::<String, Vec<SourcePosition>>::new();
        for place in item_loop.blocks.iter().flat_map(|block| block.insts()).filter_map(place) {
            files.entry(place.file.clone()).or_default().push(place);
        }
        let mut places = files.into_values().max_by_key(Vec::len).unwrap_or_default();
        places.sort();
        Self { lines: ranges(places.iter().map(|place| place.line)), begin: places.into_iter().next() }
    }
}

/// Ascending lines as ranges.
fn ranges(lines: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in lines {
        match ranges.last_mut() {
            Some((_, last)) if line <= *last + 1 + GAP => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    ranges
}

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = |(first, last): &(u32, u32)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        match &self.lines[..] {
            [] => Ok(()),
            [(first, last)] if first == last => write!(f, ", line {first}"),
            lines => write!(f, ", lines {}", lines.iter().map(text).collect::<Vec<_>>().join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_far_apart_are_several_ranges() {
        let text = |lines: &[u32]| Region { begin: None, lines: ranges(lines.iter().copied()) }.to_string();
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[4, 4]), ", line 4");
        assert_eq!(text(&[3, 20, 22, 29]), ", lines 3, 20-29");
    }
}
