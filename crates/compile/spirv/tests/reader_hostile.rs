//! The SPIR-V reader on damaged modules: for any bytes, it returns a module that LLVM accepts, or an error. A crash of
//! LLVM ends the test; `TANDEM_FUZZ_KEEP=FILE` then contains the module that caused it. `TANDEM_FUZZ_SECONDS` and
//! `TANDEM_FUZZ_SEED` make longer and other runs. `crates/compile/codegen-cpu/tests/hostile.rs` continues to objects.

mod support;

use std::time::{Duration, Instant};

use support::mutate::{Random, bytes, mutate, words};
use support::reader_modules;
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

/// Reads a module and, if it is accepted, walks all of it by printing it.
fn survive(bytes: &[u8]) {
    if let Ok(module) = read(&Context::new(), bytes, &ReaderOptions::default()) {
        std::hint::black_box(module.to_string());
    }
}

#[test]
fn truncated_modules() {
    for (_, module) in reader_modules() {
        for end in (0..module.len().min(256)).chain((256..module.len()).step_by(4)) {
            survive(&module[..end]);
        }
    }
}

#[test]
fn damaged_modules() {
    let seconds = std::env::var("TANDEM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let seed = std::env::var("TANDEM_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let corpus: Vec<Vec<u32>> = reader_modules().iter().map(|(_, module)| words(module)).collect();
    let end = Instant::now() + Duration::from_secs(seconds);
    for round in seed.. {
        let mut random = Random::new(round);
        let mut module = corpus[random.below(corpus.len())].clone();
        mutate(&mut module, &mut random);
        let module = bytes(&module);
        if let Some(path) = std::env::var_os("TANDEM_FUZZ_KEEP") {
            std::fs::write(path, &module).expect("writable");
        }
        survive(&module);
        if Instant::now() > end {
            break;
        }
    }
}
