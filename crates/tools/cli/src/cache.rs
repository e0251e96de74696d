//! `tandem cache`: inspection and removal of the persistent cache. The implementation is in
//! `tandem_device_code::cache::inventory`.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use tandem_device_code::cache::inventory::Entry;
use tandem_device_code::cache::{Cache, Key};
use tandem_image::demangle;

/// The number of an entry's kernels that are named.
const SHOWN_KERNELS: usize = 3;

/// Works on the folder that programs use: the variables `SYCL_CACHE_*` hold.
#[derive(Subcommand)]
pub enum CacheCommand {
    /// List the entries, the most recently used one first.
    Ls,
    /// Print the folder of the cache, its size and its limits.
    Stat,
    /// Remove all entries, and files of killed processes.
    Clear,
    /// Check all entries; list damaged ones and exit with status 1.
    ///
    /// Programs do not use damaged entries: they compile the kernels again.
    Verify,
}

/// Runs a command, and returns the text to print.
pub fn run(command: &CacheCommand) -> Result<String> {
    let cache = Cache::from_env().context(
        "there is no persistent cache: SYCL_CACHE_PERSISTENT is 0, or none of SYCL_CACHE_DIR, XDG_CACHE_HOME and HOME \
         is set",
    )?;
    match command {
        CacheCommand::Ls => Ok(list(&cache.list()?, SystemTime::now())),
        CacheCommand::Stat => Ok(statistics(&cache, SystemTime::now())),
        CacheCommand::Clear => {
            let (entries, bytes) = cache.clear()?;
            Ok(format!("removed {}, {}\n", count(entries), size(bytes)))
        }
        CacheCommand::Verify => verify(&cache),
    }
}

fn list(entries: &[Entry], now: SystemTime) -> String {
    let mut text = String::new();
    for entry in entries {
        let what = match &entry.key {
            Ok(key) => describe(key),
            Err(damage) => format!("damaged: {damage}"),
        };
        let name = entry.path.file_stem().unwrap_or_default().to_string_lossy();
        let (size, age) = (size(entry.bytes), age(entry.last_use, now));
        text += &format!("{name}  {size:>9}  used {age:>6} ago  {what}\n");
    }
    text
}

/// The device and some kernels of an entry.
fn describe(key: &Key) -> String {
    let device = key.fields().find(|(name, _)| *name == "device");
    let mut text = String::from_utf8_lossy(device.map_or(b"?", |(_, value)| value)).into_owned();
    let kernels = key.kernels();
    for (index, kernel) in kernels.iter().take(SHOWN_KERNELS).enumerate() {
        text += if index == 0 { ": " } else { ", " };
        text += &demangle::kernel(kernel);
    }
    if kernels.len() > SHOWN_KERNELS {
        text += &format!(" and {} more", kernels.len() - SHOWN_KERNELS);
    }
    text
}

fn statistics(cache: &Cache, now: SystemTime) -> String {
    let (settings, statistics) = (cache.settings(), cache.statistics());
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<12} {value}").expect("writing to a string cannot fail");
    };
    line("folder", settings.directory.display().to_string());
    line("entries", format!("{}, {}", statistics.entries, size(statistics.bytes)));
    if let (Some(oldest), Some(newest)) = (statistics.oldest, statistics.newest) {
        line("used", format!("between {} and {} ago", age(oldest, now), age(newest, now)));
    }
    line("unfinished", statistics.unfinished.to_string());
    line("size limit", settings.max_bytes.map_or_else(|| "none".to_owned(), size));
    let days = |age: Duration| format!("{} days without use", age.as_secs() / DAY);
    line("age limit", settings.max_age.map_or_else(|| "none".to_owned(), days));
    line("eviction", if settings.evict { "on" } else { "off" }.to_owned());
    text
}

fn verify(cache: &Cache) -> Result<String> {
    let damaged = cache.verify()?;
    let entries = cache.statistics().entries;
    if damaged.is_empty() {
        return Ok(format!("{}, all intact\n", count(entries)));
    }
    let mut text = format!("{} of {} damaged:", damaged.len(), count(entries));
    for Entry { path, key, .. } in damaged {
        if let Err(damage) = key {
            text += &format!("\n  {}: {damage}", path.display());
        }
    }
    bail!(text)
}

fn count(entries: usize) -> String {
    if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") }
}

/// A size in the largest unit of which there is at least one.
fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    for unit in ["B", "KB", "MB"] {
        if value < 1024.0 {
            return format!("{value:.*} {unit}", usize::from(unit != "B"));
        }
        value /= 1024.0;
    }
    format!("{value:.1} GB")
}

const DAY: u64 = 24 * 60 * 60;

/// How long ago a time was, in its largest unit.
fn age(time: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(time).unwrap_or_default().as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..DAY => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_ages_in_their_largest_unit() {
        for (bytes, text) in
            [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KB"), (8 << 30, "8.0 GB"), (1 << 43, "8192.0 GB")]
        {
            assert_eq!(size(bytes), text);
        }
        let now = SystemTime::now();
        for (seconds, text) in [(5, "5 s"), (120, "2 min"), (2 * 3600, "2 h"), (400 * DAY, "400 d")] {
            assert_eq!(age(now - Duration::from_secs(seconds), now), text);
        }
        assert_eq!(age(now + Duration::from_secs(5), now), "0 s");
    }

    #[test]
    fn an_entry_names_device_and_kernels() {
        let mut key = Key::new();
        key.field("device", b"native_cpu").images(&[b"no SPIR-V"]);
        assert_eq!(describe(&key), "native_cpu");
        assert_eq!(describe(&Key::new()), "?");
    }
}
