//! The whole way from SPIR-V to an object on changed modules: an object, or an
//! error. A crash of LLVM ends the test, and so does a module that takes longer
//! than it should; `TANDEM_FUZZ_KEEP=FILE` then has the module that caused it.
//! `TANDEM_FUZZ_SECONDS` and `TANDEM_FUZZ_SEED` make longer and other runs, and
//! `TANDEM_FUZZ_CORPUS=FOLDER` changes the modules (`*.spv`) in a folder instead of the tests'.

#[path = "../../spirv/tests/support/mutate.rs"]
mod mutate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mutate::{Random, bytes, words};
use tandem_codegen_cpu::{Error, Options, compile};

/// Longest time for a module, in seconds.
const LIMIT_SECONDS: u64 = 60;

/// Modules to change: those of other producers, and those that the tests of the reader are written
/// in, with their functions as kernels, too.
fn corpus() -> Vec<Vec<u32>> {
    let folders = match std::env::var_os("TANDEM_FUZZ_CORPUS") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            ["tests/foreign", "../spirv/tests/reader/dpcpp", "../spirv/tests/reader"].map(|at| root.join(at)).into()
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

/// Whether a module becomes an object, and not an error.
fn survive(module: &[u8], opt_level: u32) -> bool {
    // Functions that the modules export are compiled, too.
    let options = Options { opt_level, linkable: true, ..Options::default() };
    match compile(&[module], &options) {
        Ok(output) => !output.object.is_empty(),
        Err(error) => {
            // What only LLVM finds is a fault of the code generator.
            let is_own = matches!(error, Error::Ir(_));
            assert!(!is_own, "{error}");
            false
        }
    }
}

/// Changed modules on which the code generator once panicked.
#[test]
fn modules_that_broke_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let files = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("readable").path());
    let modules: Vec<_> = files.map(|file| fs::read(file).expect("readable")).collect();
    assert!(!modules.is_empty());
    for module in modules {
        for opt_level in 0..3 {
            survive(&module, opt_level);
        }
    }
}

#[test]
fn changed_modules() {
    static ROUND: AtomicU64 = AtomicU64::new(0);
    let seconds = std::env::var("TANDEM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let seed = std::env::var("TANDEM_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let corpus = corpus();
    // A module that takes for ever would be seen by nobody else.
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
    let (mut modules, mut objects) = (0u64, 0u64);
    for round in seed.. {
        ROUND.store(round, Ordering::Relaxed);
        let mut random = Random::new(round);
        let mut module = corpus[random.below(corpus.len())].clone();
        mutate::mutate(&mut module, &mut random);
        let module = bytes(&module);
        if let Some(path) = std::env::var_os("TANDEM_FUZZ_KEEP") {
            fs::write(path, &module).expect("writable");
        }
        objects += u64::from(survive(&module, random.below(3) as u32));
        modules += 1;
        if Instant::now() > end {
            break;
        }
    }
    println!("{modules} modules, {objects} objects");
}
