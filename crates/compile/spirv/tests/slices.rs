//! Slices of the reader's test modules: each is valid and is read.

mod support;

use std::sync::Arc;

use support::{read_back, reader_modules, validate};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::interface::Interface;
use tandem_spirv_binary::slice::{Index, Slice};

#[test]
fn slices_are_valid_and_readable() {
    let (mut sliced, mut unknown) = (0, Vec::new());
    for (name, bytes) in reader_modules() {
        // Some modules test constructs that the validator does not support.
        let is_valid = validate(&bytes, "spv1.4").is_ok();
        let Some(index) = Index::of(&bytes).map(Arc::new) else {
            unknown.push(name);
            continue;
        };
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
    assert!(sliced >= 15, "{sliced} slices");
    // Its instructions are newer than the grammar.
    assert_eq!(unknown, ["by_number.spvasm"]);
}
