//! The modules of a crate form layers, too: each uses only those of the same layer and of preceding layers. The table
//! is in ARCHITECTURE.md ("Layers inside of crates"). The test also rejects cycles between the files of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tandem_tests::rust_sources::graph;
use tandem_tests::{architecture, rust_sources};

/// Modules that may use each other, though not in a circle.
type Layer = Vec<String>;

/// A crate of more modules has a row.
const FEW: usize = 5;
/// How many layers a row has.
const LAYERS: std::ops::RangeInclusive<usize> = 2..=6;

#[test]
fn modules_use_only_the_layers_below() {
    let known = architecture::crates();
    let mut problems = Vec::new();
    for row in rows() {
        // A row may be about a module of a crate: `crate/module`.
        let (crate_name, module) = row.name.split_once('/').unwrap_or((&row.name, ""));
        let known = known.iter().find(|known| known.name == crate_name);
        let source = known.expect("a crate of the code map").folder().join("src").join(module);
        let root = match module {
            "" => "crate::".to_owned(),
            _ => format!("crate::{}::", module.replace('/', "::")),
        };
        let problems_here = check(&source, &row.layers, &root);
        problems.extend(problems_here.into_iter().map(|problem| format!("`{}`: {problem}", row.name)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn crates_of_many_modules_have_layers() {
    let rows = rows();
    let has_row = |name: &str| rows.iter().any(|row| row.name == name);
    for one in architecture::crates() {
        let modules = modules(&one.folder().join("src")).len();
        assert!(modules <= FEW || has_row(&one.name), "crate `{}` has {modules} modules and no layers", one.name);
    }
    for row in &rows {
        let number = row.layers.len();
        assert!(LAYERS.contains(&number), "`{}` has {number} layers; picture it with {LAYERS:?}", row.name);
    }
}

#[test]
fn files_use_each_other_in_no_circle() {
    for one in architecture::crates() {
        let sources = rust_sources::of_crate(&one.folder()).expect("sources");
        let circles = graph::circles(&sources);
        assert!(circles.is_empty(), "crate `{}` has circles of files: {circles:?}", one.name);
    }
}

/// A row of the table.
struct Row {
    name: String,
    layers: Vec<Layer>,
}

fn rows() -> Vec<Row> {
    let rows = architecture::rows("Layers inside of crates");
    rows.iter().map(|row| Row { name: architecture::words(&row[0]).remove(0), layers: layers(&row[1]) }).collect()
}

/// The layers of a cell: `**low**: a ← **high**: b, c`.
fn layers(cell: &str) -> Vec<Layer> {
    let layer = |text: &str| {
        let name = text.trim().strip_prefix("**").and_then(|text| text.split_once("**: "));
        let (name, modules) = name.unwrap_or_else(|| panic!("a layer has no name: {text}"));
        assert!(!name.trim().is_empty(), "a layer has no name: {text}");
        architecture::words(modules)
    };
    cell.split('←').map(layer).collect()
}

/// The errors of the modules in a folder, that of the module whose path is `root`.
fn check(source: &Path, layers: &[Layer], root: &str) -> Vec<String> {
    let mut level = BTreeMap::new();
    for (number, layer) in layers.iter().enumerate() {
        level.extend(layer.iter().map(|module| (module.as_str(), number)));
    }
    let mut problems = Vec::new();
    let modules = modules(source);
    problems.extend(
        modules
            .iter()
            .filter(|name| !level.contains_key(name.as_str()))
            .map(|name| format!("module `{name}` is missing from the table of layers")),
    );
    problems.extend(
        level
            .keys()
            .filter(|name| !modules.contains(**name))
            .map(|name| format!("the table of layers has a module `{name}`, which does not exist")),
    );
    for file in files(source) {
        let path = module_path(source, &file);
        let Some(own) = path.first() else { continue };
        let text = fs::read_to_string(&file).expect("a source file");
        let place = file.strip_prefix(source).expect("a file below src").display().to_string();
        for used in used_modules(&text, path.len(), root) {
            match (level.get(own.as_str()), level.get(used.name.as_str())) {
                (Some(user), Some(below)) if below > user => {
                    problems.push(format!("{place}: `{own}` must not use `{}`, which is a layer above it", used.name));
                }
                // Names that the root exports hide where they are from.
                (_, None) if used.from_root && !modules.contains(&used.name) => {
                    problems.push(format!("{place}: `{root}{}` must name the module that has it", used.name));
                }
                _ => {}
            }
        }
    }
    problems
}

/// The modules that the root declares, by their files. The files in `bin` are separate crates.
fn modules(source: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(source).expect("a source folder").map(|entry| entry.expect("readable").path());
    let name = |path: std::path::PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    entries.map(name).filter(|name| !["lib", "mod", "main", "bin"].contains(&name.as_str())).collect()
}

/// All source files below a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The module that a file holds, without the crate.
fn module_path(source: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(source).expect("a file below src").with_extension("");
    let mut path: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    path.pop_if(|last| last == "mod" || last == "lib");
    path
}

/// A module of the root that a file uses.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Used {
    name: String,
    /// By a path from `crate`, and not from `super`.
    from_root: bool,
}

/// The first names after each `crate::`, and after each `super::` that leads to the root. `depth`
/// is the nesting depth of the file's module. Tests at the end of a file do not count.
fn used_modules(text: &str, depth: usize, root: &str) -> BTreeSet<Used> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let to_root = "super::".repeat(depth);
    let mut used = BTreeSet::new();
    for (prefix, from_root) in [(root, true), (to_root.as_str(), false)] {
        for (at, _) in code.match_indices(prefix).filter(|_| !prefix.is_empty()) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || "_$:".contains(before)) {
                continue;
            }
            let names = first_names(&code[at + prefix.len()..]);
            used.extend(names.into_iter().map(|name| Used { name, from_root }));
        }
    }
    used
}

