//! The modules in the folders of these tests, and the tools for them: `spirv-as`, `spirv-val` and `spirv-dis`.

#![allow(dead_code, reason = "each test binary uses its part")]

pub mod generate;
pub mod mutate;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tandem_device_ir_llvm::{Expectations, Validated, declare_effects};
use tandem_ir::{Context, Module};
use tandem_spirv::reader::{ReaderOptions, read};

/// The files with that extension in a folder of this crate, by name. There is at least one.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries = entries.unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    assert!(!paths.is_empty(), "{folder} has no file `*.{extension}`");
    paths.sort();
    paths
}

/// Every module of the reader's tests: the hand-written ones, then those of DPC++'s translator.
pub fn reader_modules() -> Vec<(String, Vec<u8>)> {
    let written = files("tests/reader", "spvasm").into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("readable");
        (name(&path), assemble(&text, "spv1.4").unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    });
    let translated = files("tests/reader/dpcpp", "spv").into_iter();
    written.chain(translated.map(|path| (name(&path), fs::read(&path).expect("readable")))).collect()
}

/// The name of a file, without its folder.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads device IR, as text or bitcode. On error, describes why it is not device IR.
pub fn device_ir(text: &[u8]) -> Result<Validated, String> {
    let mut module = Module::parse(&Context::new(), text, "test").map_err(|error| error.to_string())?;
    module.verify().map_err(|error| error.to_string())?;
    declare_effects(module.edit());
    validated(module)
}

/// The proof that a module is device IR.
pub fn validated(module: Module) -> Result<Validated, String> {
    tandem_device_ir_llvm::validate(module, &Expectations::default()).map_err(|invalid| invalid.to_string())
}

/// Validates a module of SPIR-V; on error, the validator's message.
pub fn validate(bytes: &[u8], env: &str) -> Result<(), String> {
    let (ok, text) = pipe("spirv-val", &["--target-env", env, "-"], &with_basic_bases(bytes));
    if ok { Ok(()) } else { Err(format!("spirv-val: {}", text.trim())) }
}

/// A copy in which described pointers, qualified types and typedefs are made of a basic type. The specification of
/// `OpenCL.DebugInfo.100` allows any type, but spirv-val 2023 does not. Everything else is checked unchanged.
fn with_basic_bases(bytes: &[u8]) -> Vec<u8> {
    const HEADER_WORDS: usize = 5;
    const EXT_INST_IMPORT: u32 = 11;
    const EXT_INST: u32 = 12;
    const BASIC: u32 = 2;
    const POINTER: u32 = 3;
    const QUALIFIER: u32 = 4;
    const TYPEDEF: u32 = 7;
    let mut words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let (mut set, mut basic, mut at) = (None, None, HEADER_WORDS);
    while let Some(first) = words.get(at).copied() {
        let end = words.len().min(at + (first >> 16).max(1) as usize);
        let inst = &mut words[at..end];
        match (first & 0xffff, &mut *inst) {
            (EXT_INST_IMPORT, [_, id, name @ ..]) if name.starts_with(&[u32::from_le_bytes(*b"Open")]) => {
                let name: Vec<u8> = name.iter().flat_map(|word| word.to_le_bytes()).collect();
                set = name.starts_with(b"OpenCL.DebugInfo.100").then_some(*id).or(set);
            }
            (EXT_INST, [_, _, id, from, BASIC, ..]) if set == Some(*from) => basic = Some(*id),
            (EXT_INST, [_, _, _, from, POINTER | QUALIFIER, base, ..]) if set == Some(*from) => {
                *base = basic.unwrap_or(*base);
            }
            (EXT_INST, [_, _, _, from, TYPEDEF, _, base, ..]) if set == Some(*from) => *base = basic.unwrap_or(*base),
            _ => {}
        }
        at = end;
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Reads a module back; the reader verifies the result.
pub fn read_back(bytes: &[u8]) -> Result<(), String> {
    let options = ReaderOptions { name: "written", ..ReaderOptions::default() };
    read(&Context::new(), bytes, &options).map(drop).map_err(|error| format!("reader: {error}"))
}

/// The module's text, without header, in the names of current versions of `spirv-dis`: older ones give floating-point
/// modes the suffix of their extension.
pub fn disassemble(bytes: &[u8]) -> String {
    let (ok, text) = pipe("spirv-dis", &["--no-header", "--no-indent", "-"], bytes);
    assert!(ok, "spirv-dis: {text}");
    text.replace("AllowReassocINTEL", "AllowReassoc").replace("AllowContractFastINTEL", "AllowContract")
}

/// Assembles SPIR-V text, whose numeric ids are kept; on error, the assembler's message.
pub fn assemble(source: &str, env: &str) -> Result<Vec<u8>, String> {
    let args = ["--preserve-numeric-ids", "--target-env", env, "-", "-o", "-"];
    let output = run("spirv-as", &args, source.as_bytes());
    if output.status.success() { Ok(output.stdout) } else { Err(format!("spirv-as: {}", text(&output).trim())) }
}

/// Runs a tool over `input`: whether it succeeded, and what it printed.
pub fn pipe(tool: &str, args: &[&str], input: &[u8]) -> (bool, String) {
    let output = run(tool, args, input);
    (output.status.success(), text(&output))
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn run(tool: &str, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(tool)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot run {tool} (package spirv-tools): {error}"));
    child.stdin.take().expect("piped").write_all(input).expect("the tool reads its input");
    child.wait_with_output().expect("the tool ends")
}
