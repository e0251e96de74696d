//! `tandem cache` on a folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tandem_device_code::cache::{Cache, Key, Settings};

fn tandem(folder: &Path, command: &str) -> Output {
    let mut tandem = Command::new(env!("CARGO_BIN_EXE_tandem"));
    tandem.args(["cache", command]).env("SYCL_CACHE_DIR", folder).output().unwrap()
}

#[track_caller]
fn expect(output: &Output, status: i32, text: &str) {
    let printed = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert_eq!(output.status.code(), Some(status), "{printed}");
    assert!(printed.contains(text), "no `{text}` in {printed}");
}

#[test]
fn entries_are_listed_checked_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    expect(&tandem(folder, "stat"), 0, "entries      0, 0 B");
    expect(&tandem(folder, "verify"), 0, "0 entries, all intact");

    let cache = Cache::new(Settings::new(folder.to_owned()));
    let mut key = Key::new();
    cache.put(key.field("device", b"one"), 1, &[0; 2000]);
    cache.put(key.field("device", b"other"), 1, &[0; 2000]);
    expect(&tandem(folder, "ls"), 0, "one\n");
    expect(&tandem(folder, "stat"), 0, "entries      2, 4.1 KB");
    expect(&tandem(folder, "verify"), 0, "2 entries, all intact");

    let path = cache.list().unwrap().remove(0).path;
    fs::write(&path, b"damaged").unwrap();
    expect(&tandem(folder, "ls"), 0, "damaged: it has no end mark");
    expect(&tandem(folder, "verify"), 1, "1 of 2 entries damaged:\n  ");

    expect(&tandem(folder, "clear"), 0, "removed 2 entries");
    expect(&tandem(folder, "ls"), 0, "");
}

#[test]
fn no_cache_is_an_error() {
    let mut tandem = Command::new(env!("CARGO_BIN_EXE_tandem"));
    let output = tandem.args(["cache", "ls"]).env("SYCL_CACHE_PERSISTENT", "0").output().unwrap();
    expect(&output, 1, "there is no persistent cache");
}
