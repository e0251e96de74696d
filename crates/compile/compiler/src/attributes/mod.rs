//! Kernel attributes. Stock clang drops `[[sycl::reqd_work_group_size(8)]]` and its relatives as
//! unknown, so the device pass of a source that has any reads preprocessed text, in which they
//! are annotations that survive into the IR:
//!
//! ```text
//! [=](sycl::id<1> i) [[sycl::reqd_work_group_size(8)]] { … }
//! [=](sycl::id<1> i) __attribute__((annotate("sycl_reqd_work_group_size", 8))) { … }
//! ```
//!
//! A macro could not do that: a standard attribute in a lambda's position belongs to the type, and
//! only the GNU spelling is accepted there for a declaration.
//!
//! No attribute is missed, because clang itself reports the ones that it drops:
//!
//! * [`unknown`] reads the warnings of the device pass about unknown attributes. They are enabled regardless of the
//!   user's options. If they name an attribute that is not one of the harmless ones ([`is_harmless`]), or if a file
//!   that clang read may switch them off, the pass is run again over rewritten text.
//! * [`mod@rewrite`] changes the text, by tokens ([`tokens`]) and to the positions that the GNU spelling may have
//!   ([`place`]).
//! * Attributes in a namespace of SYCL that clang still does not know after that are errors.
//! * Post-link refuses annotations on anything but functions, and arguments that are not integers
//!   (`post_link::kernel_attributes`).
//!
//! The scan of a source before it is compiled ([`crate::scan`]) only predicts whether it has attributes, so that the
//! device pass usually runs once.

mod place;
mod rewrite;
mod tokens;
pub mod unknown;

use memchr::memmem;

pub use rewrite::{Rewritten, rewrite};

/// Namespaces whose attributes are SYCL's, also those of older versions.
const NAMESPACES: &[&str] = &["sycl", "intel", "cl", "khr", "intelfpga"];

/// Attributes that become annotations, and the names of these after `sycl_`.
const KERNEL_ATTRIBUTES: &[(&str, &str)] = &[
    ("reqd_work_group_size", "reqd_work_group_size"),
    ("work_group_size_hint", "work_group_size_hint"),
    ("reqd_sub_group_size", "reqd_sub_group_size"),
    ("sub_group_size", "reqd_sub_group_size"),
    ("device_has", "device_has"),
    ("max_work_group_size", "max_work_group_size"),
    ("kernel_args_restrict", "kernel_args_restrict"),
];

/// Attributes without which a program means the same: hints, most of them about hardware that is
/// made for a program. They are left out.
const HINTS: &[&str] = &[
    // About kernels.
    "vec_type_hint",
    "named_sub_group_size",
    "min_work_groups_per_cu",
    "max_work_groups_per_mp",
    "max_global_work_dim",
    "num_simd_work_items",
    "no_global_work_offset",
    "scheduler_target_fmax_mhz",
    "use_stall_enable_clusters",
    "initiation_interval",
    // About loops.
    "ii",
    "ivdep",
    "max_concurrency",
    "loop_coalesce",
    "disable_loop_pipelining",
    "enable_loop_pipelining",
    "max_interleaving",
    "max_reinvocation_delay",
    "speculated_iterations",
    "loop_count",
    "loop_count_min",
    "loop_count_max",
    "loop_count_avg",
    "nofusion",
    "fpga_pipeline",
    // About variables.
    "fpga_memory",
    "fpga_register",
    "memory",
    "register",
    "doublepump",
    "singlepump",
    "bankwidth",
    "bank_bits",
    "numbanks",
    "private_copies",
    "merge",
    "max_replicates",
    "max_private_copies",
    "simple_dual_port",
    "force_pow2_depth",
];

/// Arguments of `sub_group_size` that request the default behavior.
const LEFT_TO_THE_DEVICE: &[&[u8]] = &[b"automatic", b"primary"];

/// Whether an attribute of this name, in whatever namespace, changes nothing when clang drops it:
/// hints, and names that are reserved for the C library's own.
pub fn is_harmless(name: &str) -> bool {
    HINTS.contains(&name) || name.starts_with("__")
}

/// Whether an attribute of this name would be one of kernels in a namespace of SYCL.
fn is_kernel_attribute(name: &str) -> bool {
    KERNEL_ATTRIBUTES.iter().any(|(known, _)| *known == name)
}

/// Whether `source` may use a kernel attribute, as far as can be determined without a preprocessor.
pub fn mentions_kernel_attribute(source: &[u8]) -> bool {
    let mut rest = source;
    // Attributes are rare and their brackets are short, so they are searched first.
    while let Some(at) = memmem::find(rest, b"[[") {
        rest = &rest[at + 2..];
        let line = &rest[..memmem::find(rest, b"]]").unwrap_or(rest.len())];
        if KERNEL_ATTRIBUTES.iter().any(|(name, _)| memmem::find(line, name.as_bytes()).is_some()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions() {
        assert!(mentions_kernel_attribute(b"[[ sycl ::\n device_has(1)]]"));
        assert!(mentions_kernel_attribute(b"a[[x]] [[intel::reqd_sub_group_size(1)]]"));
        assert!(!mentions_kernel_attribute(b"[[nodiscard]] device_has(1)"));
    }

    #[test]
    fn harmless_attributes() {
        assert!(is_harmless("ivdep") && is_harmless("__externally_visible__"));
        assert!(!is_harmless("device_has") && !is_harmless("reqd_workgroup_size"));
        assert!(KERNEL_ATTRIBUTES.iter().all(|(name, _)| !is_harmless(name)));
    }
}
