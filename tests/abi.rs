//! The promise of the C ABI (docs/internals/abi.md): nothing of it changes or
//! goes, and programs that were compiled before still run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tandem_llvm_version::LLVM;
use tandem_tests::{prefix, root, run, transcript};

const HEADER: &str = "include/tandem/abi.h";
const TABLE: &str = "tests/abi/abi-1.txt";
const FROZEN: &str = "tests/abi/1.0";

/// The standard output of a command, if it succeeds.
fn succeed(command: &mut Command) -> Result<String> {
    let output = run(command)?;
    ensure!(output.status.success(), "{command:?}\n{}", transcript(&output));
    Ok(String::from_utf8(output.stdout)?)
}

/// The interface as clang and the linker see it, a fact a line.
fn current() -> Result<BTreeSet<String>> {
    let header = root().join(HEADER);
    let mut clang = Command::new(LLVM.program("clang"));
    let dump = succeed(clang.args(["-x", "c", "-fsyntax-only", "-Xclang", "-ast-dump=json"]).arg(&header))?;
    let ast: Value = serde_json::from_str(&dump)?;
    let versions = symbol_versions()?;
    let mut facts = BTreeSet::new();
    let mut expressions = Vec::new();
    for node in children(&ast) {
        let (kind, name) = (text(node, "kind"), text(node, "name"));
        if !name.to_lowercase().starts_with("tandem_") {
            continue;
        }
        match kind {
            "FunctionDecl" => {
                let version = versions.get(name).with_context(|| {
                    format!("{name} is not in libtandem.so: is the tree older than the header (./x build)?")
                })?;
                facts.insert(format!("function {name}: {} since {version}", qualified_type(node)));
            }
            "RecordDecl" => {
                for field in children(node).filter(|child| text(child, "kind") == "FieldDecl") {
                    let (member, of) = (text(field, "name"), qualified_type(field));
                    let place = format!("((struct {name} *)0)->{member}");
                    expressions.push((
                        format!("field {name}.{member}: {of}"),
                        [format!("(size_t)&{place}"), format!("sizeof {place}")],
                    ));
                }
            }
            "EnumDecl" => {
                for constant in children(node).filter(|child| text(child, "kind") == "EnumConstantDecl") {
                    let constant = text(constant, "name");
                    expressions.push((format!("constant {constant}"), [format!("(size_t){constant}"), "4".to_owned()]));
                }
            }
            _ => {}
        }
    }
    facts.extend(evaluate(&header, expressions)?);
    Ok(facts)
}

/// Facts with their numbers, which a C program prints.
fn evaluate(header: &Path, expressions: Vec<(String, [String; 2])>) -> Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("facts.c"), folder.path().join("facts"));
    let mut code = format!("#include \"{}\"\n#include <stdio.h>\nint main(void) {{\n", header.display());
    for (fact, [first, second]) in expressions {
        let numbers = if fact.starts_with("field") { "at %zu, %zu bytes" } else { "= %zu%.0s" };
        let second = if fact.starts_with("field") { second } else { "\"\"".to_owned() };
        code += &format!("  printf(\"{fact} {numbers}\\n\", {first}, {second});\n");
    }
    fs::write(&source, code + "}\n")?;
    succeed(Command::new(LLVM.program("clang")).args(["-w", "-o"]).arg(&program).arg(&source))?;
    Ok(succeed(&mut Command::new(&program))?.lines().map(str::to_owned).collect())
}

fn children(node: &Value) -> impl Iterator<Item = &Value> {
    node["inner"].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn text<'a>(node: &'a Value, key: &str) -> &'a str {
    node[key].as_str().unwrap_or_default()
}

fn qualified_type(node: &Value) -> &str {
    text(&node["type"], "qualType")
}

/// The version of each function that libtandem.so exports.
fn symbol_versions() -> Result<BTreeMap<String, String>> {
    let symbols = succeed(Command::new("nm").args(["-D", "--defined-only"]).arg(prefix()?.join("lib/libtandem.so")))?;
    let functions = symbols.lines().filter_map(|line| line.split_once(" T ")?.1.split_once("@@"));
    Ok(functions.map(|(name, version)| (name.to_owned(), version.to_owned())).collect())
}

/// Offset and size that the fact about a field states.
fn place(fact: &str) -> Option<(usize, usize)> {
    let (offset, size) = fact.rsplit_once(" at ")?.1.strip_suffix(" bytes")?.split_once(", ")?;
    Some((offset.parse().ok()?, size.parse().ok()?))
}

/// New fields that do not follow all fields that a struct had before.
fn misplaced(known: &BTreeSet<String>, new: &[&String]) -> Vec<String> {
    let name = |fact: &str| fact.strip_prefix("field ")?.split_once('.').map(|(name, _)| name.to_owned());
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for fact in known {
        if let (Some(name), Some((offset, size))) = (name(fact), place(fact)) {
            let end = ends.entry(name).or_default();
            *end = (*end).max(offset + size);
        }
    }
    let is_misplaced = |fact: &&&String| {
        let end = name(fact).and_then(|name| ends.get(&name).copied());
        end.zip(place(fact)).is_some_and(|(end, (offset, _))| offset < end)
    };
    new.iter().filter(is_misplaced).map(|fact| (*fact).clone()).collect()
}

