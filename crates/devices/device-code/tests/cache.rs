//! The persistent cache on a real file system, with threads and processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tandem_device_code::cache::{Cache, Damage, Key, Settings};

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

fn key(name: &str) -> Key {
    let mut key = Key::new();
    key.field("name", name.as_bytes());
    key
}

fn cache(directory: &Path) -> Cache {
    Cache::new(Settings::new(directory.to_owned()))
}

fn bounded(directory: &Path, max_bytes: u64) -> Cache {
    Cache::new(Settings { max_bytes: Some(max_bytes), ..Settings::new(directory.to_owned()) })
}

fn paths(cache: &Cache) -> Vec<PathBuf> {
    cache.list().unwrap().into_iter().map(|entry| entry.path).collect()
}

fn set_age(path: &Path, seconds: u64) {
    let used = SystemTime::now() - Duration::from_secs(seconds);
    fs::File::options().append(true).open(path).unwrap().set_modified(used).unwrap();
}

/// Makes the next writer count the entries, as it does once a day.
fn forget_count(directory: &Path) {
    fs::remove_file(directory.join("device-code/usage")).unwrap();
}

#[test]
fn what_is_put_is_got_also_by_another_process() {
    let directory = tempfile::tempdir().unwrap();
    cache(directory.path()).put(&key("a"), 1, b"code of a");
    let other = cache(directory.path());
    assert_eq!(other.get(&key("a")).as_deref(), Some(&b"code of a"[..]));
    assert_eq!(other.get(&key("b")), None);
    assert_eq!(other.statistics().entries, 1);
    assert_eq!(other.statistics().unfinished, 0, "no temporary files stay");
}

#[test]
fn a_damaged_entry_is_a_miss_and_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let cache = cache(directory.path());
    cache.put(&key("a"), 1, b"code");
    let path = paths(&cache).remove(0);
    for damage in [&b""[..], b"garbage", &[0xff; 100]] {
        fs::write(&path, damage).unwrap();
        assert_eq!(cache.get(&key("a")), None);
        assert_eq!(cache.verify().unwrap()[0].key, Err(Damage::NoEntry));
    }
    cache.put(&key("a"), 1, b"code");
    assert!(cache.get(&key("a")).is_some());
    assert!(cache.verify().unwrap().is_empty());
}

#[test]
fn an_entry_under_a_wrong_name_is_found_out() {
    let directory = tempfile::tempdir().unwrap();
    let cache = cache(directory.path());
    cache.put(&key("a"), 1, b"code");
    let path = paths(&cache).remove(0);
    fs::rename(&path, path.with_file_name("0.bin")).unwrap();
    assert_eq!(cache.verify().unwrap()[0].key, Err(Damage::Name));
    assert_eq!(cache.list().unwrap()[0].key, Ok(key("a")));
}

#[test]
fn sizes_outside_of_the_bounds_are_not_cached() {
    let directory = tempfile::tempdir().unwrap();
    let mut settings = Settings::new(directory.path().to_owned());
    settings.image_sizes = 10..=20;
    settings.max_bytes = Some(1000);
    let cache = Cache::new(settings);
    for (size, stored) in [(9, false), (10, true), (20, true), (21, false)] {
        let key = key(&size.to_string());
        cache.put(&key, size, b"code");
        assert_eq!(cache.get(&key).is_some(), stored, "{size}");
    }
    // An entry larger than the limit of the whole cache evicts no others.
    cache.put(&key("large"), 10, &[0; 1001]);
    assert_eq!(cache.statistics().entries, 2);
}

#[test]
fn the_least_recently_used_entries_go_first() {
    let directory = tempfile::tempdir().unwrap();
    let cache = bounded(directory.path(), 13_000);
    for (name, minutes) in [("old", 50), ("older", 60), ("new", 1)] {
        let before = paths(&cache);
        cache.put(&key(name), 1, &[0; 4_000]);
        let path = paths(&cache).into_iter().find(|path| !before.contains(path)).unwrap();
        set_age(&path, minutes * MINUTE);
    }
    // A use saves "older"; the next write evicts.
    assert!(cache.get(&key("older")).is_some());
    cache.put(&key("last"), 1, &[0; 2_000]);
    let names = ["old", "older", "new", "last"];
    let left: Vec<_> = names.into_iter().filter(|name| cache.get(&key(name)).is_some()).collect();
    assert_eq!(left, ["older", "new", "last"]);
}