/// The first name of a path, or of each path in a group.
fn first_names(path: &str) -> Vec<String> {
    let name = |path: &str| {
        path.trim_start()
            .split(|character: char| !character.is_alphanumeric() && character != '_')
            .next()
            .map(str::to_owned)
    };
    let Some(group) = path.strip_prefix('{') else {
        return name(path).filter(|name| !name.is_empty() && name != "super").into_iter().collect();
    };
    let mut open = 0;
    let mut names = Vec::from_iter(name(group));
    for (at, character) in group.char_indices() {
        match character {
            '{' => open += 1,
            '}' if open == 0 => break,
            '}' => open -= 1,
            ',' if open == 0 => names.extend(name(&group[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn paths_are_found() {
    let names = |text: &str, depth| -> Vec<String> {
        used_modules(text, depth, "crate::").into_iter().map(|used| used.name).collect()
    };
    assert_eq!(names("use crate::{a::{b, c}, d, e::f};\nlet x = crate::g::h();", 1), ["a", "d", "e", "g"]);
    assert_eq!(names("use super::a::b;", 1), ["a"]);
    assert_eq!(names("use super::a::b; use super::super::c::d;", 2), ["c"]);
    assert_eq!(names("/// [`crate::a`]\nuse $crate::b; use other_crate::c; // crate::d", 1), [""; 0]);
    assert_eq!(names("use crate::a;\n#[cfg(test)]\nmod tests { use crate::b; }", 1), ["a"]);
}

#[test]
fn an_edge_upward_and_a_circle_are_problems() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("lib.rs", "mod low; mod high;");
    write("high.rs", "use crate::low::X;");
    write("low.rs", "");
    let table = layers("**basics**: `low` ← **rest**: `high`");
    assert_eq!(check(folder.path(), &table, "crate::"), [""; 0]);
    write("low.rs", "use crate::high::Y;");
    assert_eq!(check(folder.path(), &table, "crate::").len(), 1);
    assert_eq!(check(folder.path(), &layers("**all**: `low`, `high`"), "crate::"), [""; 0]);
    write("low.rs", "use crate::Hidden;");
    write("new.rs", "");
    assert_eq!(check(folder.path(), &table, "crate::").len(), 2);
}
