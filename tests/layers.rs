//! The layers point one way only. The table is the one of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::fs;

/// Each crate (by folder) and the crates that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("environment", &[]),
    ("image", &[]),
    ("native-cpu", &["image"]),
    ("pi", &[]),
    ("pi-host", &["environment", "image", "pi"]),
    ("ir", &[]),
    ("spirv", &["ir"]),
    ("device", &["environment", "image"]),
    ("codegen-cpu", &["environment", "image", "native-cpu", "spirv", "ir"]),
    ("device-cpu", &["environment", "image", "native-cpu", "device"]),
    ("device-conformance", &["device"]),
    ("device-island", &["environment", "device", "device-cpu"]),
    ("plugin", &["image", "pi", "device"]),
    ("plugin-cpu", &["environment", "plugin", "device-cpu", "device"]),
    ("plugin-island", &["plugin", "device-island"]),
    ("runtime", &["environment", "image", "pi", "pi-host"]),
    ("capi", &["environment", "runtime"]),
    ("tandem", &["runtime"]),
    ("compiler", &["environment", "image", "spirv", "ir", "codegen-cpu"]),
    ("cli", &["compiler", "runtime", "device", "image", "spirv"]),
];

#[test]
fn crates_use_only_the_layers_below() {
    let crates = tandem_tests::root().join("crates");
    let folders: BTreeSet<String> = fs::read_dir(&crates)
        .expect("crates/ exists")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    let known: BTreeSet<String> = LAYERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(folders, known, "a crate is missing from the table of layers");
    for (name, allowed) in LAYERS {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml")).expect("a manifest");
        for used in workspace_dependencies(&manifest) {
            assert!(allowed.contains(&used.as_str()), "crate `{name}` must not use crate `{used}`");
        }
    }
}

#[test]
fn only_ir_touches_llvm() {
    for (name, _) in LAYERS.iter().filter(|(name, _)| *name != "ir") {
        let manifest = tandem_tests::root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        assert!(!manifest.contains("llvm-sys"), "crate `{name}` must reach LLVM through crate `ir`");
    }
}

#[test]
fn only_the_cpu_knows_its_native_format() {
    let users = LAYERS.iter().filter(|(_, allowed)| allowed.contains(&"native-cpu")).map(|(name, _)| *name);
    assert_eq!(users.collect::<Vec<_>>(), ["codegen-cpu", "device-cpu"]);
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
