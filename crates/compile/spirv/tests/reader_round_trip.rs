//! Reader and writer against each other: a module that was written, read and
//! written once is from then on written as the very same words.

mod support;

use support::{reader_modules, validate, validated};
use tandem_ir::{Context, Module};
use tandem_spirv::reader::{ReaderOptions, read};
use tandem_spirv::writer::{WriterOptions, write};

fn read_back(bytes: &[u8]) -> Result<Module, String> {
    read(&Context::new(), bytes, &ReaderOptions::default()).map_err(|err| format!("read: {err}"))
}

/// Modules that the writer cannot write (well), and why.
const REFUSED: &[(&str, &str)] = &[
    // spirv-val 2023 does not support all of the extensions.
    ("groups_all.spvasm", "Invalid capability operand: 5087"),
    // Validators take no fetches in kernels.
    ("image_handles.spvasm", "Invalid capability operand: 6528"),
    ("images_more.spvasm", "Expected Image 'Sampled' parameter to be 1"),
];

fn round_trip(bytes: &[u8]) -> Result<(), String> {
    let write =
        |module: Module| write(&validated(module)?, &WriterOptions::default()).map_err(|err| format!("write: {err}"));
    let mut written = write(read_back(bytes)?)?;
    validate(&written, "spv1.4")?;
    for _ in 0..2 {
        let again = write(read_back(&written)?)?;
        validate(&again, "spv1.4")?;
        if again == written {
            return Ok(());
        }
        written = again;
    }
    Err("is written differently each time".into())
}

#[test]
fn written_modules_are_stable() {
    let modules = reader_modules();
    for (listed, _) in REFUSED {
        assert!(modules.iter().any(|(name, _)| name == listed), "there is no module {listed}");
    }
    let mut failures = Vec::new();
    for (name, bytes) in modules {
        let expected = REFUSED.iter().find(|(refused, _)| *refused == name).map(|(_, reason)| *reason);
        match (round_trip(&bytes), expected) {
            (Ok(()), None) => {}
            (Err(error), Some(reason)) if error.contains(reason) => {}
            (result, _) => failures.push(format!("{name}: {result:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
