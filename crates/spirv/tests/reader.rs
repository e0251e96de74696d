//! The SPIR-V reader on hand-written modules.
//!
//! Each `reader/*.spvasm` holds a module and, as comments below a separator,
//! the device IR that it reads as. `BLESS=1` rewrites that part.
//! Lines `; spec ID = BYTES` (hexadecimal) before the module set
//! specialization constants. Every module passes `spirv-val` before reading
//! (unless a line `; not validated` says that it cannot) and LLVM's verifier after.

mod support;

use std::fmt::Write;
use std::path::Path;

use support::{assemble, validate};
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

const ENV: &str = "spv1.4";
const SEPARATOR: &str = "; ==== expected ====\n";

#[test]
fn modules_read_as_expected() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reader");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spvasm"))
        .collect();
    paths.sort();
    let failures: Vec<String> = paths.iter().filter_map(|path| check_file(path).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_file(path: &Path) -> Result<(), String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(path).map_err(|err| format!("{file}: {err}"))?;
    let (source, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let bytes = assemble(source, ENV).map_err(|err| format!("{file}: {err}"))?;
    if !source.contains("; not validated\n") {
        validate(&bytes, ENV).map_err(|err| format!("{file}: {err}"))?;
    }
    let spec_constants = spec_constants(source);
    let borrowed: Vec<_> = spec_constants.iter().map(|(id, bytes)| (*id, bytes.as_slice())).collect();
    let ctx = Context::new();
    let options = ReaderOptions { name: &file, spec_constants: &borrowed };
    let module = read(&ctx, &bytes, &options).map_err(|err| err.to_string())?;
    let actual = as_comment(&module.to_string());
    if actual == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(path, format!("{source}{SEPARATOR}{actual}")).map_err(|err| format!("{file}: {err}"));
    }
    let line = actual.lines().zip(expected.lines()).position(|(actual, expected)| actual != expected);
    let line = line.unwrap_or(actual.lines().count().min(expected.lines().count()));
    let show = |text: &str| text.lines().nth(line).unwrap_or("nothing").to_string();
    Err(format!(
        "{file}: line {} of the result\n  is        {}\n  should be {}",
        line + 1,
        show(&actual),
        show(expected)
    ))
}

/// The module's text as comments, without what is the same everywhere.
fn as_comment(module: &str) -> String {
    let constant = ["; ModuleID", "source_filename", "target "];
    let lines = module.lines().filter(|line| !constant.iter().any(|start| line.starts_with(start)));
    lines.skip_while(|line| line.is_empty()).fold(String::new(), |mut text, line| {
        writeln!(text, "{}", format!("; {line}").trim_end()).expect("strings take everything");
        text
    })
}

fn spec_constants(source: &str) -> Vec<(u32, Vec<u8>)> {
    let values = source.lines().filter_map(|line| line.strip_prefix("; spec ")?.split_once(" = "));
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")).collect()
    };
    values.map(|(id, hex)| (id.parse().expect("a number"), bytes(hex))).collect()
}
