//! Pages agree on what there is. The tables of docs/extensions.md are the truth on extensions; the
//! other pages for users call missing only what is absent there, and name nothing absent as if it
//! were there. The tables agree with the feature test macros. In docs/sycl-2020.md, the marks of
//! sections agree with their remarks.
//!
//! A statement is a sentence, an item of a list or a row of a table. It says that something is
//! missing by its words, by a mark in a row, or by the heading above it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use anyhow::{Result, ensure};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use tandem_tests::pages::{Tree, anchor, is_page};
use tandem_tests::root;

const EXTENSIONS: &str = "docs/extensions.md";
const SYCL_2020: &str = "docs/sycl-2020.md";

/// Words of a statement that something is missing.
static MISSING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b( absent | missing | unsupported | lacks? | without | not\ (yet\ )?(supported|implemented|available|there)
        | no\ support | (do|does)\ not\ (have|support|exist|compile) | (is|are)\ (not\ declared|none) | there\ (is|are)\ no
        | (has|have)\ no )\b",
    )
    .expect("valid")
});
/// Headings of lists of what is missing.
static MISSING_LIST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(missing|absent|not supported|limits)\b").expect("valid"));
/// A name of an extension, of its aspects and members, or of its macro.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^(?:sycl_)?((?:ext|khr)_[a-z0-9_]+)$").expect("valid"));

/// A sentence, an item of a list or a row of a table.
#[derive(Default)]
struct Statement {
    line: usize,
    /// The text without code.
    words: String,
    /// The cells of a row, with their code.
    cells: Vec<String>,
    code: Vec<String>,
    links: Vec<String>,
    /// The anchors of the headings above it, from the title on.
    headings: Vec<String>,
    /// Whether it stands under a heading of what is missing.
    is_listed_as_missing: bool,
}

impl Statement {
    fn says_missing(&self) -> bool {
        let mark = |cell: &String| matches!(cell.trim(), "absent" | "no" | "Absent");
        self.is_listed_as_missing || MISSING.is_match(&self.words) || self.cells.iter().take(2).any(mark)
    }

    /// The names of extensions in it, as `ext_…` and `khr_…` in lower case.
    fn extensions(&self) -> impl Iterator<Item = String> {
        self.code.iter().filter_map(|code| Some(NAME.captures(code)?[1].to_lowercase()))
    }

    fn is_under(&self, heading: &str) -> bool {
        self.headings.iter().any(|above| above == heading)
    }
}

/// Takes a page apart into statements.
struct Reader<'text> {
    text: &'text str,
    done: Vec<Statement>,
    current: Statement,
    /// The headings above: level, anchor, and whether it lists what is missing.
    headings: Vec<(usize, String, bool)>,
}

impl Reader<'_> {
    fn end_statement(&mut self) {
        let mut statement = std::mem::take(&mut self.current);
        statement.headings = self.headings.iter().map(|(_, anchor, _)| anchor.clone()).collect();
        statement.is_listed_as_missing = self.headings.iter().any(|(.., is_missing)| *is_missing);
        if !statement.words.trim().is_empty() || !statement.code.is_empty() {
            self.done.push(statement);
        }
    }

    fn add_words(&mut self, words: &str, offset: usize) {
        let line = || self.text[..offset].matches('\n').count() + 1;
        if self.current.line == 0 {
            self.current.line = line();
        }
        self.current.words.push_str(words);
        if let Some(cell) = self.current.cells.last_mut() {
            cell.push_str(words);
        }
    }

    /// Text of a paragraph: statements end with sentences.
    fn add_sentences(&mut self, text: &str, offset: usize) {
        let mut start = 0;
        for (end, _) in text.match_indices(". ").chain(text.ends_with('.').then_some((text.len() - 1, "."))) {
            self.add_words(&text[start..=end], offset);
            self.end_statement();
            start = end + 1;
        }
        if start < text.len() {
            self.add_words(&text[start..], offset);
        }
    }
}

