//! The headers include only what lies below them. The table is in ARCHITECTURE.md.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use regex::Regex;
use tandem_tests::architecture;

use super::{for_each_file, include_dir};

/// The folders of the table, each with the folders that its headers may include in addition to its
/// own.
fn layers() -> BTreeMap<String, Vec<String>> {
    let rows = architecture::rows("Layers of the headers");
    rows.iter().map(|row| (architecture::words(&row[0]).remove(0), architecture::words(&row[2]))).collect()
}

/// The innermost folder of the table that contains one of our headers.
fn layer_of<'a>(layers: &'a BTreeMap<String, Vec<String>>, header: &str) -> Option<&'a String> {
    let holds = |folder: &str| header.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    layers.keys().filter(|folder| holds(folder)).max_by_key(|folder| folder.len())
}

/// Our headers that a header includes.
fn includes(text: &str) -> Result<Vec<String>> {
    let include = Regex::new(r#"(?m)^\s*#\s*include\s*[<"]([^>"]+)[>"]"#)?;
    let names = include.captures_iter(text).map(|captures| captures[1].to_owned());
    Ok(names.filter(|name| include_dir().join(name).is_file()).collect())
}

#[test]
fn headers_include_only_the_layers_below() -> Result<()> {
    let layers = layers();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for_each_header(&mut |header, text| {
        let layer = layer_of(&layers, header).with_context(|| format!("{header} is in no layer of the headers"))?;
        for used in includes(text)? {
            let below = layer_of(&layers, &used).with_context(|| format!("{used} is in no layer of the headers"))?;
            seen += 1;
            if below != layer && !layers[layer].contains(below) {
                wrong.push(format!("{header} includes <{used}>"));
            }
        }
        Ok(())
    })?;
    assert!(seen > 200, "the headers include only {seen} of each other");
    assert!(wrong.is_empty(), "not a layer below in ARCHITECTURE.md:\n{}", wrong.join("\n"));
    Ok(())
}

/// A folder uses folders of rows before it, so no two can use each other.
#[test]
fn the_layers_of_the_headers_have_an_order() {
    let mut known = Vec::new();
    for row in architecture::rows("Layers of the headers") {
        for used in architecture::words(&row[2]) {
            assert!(known.contains(&used), "{}: `{used}` does not come before", row[0]);
        }
        known.extend(architecture::words(&row[0]));
    }
    for folder in known {
        assert!(fs::metadata(include_dir().join(&folder)).is_ok_and(|it| it.is_dir()), "{folder} is no folder");
    }
}

/// Calls `visit` with the name and the text of each header.
fn for_each_header(visit: &mut dyn FnMut(&str, &str) -> Result<()>) -> Result<()> {
    let mut result = Ok(());
    for_each_file(&include_dir(), &mut |path, text| {
        let name = path.strip_prefix(include_dir()).expect("a file of the folder").display().to_string();
        if result.is_ok() {
            result = visit(&name, text);
        }
    })?;
    result
}
