//! Each row of the tables of builtins describes the builtin's operation, and names its operands.

use std::collections::{HashMap, HashSet};

use tandem_device_ir::{Builtin, OpenClFunction, SignatureClass};

#[test]
fn semantics_are_sentences() {
    for builtin in Builtin::all() {
        let (name, semantics) = (builtin.base_name(), builtin.semantics());
        let words = semantics.split_whitespace().count();
        assert!(words > 2 && semantics.ends_with('.'), "{name}: {semantics:?} is no sentence");
        // The sentence is a cell of a Markdown table.
        assert!(!semantics.contains(['|', '\n']) && !semantics.contains("  "), "{name}: {semantics:?}");
    }
}

#[test]
fn functions_differ_in_semantics() {
    let mut functions = HashMap::new();
    for function in OpenClFunction::ALL {
        let other = functions.insert(function.semantics(), function.name());
        assert_eq!(other, None, "{} has the same semantics", function.name());
    }
}

#[test]
fn each_parameter_has_a_name() {
    for builtin in Builtin::all() {
        let Some(signature) = builtin.signature() else { continue };
        assert_eq!(builtin.operands().len(), signature.params.len(), "{}", builtin.base_name());
        check_names(&builtin.base_name(), builtin.operands());
    }
    for class in SignatureClass::ALL {
        check_names(&format!("{class:?}"), class.operands());
    }
}

fn check_names(of: &str, names: &[&str]) {
    let distinct: HashSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{of}: {names:?}");
}

/// In a sentence, each word in code font is an operand, or another builtin or type by name.
#[test]
fn semantics_use_the_names_of_operands() {
    const TYPES: [&str; 1] = ["float"];
    let others: HashSet<_> = Builtin::all().map(Builtin::base_name).collect();
    let is_builtin = |word: &str| {
        ["__spirv_ocl_", "__spirv_tandem_", "__spirv_"].iter().any(|prefix| others.contains(&format!("{prefix}{word}")))
    };
    for builtin in Builtin::all() {
        for word in builtin.semantics().split('`').skip(1).step_by(2) {
            let is_known = builtin.operands().contains(&word) || TYPES.contains(&word) || is_builtin(word);
            assert!(is_known, "{}: `{word}` is no operand", builtin.base_name());
        }
    }
}
