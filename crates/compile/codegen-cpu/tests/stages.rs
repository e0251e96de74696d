//! File tests of single stages: `stages/<name>.ll` holds device IR and begins with `; stage: <name>`, with `, scalar`
//! if loops over work-items must not become vector code, and `, wide` for a CPU with registers of 512 bits.
//! `stages/<name>.expected.ll` holds the expected output. `BLESS=1` writes the expectations.

mod support;

use std::path::Path;

use tandem_codegen::compile::ir_after;
use tandem_codegen_cpu::{Cpu, Options, Stage, VectorWidth};

fn stage(name: &str) -> Stage {
    match name {
        "inlined" => Stage::Inlined,
        "simplified" => Stage::Simplified,
        "workgroups" => Stage::WorkGroups,
        "vectorized" => Stage::Vectorized,
        "optimized" => Stage::Optimized,
        _ => panic!("no stage `{name}`"),
    }
}

fn check(path: &Path) {
    let text = std::fs::read_to_string(path).expect("readable");
    let first = text.lines().next().and_then(|line| line.strip_prefix("; stage: ")).expect("a stage");
    let (name, properties) = first.split_once(", ").unwrap_or((first, ""));
    let vector_width = if properties == "scalar" { VectorWidth::Lanes(1) } else { VectorWidth::Automatic };
    // A fixed CPU, independent of this machine.
    let cpu = if properties == "wide" { "x86-64-v4" } else { "x86-64-v3" };
    let target = Cpu { cpu: Some(cpu.into()), vector_width, ..Cpu::default() };
    let options = Options { target, ..Options::default() };
    let actual = ir_after(support::parse(&text), &options, stage(name).last_pass())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let expected_path = path.with_extension("expected.ll");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected_path, actual).expect("writable");
        return;
    }
    let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
    for (number, (actual, expected)) in actual.lines().zip(expected.lines()).enumerate() {
        assert_eq!(actual, expected, "{}:{}", expected_path.display(), number + 1);
    }
    assert_eq!(actual.lines().count(), expected.lines().count(), "{}", expected_path.display());
}

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expected.ll"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().for_each(|path| check(path));
}
