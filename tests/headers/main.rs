//! The public headers: each compiles on its own, in every mode that programs use and with macros
//! that programs define, passes clang-tidy, and declares no names except SYCL's.
//!
//! All headers in all modes take about ten minutes of processor time, and only run with
//! `TANDEM_SLOW_TESTS`.

mod layers;
mod macros;
mod pi_queries;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};
use regex::Regex;
use tandem_llvm_version::LLVM;
use tandem_tests::{root, run, transcript};

const STANDARDS: [&str; 3] = ["c++17", "c++20", "c++23"];

/// A compiler that reads the headers.
#[derive(Clone, Copy)]
enum Compiler {
    Clang,
    Gcc,
}

/// A compiler with the options of one pass.
#[derive(Clone, Copy)]
struct Mode {
    name: &'static str,
    compiler: Compiler,
    options: &'static [&'static str],
}

const HOST: Mode = Mode { name: "host pass", compiler: Compiler::Clang, options: &["-Xclang", "-fsycl-is-host"] };
const MODES: [Mode; 5] = [
    HOST,
    Mode {
        name: "device pass",
        compiler: Compiler::Clang,
        options: &[
            "-Xclang",
            "-fsycl-is-device",
            "-Xclang",
            "-aux-triple",
            "-Xclang",
            "x86_64-pc-linux-gnu",
            "-D__SYCL_DEVICE_ONLY__=1",
        ],
    },
    // The translation units of a project that are compiled without -fsycl.
    Mode { name: "clang without SYCL", compiler: Compiler::Clang, options: &[] },
    Mode { name: "libc++", compiler: Compiler::Clang, options: &["-stdlib=libc++", "-Xclang", "-fsycl-is-host"] },
    Mode { name: "g++", compiler: Compiler::Gcc, options: &[] },
];

impl Mode {
    /// Checks a source that is read from a file.
    fn command(&self, standard: &str, source: &Path) -> Command {
        let mut command = match self.compiler {
            Compiler::Clang => Command::new(LLVM.program("clang++")),
            Compiler::Gcc => Command::new("g++"),
        };
        command.arg(format!("-std={standard}")).args(self.options).args([
            "-fsyntax-only",
            "-Wall",
            "-Wextra",
            "-Werror",
        ]);
        command.arg("-I").arg(include_dir()).args(["-x", "c++"]).arg(source);
        command
    }
}

fn include_dir() -> PathBuf {
    root().join("include")
}

/// The headers that programs may include, as they name them: those in `sycl/detail` and
/// `sycl/impl` are not for them.
fn public_headers() -> Result<Vec<String>> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            match path.is_dir() {
                true => walk(&path, found)?,
                false => found.push(path),
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    walk(&include_dir(), &mut files)?;
    let mut names = Vec::new();
    for file in files {
        let name = file.strip_prefix(include_dir())?.display().to_string();
        let is_private = ["sycl/detail/", "sycl/impl/"].iter().any(|folder| name.starts_with(folder));
        if name.ends_with(".hpp") && !is_private || name == "tandem/abi.h" {
            names.push(name);
        }
    }
    ensure!(names.len() > 50, "only {} headers in include/", names.len());
    names.sort();
    Ok(names)
}

/// Every header of the C++ library that any of ours includes.
fn standard_headers() -> Result<BTreeSet<String>> {
    let include = Regex::new(r"(?m)^\s*#\s*include\s*<([^>]+)>")?;
    let mut found = BTreeSet::new();
    for_each_file(&include_dir(), &mut |_, text| {
        found.extend(include.captures_iter(text).map(|captures| captures[1].to_owned()));
    })?;
    found.retain(|name| !["sycl/", "tandem/", "CL/"].iter().any(|ours| name.starts_with(ours)));
    Ok(found)
}

