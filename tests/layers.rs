//! The layers point one way only. The table is the code map of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use tandem_tests::architecture::{self, Crate};
use tandem_tests::root;

/// The folder of a crate, which the code map must have.
fn folder(name: &str) -> PathBuf {
    architecture::crates().iter().find(|one| one.name == name).map(Crate::folder).expect("a crate of the code map")
}

/// The manifest of such a crate.
fn manifest(name: &str) -> String {
    fs::read_to_string(folder(name).join("Cargo.toml")).expect("a manifest")
}

#[test]
fn crates_use_only_the_layers_below() {
    for one in architecture::crates() {
        for used in workspace_dependencies(&one.manifest()) {
            assert!(one.may_use.contains(&used), "crate `{}` must not use crate `{used}`", one.name);
        }
    }
}

/// A crate uses only crates of the same folder and of preceding folders.
#[test]
fn folders_use_only_those_before_them() {
    let crates = architecture::crates();
    let part = |name: &str| crates.iter().position(|one| one.name == name).map(|at| &crates[at].part);
    let mut parts: Vec<&str> = crates.iter().map(|one| one.part.as_str()).collect();
    parts.dedup();
    let rank = |part: &str| parts.iter().position(|known| *known == part);
    for one in &crates {
        for used in &one.may_use {
            let used_part = part(used).unwrap_or_else(|| panic!("`{}` uses `{used}`, which is not there", one.name));
            assert!(rank(used_part) <= rank(&one.part), "`{}` must not use `{used}` of {used_part}", one.name);
        }
    }
}

#[test]
fn the_code_map_has_all_crates() {
    let parts =
        fs::read_dir(root().join("crates")).expect("crates/ exists").map(|entry| entry.expect("readable").path());
    let crates = parts.flat_map(|part| fs::read_dir(part).expect("a folder of crates"));
    let folders = crates.map(|entry| entry.expect("readable").path()).filter(|path| path.is_dir());
    let known: BTreeSet<PathBuf> = architecture::crates().iter().map(Crate::folder).collect();
    assert_eq!(folders.collect::<BTreeSet<_>>(), known, "ARCHITECTURE.md and crates/ differ");
}

#[test]
fn only_ir_touches_llvm() {
    for one in architecture::crates().iter().filter(|one| one.name != "ir") {
        assert!(!one.manifest().contains("llvm-sys"), "crate `{}` must reach LLVM through crate `ir`", one.name);
    }
}

/// `tandem++` starts without loading LLVM.
#[test]
fn the_driver_links_no_llvm() {
    let reached = reached_from("compiler");
    assert!(reached.len() > 3, "{reached:?}");
    assert!(!reached.contains(&"ir".to_owned()), "`compiler` reaches LLVM: {reached:?}");
}

/// Code that programs load at run time does not include the offload tools.
#[test]
fn the_runtime_links_no_offload_tools() {
    const LIBRARIES: [&str; 3] = ["ar", "ruzstd", "md-5"];
    assert!(LIBRARIES.iter().all(|library| dependencies(&manifest("offload")).contains(library)));
    let reached = reached_from("capi");
    assert!(reached.contains(&"image".to_owned()), "{reached:?}");
    for name in &reached {
        assert_ne!(name, "offload", "`capi` reaches the offload tools: {reached:?}");
        let manifest = manifest(name);
        let used = dependencies(&manifest);
        let found = LIBRARIES.iter().find(|library| used.contains(library));
        assert_eq!(found, None, "crate `{name}`, which `capi` reaches");
    }
}

/// `object` has `ruzstd` and `flate2` unless its support for compressed data is disabled.
#[test]
fn nothing_reads_compressed_sections() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace");
    let object = manifest.lines().find(|line| line.starts_with("object = ")).expect("a dependency");
    assert!(object.contains("default-features = false") && !object.contains("compression"), "{object}");
}

#[test]
fn only_a_device_knows_its_native_format() {
    let knowing = |format: &str| -> Vec<String> {
        let knows = |one: Crate| one.may_use.iter().any(|used| used == format).then_some(one.name);
        architecture::crates().into_iter().filter_map(knows).collect()
    };
    assert_eq!(knowing("native-cpu"), ["codegen-cpu", "device-cpu"]);
    assert!(knowing("native-cuda").iter().all(|name| ["codegen-nvptx", "device-cuda"].contains(&name.as_str())));
}

/// Targets are data of `device-target`; what makes their code is linked into `tandem-post-link` alone.
#[test]
fn the_compiler_knows_no_target_by_name() {
    const NAMES: [&str; 6] = ["spir64", "SPIR64", "x86_64_cpu", "nvptx", "NVPTX", "codegen_cpu"];
    let mut folders = ["compiler", "post-link"].map(|name| folder(name).join("src")).to_vec();
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let named = NAMES.iter().find(|name| text.contains(**name));
            assert_eq!(named, None, "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 50, "{files}");
}

/// A crate of the workspace and all that it uses, directly or not.
fn reached_from(name: &str) -> Vec<String> {
    let mut reached = vec![name.to_owned()];
    let mut next = 0;
    while let Some(name) = reached.get(next).cloned() {
        let used = workspace_dependencies(&manifest(&name));
        let new: Vec<String> = used.into_iter().filter(|used| !reached.contains(used)).collect();
        reached.extend(new);
        next += 1;
    }
    reached
}

/// Folders of the workspace crates that `[dependencies]` names.
fn workspace_dependencies(manifest: &str) -> Vec<String> {
    dependencies(manifest).into_iter().filter_map(|key| key.strip_prefix("tandem-")).map(str::to_owned).collect()
}

/// The names in `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut section = "";
    let mut used = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]"
            && let Some((key, _)) = line.split_once(['.', ' ', '='])
        {
            used.push(key);
        }
    }
    used
}
