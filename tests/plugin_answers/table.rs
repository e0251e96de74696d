//! Tables of the reasons why answers differ: Markdown files with a line `Platform: NAME` and a table of three columns,
//! which are a query, when its answers differ, and why.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::queries::Answers;

/// When answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On every machine.
    Always,
    /// They depend on the machine, or on the moment, and may be equal.
    ByMachine,
}

/// Why the answers to a query differ.
#[derive(Clone, Debug)]
pub struct Reason {
    pub when: When,
    pub text: String,
}

/// The reasons for one platform of OpenCL.
pub struct Table {
    pub file: PathBuf,
    pub platform: String,
    pub reasons: BTreeMap<String, Reason>,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// The file cannot be read, names no platform, or has a row that is not one of the table's.
    pub fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        Self::parse(&text, file).with_context(|| file.display().to_string())
    }

    /// A table of a platform for which there is no file.
    pub fn without_reasons(platform: &str) -> Self {
        Self { file: PathBuf::new(), platform: platform.to_owned(), reasons: BTreeMap::new() }
    }

    fn parse(text: &str, file: &Path) -> Result<Self> {
        let platform = text.lines().find_map(|line| line.strip_prefix("Platform: ")).context("no line `Platform: `")?;
        let mut reasons = BTreeMap::new();
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
        for row in rows.filter(|row| !row.starts_with("query ")) {
            let [query, when, text] = row.split(" | ").collect::<Vec<_>>()[..] else {
                bail!("not three columns: {row}")
            };
            let when = match when {
                "always" => When::Always,
                "by machine" => When::ByMachine,
                _ => bail!("{query} differs `{when}`, which is neither `always` nor `by machine`"),
            };
            ensure!(!text.trim().is_empty(), "{query} has no reason");
            let reason = Reason { when, text: text.to_owned() };
            ensure!(reasons.insert(query.to_owned(), reason).is_none(), "{query} is there twice");
        }
        Ok(Self { file: file.to_owned(), platform: platform.to_owned(), reasons })
    }

    /// Reasons for queries that there are not.
    pub fn unknown(&self, answers: &Answers) -> impl Iterator<Item = String> {
        let unknown = self.reasons.keys().filter(|query| !answers.contains_key(*query));
        unknown.map(|query| format!("{query}: there is no such query"))
    }
}

#[test]
fn tables_are_checked() {
    let parse = |rows: &str| {
        Table::parse(&format!("Platform: P\n\n| query | differs | reason |\n|---|---|---|\n{rows}"), Path::new("t.md"))
    };
    let table = parse("| device A | always | x |\n| device B | by machine | y |\n").unwrap();
    assert_eq!((table.platform.as_str(), table.reasons.len()), ("P", 2));
    assert_eq!(table.reasons["device B"].when, When::ByMachine);
    for rows in ["| device A | never | x |", "| device A | always |", "| device A | always |  |"] {
        assert!(parse(rows).is_err(), "{rows}");
    }
    assert!(parse("| device A | always | x |\n| device A | always | y |\n").is_err());
    assert!(Table::parse("| device A | always | x |", Path::new("t.md")).is_err());
    let unknown: Vec<_> = table.unknown(&Answers::from([("device A".to_owned(), "1".to_owned())])).collect();
    assert_eq!(unknown, ["device B: there is no such query"]);
}
