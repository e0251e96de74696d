//! File tests of the SPIR-V writer.
//!
//! Each `tests/writer/*.ll` holds device IR and, below a separator, the writer's output: the disassembly, its error, or
//! the violations that the validator of device IR reports. `BLESS=1` rewrites the expectation. Every module is checked
//! by `spirv-val` and by our own reader. Directives at the top:
//!
//! * `; version: 1.2` writes that version instead of the default one;
//! * `; env: opencl2.2` validates for that environment;
//! * `; contraction-off` sets the option of that name;
//! * `; unvalidated` leaves out `spirv-val`, which does not support every extension.

mod support;

use std::path::Path;

use support::{device_ir, disassemble, files, name, read_back, validate};
use tandem_spirv::writer::{WriterOptions, write};

const SEPARATOR: &str = "; ==== expected ====\n";

#[test]
fn modules_are_written_as_expected() {
    let failures: Vec<_> = files("tests/writer", "ll").iter().filter_map(|path| check(path).err()).collect();
    assert!(failures.is_empty(), "{}\n(BLESS=1 rewrites the expectations)", failures.join("\n"));
}

fn check(path: &Path) -> Result<(), String> {
    let name = name(path);
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let (input, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let actual = produce(input, &name)?;
    let actual: String = actual.lines().map(|line| format!("; {line}").trim_end().to_owned() + "\n").collect();
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(path, format!("{input}{SEPARATOR}{actual}")).map_err(|error| format!("{name}: {error}"));
    }
    Err(format!("{name}:\n{}", difference(expected, &actual)))
}

/// The disassembly of the written module, or the writer's error.
fn produce(input: &str, name: &str) -> Result<String, String> {
    let mut options = WriterOptions::default();
    let mut env = None;
    let mut is_validated = true;
    for line in input.lines().take_while(|line| line.starts_with(';')) {
        match line.trim_start_matches("; ").split_once(": ") {
            Some(("version", version)) => {
                let (major, minor) = version.split_once('.').ok_or("bad version directive")?;
                options.version = (major.parse().unwrap_or(0), minor.parse().unwrap_or(0));
            }
            Some(("env", value)) => env = Some(value.to_owned()),
            None if line == "; contraction-off" => options.contraction_off = true,
            None if line == "; unvalidated" => is_validated = false,
            _ => {}
        }
    }
    let env = env.unwrap_or_else(|| format!("spv{}.{}", options.version.0, options.version.1));
    let module = match device_ir(input.as_bytes()) {
        Ok(module) => module,
        Err(error) => return Ok(format!("refused: {error}")),
    };
    match write(&module, &options) {
        Ok(bytes) => {
            if is_validated {
                validate(&bytes, &env).map_err(|message| format!("{name}: {message}"))?;
            }
            read_back(&bytes).map_err(|message| format!("{name}: {message}"))?;
            Ok(disassemble(&bytes))
        }
        Err(error) => Ok(format!("error: {error}")),
    }
}

/// The first lines that differ.
fn difference(expected: &str, actual: &str) -> String {
    let mut expected_lines = expected.lines();
    for (number, line) in actual.lines().enumerate() {
        let wanted = expected_lines.next().unwrap_or("(nothing)");
        if wanted != line {
            return format!("  line {}:\n    expected {wanted}\n    actual   {line}", number + 1);
        }
    }
    format!("  missing: {}", expected_lines.next().unwrap_or("(nothing)"))
}