#[test]
fn many_writers_together_keep_the_bound() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    const MAX_BYTES: u64 = 100_000;
    // A new cache for each write, as if there were many processes with few kernels each.
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for round in 0..100 {
                    bounded(directory, MAX_BYTES).put(&key(&format!("{thread} {round}")), 1, &[0; 2_000]);
                }
            });
        }
    });
    let statistics = cache(directory).statistics();
    // Each thread may have one entry more on its way.
    assert!(statistics.bytes <= MAX_BYTES + 4 * 3_000, "{statistics:?}");
    assert!(statistics.bytes >= MAX_BYTES / 2, "{statistics:?}");
}

#[test]
fn a_process_that_evicts_for_long_leaves_the_bound_to_nobody_else() {
    let directory = tempfile::tempdir().unwrap();
    const MAX_BYTES: u64 = 10_000;
    let cache = bounded(directory.path(), MAX_BYTES);
    cache.put(&key("first"), 1, &[0; 2_000]);
    let evicting = fs::File::open(cache.entries_folder()).unwrap();
    evicting.lock().unwrap();
    (0..8).for_each(|name| cache.put(&key(&name.to_string()), 1, &[0; 2_000]));
    assert!(cache.statistics().bytes <= MAX_BYTES, "{:?}", cache.statistics());
    drop(evicting);
    cache.put(&key("last"), 1, b"code");
    assert!(cache.get(&key("last")).is_some());
}

#[test]
fn nothing_is_evicted_where_that_is_off() {
    let directory = tempfile::tempdir().unwrap();
    let mut settings = Settings::new(directory.path().to_owned());
    settings.max_bytes = Some(5_000);
    settings.evict = false;
    let cache = Cache::new(settings);
    (0..5).for_each(|name| cache.put(&key(&name.to_string()), 1, &[0; 2_000]));
    assert_eq!(cache.statistics().entries, 5);
}

#[test]
fn unused_entries_expire() {
    let directory = tempfile::tempdir().unwrap();
    let cache = cache(directory.path());
    cache.put(&key("a"), 1, b"code");
    paths(&cache).iter().for_each(|path| set_age(path, 10 * DAY));
    fs::write(cache.entries_folder().join("unrelated"), b"kept").unwrap();
    forget_count(directory.path());
    cache.put(&key("b"), 1, b"code");
    assert_eq!(cache.get(&key("a")), None);
    assert!(cache.entries_folder().join("unrelated").exists());
    assert_eq!(cache.statistics().entries, 1);
}

#[test]
fn what_killed_processes_left_is_removed_by_the_next_writer() {
    let directory = tempfile::tempdir().unwrap();
    let writing = directory.path().join("device-code/writing");
    fs::create_dir_all(&writing).unwrap();
    fs::write(writing.join("1-2-3"), b"half").unwrap();
    let cache = cache(directory.path());
    assert_eq!(cache.statistics().unfinished, 1);
    cache.put(&key("b"), 1, b"code");
    assert_eq!(cache.statistics().unfinished, 0);
}

#[test]
fn a_folder_that_cannot_be_made_does_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    let cache = cache(&file);
    cache.put(&key("a"), 1, b"code");
    cache.put(&key("a"), 1, b"code");
    assert_eq!(cache.get(&key("a")), None);
    assert_eq!(cache.statistics(), Default::default());
    assert_eq!(cache.clear().unwrap(), (0, 0));
}

#[test]
fn clearing_removes_entries_and_the_count() {
    let directory = tempfile::tempdir().unwrap();
    let cache = bounded(directory.path(), 10_000);
    for round in 0..3 {
        (0..3).for_each(|name| cache.put(&key(&name.to_string()), 1, &[0; 2_500]));
        assert_eq!(cache.clear().unwrap().0, 3, "round {round}: nothing was evicted");
        assert_eq!(cache.statistics().entries, 0);
    }
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
    assert_eq!(cache(directory.path()).statistics().entries, 5);
    assert!(cache(directory.path()).verify().unwrap().is_empty());
}
