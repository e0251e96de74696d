//! Property test of the SPIR-V writer: random modules are written in every
//! version, the same way each time; the validator accepts them, and our own
//! reader takes them.
//!
//! `TANDEM_RANDOM_DIR=DIR` keeps the modules, as IR and as SPIR-V.

mod support;

use std::path::PathBuf;

use tandem_spirv::writer::{WriterOptions, write};

const MODULES: u64 = 15;
const KERNELS: usize = 8;

#[test]
fn random_modules_are_valid() {
    let keep = std::env::var_os("TANDEM_RANDOM_DIR").map(PathBuf::from);
    for seed in 0..MODULES {
        let text = support::generate::module(seed, KERNELS);
        let module = support::device_ir(text.as_bytes()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mut options = WriterOptions::default();
        options.version = [(1, 4), (1, 0), (1, 1), (1, 2), (1, 3)][seed as usize % 5];
        options.contraction_off = true;
        let bytes = write(&module, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let again = write(&module, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(bytes, again, "seed {seed}: the same module is written differently");
        if let Some(folder) = &keep {
            std::fs::write(folder.join(format!("{seed}.ll")), &text).expect("folder");
            std::fs::write(folder.join(format!("{seed}.spv")), &bytes).expect("folder");
        }
        let env = format!("spv{}.{}", options.version.0, options.version.1);
        support::validate(&bytes, &env).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        support::read_back(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}
