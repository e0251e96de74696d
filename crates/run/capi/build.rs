//! Makes Rust types and constants of `include/tandem/abi.h`, for `src/abi.rs`, and declarations of its
//! functions, by which tests call the library as C does.

use std::path::Path;

use bindgen::callbacks::{DeriveInfo, ItemInfo, ItemKind, ParseCallbacks};

/// Names as Rust writes them: `tandem_kernel_slot` is `TandemKernelSlot`, and `tandem_queue_t` is
/// `QueueHandle`, which `src/abi.rs` defines.
#[derive(Debug)]
struct RustNames;

impl ParseCallbacks for RustNames {
    fn item_name(&self, item: ItemInfo) -> Option<String> {
        if !matches!(item.kind, ItemKind::Type) {
            return None;
        }
        let name = item.name.strip_prefix("tandem_")?;
        Some(match name.strip_suffix("_t") {
            Some("handle") => "AnyHandle".to_owned(),
            Some(handle) => format!("{}Handle", camel_case(handle)),
            None => format!("Tandem{}", camel_case(name)),
        })
    }

    fn add_derives(&self, _: &DeriveInfo<'_>) -> Vec<String> {
        ["Clone", "Copy", "Debug"].map(str::to_owned).into()
    }
}

fn camel_case(name: &str) -> String {
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capitalized).collect()
}

fn main() {
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../include/tandem/abi.h");
    println!("cargo::rerun-if-changed={header}");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets it");
    let names = || bindgen::builder().header(header).parse_callbacks(Box::new(RustNames));
    let types = names()
        .allowlist_type("tandem_.*")
        .allowlist_var("TANDEM_.*")
        .blocklist_type("tandem_.*_[ts]")
        .blocklist_function(".*")
        .prepend_enum_name(false)
        .derive_copy(false)
        .derive_debug(false)
        .derive_default(true);
    let functions = names()
        .allowlist_function("tandem_.*")
        .allowlist_recursively(false)
        .rust_edition(bindgen::RustEdition::Edition2024);
    for (file, bindings) in [("abi.rs", types), ("functions.rs", functions)] {
        let bindings = bindings.generate().expect("include/tandem/abi.h is C");
        bindings.write_to_file(Path::new(&folder).join(file)).expect("cargo's folder can be written to");
    }
}
