//! The header and the library: the numbers of errors, and a definition for each declared function.

use std::collections::BTreeSet;
use std::path::Path;

use tandem_rt::abi::*;
use tandem_runtime::Errc;

const HEADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../include/tandem/abi.h");

#[test]
fn errors_have_the_numbers_of_the_header() {
    for (number, errc) in [
        (TANDEM_ERROR_RUNTIME, Errc::Runtime),
        (TANDEM_ERROR_KERNEL, Errc::Kernel),
        (TANDEM_ERROR_ACCESSOR, Errc::Accessor),
        (TANDEM_ERROR_ND_RANGE, Errc::NdRange),
        (TANDEM_ERROR_EVENT, Errc::Event),
        (TANDEM_ERROR_KERNEL_ARGUMENT, Errc::KernelArgument),
        (TANDEM_ERROR_BUILD, Errc::Build),
        (TANDEM_ERROR_INVALID, Errc::Invalid),
        (TANDEM_ERROR_MEMORY_ALLOCATION, Errc::MemoryAllocation),
        (TANDEM_ERROR_PLATFORM, Errc::Platform),
        (TANDEM_ERROR_PROFILING, Errc::Profiling),
        (TANDEM_ERROR_FEATURE_NOT_SUPPORTED, Errc::FeatureNotSupported),
        (TANDEM_ERROR_KERNEL_NOT_SUPPORTED, Errc::KernelNotSupported),
        (TANDEM_ERROR_BACKEND_MISMATCH, Errc::BackendMismatch),
    ] {
        assert_eq!(number, errc as u32, "{errc:?}");
    }
}

/// Names of functions in a text, recognized by the text before and after them.
fn functions(text: &str, is_function: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.filter(|line| is_function(line)).filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        name.starts_with("tandem_").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn every_declared_function_is_defined_and_no_other() {
    let header = std::fs::read_to_string(HEADER).unwrap();
    let starts = ["int ", "void ", "void *", "const char *", "size_t "];
    let declared = functions(&header, |line| starts.iter().any(|start| line.starts_with(start)));
    let mut defined = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(sources).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        defined.extend(functions(&text, |line| line.contains("extern \"C\" fn") && line.starts_with("pub")));
    }
    assert!(declared.len() > 40, "{declared:?}");
    assert_eq!(declared, defined);
}
