//! File tests of post-link: `tests/post_link/NAME.cpp` goes through clang's device pass and post-link; the output is
//! compared with `NAME.expected`. `BLESS=1` rewrites the expectations.
//!
//! `// SPLIT: mode…` lists the code splits to try (default `auto`). A file
//! `NAME.part.cpp` is a second unit of the same link.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use tandem_command_line::post_link_request::Split;
use tandem_image::KernelLayout;
use tandem_image::device_global::DeviceGlobal;
use tandem_image::property::{PropertySetName, PropertySetRegistry};
use tandem_ir::{Context, Module};
use tandem_llvm_version::LLVM;
use tandem_post_link::{LinkOptions, Unit, UnitOptions, link, process_unit};

const DEVICE_PASS: &[&str] = &[
    "-std=c++17",
    "-Xclang",
    "-fsycl-is-device",
    "-D__SYCL_DEVICE_ONLY__=1",
    "-fno-exceptions",
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
    "-gline-tables-only",
    "-emit-llvm",
    "-c",
];

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/post_link");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of the tests")
        .filter_map(|entry| {
            let name = entry.expect("readable").file_name().into_string().expect("UTF-8");
            let name = name.strip_suffix(".cpp")?;
            (!name.ends_with(".part")).then(|| name.to_owned())
        })
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let failures: Vec<String> = names.iter().filter_map(|name| check(&folder, name).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Builtins without effects are called once for each value, regardless of their declarations.
#[test]
fn builtins_without_effects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/post_link");
    let options = UnitOptions {
        unit: "pure".into(),
        opt_level: 2,
        has_lines: false,
        contracts: true,
        dead_args: true,
        only_check: false,
    };
    let unit = process_unit(&device_pass(&folder, "pure.cpp"), &options).expect("device code");
    let ctx = Context::new();
    let module = Module::parse(&ctx, &unit.bitcode, "pure").expect("our own bitcode");
    for name in ["__spirv_BuiltInGlobalInvocationId", "__spirv_ocl_sin"] {
        let calls = module.function(name).expect(name).calls();
        assert_eq!(calls.len(), 1, "{name} in\n{module}");
    }
}

/// A unit that was compiled with `-ffp-contract=off` disables contraction in each kernel of its image.
#[test]
fn contraction_is_off_in_spirv() {
    /// The first word of `OpExecutionMode` without operands, and the mode `ContractionOff`.
    const EXECUTION_MODE: u32 = 3 << 16 | 16;
    const CONTRACTION_OFF: u32 = 31;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/post_link");
    let bitcode = device_pass(&folder, "pure.cpp");
    for contracts in [true, false] {
        let options = UnitOptions {
            unit: "u".into(),
            opt_level: 2,
            has_lines: false,
            contracts,
            dead_args: true,
            only_check: false,
        };
        let unit = process_unit(&bitcode, &options).expect("device code");
        let units = [Unit { file: "pure.cpp".into(), bitcode: unit.bitcode }];
        let options = LinkOptions { split: Split::Auto, opt_level: 2, rdc: true, jobs: 1, ahead_of_time: Vec::new() };
        let modules = link(&units, &options).expect("images");
        let words: Vec<u32> =
            modules[0].spirv.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect();
        let is_off = words.windows(3).any(|words| words[0] == EXECUTION_MODE && words[2] == CONTRACTION_OFF);
        assert_eq!(is_off, !contracts);
    }
}

