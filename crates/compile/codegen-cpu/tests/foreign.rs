//! Executes SPIR-V from another producer: next to each module of `foreign/` are its source and, in `NAME.run`, the
//! expected results of its kernels. `foreign/make.sh` makes the modules.

mod support;

use std::path::Path;

use support::expected;
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;

#[test]
fn foreign_modules_compute_what_they_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
    let entries = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("readable").path());
    let modules: Vec<_> = entries.filter(|path| path.extension().is_some_and(|extension| extension == "spv")).collect();
    assert!(!modules.is_empty());
    for path in modules {
        let bytes = std::fs::read(&path).expect("readable");
        let output = compile(&[&bytes], &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        expected::check(output, &path.with_extension("run")).unwrap_or_else(|wrong| panic!("{path:?}: {wrong}"));
    }
}
