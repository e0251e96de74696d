//! The text form of modules is that of `spirv-dis`: of the reader's, which others made, and of
//! those that the writer makes of its tests and of random programs.

mod support;

use support::{device_ir, files, generate, name, pipe, reader_modules};
use tandem_spirv::writer::{WriterOptions, write};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::text::Text;

/// Enumerants that got another name after the `spirv-dis` of 2023: its name, and the one of today.
const RENAMED: [(&str, &str); 3] = [
    ("OptNoneINTEL", "OptNoneEXT"),
    ("AllowReassocINTEL", "AllowReassoc"),
    ("AllowContractFastINTEL", "AllowContract"),
];

fn text(bytes: &[u8]) -> String {
    let words = Words::new(bytes).expect("a module");
    Text::of(&words).expect("whole").to_string()
}

/// Compares with `spirv-dis`. False if that does not support a construct in the module.
#[track_caller]
fn check(name: &str, bytes: &[u8]) -> bool {
    let (ok, mut expected) = pipe("spirv-dis", &["--no-color", "-"], bytes);
    if !ok {
        assert!(expected.contains("Invalid "), "{name}: {expected}");
        return false;
    }
    for (old, new) in RENAMED {
        expected = expected.replace(old, new);
    }
    let actual = text(bytes);
    let different = actual.lines().zip(expected.lines()).find(|(actual, expected)| actual != expected);
    assert!(actual == expected, "{name}: {different:#?}");
    true
}

#[test]
fn modules_of_others() {
    let modules = reader_modules();
    let compared = modules.iter().filter(|(name, bytes)| check(name, bytes)).count();
    // Some have capabilities that the tool does not support yet.
    assert!(compared >= 20, "only {compared} of {} modules were compared", modules.len());
}

#[test]
fn modules_of_the_writer() {
    let options = WriterOptions::default();
    let written = files("tests/writer", "ll").into_iter().filter_map(|path| {
        let module = device_ir(&std::fs::read(&path).expect("readable")).ok()?;
        Some((name(&path), write(&module, &options).ok()?))
    });
    let written: Vec<_> = written.collect();
    let compared = written.iter().filter(|(name, bytes)| check(name, bytes)).count();
    assert!(compared >= 20, "only {compared} of {} modules were compared", written.len());
    for seed in 0..4 {
        let module = device_ir(generate::module(seed, 4).as_bytes()).expect("device IR");
        assert!(check(&format!("random {seed}"), &write(&module, &options).expect("writable")));
    }
}