fn for_each_file(folder: &Path, visit: &mut dyn FnMut(&Path, &str)) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            for_each_file(&path, visit)?;
        } else {
            visit(&path, &fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// A source that includes all of them.
fn source_of<'a>(folder: &Path, names: impl IntoIterator<Item = &'a String>) -> Result<PathBuf> {
    let text: String = names.into_iter().map(|name| format!("#include <{name}>\n")).collect();
    let path = folder.join("source.cpp");
    fs::write(&path, text)?;
    Ok(path)
}

/// Compiles each header on its own in each mode and standard, on all processors.
#[track_caller]
fn check_each(headers: &[String], modes: &[Mode], standards: &[&str]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut jobs = Vec::new();
    for (number, header) in headers.iter().enumerate() {
        let source = folder.path().join(format!("{number}.cpp"));
        // Twice: the second time must change nothing.
        fs::write(&source, format!("#include <{header}>\n#include <{header}>\n"))?;
        for mode in modes {
            jobs.extend(standards.iter().map(|standard| (header, *mode, *standard, source.clone())));
        }
    }
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((header, mode, standard, source)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let failure = match run(&mut mode.command(standard, source)) {
                        Ok(output) if output.status.success() => continue,
                        Ok(output) => transcript(&output),
                        Err(error) => format!("{error:#}"),
                    };
                    let text = format!("<{header}> alone, {}, {standard}:\n{failure}", mode.name);
                    failures.lock().expect("no thread panics with the lock").push(text);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with the lock");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

#[test]
fn every_header_compiles_alone() -> Result<()> {
    match std::env::var_os("TANDEM_SLOW_TESTS") {
        Some(_) => check_each(&public_headers()?, &MODES, &STANDARDS),
        None => check_each(&public_headers()?, &[HOST], &["c++17"]),
    }
}

#[test]
fn the_whole_of_sycl_compiles_in_every_mode() -> Result<()> {
    check_each(&["sycl/sycl.hpp".to_owned()], &MODES, &STANDARDS)
}

/// Names of clang's lookup table of one scope: what a program can name there.
fn declared_names(source: &Path, mode: &Mode, scope: &str) -> Result<BTreeSet<String>> {
    let mut command = mode.command("c++17", source);
    command.args(["-Xclang", "-ast-dump-lookups"]);
    let output = run(&mut command)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    let text = String::from_utf8(output.stdout)?;
    ensure!(text.starts_with("StoredDeclsMap TranslationUnit"), "clang prints lookup tables otherwise now");
    if scope.is_empty() {
        return names_of_table(&text);
    }
    let mut command = mode.command("c++17", source);
    command.args(["-Xclang", "-ast-dump-lookups", "-Xclang", &format!("-ast-dump-filter={scope}")]);
    let text = String::from_utf8(run(&mut command)?.stdout)?;
    let table = text.split("Dumping ").find(|table| {
        let mut lines = table.lines();
        lines.next() == Some(&format!("{scope}:"))
            && lines.next().is_some_and(|line| line.starts_with("StoredDeclsMap Namespace"))
    });
    names_of_table(table.with_context(|| format!("clang prints no lookup table of {scope}"))?)
}

fn names_of_table(table: &str) -> Result<BTreeSet<String>> {
    let name = Regex::new(r"(?m)^[|`]-DeclarationName '(\w+)'$")?;
    Ok(name
        .captures_iter(table)
        .map(|captures| captures[1].to_owned())
        .filter(|name| !name.starts_with("operator"))
        .collect())
}

#[test]
fn namespace_sycl_has_the_names_of_sycl() -> Result<()> {
    let list = fs::read_to_string(root().join("tests/headers/sycl_names.txt"))?;
    let mut allowed = BTreeSet::from(["detail".to_owned()]);
    for name in list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace) {
        match name.strip_suffix('#') {
            Some(stem) => allowed.extend([2, 3, 4, 8, 16].map(|count| format!("{stem}{count}"))),
            None => _ = allowed.insert(name.to_owned()),
        }
    }
    let folder = tempfile::tempdir()?;
    let source = source_of(folder.path(), &public_headers()?)?;
    for mode in &MODES[..2] {
        let declared = declared_names(&source, mode, "sycl::_V1")?;
        let unknown: Vec<_> = declared.difference(&allowed).collect();
        assert!(unknown.is_empty(), "{}: not names of SYCL, so for sycl::detail: {unknown:?}", mode.name);
        let gone: Vec<_> = allowed.difference(&declared).collect();
        assert!(gone.is_empty(), "{}: listed in sycl_names.txt, but not declared: {gone:?}", mode.name);
        let mut outside = declared_names(&source, mode, "sycl")?;
        outside.retain(|name| !declared.contains(name));
        assert_eq!(outside, BTreeSet::from(["_V1".to_owned()]), "{}: names beside `_V1`", mode.name);
    }
    Ok(())
}

#[test]
fn the_global_namespace_has_only_reserved_names() -> Result<()> {
    // Types of <CL/cl.h>: `cl_int` and similar ones, as in DPC++, and the pointees of OpenCL's native objects.
    let allowed = Regex::new(concat!(
        r"^(sycl|cl|cl_u?(char|short|int|long)|cl_(float|double)|",
        r"_cl_(platform_id|device_id|context|command_queue|mem|program|kernel|event)|",
        r"(tandem|TANDEM|__spirv|__tandem|__sycl|__builtin)_\w+)$",
    ))?;
    let (folder, folder_of_all) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let standard = source_of(folder.path(), &standard_headers()?)?;
    let all = source_of(folder_of_all.path(), &public_headers()?)?;
    for mode in &MODES[..2] {
        let others = declared_names(&standard, mode, "")?;
        let declared = declared_names(&all, mode, "")?;
        let ours: Vec<_> = declared.difference(&others).collect();
        assert!(ours.iter().any(|name| *name == "sycl"), "{}: {ours:?}", mode.name);
        let unknown: Vec<_> = ours.into_iter().filter(|name| !allowed.is_match(name)).collect();
        assert!(unknown.is_empty(), "{}: global names: {unknown:?}", mode.name);
    }
    Ok(())
}

#[test]
fn macros_are_those_of_tandem_and_sycl() -> Result<()> {
    fn macros(folder: &Path, names: &[String]) -> Result<BTreeSet<String>> {
        let source = source_of(folder, names)?;
        let output = run(HOST.command("c++17", &source).args(["-E", "-dM", "-Wno-unused-command-line-argument"]))?;
        ensure!(output.status.success(), "{}", transcript(&output));
        let name = Regex::new(r"(?m)^#define (\w+)")?;
        let text = String::from_utf8(output.stdout)?;
        Ok(name.captures_iter(&text).map(|captures| captures[1].to_owned()).collect())
    }
    let folder = tempfile::tempdir()?;
    let standard: Vec<_> = standard_headers()?.into_iter().collect();
    let allowed = Regex::new("^(TANDEM|SYCL|__SYCL|__LIBSYCL)_")?;
    let others = macros(folder.path(), &standard)?;
    let ours = macros(folder.path(), &public_headers()?)?;
    assert!(ours.contains("SYCL_EXTERNAL"), "clang prints macros otherwise now");
    let unknown: Vec<_> = ours.difference(&others).filter(|name| !allowed.is_match(name)).collect();
    assert!(unknown.is_empty(), "macros without TANDEM_ or SYCL_: {unknown:?}");
    Ok(())
}

#[test]
fn the_standard_library_is_only_included() -> Result<()> {
    let forbidden = [
        (Regex::new(r"(?m)^\s*(inline\s+)?namespace\s+(std|__gnu_cxx)\b")?, "declares names in namespace std"),
        (Regex::new(r#"#\s*include\s*[<"](bits|ext|__\w+)/"#)?, "includes a private header of the C++ library"),
        (Regex::new(r"_GLIBCXX_BEGIN|_LIBCPP_BEGIN")?, "opens a namespace of the C++ library"),
    ];
    for_each_file(&include_dir(), &mut |path, text| {
        for (pattern, what) in &forbidden {
            assert!(!pattern.is_match(text), "{} {what}", path.display());
        }
    })
}

/// `.clang-tidy` has the list of checks.
#[test]
fn clang_tidy_finds_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let source = source_of(folder.path(), &public_headers()?)?;
    let mut tidy = Command::new(LLVM.program("clang-tidy"));
    tidy.arg(format!("--config-file={}", root().join(".clang-tidy").display())).arg("--quiet").arg(source);
    tidy.args(["--", "-std=c++17"]).args(HOST.options).arg("-I").arg(include_dir());
    let output = run(&mut tidy)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}
