//! Changed modules for a code generator: the corpus, and the loop over it. Tests of code generators
//! include this file.
//!
//! `TANDEM_FUZZ_SECONDS` and `TANDEM_FUZZ_SEED` make longer and other runs, and
//! `TANDEM_FUZZ_CORPUS=FOLDER` changes the modules (`*.spv`) in a folder instead of the tests'.
//! `TANDEM_FUZZ_KEEP=FILE` has the module on which a process ended.

mod mutate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mutate::{Random, bytes, words};

/// Longest time for a module, in seconds.
const LIMIT_SECONDS: u64 = 60;

/// The crates, from the folder of one of them.
const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Changed modules that were once a fault of a code generator.
pub fn modules_of_faults() -> Vec<Vec<u8>> {
    let folder = Path::new(CRATES).join("codegen-cpu/tests/hostile");
    let files = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("readable").path());
    let modules: Vec<_> = files.map(|file| fs::read(file).expect("readable")).collect();
    assert!(!modules.is_empty());
    modules
}

/// Passes changed modules to `compile` until the time is over. It takes a module and a number by which to choose
/// options, and returns whether the module became code.
pub fn compile_changed_modules(compile: impl Fn(&[u8], usize) -> bool) {
    static ROUND: AtomicU64 = AtomicU64::new(0);
    let seconds = std::env::var("TANDEM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let seed = std::env::var("TANDEM_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let corpus = corpus();
    // Detects modules that take forever, which would otherwise go unnoticed.
    std::thread::spawn(|| {
        loop {
            let before = ROUND.load(Ordering::Relaxed);
            std::thread::sleep(Duration::from_secs(LIMIT_SECONDS));
            if ROUND.load(Ordering::Relaxed) == before {
                eprintln!("round {before} takes longer than {LIMIT_SECONDS} s");
                std::process::abort();
            }
        }
    });
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut modules, mut compiled) = (0u64, 0u64);
    for round in seed.. {
        ROUND.store(round, Ordering::Relaxed);
        let mut random = Random::new(round);
        let mut module = corpus[random.below(corpus.len())].clone();
        mutate::mutate(&mut module, &mut random);
        let module = bytes(&module);
        if let Some(path) = std::env::var_os("TANDEM_FUZZ_KEEP") {
            fs::write(path, &module).expect("writable");
        }
        compiled += u64::from(compile(&module, random.below(12)));
        modules += 1;
        if Instant::now() > end {
            break;
        }
    }
    println!("{modules} modules, {compiled} compiled");
}

/// Modules to change: those of other producers, and those that the tests of the reader are written
/// in, with their functions as kernels, too.
fn corpus() -> Vec<Vec<u32>> {
    let folders = match std::env::var_os("TANDEM_FUZZ_CORPUS") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let crates = Path::new(CRATES);
            let folders = ["codegen-cpu/tests/foreign", "spirv/tests/reader/dpcpp", "spirv/tests/reader"];
            folders.map(|at| crates.join(at)).into()
        }
    };
    let mut modules = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let entries = entries.map(|entry| entry.expect("readable").path());
        let mut files: Vec<_> = entries.collect();
        files.sort();
        for file in files {
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("spv") => modules.push(words(&fs::read(file).expect("readable"))),
                Some("spvasm") => modules.push(words(&assemble(&file))),
                _ => {}
            }
        }
    }
    let kernels: Vec<_> = modules.iter().map(|module| mutate::with_kernels(module)).collect();
    modules.extend(kernels);
    modules
}

fn assemble(file: &Path) -> Vec<u8> {
    let args = ["--preserve-numeric-ids", "--target-env", "spv1.4", "-o", "-"];
    let output = Command::new("spirv-as").args(args).arg(file).output().expect("spirv-as (package spirv-tools) runs");
    assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    output.stdout
}