/// The statements of a page.
fn statements(text: &str) -> Vec<Statement> {
    let mut reader = Reader { text, done: Vec::new(), current: Statement::default(), headings: Vec::new() };
    let mut heading: Option<String> = None;
    let (mut is_table, mut is_block) = (false, false);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                reader.end_statement();
                reader.headings.retain(|(above, ..)| *above < level as usize);
                heading = Some(String::new());
            }
            Event::End(TagEnd::Heading(level)) => {
                let title = heading.take().unwrap_or_default();
                let is_missing = MISSING_LIST.is_match(&title) && level as usize > 1;
                reader.headings.push((level as usize, anchor(&title), is_missing));
            }
            Event::Start(Tag::CodeBlock(_)) => is_block = true,
            Event::End(TagEnd::CodeBlock) => is_block = false,
            Event::Start(Tag::Table(_)) => is_table = true,
            Event::End(TagEnd::Table) => is_table = false,
            Event::Start(Tag::TableCell) => reader.current.cells.push(String::new()),
            Event::Start(Tag::Link { dest_url, .. }) => reader.current.links.push(dest_url.into_string()),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead) => {
                reader.end_statement()
            }
            Event::Start(Tag::Item | Tag::Paragraph) => reader.end_statement(),
            Event::Code(code) if heading.is_some() => heading.iter_mut().for_each(|title| title.push_str(&code)),
            Event::Code(code) => {
                reader.add_words(" ", range.start);
                reader.current.cells.iter_mut().last().into_iter().for_each(|cell| cell.push_str(&code));
                reader.current.code.push(code.into_string());
            }
            Event::Text(part) if heading.is_some() => heading.iter_mut().for_each(|title| title.push_str(&part)),
            Event::Text(_) if is_block => {}
            Event::Text(part) if is_table => reader.add_words(&part, range.start),
            Event::Text(part) => reader.add_sentences(&part, range.start),
            Event::SoftBreak if is_table => reader.add_words(" ", range.start),
            Event::SoftBreak if reader.current.words.ends_with('.') => reader.end_statement(),
            Event::SoftBreak => reader.add_words(" ", range.start),
            _ => {}
        }
    }
    reader.done
}

/// The contents of docs/extensions.md.
#[derive(Default)]
struct Extensions {
    /// The extensions of the first table, with the names of their parts that are absent. Those
    /// without such parts, all of which is there, have none.
    present: BTreeMap<String, BTreeSet<String>>,
    /// The rows of the first table.
    rows: Vec<Vec<String>>,
    /// The extensions that the page describes in a section, by its anchor.
    sections: BTreeMap<String, BTreeSet<String>>,
    absent: BTreeSet<String>,
}

impl Extensions {
    fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let all = statements(text);
        let (rows, other): (Vec<_>, Vec<_>) = all.iter().partition(|statement| !statement.cells.is_empty());
        for row in &rows {
            if row.is_under("what-is-absent") {
                page.absent.extend(row.extensions());
            } else if row.headings.last().is_some_and(|heading| heading == "what-there-is") {
                page.add_row(row);
            }
        }
        for statement in other.iter().filter(|statement| statement.says_missing()) {
            for (section, names) in &page.sections {
                if statement.is_under(section) {
                    for name in names {
                        page.present.entry(name.clone()).or_default().extend(statement.code.iter().cloned());
                    }
                }
            }
        }
        page
    }

    fn add_row(&mut self, row: &Statement) {
        let names: Vec<String> = row.extensions().filter(|name| row.cells[0].contains(name)).collect();
        let missing = || row.code.iter().filter(|code| !row.cells[0].contains(code.as_str())).cloned();
        for name in &names {
            let parts = self.present.entry(name.clone()).or_default();
            if row.says_missing() {
                parts.extend(missing());
            }
            for link in row.links.iter().filter_map(|link| link.strip_prefix('#')) {
                self.sections.entry(link.to_owned()).or_default().insert(name.clone());
            }
        }
        if !names.is_empty() {
            self.rows.push(names);
        }
    }

    /// The faults of the statements of another page.
    fn faults(&self, path: &str, text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for statement in statements(text) {
            let place = format!("{path}:{}", statement.line);
            for name in statement.extensions().collect::<BTreeSet<_>>() {
                match self.present.get(&name) {
                    Some(parts)
                        if statement.says_missing() && !statement.code.iter().any(|code| parts.contains(code)) =>
                    {
                        faults.push(format!("{place}: says that `{name}` is missing; {EXTENSIONS} says what there is"));
                    }
                    None if self.absent.contains(&name) && !statement.says_missing() => {
                        faults.push(format!("{place}: does not say that `{name}` is missing; {EXTENSIONS} does"));
                    }
                    _ => {}
                }
            }
            let anchors = statement.links.iter().filter_map(|link| link.split_once("extensions.md#"));
            for (_, anchor) in anchors.filter(|_| statement.says_missing()) {
                let complete = |name: &&String| self.present.get(*name).is_some_and(BTreeSet::is_empty);
                if let Some(name) = self.sections.get(anchor).into_iter().flatten().find(complete) {
                    faults.push(format!("{place}: says that something of `{name}` is missing; {EXTENSIONS} does not"));
                }
            }
        }
        faults
    }
}

fn read(path: &str) -> Result<String> {
    Ok(fs::read_to_string(root().join(path))?)
}