/// `BLESS=1` adds what is new to the table. It never takes anything away.
#[test]
fn nothing_of_the_interface_changes_or_goes() -> Result<()> {
    let path = root().join(TABLE);
    let known: BTreeSet<String> = fs::read_to_string(&path)?.lines().map(str::to_owned).collect();
    let current = current()?;
    let gone: Vec<&String> = known.difference(&current).collect();
    ensure!(
        gone.is_empty(),
        "the C ABI lacks what programs may rely on. Fields, functions and constants never change: add new ones \
         (docs/internals/abi.md). Changed or gone, from {TABLE}:\n{gone:#?}"
    );
    let new: Vec<&String> = current.difference(&known).collect();
    let misplaced = misplaced(&known, &new);
    ensure!(misplaced.is_empty(), "new fields belong at the end of their struct: {misplaced:#?}");
    if std::env::var_os("BLESS").is_some() {
        let table: Vec<&str> = known.union(&current).map(String::as_str).collect();
        fs::write(&path, table.join("\n") + "\n")?;
    } else if !new.is_empty() {
        bail!("the C ABI has more than {TABLE}: if that is meant, run this test with BLESS=1, which adds:\n{new:#?}");
    }
    Ok(())
}

#[test]
fn every_struct_begins_with_its_size() -> Result<()> {
    // A data format in device memory, which is no argument of a function.
    const FORMATS: [&str; 1] = ["tandem_stream_record"];
    let facts = current()?;
    let structs: BTreeSet<&str> =
        facts.iter().filter_map(|fact| fact.strip_prefix("field ")?.split_once('.').map(|(name, _)| name)).collect();
    assert!(structs.len() >= 10, "{structs:?}");
    for name in structs.iter().filter(|name| !FORMATS.contains(*name)) {
        assert!(
            facts.contains(&format!("field {name}.size: uint32_t at 0, 4 bytes")),
            "struct {name} has no size first"
        );
    }
    Ok(())
}

/// Where the library of today is, to link with.
fn library_folder() -> Result<PathBuf> {
    Ok(prefix()?.join("lib"))
}

/// Runs a program with the library of today, wherever it was linked.
fn run_with_library(program: &Path) -> Result<Output> {
    let mut command = Command::new(program);
    let output = command.env("LD_LIBRARY_PATH", library_folder()?).output();
    output.with_context(|| format!("cannot run {command:?}"))
}

#[track_caller]
fn assert_prints(program: &Path, expected: &str) -> Result<()> {
    let output = run_with_library(program)?;
    assert!(output.status.success() && output.stdout == expected.as_bytes(), "{}", transcript(&output));
    Ok(())
}

const C_OUTPUT: &str = "device: 1\nbuffer: 7 7\nwritten back: 7\nhost task: 1 1\nfailure: 2 the task's own words\n\
    unknown kernel: 1\nbundle: 1\ndone\n";

/// A program in C with the header of ABI 1.0.
#[test]
fn a_program_with_the_old_header_runs() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let mut clang = Command::new(LLVM.program("clang"));
    clang.args(["-Wall", "-Werror", "-o"]).arg(&program).arg(root().join(FROZEN).join("program.c"));
    succeed(clang.arg("-L").arg(library_folder()?).arg("-ltandem"))?;
    assert_prints(&program, C_OUTPUT)
}

/// A SYCL program that was compiled and linked with ABI 1.0.
#[test]
fn an_old_program_runs() -> Result<()> {
    let program = root().join(FROZEN).join("program");
    assert!(fs::metadata(&program)?.len() < 64 << 10, "a committed program is small");
    assert_prints(&program, "sum 2497500, last 4995\nrefused: 1\n")
}

/// A program that uses a function of a later minor version, which only the
/// library that it is linked with has.
#[test]
fn a_newer_program_is_refused_with_the_version_that_it_needs() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    fs::write(path("later.c"), "void tandem_abi_check(void) {}\nvoid tandem_later(void) {}\n")?;
    fs::write(
        path("later.map"),
        "TANDEM_1.0 { global: tandem_abi_check; local: *; };\nTANDEM_1.99 { global: tandem_later; } TANDEM_1.0;\n",
    )?;
    fs::write(path("program.c"), "void tandem_later(void);\nint main(void) { tandem_later(); }\n")?;
    let clang = |args: &[&str]| succeed(Command::new(LLVM.program("clang")).args(args).current_dir(folder.path()));
    let soname = "-Wl,-soname,libtandem.so.1,--version-script=later.map";
    clang(&["-shared", "-fPIC", soname, "later.c", "-o", "libtandem.so"])?;
    clang(&["program.c", "-L.", "-ltandem", "-o", "program"])?;
    let output = run_with_library(&path("program"))?;
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(message.contains("version `TANDEM_1.99' not found"), "{message}");
    Ok(())
}
