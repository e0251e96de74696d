//! Checks of the documents: links resolve, marked commands run, and what pages
//! say about files, words of `x` and environment variables holds.
//!
//! One test per page and check, so that `cargo test --test docs -- PAGE` checks
//! one page. docs/internals/conventions.md describes how commands are marked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use libtest_mimic::{Completion, Failed, Trial};
use regex::Regex;
use tandem_tests::pages::{BlockKind, Page, Tree, is_page};
use tandem_tests::{prefix, root, run, run_trials, transcript};

/// Longest line of prose, in characters.
const WIDTH: usize = 100;

/// The checks of a page: what they are called, and what they return as faults.
const CHECKS: [(&str, Check); 5] =
    [("links", links), ("width", width), ("files", files), ("words", words), ("counts", counts)];
type Check = fn(&Page, &Tree) -> Result<Vec<String>>;

fn main() -> ExitCode {
    run_trials(trials())
}

fn trials() -> Result<Vec<Trial>> {
    let tree: &'static Tree = Box::leak(Box::new(Tree::read()?));
    let mut trials = vec![
        Trial::test("environment variables", || verdict(environment_variables())),
        Trial::test("dependencies", || verdict(dependencies())),
        Trial::test("evidence for SYCL 2020", || verdict(evidence(tree))),
        Trial::ignorable_test("public names in the headers", || Ok(public_names()?)),
    ];
    let mut runnable = 0;
    for path in tree.files.iter().filter(|path| is_page(path)) {
        let page: &'static Page = Box::leak(Box::new(Page::read(path)?));
        for (name, check) in CHECKS {
            trials.push(Trial::test(format!("{path} {name}"), move || verdict(check(page, tree))));
        }
        if page.blocks.iter().any(|block| block.kind == BlockKind::Run) {
            runnable += 1;
            trials.push(Trial::test(format!("{path} commands"), || Ok(commands(page)?)));
        }
    }
    ensure!(runnable > 0, "no page has a block that is marked to run");
    Ok(trials)
}

fn verdict(faults: Result<Vec<String>>) -> Result<(), Failed> {
    let faults = faults?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Relative links lead to files of the repository and to anchors in them.
fn links(page: &Page, tree: &Tree) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for link in page.links.iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() { page.path.clone() } else { resolve(&page.path, path) };
        if !tree.has(&target) {
            faults.push(format!("link to {link}: there is no {target}"));
        } else if !anchor.is_empty() && target.ends_with(".md") && !Page::read(&target)?.anchors.contains(anchor) {
            faults.push(format!("link to {link}: {target} has no such heading"));
        }
    }
    Ok(faults)
}

/// The path from the root to what a link of a page names.
fn resolve(page: &str, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page).parent().unwrap_or(Path::new("")).join(link).components() {
        match part {
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path.to_string_lossy().into_owned()
}

/// Prose wraps.
fn width(page: &Page, _: &Tree) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut start = 0;
    for (index, line) in page.text.split_inclusive('\n').enumerate() {
        let is_prose = !page.unwrapped.iter().any(|range| range.start < start + line.len() && start < range.end);
        let has_break = line.trim().trim_start_matches("* ").contains(' ');
        let length = line.trim_end().chars().count();
        if is_prose && has_break && length > WIDTH {
            faults.push(format!("{}:{}: {length} characters; prose wraps at {WIDTH}", page.path, index + 1));
        }
        start += line.len();
    }
    Ok(faults)
}

