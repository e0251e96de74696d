//! The data about a translation unit that both passes share, and how they receive its id.

use std::path::Path;

use super::hash::Fnv1a;
use crate::options::{Input, Options, Role};
use crate::toolchain::Toolchain;

/// The data about a translation unit that both passes share.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// Its source.
    pub input: &'a Input,
    /// Its id, the value of `__SYCL_TU_ID`.
    pub id: String,
}

impl<'a> Unit<'a> {
    /// A unit with an id made of its distinguishing properties: the location of its source, and the options that affect
    /// the source's meaning. Neither the output nor the phase counts, so that `-fsycl-link` and `-c` agree on the names
    /// of internal kernels.
    pub fn new(input: &'a Input, options: &Options) -> Self {
        let source = std::path::absolute(&input.path).unwrap_or_default();
        let mut hash = Fnv1a::default();
        hash.write(source.as_os_str().as_encoded_bytes());
        let read = options.options().filter(|(role, _)| matches!(role, Role::Common | Role::Preprocess));
        for word in read.flat_map(|(_, spelling)| spelling) {
            hash.write(word.as_bytes());
        }
        Self { input, id: hash.to_string() }
    }
}

/// How a pass receives the unit's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdSource {
    /// The macro holds it.
    Macro,
    /// The macro names a variable, which the unit defines.
    DefinedVariable,
    /// The macro names a variable: this is a header that is precompiled for
    /// many units.
    DeclaredVariable,
}

/// The macros of a pass: the unit's id, and those that options require.
pub(super) fn unit_macros(toolchain: &Toolchain, options: &Options, id: &str, source: IdSource) -> Vec<String> {
    let header = |name: &str| toolchain.include_dir.join("tandem").join(name).display().to_string();
    let mut words = Vec::new();
    match source {
        IdSource::Macro => words.push(format!("-D__SYCL_TU_ID=\"{id}\"")),
        IdSource::DefinedVariable => words.extend([
            "-D__SYCL_TU_ID=__tandem_unit_id".to_owned(),
            format!("-D__TANDEM_UNIT=\"{id}\""),
            "-include".to_owned(),
            header("unit_defined.h"),
        ]),
        IdSource::DeclaredVariable => words.extend([
            "-D__SYCL_TU_ID=__tandem_unit_id".to_owned(),
            "-include".to_owned(),
            header("unit_declared.h"),
        ]),
    }
    if options.sycl.ids_fit_in_int {
        words.push("-D__SYCL_ID_QUERIES_FIT_IN_INT__=1".to_owned());
    }
    words
}

/// Whether the user's own options bring in a header that was precompiled for
/// the host.
pub(super) fn uses_precompiled_header(options: &Options) -> bool {
    options.options().any(|(_, spelling)| {
        spelling.iter().any(|word| word == "-include-pch") || precompiled_include(spelling).is_some()
    })
}

/// The header of an `-include` for which clang would use the precompiled form next to it.
pub(super) fn precompiled_include(spelling: &[String]) -> Option<&str> {
    let header = match spelling {
        [option, header] if option == "-include" => header,
        _ => return None,
    };
    ["pch", "gch"]
        .iter()
        .any(|extension| Path::new(&format!("{header}.{extension}")).exists())
        .then_some(header.as_str())
}
