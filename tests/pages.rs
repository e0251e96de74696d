//! The pages of documentation, taken apart for the tests that check them.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

use crate::root;

/// Whether a file of the repository is a page that is checked.
pub fn is_page(path: &str) -> bool {
    path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/") || path.starts_with("tests/e2e/"))
}

/// The files of the repository, as paths from its root.
pub struct Tree {
    /// The paths, which use `/`.
    pub files: BTreeSet<String>,
}

impl Tree {
    /// Lists the files of the checkout.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn read() -> Result<Self> {
        let mut files = BTreeSet::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root().join(&folder))? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.') && !path.starts_with(".ci");
                if entry.file_type()?.is_dir() {
                    if !(is_hidden || path.ends_with("target") || path == Path::new("build")) {
                        folders.push(path);
                    }
                } else {
                    files.insert(path.to_string_lossy().into_owned());
                }
            }
        }
        Ok(Self { files })
    }

    /// Whether this file or folder exists; `*` matches any part of a name.
    pub fn has(&self, path: &str) -> bool {
        let pattern = regex::escape(path.trim_end_matches('/')).replace(r"\*", "[^/]*");
        let pattern = Regex::new(&format!("^{pattern}(/|$)")).expect("an escaped path is an expression");
        self.files.iter().any(|file| pattern.is_match(file))
    }

    /// Whether a path ends with these names of files and folders.
    pub fn has_ending(&self, ending: &str) -> bool {
        self.files
            .iter()
            .any(|file| file.strip_suffix(ending).is_some_and(|start| start.is_empty() || start.ends_with('/')))
    }
}

/// A document, taken apart.
pub struct Page {
    /// Its path from the root of the repository.
    pub path: String,
    /// The Markdown.
    pub text: String,
    /// Places in the text of code blocks, tables and HTML, which do not wrap.
    pub unwrapped: Vec<Range<usize>>,
    /// Targets of links and images.
    pub links: Vec<String>,
    /// The names of its headings in links.
    pub anchors: BTreeSet<String>,
    /// Code in lines of prose.
    pub inline_code: Vec<String>,
    /// The fenced and indented blocks of code, in order.
    pub blocks: Vec<Block>,
}

/// A fenced block of code.
pub struct Block {
    /// The use that the tests make of it.
    pub kind: BlockKind,
    /// The first word of the fence, such as `cpp`.
    pub language: String,
    /// The line of the fence, from 1.
    pub line: usize,
    /// The code.
    pub text: String,
}

/// The use that tests make of a block of code, by the words of its fence.
#[derive(PartialEq, Eq)]
pub enum BlockKind {
    /// `sh run`: commands.
    Run,
    /// `LANGUAGE FILE`: what the commands find in a file of this name.
    File(String),
    /// `text output`: what the commands before it print.
    Output,
    /// `cpp fragment`: C++ that does not compile.
    Fragment,
    /// Not for the runner.
    Other,
}

impl BlockKind {
    fn parse(info: &str) -> Result<Self> {
        Ok(match info.split_whitespace().collect::<Vec<_>>()[..] {
            [] | [_] => Self::Other,
            ["sh", "run"] => Self::Run,
            ["text", "output"] => Self::Output,
            ["cpp", "fragment"] => Self::Fragment,
            [_, file] if file.contains('.') => Self::File(file.to_owned()),
            _ => bail!("the mark of the code block `{info}` is not known"),
        })
    }
}

impl Page {
    /// Reads the page at `path`, from the root of the repository.
    ///
    /// # Errors
    /// When it cannot be read, or the words of a fence are not known.
    pub fn read(path: &str) -> Result<Self> {
        let text = fs::read_to_string(root().join(path)).with_context(|| path.to_owned())?;
        let mut page = Self {
            path: path.to_owned(),
            text: String::new(),
            unwrapped: Vec::new(),
            links: Vec::new(),
            anchors: BTreeSet::new(),
            inline_code: Vec::new(),
            blocks: Vec::new(),
        };
        let mut heading: Option<String> = None;
        let mut is_code = false;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_anchor(&heading.take().unwrap_or_default()),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Table(_)) => page.unwrapped.push(range),
                Event::Start(Tag::CodeBlock(kind)) => {
                    let line = text[..range.start].matches('\n').count() + 1;
                    let info = if let CodeBlockKind::Fenced(info) = &kind { info } else { "" };
                    let kind = BlockKind::parse(info).with_context(|| format!("{path}:{line}"))?;
                    let language = info.split_whitespace().next().unwrap_or_default().to_owned();
                    page.blocks.push(Block { kind, language, line, text: String::new() });
                    page.unwrapped.push(range);
                    is_code = true;
                }
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Html(html) => {
                    page.add_html(&html);
                    page.unwrapped.push(range);
                }
                Event::InlineHtml(html) => page.add_html(&html),
                Event::Text(part) if is_code => {
                    page.blocks.last_mut().expect("a block has begun").text.push_str(&part);
                }
                Event::Text(part) => heading.iter_mut().for_each(|heading| heading.push_str(&part)),
                Event::Code(code) => {
                    heading.iter_mut().for_each(|heading| heading.push_str(&code));
                    page.inline_code.push(code.into_string());
                }
                _ => {}
            }
        }
        page.text = text;
        Ok(page)
    }

    /// Adds the anchor that is made from a heading.
    fn add_anchor(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(again).find(|name| !self.anchors.contains(name));
        self.anchors.extend(free);
    }

    fn add_html(&mut self, html: &str) {
        static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"(?:src|href)="([^"]*)""#).expect("valid"));
        static ANCHOR: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"(?:id|name)="([^"]*)""#).expect("valid"));
        self.links.extend(LINK.captures_iter(html).map(|found| found[1].to_owned()));
        self.anchors.extend(ANCHOR.captures_iter(html).map(|found| found[1].to_owned()));
    }

    /// The code of a page: in lines, and line by line of its blocks.
    pub fn code(&self) -> impl Iterator<Item = &str> {
        let blocks = self.blocks.iter().flat_map(|block| block.text.lines());
        self.inline_code.iter().map(String::as_str).chain(blocks)
    }
}

/// The name of a heading in links, where it is the only one of its page.
pub fn anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for char in heading.trim().to_lowercase().chars() {
        match char {
            ' ' => anchor.push('-'),
            '-' | '_' => anchor.push(char),
            _ if char.is_alphanumeric() => anchor.push(char),
            _ => {}
        }
    }
    anchor
}
