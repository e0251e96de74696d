//! The layers point one way only. The table is the code map of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::fs;

use tandem_tests::architecture;

/// Each crate (by folder) and the crates that it may use.
fn layers() -> Vec<(String, Vec<String>)> {
    let row = |row: Vec<String>| (architecture::words(&row[0]).remove(0), architecture::words(&row[2]));
    architecture::rows("Code map").into_iter().map(row).collect()
}

#[test]
fn crates_use_only_the_layers_below() {
    let crates = tandem_tests::root().join("crates");
    let folders: BTreeSet<String> = fs::read_dir(&crates)
        .expect("crates/ exists")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    let known: BTreeSet<String> = layers().into_iter().map(|(name, _)| name).collect();
    assert_eq!(folders, known, "a crate is missing from the table of layers");
    for (name, allowed) in layers() {
        let manifest = fs::read_to_string(crates.join(&name).join("Cargo.toml")).expect("a manifest");
        for used in workspace_dependencies(&manifest) {
            assert!(allowed.contains(&used), "crate `{name}` must not use crate `{used}`");
        }
    }
}

#[test]
fn only_ir_touches_llvm() {
    for (name, _) in layers().iter().filter(|(name, _)| name != "ir") {
        let manifest = tandem_tests::root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        assert!(!manifest.contains("llvm-sys"), "crate `{name}` must reach LLVM through crate `ir`");
    }
}

#[test]
fn only_a_device_knows_its_native_format() {
    let knowing = |format: &str| -> Vec<String> {
        let knows = |(name, used): (String, Vec<String>)| used.iter().any(|used| used == format).then_some(name);
        layers().into_iter().filter_map(knows).collect()
    };
    assert_eq!(knowing("native-cpu"), ["codegen-cpu", "device-cpu"]);
    assert!(knowing("native-cuda").iter().all(|name| ["codegen-nvptx", "device-cuda"].contains(&name.as_str())));
}

/// Targets are data of `device-target`; what makes their code is linked into `tandem-post-link` alone.
#[test]
fn the_compiler_knows_no_target_by_name() {
    const NAMES: [&str; 6] = ["spir64", "SPIR64", "x86_64_cpu", "nvptx", "NVPTX", "codegen_cpu"];
    let source = tandem_tests::root().join("crates/compiler/src");
    let mut folders = vec![source];
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

/// Folders of the workspace crates that `[dependencies]` names.
fn workspace_dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut used = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]"
            && let Some((key, _)) = line.split_once(['.', ' ', '='])
            && let Some(folder) = key.strip_prefix("tandem-")
        {
            used.push(folder.to_owned());
        }
    }
    used
}
