//! Describes this machine's processor, from `cpuid` and the system's files. Properties that cannot be read have neutral
//! values.

use std::arch::x86_64::{__cpuid, __cpuid_count};
use std::fs;

/// The processor's name as it says itself.
pub fn brand() -> String {
    let highest = __cpuid(0x8000_0000).eax;
    if highest < 0x8000_0004 {
        return "x86-64 CPU".to_owned();
    }
    let leaves = (0x8000_0002..=0x8000_0004).map(__cpuid);
    let bytes: Vec<u8> = leaves
        .flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx])
        .flat_map(u32::to_le_bytes)
        .take_while(|byte| *byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The vendor's name and PCI id.
pub fn vendor() -> (String, u32) {
    let leaf = __cpuid(0);
    let bytes = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes).concat();
    match bytes.as_slice() {
        b"GenuineIntel" => ("Intel Corporation".to_owned(), 0x8086),
        b"AuthenticAMD" => ("Advanced Micro Devices, Inc.".to_owned(), 0x1022),
        other => (String::from_utf8_lossy(other).into_owned(), 0),
    }
}

/// Identifies the processor's model and features: code for one is not used on
/// another.
pub fn fingerprint() -> Vec<u8> {
    let leaves = [__cpuid(1), __cpuid_count(7, 0), __cpuid_count(7, 1), __cpuid(0x8000_0001)];
    let mut bytes = vec![];
    for (index, leaf) in leaves.iter().enumerate() {
        bytes.extend_from_slice(&leaf.eax.to_le_bytes());
        if index > 0 {
            // Of leaf 1 this register holds the number of the current processor.
            bytes.extend_from_slice(&leaf.ebx.to_le_bytes());
        }
        bytes.extend_from_slice(&leaf.ecx.to_le_bytes());
        bytes.extend_from_slice(&leaf.edx.to_le_bytes());
    }
    bytes
}

/// Floats in the widest vector.
pub fn vector_lanes() -> usize {
    if is_x86_feature_detected!("avx512f") {
        16
    } else if is_x86_feature_detected!("avx") {
        8
    } else {
        4
    }
}

/// Processors that this process may use, or what `TANDEM_CPU_THREADS` says.
pub fn threads() -> usize {
    let wanted = tandem_environment::variable("TANDEM_CPU_THREADS");
    let wanted = wanted.and_then(|value| value.trim().parse::<usize>().ok());
    match wanted {
        Some(threads @ 1..=4096) => threads,
        _ => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Highest clock in MHz; 0 when unknown.
pub fn clock_mhz() -> u32 {
    let khz = read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    match khz {
        Some(khz) => (khz / 1000) as u32,
        None => current_mhz().unwrap_or(0),
    }
}

fn current_mhz() -> Option<u32> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("cpu MHz"))?;
    let value: f64 = line.split(':').nth(1)?.trim().parse().ok()?;
    Some(value as u32)
}

/// Size and line size of the largest data cache that one processor uses.
pub fn cache() -> (u64, u32) {
    let directory = |index: u32| format!("/sys/devices/system/cpu/cpu0/cache/index{index}");
    let caches = (0..8).filter_map(|index| {
        let size = fs::read_to_string(format!("{}/size", directory(index))).ok()?;
        let line = read_number(&format!("{}/coherency_line_size", directory(index)))?;
        Some((parse_size(&size)?, line as u32))
    });
    caches.max().unwrap_or((0, 64))
}

/// Parses sizes such as `32K`.
fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let unit = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// Total and free memory in bytes. A limit of the process's control group counts as well.
pub fn memory() -> (u64, u64) {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes << 10)
    };
    let limit = read_number("/sys/fs/cgroup/memory.max").unwrap_or(u64::MAX);
    let total = field("MemTotal:").unwrap_or(1 << 30).min(limit);
    let free = field("MemAvailable:").unwrap_or(total).min(total);
    (total, free)
}

fn read_number(path: &str) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_described() {
        assert!(!brand().is_empty());
        assert!(!vendor().0.is_empty());
        assert!(threads() >= 1);
        let (total, free) = memory();
        assert!(free <= total && total > 1 << 20);
        assert_eq!(fingerprint(), fingerprint());
        assert!(cache().1.is_power_of_two());
    }

    #[test]
    fn sizes_with_units() {
        assert_eq!(parse_size("48K\n"), Some(48 << 10));
        assert_eq!(parse_size("2M"), Some(2 << 20));
        assert_eq!(parse_size("17"), Some(17));
        assert_eq!(parse_size("?"), None);
    }
}
