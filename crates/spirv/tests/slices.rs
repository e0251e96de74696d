//! Slices of the reader's test modules: each is valid and is read.

mod support;

use std::sync::Arc;

use support::{read_back, reader_modules, validate};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::interface::Interface;
use tandem_spirv_binary::slice::{Index, Slice};

#[test]
fn slices_are_valid_and_readable() {
    let mut sliced = 0;
    for (name, bytes) in reader_modules() {
        // Some modules test what the validator does not know.
        let is_valid = validate(&bytes, "spv1.4").is_ok();
        let index = Arc::new(Index::of(&bytes).unwrap_or_else(|| panic!("{name} has no index")));
        let interface = Interface::of(&Words::new(&bytes).expect("a module")).expect("well formed");
        for entry in &interface.entry_points {
            let mut slice = Slice::new(index.clone()).expect("whole");
            assert!(slice.require_kernel(&entry.name), "{name}: {}", entry.name);
            let module = slice.module();
            assert!(module.len() <= bytes.len(), "{name}: {}", entry.name);
            if is_valid {
                validate(&module, "spv1.4").unwrap_or_else(|error| panic!("{name}: {}: {error}", entry.name));
            }
            read_back(&module).unwrap_or_else(|error| panic!("{name}: {}: {error}", entry.name));
            sliced += 1;
        }
    }
    assert!(sliced > 20, "{sliced} slices");
}
