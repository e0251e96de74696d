//! Headers name parameters of queries as PI does, with the numbers that the runtime has for them.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;
use regex::Regex;
use tandem_tests::root;

use super::{for_each_file, include_dir};

const TABLE: &str = "sycl/detail/abi/pi_queries.hpp";
const CONSTANTS: &str = "crates/pi/pi-abi/src/constants.rs";

/// The constants of PI in a text, C++ or Rust, each with its value.
fn constants(text: &str) -> Result<BTreeMap<String, u64>> {
    let line = r"(?m)^\s*(?:pub const )?(PI_\w+)(?:: \w+)? = (?:\w+\()?(0x[0-9A-Fa-f_]+|\d+)(?: << (\d+))?\)?[,;]";
    let number = |digits: &str| match digits.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(&hexadecimal.replace('_', ""), 16),
        None => digits.parse(),
    };
    let mut found = BTreeMap::new();
    for captures in Regex::new(line)?.captures_iter(text) {
        let shift = captures.get(3).map_or(Ok(0), |digits| number(digits.as_str()))?;
        found.insert(captures[1].to_owned(), number(&captures[2])? << shift);
    }
    Ok(found)
}

#[test]
fn queries_have_the_numbers_of_pi() -> Result<()> {
    let known = constants(&fs::read_to_string(root().join(CONSTANTS))?)?;
    let text = fs::read_to_string(include_dir().join(TABLE))?;
    let named = constants(&text)?;
    assert_eq!(named.len(), text.matches(" = ").count(), "{TABLE} has lines that this test cannot read");
    assert!(named.len() > 100, "{TABLE} has only {} names", named.len());
    for (name, number) in named {
        assert_eq!(known.get(&name), Some(&number), "{name} is {number:#x} in {TABLE}, but not in {CONSTANTS}");
    }
    Ok(())
}

/// The table has all queries that the headers use, and the headers define no numbers themselves.
#[test]
fn queries_are_named() -> Result<()> {
    let name = Regex::new(r"\bPI_[A-Z0-9_]+\b")?;
    let number = Regex::new(r"(?:TANDEM_INFO\(|info_query<|tandem_\w+_info\()[^;{]*\b0x[0-9A-F]{3,}")?;
    let mut used = String::new();
    for_each_file(&include_dir().join("sycl"), &mut |path, text| {
        assert!(!number.is_match(text), "{} has the number of a query", path.display());
        if !path.ends_with(TABLE) {
            used.extend(name.find_iter(text).map(|found| format!(" {} ", found.as_str())));
        }
    })?;
    for unused in constants(&fs::read_to_string(include_dir().join(TABLE))?)?.into_keys() {
        assert!(used.contains(&format!(" {unused} ")), "no header uses {unused} of {TABLE}");
    }
    Ok(())
}
