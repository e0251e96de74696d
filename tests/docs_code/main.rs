//! Examples in the pages compile: each block of C++ in README.md and docs/*.md is a file that a
//! later `sh run` block of the page names, which tests/docs.rs runs, or compiles by itself.
//!
//! One run of `tandem++ -fsyntax-only` reads all blocks. A block with an `#include` is a source in
//! a separate namespace. Others are statements in a function there, with a queue `q`.
//! Other names that they use are declared in `PAGE.hpp` in this folder, whose text precedes each
//! block of statements of that page in the function.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Result, bail, ensure};
use tandem_tests::pages::{Block, BlockKind, Page, Tree, is_page};
use tandem_tests::{prefix, root, run, transcript};

/// Includes of all blocks and of the headers of pages, and the code that follows them.
#[derive(Default)]
struct Source {
    includes: String,
    code: String,
    blocks: usize,
}

impl Source {
    /// Adds lines of a file, whose first one has a number. Lines with `#include` move to the top.
    fn add_lines(&mut self, file: &str, first: usize, text: &str) -> Result<()> {
        writeln!(self.code, "#line {first} \"{file}\"")?;
        for (index, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("#include") {
                writeln!(self.includes, "#line {} \"{file}\"\n{line}", first + index)?;
                self.code.push('\n');
            } else {
                writeln!(self.code, "{line}")?;
            }
        }
        Ok(())
    }

    fn add_block(&mut self, page: &Page, block: &Block) -> Result<()> {
        writeln!(self.code, "namespace block_{} {{", self.blocks)?;
        self.blocks += 1;
        let is_source = block.text.lines().any(|line| line.starts_with("#include"));
        if !is_source {
            writeln!(self.code, "inline void statements(sycl::queue q) {{")?;
            let declarations = page.path.rsplit('/').next().unwrap_or_default().replace(".md", ".hpp");
            let declarations = format!("tests/docs_code/{declarations}");
            if let Ok(text) = fs::read_to_string(root().join(&declarations)) {
                self.add_lines(&declarations, 1, &text)?;
            }
        }
        // Statements may declare a name once more.
        writeln!(self.code, "{}", if is_source { "" } else { "{" })?;
        self.add_lines(&page.path, block.line + 1, &block.text)?;
        writeln!(self.code, "{}", if is_source { "}" } else { "}}}" })?;
        Ok(())
    }
}

/// The pages for users.
fn pages() -> Result<Vec<Page>> {
    let files = Tree::read()?.files;
    let is_for_users = |path: &str| path == "README.md" || path.starts_with("docs/") && path.matches('/').count() == 1;
    files.iter().filter(|path| is_page(path) && is_for_users(path)).map(|path| Page::read(path)).collect()
}

/// Whether commands after a block name the file that it is written to.
fn is_run(page: &Page, place: usize) -> bool {
    let BlockKind::File(name) = &page.blocks[place].kind else { return false };
    page.blocks[place..].iter().any(|block| block.kind == BlockKind::Run && block.text.contains(name.as_str()))
}

/// The blocks of a page that have to compile by themselves.
fn compiled(page: &Page) -> impl Iterator<Item = &Block> {
    let is_compiled = |(place, block): &(usize, &Block)| {
        block.language == "cpp" && block.kind != BlockKind::Fragment && !is_run(page, *place)
    };
    page.blocks.iter().enumerate().filter(is_compiled).map(|(_, block)| block)
}

/// Compiles the source, without code.
fn check(source: &Source) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("blocks.cpp");
    fs::write(&file, format!("#include <sycl/sycl.hpp>\n{}{}", source.includes, source.code))?;
    let mut compiler = Command::new(prefix()?.join("bin/tandem++"));
    let output = run(compiler.args(["-fsycl", "-fsyntax-only"]).arg(&file).current_dir(root()))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}

#[test]
fn examples_compile() -> Result<()> {
    let mut source = Source::default();
    for page in pages()? {
        for block in compiled(&page) {
            source.add_block(&page, block)?;
        }
    }
    ensure!(source.blocks > 0, "no page has an example that is not run");
    check(&source)
}

/// Errors have the page and the line of the block.
#[test]
fn an_example_that_does_not_compile_is_found() -> Result<()> {
    let mut page = Page::read("docs/performance-guide.md")?;
    let text = "int number = q.no_such_member();\n".to_owned();
    page.blocks.push(Block { kind: BlockKind::Other, language: "cpp".to_owned(), line: 41, text });
    let mut source = Source::default();
    source.add_block(&page, page.blocks.last().expect("it was added"))?;
    let Err(error) = check(&source) else { bail!("the compiler accepts it") };
    let error = error.to_string();
    ensure!(error.contains("docs/performance-guide.md:42"), "{error}");
    Ok(())
}

/// A page's declarations are for a page with blocks that use them.
#[test]
fn declarations_belong_to_pages() -> Result<()> {
    let pages = pages()?;
    for entry in fs::read_dir(root().join("tests/docs_code"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".hpp") else { continue };
        let page = pages.iter().find(|page| page.path.ends_with(&format!("{stem}.md")));
        ensure!(page.is_some_and(|page| compiled(page).next().is_some()), "{name}: no page has examples that need it");
    }
    Ok(())
}
