//! The tables of ARCHITECTURE.md, which tests hold the code to.

/// The cells of the first table below a heading, without its head.
///
/// # Panics
/// If there is none.
pub fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = std::fs::read_to_string(crate::root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md exists");
    let (_, section) = page.split_once(&format!("# {heading}\n")).expect("a section with the table");
    let lines = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> = lines.skip(2).map(cells).collect();
    assert!(!rows.is_empty(), "no table below `{heading}`");
    rows
}

/// The words in backticks.
pub fn words(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
