//! The fuzzed functions: each takes any bytes and must not panic, and input that it can read must
//! be unchanged after being written and read again.
//!
//! `fuzz_targets/` runs them under libFuzzer (`./x fuzz`), and
//! `crates/formats/offload/tests/mutations.rs` on mutations of the corpus, on any compiler.

use tandem_image::{PropertySetRegistry, property, reader, spirv as module};
use tandem_native_cpu as native;
use tandem_native_cuda::Package;
use tandem_offload::bundle::{self, Form};
use tandem_offload::fat;
use tandem_offload::file_table::FileTable;
use tandem_spirv_binary::Words;
use tandem_spirv_binary::description::Description;
use tandem_spirv_binary::text::Text;

/// A fuzz target.
pub type Target = fn(&[u8]);

/// Every target, by the name of its program and its folder in `corpus/`.
pub const TARGETS: [(&str, Target); 8] = [
    ("bundle", bundle),
    ("images", images),
    ("properties", properties),
    ("file_table", file_table),
    ("device_parts", device_parts),
    ("kernel_table", kernel_table),
    ("cuda_package", cuda_package),
    ("spirv", spirv),
];

/// Offload bundles in all their forms.
pub fn bundle(data: &[u8]) {
    for kind in ["o", "bc", "ii", "s"] {
        let Some(form) = Form::of_type(kind) else { continue };
        let Ok(parts) = bundle::read(form, data) else { continue };
        // Objects are written around the host's own, which need not be one here.
        if let Ok(written) = bundle::write(form, &parts, 1)
            && let Ok(again) = bundle::read(form, &written)
        {
            assert_eq!(again.len(), parts.len());
        }
    }
}

/// Wrapper descriptors in objects, shared libraries and archives.
pub fn images(data: &[u8]) {
    if let Ok(images) = reader::images_in_file("fuzz", data) {
        for image in &images {
            for entry in &image.entries {
                let _ = image.kernel_layout(entry);
            }
        }
    }
}

/// Property sets as text.
pub fn properties(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(registry) = property::text::parse(text) {
        let again: PropertySetRegistry = property::text::parse(&property::text::write(&registry)).expect("our own");
        assert_eq!(again, registry);
    }
}

/// File tables.
pub fn file_table(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(table) = FileTable::parse(text) {
        assert_eq!(FileTable::parse(&table.to_string()).expect("our own"), table);
    }
}

/// Device parts, alone and in objects.
pub fn device_parts(data: &[u8]) {
    let _ = fat::parts_in_object(data);
    let _ = fat::is_linked(data);
    if let Ok(parts) = fat::decode(data) {
        assert_eq!(fat::decode(&fat::encode(&parts)).expect("our own"), parts);
    }
}

/// Kernel tables of native objects.
pub fn kernel_table(data: &[u8]) {
    if let Ok(kernels) = native::decode(data) {
        assert_eq!(native::decode(&native::encode(&kernels)).expect("our own"), kernels);
    }
}

/// Packages of code for NVIDIA GPUs.
pub fn cuda_package(data: &[u8]) {
    if let Ok(package) = Package::decode(data) {
        assert_eq!(Package::decode(&package.encode()).expect("our own"), package);
    }
}

/// SPIR-V modules: their interface, description and text.
pub fn spirv(data: &[u8]) {
    let _ = module::interface(data);
    let Ok(words) = Words::new(data) else { return };
    let _ = Description::of(&words);
    let instructions: Result<Vec<_>, _> = words.instructions().collect();
    if let Ok(text) = Text::of(&words) {
        // A line for each instruction, after the five of the header; strings may have more.
        let lines = text.to_string().lines().count();
        assert!(lines >= 5 + instructions.map_or(usize::MAX, |instructions| instructions.len()));
    }
}
