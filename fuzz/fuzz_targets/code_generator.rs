//! SPIR-V through the reader, the validator and the CPU's code generator: an object, or an error that is not LLVM's.
//! Changes respect the structure of modules, so that they come further than the first check.

#![no_main]

#[path = "../../crates/compile/spirv/tests/support/mutate.rs"]
mod mutate;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mutate::{HEADER_WORDS, Random};
use tandem_codegen::Error;
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;

fuzz_target!(|module: &[u8]| {
    let opt_level = (module.len() / 4 % 3) as u32;
    // Functions that the module exports are compiled, too.
    match compile(&[module], &Options { opt_level, linkable: true, ..Options::default() }) {
        Ok(output) => assert!(!output.object.is_empty()),
        // An error that only LLVM detects is a fault of the code generator.
        Err(error) => assert!(!matches!(error, Error::Ir(_)), "{error}"),
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut words = mutate::words(&data[..size]);
    if words.len() <= HEADER_WORDS {
        return fuzzer_mutate(data, size, max_size);
    }
    mutate::mutate(&mut words, &mut Random::new(seed.into()));
    words.truncate(max_size / 4);
    let bytes = mutate::bytes(&words);
    data[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
});