fn verdict(faults: &[String]) -> Result<()> {
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[test]
fn pages_agree_with_the_tables_of_extensions() -> Result<()> {
    let extensions = Extensions::parse(&read(EXTENSIONS)?);
    ensure!(extensions.present.len() > 9 && extensions.absent.len() > 9, "{EXTENSIONS} has no tables");
    let both = extensions.absent.iter().filter(|name| extensions.present.contains_key(*name));
    let mut faults: Vec<_> = both.map(|name| format!("{EXTENSIONS}: `{name}` is in both tables")).collect();
    let is_for_users = |path: &str| path == "README.md" || path.starts_with("docs/") && path.matches('/').count() == 1;
    for path in Tree::read()?.files.iter().filter(|path| is_page(path) && is_for_users(path) && *path != EXTENSIONS) {
        faults.extend(extensions.faults(path, &read(path)?));
    }
    verdict(&faults)
}

/// Extensions of the first table have a macro unless the page says otherwise; absent ones have none.
#[test]
fn tables_of_extensions_agree_with_the_macros() -> Result<()> {
    let page = read(EXTENSIONS)?;
    let extensions = Extensions::parse(&page);
    let macros = read("include/sycl/feature_test.hpp")?;
    let has_macro = |name: &String| macros.contains(&format!("#define SYCL_{} ", name.to_uppercase()));
    let without: BTreeSet<String> = statements(&page)
        .iter()
        .filter(|statement| statement.headings.len() == 1)
        .flat_map(|statement| statement.extensions().collect::<Vec<_>>())
        .collect();
    let absent = extensions.absent.iter().filter(|name| has_macro(name));
    let mut faults: Vec<_> = absent.map(|name| format!("`{name}` is absent, but has a macro")).collect();
    for row in extensions.rows.iter().filter(|row| !row.iter().any(|name| has_macro(name) || without.contains(name))) {
        faults.push(format!("`{}` has no macro, and the page does not say so", row.join("`, `")));
    }
    faults.extend(without.iter().filter(|name| has_macro(name)).map(|name| format!("`{name}` has a macro")));
    verdict(&faults)
}

/// A section that is marked `partly` or `no` has a remark, and a name that the text calls missing is
/// in such a remark.
#[test]
fn marks_of_sections_agree_with_their_remarks() -> Result<()> {
    let mut faults = Vec::new();
    let all = statements(&read(SYCL_2020)?);
    let (rows, other): (Vec<_>, Vec<_>) = all.iter().partition(|statement| statement.cells.len() == 5);
    ensure!(!rows.is_empty(), "{SYCL_2020} has no tables");
    let is_incomplete = |row: &Statement| matches!(row.cells[1].trim(), "partly" | "no");
    let number = |row: &Statement| row.cells[0].split(' ').next().unwrap_or_default().to_owned();
    let has_reason = |row: &&&Statement| is_incomplete(row) && !row.cells[4].trim().is_empty();
    let reasons: Vec<_> = rows.iter().filter(has_reason).map(|row| number(row)).collect();
    for row in rows.iter().filter(|row| is_incomplete(row)) {
        // The section that contains this one may have the remark.
        if !reasons.iter().any(|section| format!("{}.", number(row)).starts_with(&format!("{section}."))) {
            faults.push(format!("{SYCL_2020}:{}: no remark says what {} lacks", row.line, number(row)));
        }
    }
    let missing = other.iter().filter(|statement| statement.says_missing());
    for (line, name) in missing.flat_map(|statement| statement.code.iter().map(|code| (statement.line, code))) {
        if !rows.iter().any(|row| is_incomplete(row) && row.cells[4].contains(name.as_str())) {
            faults.push(format!("{SYCL_2020}:{line}: `{name}` is missing, but no section is marked for it"));
        }
    }
    verdict(&faults)
}

/// Statements that disagree are found, and no others.
#[test]
fn contradictions_are_found() {
    let extensions = Extensions::parse(
        "# Extensions\n\n## What there is\n\n| extension | remarks |\n|---|---|\n| `sycl_ext_oneapi_whole` | |\n\
        | `sycl_ext_oneapi_graph` | see [below](#graphs) |\n\n### Graphs\n\n* `dynamic_parameter` is absent.\n\n\
        ## What is absent\n\n| subject | extensions |\n|---|---|\n| x | `sycl_ext_oneapi_gone` |\n",
    );
    let count = |text: &str| extensions.faults("page.md", text).len();
    assert_eq!(count("`ext_oneapi_whole` is not supported."), 1);
    assert_eq!(count("`ext_oneapi_whole` works. `other` is not supported."), 0);
    assert_eq!(count("## Missing\n\n* `SYCL_EXT_ONEAPI_WHOLE`\n"), 1);
    assert_eq!(count("| a | b |\n|---|---|\n| `sycl_ext_oneapi_whole` | absent |\n"), 1);
    assert_eq!(count("There is no `ext_oneapi_graph`."), 1);
    assert_eq!(count("`dynamic_parameter` of `ext_oneapi_graph` is absent."), 0);
    assert_eq!(count("Some of [graphs](extensions.md#graphs) is missing."), 0);
    assert_eq!(count("Use `sycl_ext_oneapi_gone`."), 1);
    assert_eq!(count("`sycl_ext_oneapi_gone` is absent."), 0);
}
