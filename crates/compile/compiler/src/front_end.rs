//! The front end that Tandem is built for: everything that the driver relies on and that
//! differs between versions of clang, or may in the next one.
//!
//! | | clang 19 | clang 21 | clang 22 |
//! |---|---|---|---|
//! | `__attribute__((sycl_kernel))` in device mode | makes the kernel's entry | the same | ignored; `[[clang::sycl_kernel_entry_point(Name)]]` takes its place |
//! | the same in host mode | ignored without a word | ignored with a warning | ignored with a warning |
//! | what device mode makes code of | every function of the source | every function | what kernels and `[[clang::sycl_external]]` reach |
//! | `[[sycl::…]]` attributes of kernels | dropped with a warning | the same | the same |
//!
//! The headers choose the attribute of kernel entries (`sycl/detail/kernel/entry.hpp`). Tandem supports
//! the version of [`LLVM`] alone. A version that is added to [`LlvmVersion`] is missing in the matches
//! below, each of which is about something that differs.

use tandem_llvm_version::{LLVM, LlvmVersion};

use crate::host;

/// The options that select the host pass.
pub const HOST_MODE: &[&str] = &["-Xclang", "-fsycl-is-host"];

/// The options that select the device pass.
pub const DEVICE_MODE: &[&str] = &[
    "-Xclang",
    "-fsycl-is-device",
    // Without the triple of the host, clang crashes in headers of x86 intrinsics.
    "-Xclang",
    "-aux-triple",
    "-Xclang",
    host::TRIPLE,
    "-Xclang",
    "-sycl-std=2020",
    // Otherwise clang computes in `float` on x86.
    "-Xclang",
    "-ffloat16-excess-precision=none",
    "-Xclang",
    "-fbfloat16-excess-precision=none",
    // Work-items pass variables that they have not set to functions of groups which take another
    // one's. Otherwise clang concludes that no work-item gets there that has not set its own.
    "-Xclang",
    "-no-enable-noundef-analysis",
];

/// The warnings of the device pass: only those about attributes that clang drops, wherever they are
/// ([`crate::attributes::unknown`] reads them). All others come from the host pass. `-w` would silence these, too.
pub const ATTRIBUTE_WARNINGS: &[&str] =
    &["-Wno-everything", "-Wunknown-attributes", "-Wignored-attributes", "-Wsystem-headers"];

/// The option that silences every warning, and cannot be taken back.
pub const NO_WARNINGS: &[&str] = &["-w", "--no-warnings"];

/// The text before and after the name in a warning about an unknown attribute. Later versions write the namespace as
/// part of the name.
pub const UNKNOWN_ATTRIBUTE: (&str, &str) = match LLVM {
    LlvmVersion::Llvm19 => ("warning: unknown attribute '", "' ignored"),
};

/// A warning that an annotation has no effect at its position.
pub const IGNORED_ANNOTATION: &str = "warning: 'annotate' attribute ignored";

/// Keeps clang from warning about attributes in the host pass, which are the device pass's. The
/// user's own options may change that. Later versions also warn that they ignore the attribute of kernel
/// entries there.
pub const QUIET_ABOUT_ATTRIBUTES: &str = match LLVM {
    LlvmVersion::Llvm19 => "-Wno-unknown-attributes",
};

/// Options that list the files which a pass includes, also those of the system, in `file`.
pub fn list_included_files(file: &str) -> Vec<String> {
    ["-header-include-file", file, "-sys-header-deps"]
        .into_iter()
        .flat_map(|word| ["-Xclang".to_owned(), word.to_owned()])
        .collect()
}

/// Whether an option makes `#include` import modules. Modules are made in host mode, and do not show
/// their attributes: the device pass reads the text of the headers.
pub fn is_about_header_modules(option: &str) -> bool {
    ["-fmodules", "-fno-modules", "-fcxx-modules", "-fimplicit-module", "-fbuiltin-module-map", "-fmodule-map-file"]
        .iter()
        .any(|name| option.starts_with(name))
}