/// Checks that text which looks like the path of a file in this repository is one.
fn files(page: &Page, tree: &Tree) -> Result<Vec<String>> {
    static PATH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:\./)?([\w.*-]+(?:/[\w.*-]+)*/?)(?::\d+)?$").expect("valid"));
    let top: BTreeSet<&str> = tree.files.iter().filter_map(|file| Some(file.split_once('/')?.0)).collect();
    // The folders of crates, and the crates.
    let below_crates = tree.files.iter().filter_map(|file| file.strip_prefix("crates/"));
    let crates: BTreeSet<&str> = below_crates.flat_map(|file| file.split('/').take(2)).collect();
    // Pages for users name files of users' programs as well.
    let is_internal = page.path.starts_with("docs/internals/") || !page.path.contains('/') && page.path != "README.md";
    let mut faults = Vec::new();
    for code in &page.inline_code {
        let Some(path) = PATH.captures(code).map(|found| found.get(1).expect("it took part").as_str()) else {
            continue;
        };
        let first = path.split('/').next().unwrap_or_default();
        // Tests are named `topic/program`.
        let is_test = path.contains('/') && !top.contains(first) && tree.has(&format!("tests/e2e/{first}/*.cpp"));
        if is_test && !path.ends_with('/') && !tree.has(&format!("tests/e2e/{path}.cpp")) {
            faults.push(format!("`{code}`: there is no tests/e2e/{path}.cpp"));
        }
        let is_ours = path.contains('/') && top.contains(first);
        if is_ours && !tree.has(path) {
            faults.push(format!("`{code}`: there is no {path}"));
        } else if !is_ours
            && !is_test
            && path.contains('/')
            && crates.contains(first)
            && ["crates", "crates/*"].iter().any(|folder| tree.has(&format!("{folder}/{path}")))
        {
            faults.push(format!("`{code}`: write its path from the root"));
        } else if is_internal && path.ends_with(".rs") && !path.contains('*') && !tree.has_ending(path) {
            faults.push(format!("`{code}`: no file has this name"));
        }
    }
    Ok(faults)
}

/// Words of `x` that pages use are in its list.
fn words(page: &Page, _: &Tree) -> Result<Vec<String>> {
    static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:^|\s)\./x ([a-z][a-z-]*)").expect("valid"));
    let x = fs::read_to_string(root().join("x"))?;
    let mut faults = Vec::new();
    for word in page.code().flat_map(|code| WORD.captures_iter(code).map(|found| found[1].to_owned())) {
        if !Regex::new(&format!(r"(?m)^ +([a-z-]+ \| )*{word}( \| [a-z-]+)*\)"))?.is_match(&x) {
            faults.push(format!("`./x {word}`: `x` has no such word"));
        }
    }
    Ok(faults)
}

/// No numbers of things that every change adds to. Measurements are of one day.
fn counts(page: &Page, _: &Tree) -> Result<Vec<String>> {
    static COUNT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:\d+|ten|twenty|dozens of) (?:(?:end-to-end|unit|test) )?(?:programs|tests|crates|test cases)\b",
        )
        .expect("valid")
    });
    if page.path.starts_with("docs/measurements/") {
        return Ok(Vec::new());
    }
    let found = COUNT.find_iter(&page.text).filter(|found| !found.as_str().starts_with("2020"));
    Ok(found.map(|found| format!("\"{}\" will not stay true; say it without the number", found.as_str())).collect())
}

/// Runs the marked blocks of a page, in order, in one folder, with `tandem++` in
/// the path, and compares what they print.
fn commands(page: &Page) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = format!("{}:{}", prefix()?.join("bin").display(), std::env::var("PATH")?);
    let mut printed = None;
    for block in &page.blocks {
        let place = format!("{}:{}", page.path, block.line);
        match &block.kind {
            BlockKind::Fragment | BlockKind::Other => {}
            BlockKind::File(name) => {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().expect("it is in the folder"))?;
                fs::write(file, &block.text)?;
            }
            BlockKind::Run => {
                let mut shell = Command::new("bash");
                shell.args(["-euo", "pipefail", "-c", &block.text]).current_dir(&folder).env("PATH", &path);
                // The pages show the output without third-party drivers.
                shell.env("OCL_ICD_VENDORS", folder.path());
                let output = run(&mut shell)?;
                ensure!(output.status.success(), "{place}: {}{}", block.text, transcript(&output));
                printed = Some(String::from_utf8(output.stdout)?);
            }
            BlockKind::Output => {
                let printed =
                    printed.take().with_context(|| format!("{place}: no commands come before this output"))?;
                let parts: Vec<_> = block.text.trim_end().split('…').map(regex::escape).collect();
                let pattern = Regex::new(&format!("(?s)^{}$", parts.join(".*")))?;
                ensure!(pattern.is_match(printed.trim_end()), "{place}: the commands print\n{printed}");
            }
        }
    }
    Ok(())
}

/// Every public name in the headers has documentation.
fn public_names() -> Result<Completion> {
    if Command::new("doxygen").arg("--version").output().is_err() {
        return Ok(Completion::ignored_with("doxygen is not installed"));
    }
    let output = run(Command::new(root().join("x")).args(["docs", "--check"]))?;
    ensure!(output.status.success(), "names without documentation:\n{}", transcript(&output));
    Ok(Completion::Completed)
}

