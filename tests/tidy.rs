//! Rules of the repository that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tandem_tests::e2e_runner::devices::Requirement;
use tandem_tests::{e2e_runner, root, run, transcript};

/// Every Rust file of the workspace: its path and its text.
fn rust_files() -> Vec<(String, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("readable folder") {
            let path = entry.expect("readable entry").path();
            if path.is_dir() && !path.ends_with("target") {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in ["crates", "tests", "benches"] {
        let before = files.len();
        walk(&root().join(folder), &mut files);
        assert!(files.len() > before, "there is no Rust file in {folder}");
    }
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(&path).expect("UTF-8"));
    files.into_iter().map(read).collect()
}

#[test]
fn every_module_says_what_it_owns() {
    for (path, text) in rust_files() {
        assert!(text.starts_with("//!"), "{path} has no `//!` header");
    }
}

#[test]
fn no_file_names_an_absolute_home() {
    for (path, text) in rust_files() {
        for forbidden in [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")] {
            assert!(!text.contains(forbidden), "{path} names {forbidden}");
        }
    }
}

#[test]
fn no_test_is_ignored_or_skips_itself() {
    for (path, text) in rust_files() {
        assert!(!text.contains(concat!("#[ig", "nore")), "{path} ignores a test");
        let skips = text.lines().any(|line| line.contains("println!(\"") && line.contains(concat!("\"skip", "ped")));
        assert!(!skips, "{path} has a test that skips itself: it must fail where a tool or a device is missing");
    }
}

/// Files that tests read and git ignores are missing in every other checkout.
#[test]
fn no_file_of_a_test_is_ignored_by_git() {
    if !root().join(".git").exists() {
        return; // The tree was exported, so every file in it is in the repository.
    }
    let mut git = Command::new("git");
    git.current_dir(root()).args(["ls-files", "--others", "--ignored", "--exclude-standard", "--"]);
    let output = run(git.args(["tests", "crates/*/*/tests/*", "fuzz/corpus"])).expect("git is installed");
    assert!(output.status.success(), "{}", transcript(&output));
    let ignored = String::from_utf8_lossy(&output.stdout);
    assert!(ignored.is_empty(), "git ignores files of tests:\n{ignored}");
}

/// A set-user-id program must ignore variables, which `tandem_environment` sees to.
/// The compiler and the tools are no parts of programs.
#[test]
fn programs_read_variables_in_one_place() {
    const ALLOWED: [&str; 4] =
        ["crates/base/environment/", "crates/compile/compiler/", "crates/tools/cli/", "build.rs"];
    for (path, text) in rust_files() {
        let is_checked = path.contains("/crates/") && path.contains("/src/");
        if is_checked && !ALLOWED.iter().any(|allowed| path.contains(allowed)) {
            for forbidden in [concat!("env::", "var"), concat!("get", "env(")] {
                assert!(!text.contains(forbidden), "{path} uses {forbidden}: use tandem_environment::variable");
            }
        }
    }
}

/// A pattern that holds in every folder (such as `*.o`) also hides inputs of tests.
#[test]
fn patterns_of_ignored_files_begin_at_the_root() {
    let text = fs::read_to_string(root().join(".gitignore")).expect("readable");
    for pattern in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(pattern.starts_with('/'), ".gitignore: `{pattern}` does not begin with `/`");
    }
}

/// Shared and host USM exist on few kinds of devices. A program that only the
/// compiler sees may name them.
#[test]
fn programs_that_use_shared_or_host_memory_require_it() {
    const USES: [(&str, &[&str]); 2] = [
        ("usm_shared_allocations", &["malloc_shared", "alloc_shared", "alloc::shared"]),
        ("usm_host_allocations", &["malloc_host", "alloc_host", "alloc::host"]),
    ];
    for (name, program) in e2e_runner::programs().expect("directives") {
        if !program.errors.is_empty() {
            continue;
        }
        let text = fs::read_to_string(&program.source).expect("UTF-8");
        for (aspect, words) in USES {
            let uses = words.iter().find(|word| text.contains(**word));
            let required = program.requirements.contains(&Requirement::Aspect(aspect.into()));
            assert!(
                required || uses.is_none(),
                "{name} uses `{}` and does not require aspect:{aspect}: use buffers, or device USM with copies",
                uses.unwrap_or(&"")
            );
        }
    }
}

/// Checks the text between two lines `<!-- title -->` of a file; `BLESS=1` writes it.
#[track_caller]
fn check_table(file: &str, title: &str, table: &str) {
    let path = root().join(file);
    let mark = format!("<!-- {title} -->\n");
    let text = fs::read_to_string(&path).expect("UTF-8");
    let [before, _, after] = text.split(&mark).collect::<Vec<_>>()[..] else { panic!("{file}: two lines {mark}") };
    let expected = format!("{before}{mark}{table}{mark}{after}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, expected).expect("writable");
    } else {
        assert_eq!(text, expected, "the {title} in {file} is out of date: run this test with BLESS=1");
    }
}

#[test]
fn programs_that_are_not_run_everywhere_are_listed() {
    let table = e2e_runner::table().expect("directives");
    check_table("tests/e2e/README.md", "table of exceptions", &table);
}

/// The end-to-end test of each function and the page for users have one list.
#[test]
fn functions_of_the_c_library_are_listed() {
    let list = fs::read_to_string(root().join("tests/e2e/c_library/functions.def")).expect("UTF-8");
    let mut headers: Vec<(&str, Vec<String>)> = Vec::new();
    for line in list.lines() {
        let Some(entry) = line.strip_prefix("FUNCTION(").or_else(|| line.strip_prefix("ROUNDED(")) else { continue };
        let [header, name, _] = entry.splitn(3, ", ").collect::<Vec<_>>()[..] else { panic!("{line}: three parts") };
        let known = headers.iter().position(|(known, _)| *known == header).unwrap_or_else(|| {
            headers.push((header, Vec::new()));
            headers.len() - 1
        });
        headers[known].1.push(format!("`{name}`"));
    }
    assert!(!headers.is_empty(), "functions.def lists no function");
    let rows = headers.iter().map(|(header, names)| format!("| `<{header}>` | {} |\n", names.join(", ")));
    let table = format!("| header | functions |\n|---|---|\n{}", rows.collect::<String>());
    check_table("docs/c-library.md", "table of functions", &table);
}

#[test]
fn every_topic_of_the_programs_is_described() {
    let folder = root().join(e2e_runner::FOLDER);
    let text = fs::read_to_string(folder.join("README.md")).expect("UTF-8");
    let listed: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("/` |")).map(|row| row.0).collect();
    let mut folders: Vec<String> = Vec::new();
    for entry in fs::read_dir(&folder).expect("readable folder") {
        let entry = entry.expect("readable entry");
        if entry.path().is_dir() {
            folders.push(entry.file_name().into_string().expect("UTF-8"));
        }
    }
    folders.sort();
    assert_eq!(listed, folders, "the folders of tests/e2e and the table of its README differ");
}

/// `memcheck.sh` names programs by topic; it is not run by every test run.
#[test]
fn programs_for_memcheck_exist() {
    let script = fs::read_to_string(root().join("tests/memcheck.sh")).expect("readable");
    let (_, list) = script.split_once("ALL=(").expect("a list of programs");
    let (list, _) = list.split_once(')').expect("the list ends");
    let programs: Vec<&str> = list.split_whitespace().collect();
    assert!(!programs.is_empty(), "memcheck.sh checks no program");
    for program in programs {
        assert!(root().join(format!("tests/e2e/{program}.cpp")).exists(), "memcheck.sh: there is no program {program}");
    }
}
