//! The SPIR-V reader on hand-written modules.
//!
//! Each `reader/*.spvasm` holds a module and, as comments below a separator,
//! the device IR that it reads as. `BLESS=1` rewrites that part.
//! Lines `; spec ID = BYTES` (hexadecimal) before the module set
//! specialization constants. Every module passes `spirv-val` before reading
//! (unless a line `; not validated` says that it cannot) and LLVM's verifier after.

mod support;

use std::path::Path;

use support::{assemble, files, name, validate};
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

const ENV: &str = "spv1.4";
const SEPARATOR: &str = "; ==== expected ====\n";

#[test]
fn modules_read_as_expected() {
    let failures: Vec<String> =
        files("tests/reader", "spvasm").iter().filter_map(|path| check_file(path).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Modules made by DPC++ 2024.2; see `reader/dpcpp/README.md`.
#[test]
fn modules_of_dpcpp() {
    for path in files("tests/reader/dpcpp", "spv") {
        let actual = device_ir(&std::fs::read(&path).expect("readable"), &path, &[]).expect("valid");
        let expected_path = path.with_extension("ll");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected_path, &actual).expect("writable");
        }
        let expected = std::fs::read_to_string(&expected_path).expect("readable");
        assert!(actual == expected, "{}: {}", path.display(), difference(&actual, &expected));
    }
}

/// The device IR of a module, without the parts that are the same everywhere.
fn device_ir(bytes: &[u8], path: &Path, spec_constants: &[(u32, &[u8])]) -> Result<String, String> {
    let module = read(&Context::new(), bytes, &ReaderOptions { name: &name(path), spec_constants });
    let text = module.map_err(|err| err.to_string())?.to_string();
    let constant = ["; ModuleID", "source_filename", "target "];
    let lines = text.lines().filter(|line| !constant.iter().any(|start| line.starts_with(start)));
    Ok(lines.skip_while(|line| line.is_empty()).fold(String::new(), |text, line| text + line + "\n"))
}

fn check_file(path: &Path) -> Result<(), String> {
    let fail = |message: String| format!("{}: {message}", path.display());
    let text = std::fs::read_to_string(path).map_err(|err| fail(err.to_string()))?;
    let (source, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let bytes = assemble(source, ENV).map_err(fail)?;
    if !source.contains("; not validated\n") {
        validate(&bytes, ENV).map_err(fail)?;
    }
    let spec_constants = spec_constants(source);
    let borrowed: Vec<_> = spec_constants.iter().map(|(id, bytes)| (*id, bytes.as_slice())).collect();
    let actual = as_comment(&device_ir(&bytes, path, &borrowed)?);
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(path, format!("{source}{SEPARATOR}{actual}")).map_err(|err| fail(err.to_string()));
    }
    Err(fail(difference(&actual, expected)))
}

/// The first line that differs.
fn difference(actual: &str, expected: &str) -> String {
    let line = actual.lines().zip(expected.lines()).position(|(actual, expected)| actual != expected);
    let line = line.unwrap_or(actual.lines().count().min(expected.lines().count()));
    let show = |text: &str| text.lines().nth(line).unwrap_or("nothing").to_string();
    format!("line {} of the result\n  is        {}\n  should be {}", line + 1, show(actual), show(expected))
}

fn as_comment(text: &str) -> String {
    text.lines().fold(String::new(), |comment, line| comment + format!("; {line}").trim_end() + "\n")
}

fn spec_constants(source: &str) -> Vec<(u32, Vec<u8>)> {
    let values = source.lines().filter_map(|line| line.strip_prefix("; spec ")?.split_once(" = "));
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")).collect()
    };
    values.map(|(id, hex)| (id.parse().expect("a number"), bytes(hex))).collect()
}
