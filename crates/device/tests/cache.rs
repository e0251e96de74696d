//! The compiler cache on a real file system, with threads and processes.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tandem_device::cache::{Cache, Key, Settings};

fn key(name: &str) -> Key {
    let mut key = Key::new();
    key.field("name", name.as_bytes());
    key
}

fn cache(directory: &Path) -> Cache {
    Cache::new(Settings::new(directory.to_owned()))
}

fn entries(cache: &Cache) -> Vec<std::path::PathBuf> {
    fs::read_dir(cache.directory()).map_or(Vec::new(), |listing| listing.map(|file| file.unwrap().path()).collect())
}

#[test]
fn what_is_put_is_got_also_by_another_process() {
    let directory = tempfile::tempdir().unwrap();
    cache(directory.path()).put(&key("a"), 1, b"code of a");
    let other = cache(directory.path());
    assert_eq!(other.get(&key("a")).as_deref(), Some(&b"code of a"[..]));
    assert_eq!(other.get(&key("b")), None);
    assert_eq!(entries(&other).len(), 1, "no temporary files stay");
}

#[test]
fn field_boundaries_are_part_of_the_key() {
    let mut left = Key::new();
    left.field("ab", b"c");
    let mut right = Key::new();
    right.field("a", b"bc");
    assert_ne!(left, right);
}

#[test]
fn a_damaged_entry_is_a_miss_and_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let cache = cache(directory.path());
    cache.put(&key("a"), 1, b"code");
    let path = entries(&cache).remove(0);
    for damage in [&b""[..], b"garbage", &[0xff; 100]] {
        fs::write(&path, damage).unwrap();
        assert_eq!(cache.get(&key("a")), None);
    }
    cache.put(&key("a"), 1, b"code");
    assert!(cache.get(&key("a")).is_some());
}

#[test]
fn sizes_outside_of_the_bounds_are_not_cached() {
    let directory = tempfile::tempdir().unwrap();
    let mut settings = Settings::new(directory.path().to_owned());
    settings.image_sizes = 10..=20;
    let cache = Cache::new(settings);
    for (size, stored) in [(9, false), (10, true), (20, true), (21, false)] {
        let key = key(&size.to_string());
        cache.put(&key, size, b"code");
        assert_eq!(cache.get(&key).is_some(), stored, "{size}");
    }
}

#[test]
fn the_least_recently_used_entries_go_first() {
    let directory = tempfile::tempdir().unwrap();
    let mut settings = Settings::new(directory.path().to_owned());
    settings.max_bytes = Some(10_000);
    let ages = [("old", 50), ("older", 60), ("new", 1)];
    for (name, minutes) in ages {
        // Each in a process of its own, without a check in between.
        let unlimited = Settings { evict: false, ..settings.clone() };
        let cache = Cache::new(unlimited);
        let before = entries(&cache);
        cache.put(&key(name), 1, &[0; 4_000]);
        let path = entries(&cache).into_iter().find(|path| !before.contains(path)).unwrap();
        let used = SystemTime::now() - Duration::from_secs(minutes * 60);
        fs::File::options().append(true).open(path).unwrap().set_modified(used).unwrap();
    }
    let cache = Cache::new(settings);
    // A use saves "older"; the next write evicts.
    assert!(cache.get(&key("older")).is_some());
    cache.put(&key("last"), 1, b"code");
    let left: Vec<_> =
        ["old", "older", "new", "last"].into_iter().filter(|name| cache.get(&key(name)).is_some()).collect();
    assert_eq!(left, ["older", "new", "last"]);
}

#[test]
fn unused_entries_and_abandoned_files_expire() {
    let directory = tempfile::tempdir().unwrap();
    cache(directory.path()).put(&key("a"), 1, b"code");
    let ten_days = SystemTime::now() - Duration::from_secs(10 * 24 * 60 * 60);
    let writer = cache(directory.path());
    fs::write(writer.directory().join("1-2-3.tmp"), b"half").unwrap();
    fs::write(writer.directory().join("unrelated"), b"kept").unwrap();
    for path in entries(&writer) {
        fs::File::options().append(true).open(path).unwrap().set_modified(ten_days).unwrap();
    }
    writer.put(&key("b"), 1, b"code");
    assert_eq!(writer.get(&key("a")), None);
    assert_eq!(entries(&writer).len(), 2, "{:?}", entries(&writer));
}

#[test]
fn a_directory_that_cannot_be_made_does_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    let cache = cache(&file);
    cache.put(&key("a"), 1, b"code");
    cache.put(&key("a"), 1, b"code");
    assert_eq!(cache.get(&key("a")), None);
}

#[test]
fn many_writers_and_readers_never_see_half_an_entry() {
    let directory = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u8 {
            let directory = directory.path();
            scope.spawn(move || {
                let cache = cache(directory);
                for round in 0..200u32 {
                    let name = (round % 5).to_string();
                    if let Some(code) = cache.get(&key(&name)) {
                        assert_eq!(code.len(), 3_000);
                        assert!(code.iter().all(|byte| *byte == code[0]));
                    }
                    cache.put(&key(&name), 1, &[thread; 3_000]);
                }
            });
        }
    });
    assert_eq!(entries(&cache(directory.path())).len(), 5);
}