/// Every variable that the code reads is in docs/environment.md, and every
/// variable of that page is read.
fn environment_variables() -> Result<Vec<String>> {
    const PAGE: &str = "docs/environment.md";
    let variable = Regex::new(r#"["{`]((?:TANDEM|SYCL|ONEAPI|E2E)_[A-Z_]+)["}`:]"#)?;
    let page = fs::read_to_string(root().join(PAGE))?;
    let mut read = BTreeMap::new();
    for file in Tree::read()?.files {
        let is_code = ["crates/", "benches/src/", "tests/"].iter().any(|start| file.starts_with(start))
            && file.ends_with(".rs")
            || file.ends_with(".sh")
            || file == "x";
        if is_code && file != "tests/docs.rs" {
            let text = fs::read_to_string(root().join(&file))?;
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for found in variable.captures_iter(line) {
                    read.entry(found[1].to_owned()).or_insert_with(|| file.clone());
                }
            }
        }
    }
    let abi = fs::read_to_string(root().join("include/tandem/abi.h"))?;
    let mut faults = Vec::new();
    for (name, file) in &read {
        // Macros that the compiler defines, constants of the ABI, and what tests of crates make up.
        let is_variable = !name.ends_with('_') && !name.starts_with("SYCL_EXT") && !abi.contains(name.as_str());
        let is_variable = is_variable && !(file.starts_with("crates/") && file.contains("/tests/"));
        if is_variable && !page.contains(&format!("`{name}`")) {
            faults.push(format!("{name}, which {file} reads, is not in {PAGE}"));
        }
    }
    let rows = page.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    for name in rows.flat_map(|row| variable.captures_iter(row).map(|found| found[1].to_owned())) {
        if !read.contains_key(&name) && !name.starts_with("SYCL_OVERRIDE_PI_") {
            faults.push(format!("{PAGE} has {name}, which nothing reads"));
        }
    }
    Ok(faults)
}

/// The table of SYCL 2020 names programs of tests/e2e and categories of SYCL-CTS.
fn evidence(tree: &Tree) -> Result<Vec<String>> {
    const PAGE: &str = "docs/sycl-2020.md";
    let name = Regex::new("`([^`]+)`")?;
    let page = fs::read_to_string(root().join(PAGE))?;
    let results = fs::read_to_string(root().join("docs/measurements/sycl-cts.md"))?;
    let mut faults = Vec::new();
    let mut found = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [_, section, _, programs, categories, ..] = cells[..] else { continue };
        for program in name.captures_iter(programs).map(|found| found.get(1).expect("it took part").as_str()) {
            found += 1;
            if !tree.has(&format!("tests/e2e/{}", program.trim_end_matches('/')))
                && !tree.has(&format!("tests/e2e/{program}.cpp"))
            {
                faults.push(format!("{section}: tests/e2e has no {program}"));
            }
        }
        for category in name.captures_iter(categories).map(|found| found.get(1).expect("it took part").as_str()) {
            if !results.contains(&format!("| `{category}` |")) {
                faults.push(format!("{section}: SYCL-CTS has no results for {category}"));
            }
        }
    }
    ensure!(found > 0, "{PAGE} names no program");
    Ok(faults)
}

/// Every dependency of the workspace is used, and has its reason in
/// ARCHITECTURE.md.
fn dependencies() -> Result<Vec<String>> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let page = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let list = manifest.split("[workspace.dependencies]\n").nth(1).context("no dependencies in Cargo.toml")?;
    let mut members = String::new();
    for file in Tree::read()?.files.iter().filter(|file| file.ends_with("/Cargo.toml")) {
        members.write_str(&fs::read_to_string(root().join(file))?)?;
    }
    let mut faults = Vec::new();
    for line in list.lines().take_while(|line| !line.starts_with('[')) {
        let Some((name, _)) = line.split_once(" = ") else { continue };
        if !Regex::new(&format!(r"(?m)^{}(\.workspace| = )", regex::escape(name)))?.is_match(&members) {
            faults.push(format!("{name} in Cargo.toml is not used"));
        }
        if !name.starts_with("tandem") && !page.contains(&format!("`{name}`")) {
            faults.push(format!("{name} is not in the table of ARCHITECTURE.md"));
        }
    }
    Ok(faults)
}
