//! Lines that are in two places.

use std::collections::HashMap;

use tandem_tests::rust_sources::Source;

/// The minimum number of consecutive equal lines that makes two locations a pair.
pub const LINES: usize = 6;

/// The number of pairs of equal locations; longer matches count once. Lines without a word and lines that import names
/// are left out, so they count neither as equal nor as different.
pub fn count(sources: &[&Source]) -> usize {
    let files: Vec<Vec<&str>> = sources.iter().map(|source| lines(source)).collect();
    let mut places: HashMap<&[&str], Vec<(usize, usize)>> = HashMap::new();
    for (file, lines) in files.iter().enumerate() {
        for (at, window) in lines.windows(LINES).enumerate() {
            places.entry(window).or_default().push((file, at));
        }
    }
    let goes_on = |(file, at): (usize, usize), (other, there): (usize, usize)| {
        at > 0 && there > 0 && files[file][at - 1] == files[other][there - 1]
    };
    let begin = |places: &Vec<(usize, usize)>| {
        let pairs = (0..places.len()).flat_map(|first| (first + 1..places.len()).map(move |second| (first, second)));
        pairs.filter(|&(first, second)| !goes_on(places[first], places[second])).count()
    };
    places.values().map(begin).sum()
}

fn lines(source: &Source) -> Vec<&str> {
    let counts =
        |line: &&str| line.contains(char::is_alphanumeric) && !line.starts_with("use ") && !line.starts_with("//");
    source.lines.iter().map(String::as_str).filter(counts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_of_equal_lines_is_one_pair() {
        let lines: String = (0..9).map(|number| format!("const N{number}: u8 = 0;\n\n")).collect();
        let source = |before: &str| Source::parse(Vec::new(), &format!("{before}\n{lines}")).unwrap();
        let (first, second) = (source("const A: u8 = 1;"), source("const B: u8 = 2;"));
        assert_eq!(count(&[&first, &second]), 1);
        assert_eq!(count(&[&first]), 0);
    }
}