fn check(folder: &Path, name: &str) -> Result<(), String> {
    let found = outcome(folder, name);
    let path = folder.join(format!("{name}.expected"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).expect("writable");
        return Ok(());
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    Err(format!("{name}: expected\n{expected}--- found\n{found}---"))
}

/// The images of a test, or its diagnostics, as text.
fn outcome(folder: &Path, name: &str) -> String {
    let source = fs::read_to_string(folder.join(format!("{name}.cpp"))).expect("readable");
    let splits = source.lines().find_map(|line| line.strip_prefix("// SPLIT: ")).unwrap_or("auto");
    let mut units = Vec::new();
    for file in [format!("{name}.cpp"), format!("{name}.part.cpp")] {
        if !folder.join(&file).exists() {
            continue;
        }
        let options = UnitOptions {
            unit: file.clone(),
            opt_level: 2,
            has_lines: false,
            contracts: true,
            dead_args: true,
            only_check: false,
        };
        match process_unit(&device_pass(folder, &file), &options) {
            Ok(unit) if unit.bitcode.is_empty() => return "no device code\n".into(),
            Ok(unit) => units.push(Unit { file, bitcode: unit.bitcode }),
            Err(diagnostics) => return format!("{diagnostics}\n"),
        }
    }
    splits.split_whitespace().map(|split| linked(&units, split)).collect()
}

/// The images of one code split, or the diagnostics of the link.
fn linked(units: &[Unit], name: &str) -> String {
    let split = match name {
        "auto" => Split::Auto,
        "off" => Split::Off,
        "per_source" => Split::PerSource,
        "per_kernel" => Split::PerKernel,
        other => panic!("no code split is called {other}"),
    };
    match link(units, &LinkOptions { split, opt_level: 2, rdc: true, jobs: 2, ahead_of_time: Vec::new() }) {
        Err(diagnostics) => format!("{diagnostics}\n"),
        Ok(images) => images.iter().fold(format!("split {name}\n"), |text, image| {
            text + "image\n" + &describe(&image.symbols, &image.properties)
        }),
    }
}

fn device_pass(folder: &Path, file: &str) -> Vec<u8> {
    let own = tempfile::tempdir().expect("a folder");
    let output = own.path().join("unit.bc");
    let clang = Command::new(LLVM.program("clang++"))
        .args(DEVICE_PASS)
        .arg(file)
        .arg("-o")
        .arg(&output)
        .current_dir(folder)
        .output();
    let clang = clang.expect("clang is installed");
    assert!(clang.status.success(), "{file}: {}", String::from_utf8_lossy(&clang.stderr));
    fs::read(&output).expect("clang wrote it")
}

fn describe(symbols: &[String], properties: &PropertySetRegistry) -> String {
    let mut text = String::new();
    for symbol in symbols {
        let layout = properties.get(PropertySetName::KernelLayout, symbol).and_then(|value| value.as_bytes());
        match layout {
            Some(bytes) => {
                let layout = KernelLayout::decode(bytes).expect("our own layout");
                let records: Vec<String> =
                    layout.records.iter().map(|r| format!("{:?} {}+{}", r.kind, r.offset, r.size)).collect();
                writeln!(text, "  kernel {symbol} of {} bytes: {}", layout.closure_size, records.join(", "))
            }
            None => writeln!(text, "  export {symbol}"),
        }
        .expect("strings take everything");
    }
    for import in properties.set(PropertySetName::ImportedSymbols).into_iter().flat_map(|set| set.keys()) {
        writeln!(text, "  import {import}").expect("strings take everything");
    }
    for (name, global) in DeviceGlobal::all(properties).expect("our own properties") {
        let scope = if global.image_scope { " of the image" } else { "" };
        let initial = global.definition.map(|definition| format!(", from {:?}", definition.initial));
        let size = global.size;
        writeln!(text, "  device global {name}{scope} of {size} bytes{}", initial.unwrap_or_default())
            .expect("strings take everything");
    }
    for (name, value) in properties.set(PropertySetName::HostPipes).into_iter().flatten() {
        writeln!(text, "  host pipe {name}: {:?}", value.as_bytes().unwrap_or_default())
            .expect("strings take everything");
    }
    for (key, value) in properties.set(PropertySetName::ProgramMetadata).into_iter().flatten() {
        writeln!(text, "  {key} = {:?}", value.as_bytes().unwrap_or_default()).expect("strings take everything");
    }
    text
}
